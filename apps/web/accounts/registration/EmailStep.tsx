import { fieldErrors } from "@canopy/contract/accounts/errors";
import { emailStep } from "@canopy/contract/accounts/registration";
import { newEmail } from "@canopy/contract/accounts/rules";
import { CODE_BY_EMAIL, sendVerificationCode } from "@canopy/contract/accounts/verification-codes";
import { ArrowLeft, ArrowRight, Mail } from "lucide-react";
import { api } from "../../platform/api.ts";
import { useText } from "../../platform/i18n.ts";
import { Button } from "../../ui/Button.tsx";
import { Field } from "../../ui/form/Field.tsx";
import { FormAlert } from "../../ui/form/FormAlert.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CodeField } from "../sign-in/CodeField.tsx";
import { useSendCode } from "../sign-in/use-send-code.ts";
import type { EmailValues } from "./draft.ts";
import { Free } from "./Free.tsx";
import styles from "./registration.module.css";
import { type Returned, returnedFor } from "./returned.ts";
import { useAvailable } from "./use-available.ts";

interface EmailStepProps {
  initial: EmailValues;
  returned: Returned | undefined;
  onChange(values: EmailValues): void;
  onBack(): void;
  onSkip(): void;
  onNext(values: EmailValues): void;
}

const WAY = {
  rule: newEmail,
  send: (destination: string) =>
    api(sendVerificationCode, { body: { type: CODE_BY_EMAIL, destination, purpose: "register" } }),
};

/** ACC-13: may be skipped, which clears both fields. */
export function EmailStep({ initial, returned, onChange, onBack, onSkip, onNext }: EmailStepProps) {
  const t = useText();
  const form = useContractForm(emailStep, { initial, submit: onNext });
  const { values } = form;
  const sending = useSendCode(WAY);
  const email = useAvailable({
    field: "email",
    value: values.email,
    isValid: newEmail.safeParse(values.email).success,
    code: fieldErrors.emailExists.code,
  });
  const text = (field: keyof EmailValues & string) => ({
    ...form.text(field),
    onChange: (typed: string) => {
      form.set(field, typed);
      onChange({ ...values, [field]: typed });
    },
  });
  const errorOf = (field: keyof EmailValues & string) => form.errorOf(field) ?? returnedFor(returned, field, values);
  const atEmail = sending.phoneProblem ? { text: sending.phoneProblem } : undefined;
  return (
    <form className={styles.form} onSubmit={form.onSubmit} noValidate>
      <FormAlert text={form.formError ?? sending.formProblem} />
      <p className={styles.note}>{t("accounts.register.emailNote")}</p>
      <Field label={t("accounts.register.email")} error={errorOf("email") ?? atEmail ?? email.error} required>
        {(control) => (
          <TextInput
            {...control}
            {...text("email")}
            onChange={(typed) => {
              sending.forget();
              text("email").onChange(typed.trim());
            }}
            onBlur={() => {
              form.text("email").onBlur();
              email.onLeave();
            }}
            size="entry"
            icon={Mail}
            type="email"
            autoComplete="email"
            maxLength={254}
            trailing={email.isFree && <Free text={t("accounts.register.free")} />}
          />
        )}
      </Field>
      <CodeField
        label={t("accounts.register.emailCode")}
        required
        text={text("email_verification_code")}
        error={errorOf("email_verification_code")}
        note={sending.sent ? t("accounts.signIn.codeSent") : undefined}
        sending={sending.busy}
        waitSeconds={sending.waitSeconds}
        onSend={() => sending.send(values.email)}
      />
      <div className={styles.foot}>
        <Button size="entry" icon={ArrowLeft} onClick={onBack}>
          {t("accounts.register.back")}
        </Button>
        <span className={styles.footEnd}>
          <Button size="entry" onClick={onSkip}>
            {t("accounts.register.skip")}
          </Button>
          <Button kind="main" size="entry" type="submit" icon={ArrowRight} busy={form.busy}>
            {t("accounts.register.next.3")}
          </Button>
        </span>
      </div>
    </form>
  );
}
