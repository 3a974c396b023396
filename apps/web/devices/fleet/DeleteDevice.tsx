import type { Thing } from "@canopy/contract/devices/thing";
import { deleteThing } from "@canopy/contract/devices/things";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import styles from "../details/manage.module.css";
import "../details/manage-texts.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";

interface DeleteDeviceProps {
  device: Thing;
  onClose(): void;
  onDeleted(): void;
}

/** DEV-02, DEV-09: needs the device ID typed; a gateway may take its sub-devices along. */
export function DeleteDevice({ device, onClose, onDeleted }: DeleteDeviceProps) {
  const t = useText();
  const [children, setChildren] = useState(false);
  const remove = useMutation({
    mutationFn: () =>
      api(deleteThing, { params: { things_id: device.id }, query: { delete_children: children ? "1" : "0" } }),
    onSuccess: () => {
      addNote({ tone: "done", text: t("devices.manage.deleted", { name: device.name }) });
      onDeleted();
    },
  });
  return (
    <Confirm
      open
      title={t("devices.manage.deleteTitle")}
      word={device.third_things_id}
      action={t("devices.manage.delete")}
      busy={remove.isPending}
      error={remove.error ? troubleOf(remove.error).text : undefined}
      onConfirm={() => remove.mutate()}
      onClose={onClose}
    >
      <div className={styles.form}>
        <p>{t("devices.manage.deleteNote")}</p>
        {device.class === "gateway" && (
          <Checkbox checked={children} onChange={setChildren}>
            {t("devices.manage.deleteChildren")}
          </Checkbox>
        )}
      </div>
    </Confirm>
  );
}
