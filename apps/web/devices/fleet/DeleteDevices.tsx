import { deleteManyThings } from "@canopy/contract/devices/bulk-things";
import type { OverviewRow } from "@canopy/contract/devices/overview";
import { deleteThing } from "@canopy/contract/devices/things";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { Checkbox } from "../../ui/form/Checkbox.tsx";
import { Confirm } from "../../ui/form/Confirm.tsx";
import parts from "../parts.module.css";
import "./list-texts.ts";

interface DeleteDevicesProps {
  rows: readonly OverviewRow[];
  onDeleted(ids: ReadonlySet<string>): void;
  /** Called with the error; true: it was handled there. */
  onGone(problem: unknown): boolean;
  onClose(): void;
}

/** One is named by its ID, many by their number: either has to be typed. */
export function DeleteDevices({ rows, onDeleted, onGone, onClose }: DeleteDevicesProps) {
  const t = useText();
  const [takesChildren, setTakesChildren] = useState(false);
  const [only] = rows;
  const count = rows.length;
  const one = count === 1 ? only : undefined;
  const deletion = useMutation({
    mutationFn: async () => {
      if (one) {
        const query = { delete_children: takesChildren };
        return api(deleteThing, { params: { things_id: one.id }, query });
      }
      const body = { things_ids: rows.map(({ id }) => id), delete_children: takesChildren };
      return api(deleteManyThings, { body });
    },
    onSuccess: () => {
      addNote({ tone: "done", text: t("devices.delete.done", { count }) });
      onDeleted(new Set(rows.map(({ id }) => id)));
    },
    onError: (problem) => onGone(problem) && onClose(),
  });
  return (
    <Confirm
      open
      title={one ? t("devices.delete.title") : t("devices.delete.many", { count })}
      word={one?.third_things_id ?? String(count)}
      action={t("devices.act.delete")}
      busy={deletion.isPending}
      error={deletion.error ? troubleOf(deletion.error).text : undefined}
      onConfirm={() => deletion.mutate()}
      onClose={onClose}
    >
      <div className={parts.stack}>
        <p>{one ? t("devices.delete.note", { name: one.name }) : t("devices.delete.manyNote", { count })}</p>
        {rows.some((row) => row.class === "gateway") && (
          <Checkbox checked={takesChildren} onChange={setTakesChildren}>
            {t("devices.delete.children")}
          </Checkbox>
        )}
      </div>
    </Confirm>
  );
}
