import { typeErrors } from "@canopy/contract/devices/errors";
import { deleteInfoModel, typeInUse } from "@canopy/contract/devices/info-models";
import { CallError } from "@canopy/contract/platform/http-call";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
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

/**
 * DEV-04: one in use asks for its name, and force is sent for the number of devices that the user was told. The server
 * alone knows the devices of other tenants, to which a type was offered: it refuses and counts them.
 */
export function DeleteTypeDialog({ type, onDone, onClose }: DeleteTypeDialogProps) {
  const t = useText();
  const params = { tenant_id: useTenantId(), info_model_id: type.id };
  const [counted, setCounted] = useState<number>();
  const { name } = type;
  const count = counted ?? type.things_num;
  const remove = useMutation({
    mutationFn: () =>
      api(deleteInfoModel, { params, query: { force: false } }).catch((problem: unknown) => {
        if ((usesOf(problem) ?? Number.POSITIVE_INFINITY) > count) throw problem;
        return api(deleteInfoModel, { params, query: { force: true } });
      }),
    onSuccess: onDone,
    onError: (problem) => setCounted(usesOf(problem) ?? counted),
  });
  const common = {
    open: true,
    title: t("devices.types.deleteOne", { name }),
    action: t("devices.types.delete"),
    busy: remove.isPending,
    error: remove.error && usesOf(remove.error) === undefined ? troubleOf(remove.error).text : undefined,
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

/** Undefined: refused for another reason. */
function usesOf(problem: unknown): number | undefined {
  if (!(problem instanceof CallError) || problem.code !== typeErrors.typeInUse.code) return undefined;
  return typeInUse.safeParse(problem.body.details).data?.count;
}
