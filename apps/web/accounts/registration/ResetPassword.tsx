import "../texts.ts";
import "./texts.ts";
import { fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { passwordReset, resetPassword } from "@canopy/contract/accounts/registration";
import { newMobile } from "@canopy/contract/accounts/rules";
import { CODE_BY_PHONE, sendVerificationCode } from "@canopy/contract/accounts/verification-codes";
import type { ReactNode } from "react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { addNote } from "../../ui/float/notes.ts";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CodeField } from "../sign-in/CodeField.tsx";
import { PhoneField } from "../sign-in/PhoneField.tsx";
import { useSendCode } from "../sign-in/use-send-code.ts";
import { PasswordFields } from "./PasswordFields.tsx";
import styles from "./registration.module.css";

interface ResetPasswordProps {
  signIn: ReactNode;
  /** The password is set: to the sign-in page. */
  onDone(): void;
}

const WAY = {
  rule: newMobile,
  send: (destination: string) =>
    api(sendVerificationCode, { body: { type: CODE_BY_PHONE, destination, purpose: "modify" } }),
};

const FIELD_OF_CODE = {
  [fieldErrors.phoneCodeInvalid.code]: "verification_code",
  [signInErrors.phoneUnknown.code]: "source",
} as const;

/** ACC-18: phone, code, new password. */
export function ResetPassword({ signIn, onDone }: ResetPasswordProps) {
  const t = useText();
  const sending = useSendCode(WAY);
  const form = useContractForm(passwordReset, {
    initial: { source: "", verification_code: "", new_password: "", confirmPassword: "", type: 1, user_type: -1 },
    fieldOfCode: FIELD_OF_CODE,
    submit: async (body) => {
      const { message } = await api(resetPassword, { body });
      addNote({ tone: "done", text: `${message} · ${t("accounts.reset.ended")}` });
      onDone();
    },
  });
  const phoneTyped = (phone: string) => {
    sending.forget();
    form.set("source", phone);
  };
  return (
    <section className={styles.reset} aria-labelledby="reset-title">
      <header className={styles.head}>
        <h1 id="reset-title" className={styles.title}>
          {t("accounts.reset.title")}
        </h1>
        <span className={styles.note}>{signIn}</span>
      </header>
      <form className={styles.form} onSubmit={form.onSubmit} noValidate>
        <FormAlert text={form.formError ?? sending.formProblem} />
        <PhoneField
          label={t("accounts.register.mobile")}
          text={{ ...form.text("source"), onChange: phoneTyped }}
          error={form.errorOf("source") ?? sending.phoneProblem}
          required
        />
        <CodeField
          required
          text={form.text("verification_code")}
          error={form.errorOf("verification_code")}
          note={sending.sent ? t("accounts.signIn.codeSent") : undefined}
          sending={sending.busy}
          waitSeconds={sending.waitSeconds}
          onSend={() => sending.send(form.values.source)}
        />
        <PasswordFields
          password={{ text: form.text("new_password"), error: form.errorOf("new_password") }}
          confirm={{ text: form.text("confirmPassword"), error: form.errorOf("confirmPassword") }}
        />
        <Button kind="main" size="entry" wide type="submit" busy={form.busy}>
          {t("accounts.reset.submit")}
        </Button>
      </form>
    </section>
  );
}
