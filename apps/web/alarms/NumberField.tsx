import { useState } from "react";
import { Field, type FieldError } from "../ui/form/Field.tsx";
import { TextInput } from "../ui/form/TextInput.tsx";

interface NumberFieldProps {
  label: string;
  value: number | undefined;
  /** Hexadecimal digits; else decimal. */
  hex?: boolean;
  read(text: string): number | undefined;
  error?: string | FieldError | undefined;
  onChange(value: number | undefined): void;
}

/** A number as it is typed: what cannot be read yet stays in the field. */
export function NumberField({ label, value, hex = false, read, error, onChange }: NumberFieldProps) {
  const shown = value === undefined ? "" : hex ? value.toString(16).toUpperCase() : String(value);
  const [typed, setTyped] = useState<string>();
  const text = typed !== undefined && (read(typed) === value || read(typed) === undefined) ? typed : shown;
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          mono
          inputMode={hex ? "text" : "decimal"}
          value={text}
          onChange={(next) => {
            setTyped(next);
            const number = read(next);
            if (number !== undefined || next.trim() === "") onChange(number);
          }}
        />
      )}
    </Field>
  );
}
