import { useState } from "react";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { shownTargets, type TypedTargets, targetsOf } from "../rule-form.ts";

interface TargetsFieldProps {
  label: string;
  targets: readonly string[];
  error?: FieldError | undefined;
  onChange(targets: string[]): void;
}

/** Recipients as they are typed, separated by commas. */
export function TargetsField({ label, targets, error, onChange }: TargetsFieldProps) {
  const [typed, setTyped] = useState<TypedTargets>();
  return (
    <Field label={label} error={error}>
      {(control) => (
        <TextInput
          {...control}
          value={shownTargets(typed, targets)}
          onChange={(text) => {
            const next = targetsOf(text);
            setTyped({ text, targets: next });
            onChange(next);
          }}
        />
      )}
    </Field>
  );
}
