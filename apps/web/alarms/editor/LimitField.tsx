import type { Condition } from "@canopy/contract/alarms/conditions";
import { Field } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { NumberField } from "../NumberField.tsx";
import { numberOf } from "../rule-form.ts";
import { useConditionSignal } from "../use-condition-signal.ts";

type States = ReadonlyMap<number, string>;

/** The named values of a signal that has nothing but these. */
export function useStates(condition: Condition): States | undefined {
  const info = useConditionSignal(condition);
  return info?.isState ? info.stateNames : undefined;
}

interface LimitFieldProps {
  label: string;
  states: States | undefined;
  value: number | undefined;
  onChange(value: number | undefined): void;
}

/** A number, or one of the named values; a value without a name stays what it is. */
export function LimitField({ label, states, value, onChange }: LimitFieldProps) {
  if (!states) return <NumberField label={label} read={numberOf} value={value} onChange={onChange} />;
  const named = value === undefined || states.has(value) ? states : new Map([[value, String(value)], ...states]);
  return (
    <Field label={label}>
      {(control) => (
        <Select
          {...control}
          options={[...named].map(([at, name]) => ({ value: String(at), label: name }))}
          value={String(value)}
          onChange={(text) => onChange(Number(text))}
        />
      )}
    </Field>
  );
}
