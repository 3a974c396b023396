import type { OverviewRow } from "@canopy/contract/devices/overview";
import { rotateLicenceKey } from "@canopy/contract/devices/things";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Dialog } from "../../ui/float/Dialog.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import type { ShownKey } from "./KeyOnceDialog.tsx";
import "../fleet/list-texts.ts";

interface RotateKeyDialogProps {
  row: OverviewRow;
  onRotated(shown: ShownKey): void;
  onGone(problem: unknown): boolean;
  onClose(): void;
}

export function RotateKeyDialog({ row, onRotated, onGone, onClose }: RotateKeyDialogProps) {
  const t = useText();
  const rotation = useMutation({
    mutationFn: () => api(rotateLicenceKey, { params: { things_id: row.id } }),
    onSuccess: ({ licence_key: key }) => onRotated({ deviceId: row.third_things_id, key }),
    onError: (problem) => onGone(problem) && onClose(),
  });
  return (
    <Dialog
      open
      title={t("devices.key.rotateTitle")}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t("ui.action.cancel")}</Button>
          <Button kind="danger" busy={rotation.isPending} onClick={() => rotation.mutate()}>
            {t("devices.key.rotate")}
          </Button>
        </>
      }
    >
      <FormAlert text={rotation.error ? troubleOf(rotation.error).text : undefined} />
      <p>{t("devices.key.rotateNote", { name: row.name })}</p>
    </Dialog>
  );
}
