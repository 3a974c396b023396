import type { RuleScope } from "@canopy/contract/alarms/rule-content";
import { useQuery } from "@tanstack/react-query";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { scopesQuery } from "./search-queries.ts";

interface ScopeFieldProps {
  tenantId: string;
  /** `all`, `label ID` or `type ID`. */
  value: string;
  onChange(value: string): void;
}

/** All devices, or those of a label or type. */
export function ScopeField({ tenantId, value, onChange }: ScopeFieldProps) {
  const t = useText();
  const { data } = useQuery(scopesQuery(tenantId));
  const options = [
    { value: "all", label: t("alarms.scope.all") },
    ...(data?.labels ?? []).map(({ id, name }) => ({
      value: `label ${id}`,
      label: `${t("alarms.scope.label")}: ${name}`,
    })),
    ...(data?.types ?? []).map(({ id, name }) => ({
      value: `type ${id}`,
      label: `${t("alarms.scope.type")}: ${name}`,
    })),
  ];
  return (
    <Field label={t("alarms.edit.scope")}>
      {(control) => <Select {...control} options={options} value={value} onChange={onChange} />}
    </Field>
  );
}

export function scopeOf(value: string): RuleScope {
  const [kind, id = ""] = value.split(" ");
  return kind === "label" || kind === "type" ? { kind, id } : { kind: "all" };
}

export const scopeText = (scope: RuleScope): string =>
  scope.kind === "label" || scope.kind === "type" ? `${scope.kind} ${scope.id}` : "all";
