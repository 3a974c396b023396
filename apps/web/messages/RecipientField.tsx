import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import type { TenantName } from "./announcement-row.ts";

interface RecipientFieldProps {
  tenants: readonly TenantName[];
  /** Empty: all tenants. */
  value: readonly string[];
  onChange(tenantIds: string[]): void;
}

export function RecipientField({ tenants, value, onChange }: RecipientFieldProps) {
  const t = useText();
  const options = [
    { value: "", label: t("messages.notices.everybody") },
    ...tenants.map(({ id, name }) => ({ value: id, label: name })),
  ];
  return (
    <Field label={t("messages.notices.to")}>
      {(control) => (
        <Select<string>
          {...control}
          options={options}
          value={value[0] ?? ""}
          onChange={(id) => onChange(id === "" ? [] : [id])}
        />
      )}
    </Field>
  );
}
