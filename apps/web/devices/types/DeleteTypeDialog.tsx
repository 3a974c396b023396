import { deleteInfoModel } from "@canopy/contract/devices/info-models";
import { useMutation } from "@tanstack/react-query";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { useTenantId } from "./type-queries.ts";

interface DeleteTypeDialogProps {
  type: { id: string; name: string; things_num: number };
  onDone(): void;
  onClose(): void;
}

/** DEV-04: one in use asks for its name, and only then is the server asked with force. */
export function DeleteTypeDialog({ type, onDone, onClose }: DeleteTypeDialogProps) {
  const t = useText();
  const tenantId = useTenantId();
  const { id, name, things_num: count } = type;
  const remove = useMutation({
    mutationFn: () =>
      api(deleteInfoModel, { params: { tenant_id: tenantId, info_model_id: id }, query: { force: count > 0 } }),
    onSuccess: onDone,
  });
  const common = {
    open: true,
    title: t("devices.types.deleteOne", { name }),
    action: t("devices.types.delete"),
    busy: remove.isPending,
    error: remove.error ? troubleOf(remove.error).text : undefined,
    onConfirm: () => remove.mutate(),
    onClose,
  };
  if (count === 0) {
    return (
      <Confirm {...common}>
        {t("devices.types.deleteNote", { name })} {t("devices.types.deleteUnused")}
      </Confirm>
    );
  }
  return (
    <Confirm {...common} word={name}>
      {t("devices.types.deleteNote", { name })} {t("devices.types.deleteUsed", { count })}
    </Confirm>
  );
}
