import { FILTER_OPERATORS, nameOfSignal } from "@canopy/contract/push/source";
import { X } from "lucide-react";
import { NumberField } from "../alarms/NumberField.tsx";
import { numberOf } from "../alarms/rule-form.ts";
import { useText } from "../platform/i18n.ts";
import { Field } from "../ui/form/Field.tsx";
import { Select } from "../ui/form/Select.tsx";
import { IconButton } from "../ui/marks/IconButton.tsx";
import styles from "./push.module.css";
import type { SignalValues } from "./push-form.ts";

type Filter = NonNullable<SignalValues["filters"]>[number];

const SIGNS: Record<Filter["operator"], string> = { eq: "=", ne: "≠", lt: "<", le: "≤", gt: ">", ge: "≥" };

/** All must hold. */
export function FilterFields({ source, onChange }: { source: SignalValues; onChange(source: SignalValues): void }) {
  const t = useText();
  const filters = source.filters ?? [];
  const put = (at: number, filter: Filter | undefined) =>
    onChange({ ...source, filters: filters.flatMap((one, i) => (i === at ? (filter ? [filter] : []) : [one])) });
  const names = [...new Set([...source.signals.map(nameOfSignal), ...filters.map(({ name }) => name)])];
  return filters.map((filter, at) => (
    // biome-ignore lint/suspicious/noArrayIndexKey: a condition is its place
    <div key={at} className={styles.row}>
      <Field label={t("push.form.filterSignal")}>
        {(control) => (
          <Select<string>
            {...control}
            options={names.map((name) => ({ value: name, label: name }))}
            value={filter.name}
            onChange={(name) => put(at, { ...filter, name })}
          />
        )}
      </Field>
      <Field label={t("push.form.filterOperator")}>
        {(control) => (
          <Select
            {...control}
            options={FILTER_OPERATORS.map((value) => ({ value, label: SIGNS[value] }))}
            value={filter.operator}
            onChange={(operator) => put(at, { ...filter, operator })}
          />
        )}
      </Field>
      <NumberField
        label={t("push.form.filterValue")}
        read={numberOf}
        value={filter.value}
        onChange={(value) => put(at, { ...filter, value: value ?? 0 })}
      />
      <IconButton icon={X} label={t("push.form.removeFilter")} onClick={() => put(at, undefined)} />
    </div>
  ));
}
