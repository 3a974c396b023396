import { fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { looksLikeBareMobile, passwordForm } from "@canopy/contract/accounts/rules";
import { User } from "lucide-react";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { Field } from "../../ui/form/Field.tsx";
import { PasswordInput } from "../../ui/form/PasswordInput.tsx";
import { TextInput } from "../../ui/form/TextInput.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CaptchaField } from "./CaptchaField.tsx";
import { rememberedName } from "./remembered-name.ts";
import { SignInForm } from "./SignInForm.tsx";
import { type PasswordSignIn, signInByPassword } from "./sign-in.ts";
import { captchaMissing, isNotice, type Notice, nextNotice, outcomeOf, type PhoneCheck } from "./sign-in-outcome.ts";
import type { Captcha } from "./use-captcha.ts";
import { VerifyPhoneDialog } from "./VerifyPhoneDialog.tsx";

/** Where an answer of the server is shown. */
const FIELD_OF_CODE = {
  [signInErrors.captchaEmpty.code]: "svgCode",
  [signInErrors.captchaWrong.code]: "svgCode",
  [signInErrors.captchaExpired.code]: "svgCode",
  [signInErrors.wrongCredentials.code]: "password",
  [fieldErrors.usernameEmpty.code]: "username",
  [fieldErrors.usernameFormat.code]: "username",
  [fieldErrors.passwordEmpty.code]: "password",
} as const;

interface PasswordFormProps {
  captcha: Captcha;
  /** The session is stored; the app continues. */
  onSignedIn(): Promise<void>;
  /** The link "forgot password?". */
  forgot: React.ReactNode;
}

export function PasswordForm({ captcha, onSignedIn, forgot }: PasswordFormProps) {
  const t = useText();
  const [notice, setNotice] = useState<Notice>();
  const [verify, setVerify] = useState<{ check: PhoneCheck; credentials: PasswordSignIn }>();
  const known = rememberedName("password");

  const form = useContractForm(passwordForm, {
    initial: { username: known, password: "", svgCode: "", remember: known !== "" },
    fieldOfCode: FIELD_OF_CODE,
    submit: async (values) => {
      if (captcha.stale) throw captchaMissing();
      const { svgCode, ...credentials } = values;
      try {
        await signInByPassword(credentials, { svgCode, svgCodeUUID: captcha.uuid });
      } catch (thrown) {
        // A captcha is good for one try.
        captcha.renew();
        const outcome = outcomeOf(thrown);
        if (isNotice(outcome)) return setNotice(outcome);
        if (outcome.kind === "verifyPhone") return setVerify({ check: outcome.check, credentials });
        throw thrown;
      }
      await onSignedIn();
    },
  });

  return (
    <>
      <SignInForm
        form={form}
        alert={form.formError}
        notice={notice}
        onNoticeClose={() => setNotice(undefined)}
        onFactor={async (securityTicket, factorCode) => {
          const { username, password, remember } = form.values;
          try {
            await signInByPassword({ username, password, remember }, { securityTicket, factorCode });
          } catch (thrown) {
            return setNotice(nextNotice(thrown));
          }
          await onSignedIn();
        }}
      >
        <Field
          label={t("accounts.signIn.username")}
          error={form.errorOf("username")}
          hint={looksLikeBareMobile(form.values.username) ? t("accounts.signIn.bareMobile") : undefined}
        >
          {(control) => (
            <TextInput
              {...control}
              {...form.text("username")}
              size="entry"
              icon={User}
              autoComplete="username"
              placeholder={t("accounts.signIn.usernameHint")}
              autoCapitalize="none"
              spellCheck={false}
              maxLength={65}
            />
          )}
        </Field>
        <Field label={t("accounts.signIn.password")} aside={forgot} error={form.errorOf("password")}>
          {(control) => (
            <PasswordInput
              {...control}
              {...form.text("password")}
              size="entry"
              autoComplete="current-password"
              maxLength={128}
            />
          )}
        </Field>
        <CaptchaField
          captcha={captcha}
          value={form.values.svgCode}
          error={form.errorOf("svgCode")}
          onChange={(typed) => form.set("svgCode", typed)}
          onBlur={form.text("svgCode").onBlur}
        />
      </SignInForm>
      {verify && (
        <VerifyPhoneDialog
          {...verify}
          onSignedIn={onSignedIn}
          onNotice={(next) => {
            setVerify(undefined);
            setNotice(next);
          }}
          onClose={() => setVerify(undefined)}
        />
      )}
    </>
  );
}
