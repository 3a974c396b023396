import { useState } from "react";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { clamped, typedNumber } from "./whole-number.ts";

interface NumberFieldProps {
  label: string;
  hint?: string;
  value: number;
  least: number;
  most: number;
  onChange(value: number): void;
}

/** A whole number with limits. What is typed stays as it is typed, and is brought within them on blur and Enter. */
export function NumberField({ label, hint, value, least, most, onChange }: NumberFieldProps) {
  const [typed, setTyped] = useState<string>();
  const take = (next: number | undefined) => {
    if (next !== undefined && next !== value) onChange(next);
  };
  const settle = () => {
    if (typed === undefined) return;
    setTyped(undefined);
    take(clamped(typed, least, most));
  };
  return (
    <Field label={label} hint={hint}>
      {(control) => (
        <TextInput
          {...control}
          type="number"
          min={least}
          max={most}
          value={typed ?? String(value)}
          onChange={(text) => {
            setTyped(text);
            take(typedNumber(text, least, most));
          }}
          onBlur={settle}
          onKeyDown={(event) => event.key === "Enter" && settle()}
        />
      )}
    </Field>
  );
}
