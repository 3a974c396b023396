import { CODE_DIGITS } from "@canopy/contract/accounts/rules";
import { MessageSquareText } from "lucide-react";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field, type FieldError } from "../../ui/form/Field.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import styles from "./login.module.css";

interface CodeFieldProps {
  /** Else: that of a text message. */
  label?: string;
  required?: boolean;
  text: { name: string; value: string; onChange(value: string): void; onBlur(): void };
  error: string | FieldError | undefined;
  note: string | undefined;
  sending: boolean;
  /** Until another one may be asked for. */
  waitSeconds: number;
  onSend(): void;
}

/** Six digits, and the button that sends them and counts down (ACC-07). */
export function CodeField({ label, required, text, error, note, sending, waitSeconds, onSend }: CodeFieldProps) {
  const t = useText();
  return (
    <Field label={label ?? t("accounts.signIn.code")} error={error} hint={note} required={required ?? false}>
      {(control) => (
        <div className={styles.code}>
          <TextInput
            {...control}
            {...text}
            onChange={(typed) => text.onChange(typed.replace(/\D/g, ""))}
            size="entry"
            icon={MessageSquareText}
            inputMode="numeric"
            autoComplete="one-time-code"
            maxLength={CODE_DIGITS}
            placeholder={t("accounts.signIn.codeHint")}
          />
          <Button
            size="entry"
            busy={sending}
            denied={waitSeconds > 0 ? t("accounts.signIn.sendAgain", { seconds: waitSeconds }) : undefined}
            onClick={onSend}
          >
            {waitSeconds > 0 ? t("accounts.signIn.sendAgain", { seconds: waitSeconds }) : t("accounts.signIn.sendCode")}
          </Button>
        </div>
      )}
    </Field>
  );
}
