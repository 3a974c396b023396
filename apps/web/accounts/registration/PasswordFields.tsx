import { passwordRules } from "@canopy/contract/accounts/rules";
import { Check, Circle } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { Icon } from "../../ui/marks/Icon.tsx";
import styles from "./registration.module.css";

interface TextField {
  text: { name: string; value: string; onChange(value: string): void; onBlur(): void };
  error: FieldError | undefined;
}

interface PasswordFieldsProps {
  password: TextField;
  confirm: TextField;
}

/** A new password and its repetition; the rules tick themselves while one types (ACC-14). */
export function PasswordFields({ password, confirm }: PasswordFieldsProps) {
  const t = useText();
  return (
    <>
      <div>
        <Field label={t("accounts.register.password")} error={password.error} required>
          {(control) => (
            <PasswordInput {...control} {...password.text} size="entry" autoComplete="new-password" maxLength={128} />
          )}
        </Field>
        <PasswordTicks password={password.text.value} />
      </div>
      <Field label={t("accounts.register.confirm")} error={confirm.error} required>
        {(control) => (
          <PasswordInput {...control} {...confirm.text} size="entry" autoComplete="new-password" maxLength={128} />
        )}
      </Field>
    </>
  );
}

const RULES = ["length", "kinds", "visible"] as const;

function PasswordTicks({ password }: { password: string }) {
  const t = useText();
  const holds = passwordRules(password);
  return (
    <ul className={styles.ticks} aria-label={t("accounts.register.rules")}>
      {RULES.map((rule) => (
        <li key={rule} data-holds={holds[rule] || undefined}>
          <Icon of={holds[rule] ? Check : Circle} size={12} />
          {t(`accounts.register.rule.${rule}`)}
          <span className="unseen">
            {t(holds[rule] ? "accounts.register.ruleHolds" : "accounts.register.ruleOpen")}
          </span>
        </li>
      ))}
    </ul>
  );
}
