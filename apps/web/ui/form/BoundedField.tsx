import { BoundedNumber, type BoundedNumberProps } from "./BoundedNumber.tsx";
import { Field } from "./Field.tsx";

interface BoundedFieldProps extends BoundedNumberProps {
  label: string;
  hint?: string;
}

/** A number with limits under its label. */
export function BoundedField({ label, hint, ...number }: BoundedFieldProps) {
  return (
    <Field label={label} hint={hint}>
      {(control) => <BoundedNumber {...control} {...number} />}
    </Field>
  );
}
