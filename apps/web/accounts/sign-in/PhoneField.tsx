import { Smartphone } from "lucide-react";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";

interface PhoneFieldProps {
  label: string;
  text: { name: string; value: string; onChange(value: string): void; onBlur(): void };
  error: FieldError | string | undefined;
  required?: boolean;
}

/** Digits only. */
export function PhoneField({ label, text, error, required = false }: PhoneFieldProps) {
  return (
    <Field label={label} error={error} required={required}>
      {(control) => (
        <TextInput
          {...control}
          {...text}
          onChange={(typed) => text.onChange(typed.replace(/\D/g, ""))}
          size="entry"
          icon={Smartphone}
          type="tel"
          inputMode="numeric"
          autoComplete="tel-national"
          maxLength={20}
        />
      )}
    </Field>
  );
}
