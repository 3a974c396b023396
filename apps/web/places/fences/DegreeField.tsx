import { useState } from "react";
import { Field } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";

interface DegreeFieldProps {
  label: string;
  hint?: string;
  /** In a table: the label is read aloud only. */
  bare?: boolean;
  value: number;
  onChange(value: number): void;
}

/** Degrees or metres as they are typed: what is no number yet stays in the field. */
export function DegreeField({ label, hint, bare = false, value, onChange }: DegreeFieldProps) {
  const [typed, setTyped] = useState<string>();
  const isTyped = typed !== undefined && (readNumber(typed) === value || readNumber(typed) === undefined);
  const input = {
    mono: true,
    inputMode: "decimal",
    value: isTyped ? typed : String(value),
    onChange: (text: string) => {
      setTyped(text);
      const number = readNumber(text);
      if (number !== undefined) onChange(number);
    },
    onBlur: () => setTyped(undefined),
  } as const;
  if (bare) return <TextInput aria-label={label} {...input} />;
  return (
    <Field label={label} hint={hint}>
      {(control) => <TextInput {...control} {...input} />}
    </Field>
  );
}

function readNumber(text: string): number | undefined {
  const value = Number(text.replace(",", "."));
  return text.trim() === "" || !Number.isFinite(value) ? undefined : value;
}
