import { typeErrors } from "@canopy/contract/devices/errors";
import { deleteInfoModel, typeInUse } from "@canopy/contract/devices/info-models";
import { CallError } from "@canopy/contract/platform/http-call";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import type { z } from "zod";
import { api } from "../../platform/api.ts";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { Confirm } from "../../ui/form/Confirm.tsx";
import { useTenantId } from "./type-queries.ts";

type Uses = z.output<typeof typeInUse>;

interface DeleteTypeDialogProps {
  type: { id: string; name: string; things_num: number };
  onDone(): void;
  onClose(): void;
}

/**
 * DEV-04: one in use asks for its name, and force is sent for what the user was told. The server alone knows the rules and
 * outputs on it, which it counts, and the uses of other tenants, for which it refuses.
 */
export function DeleteTypeDialog({ type, onDone, onClose }: DeleteTypeDialogProps) {
  const t = useText();
  const params = { tenant_id: useTenantId(), info_model_id: type.id };
  const [counted, setCounted] = useState<Uses>();
  const { name } = type;
  const { count, rules } = counted ?? { count: type.things_num, rules: 0 };
  const remove = useMutation({
    mutationFn: () =>
      api(deleteInfoModel, { params, query: { force: false } }).catch((problem: unknown) => {
        const uses = usesOf(problem);
        if (uses === undefined || uses.count > count || uses.rules > rules) throw problem;
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
  // Another number is another question: nothing that was typed or tried for the last one counts for it.
  const question = `${count} ${rules}`;
  if (count + rules === 0) {
    return (
      <Confirm key={question} {...common}>
        {t("devices.types.deleteNote", { name })} {t("devices.types.deleteUnused")}
      </Confirm>
    );
  }
  return (
    <Confirm key={question} {...common} word={name}>
      {t("devices.types.deleteNote", { name })} {count > 0 && t("devices.types.deleteUsed", { count })}{" "}
      {rules > 0 && t("devices.types.deleteRules", { count: rules })}
    </Confirm>
  );
}

/** Undefined: refused for another reason. */
function usesOf(problem: unknown): Uses | undefined {
  if (!(problem instanceof CallError) || problem.code !== typeErrors.typeInUse.code) return undefined;
  return typeInUse.safeParse(problem.body.details).data;
}
