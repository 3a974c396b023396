import { NumberField } from "../alarms/NumberField.tsx";
import { numberOf } from "../alarms/rule-form.ts";
import { useText } from "../platform/i18n.ts";
import "./texts.ts";

interface EveryFieldProps {
  value: number | undefined;
  onChange(value: number | undefined): void;
}

export function EveryField({ value, onChange }: EveryFieldProps) {
  const t = useText();
  return <NumberField label={t("push.form.every")} read={numberOf} value={value} onChange={onChange} />;
}
