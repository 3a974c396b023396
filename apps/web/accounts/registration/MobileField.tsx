import type { Region } from "@canopy/contract/accounts/rules";
import { useText } from "../../platform/i18n.ts";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { Select } from "../../ui/form/Select.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { Free } from "./Free.tsx";
import styles from "./registration.module.css";

interface MobileFieldProps {
  region: Region;
  onRegion(region: Region): void;
  text: { name: string; value: string; onChange(value: string): void; onBlur(): void };
  error: FieldError | undefined;
  isFree: boolean;
}

/** ACC-14: a Chinese mobile without, any other with its country code; digits only. */
export function MobileField({ region, onRegion, text, error, isFree }: MobileFieldProps) {
  const t = useText();
  const regions = [
    { value: "cn", label: "+86" },
    { value: "intl", label: t("accounts.register.otherCountry") },
  ] as const;
  return (
    <Field
      label={t("accounts.register.mobile")}
      hint={t(`accounts.register.mobileHint.${region}`)}
      error={error}
      required
    >
      {(control) => (
        <div className={styles.mobile}>
          <Select
            aria-label={t("accounts.register.region")}
            className={styles.region}
            options={regions}
            value={region}
            onChange={onRegion}
          />
          <TextInput
            {...control}
            {...text}
            onChange={(typed) => text.onChange(typed.replace(/\D/g, ""))}
            size="entry"
            type="tel"
            inputMode="numeric"
            autoComplete="tel-national"
            maxLength={20}
            trailing={isFree && <Free text="" />}
          />
        </div>
      )}
    </Field>
  );
}
