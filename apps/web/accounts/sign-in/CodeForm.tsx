import { fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { codeForm } from "@canopy/contract/accounts/rules";
import { useState } from "react";
import { useText } from "../../platform/i18n.ts";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CodeField } from "./CodeField.tsx";
import { PhoneField } from "./PhoneField.tsx";
import { rememberedName } from "./remembered-name.ts";
import { SignInForm } from "./SignInForm.tsx";
import { signInByCode } from "./sign-in.ts";
import { type Notice, nextNotice } from "./sign-in-outcome.ts";
import { useSendCode } from "./use-send-code.ts";

const FIELD_OF_CODE = {
  [signInErrors.phoneUnknown.code]: "phone",
  [fieldErrors.phoneEmpty.code]: "phone",
  [fieldErrors.phoneFormat.code]: "phone",
  [signInErrors.wrongCode.code]: "code",
  [fieldErrors.phoneCodeFormat.code]: "code",
  [fieldErrors.phoneCodeInvalid.code]: "code",
} as const;

export function CodeForm({ onSignedIn }: { onSignedIn(): Promise<void> }) {
  const t = useText();
  const [notice, setNotice] = useState<Notice>();
  const sending = useSendCode();
  const known = rememberedName("code");
  const form = useContractForm(codeForm, {
    initial: { phone: known, code: "", remember: known !== "" },
    fieldOfCode: FIELD_OF_CODE,
    submit: async (values) => {
      try {
        await signInByCode(values);
      } catch (thrown) {
        return setNotice(nextNotice(thrown));
      }
      await onSignedIn();
    },
  });

  const phoneTyped = (phone: string) => {
    sending.forget();
    form.set("phone", phone);
  };
  return (
    <SignInForm
      form={form}
      alert={form.formError ?? sending.formProblem}
      notice={notice}
      onNoticeClose={() => setNotice(undefined)}
      onFactor={async (securityTicket, factorCode) => {
        try {
          await signInByCode(form.values, { securityTicket, factorCode });
        } catch (thrown) {
          return setNotice(nextNotice(thrown));
        }
        await onSignedIn();
      }}
    >
      <PhoneField
        label={t("accounts.signIn.phone")}
        text={{ ...form.text("phone"), onChange: phoneTyped }}
        error={form.errorOf("phone") ?? sending.phoneProblem}
      />
      <CodeField
        text={form.text("code")}
        error={form.errorOf("code")}
        note={sending.sent ? t("accounts.signIn.codeSent") : undefined}
        sending={sending.busy}
        waitSeconds={sending.waitSeconds}
        onSend={() => sending.send(form.values.phone)}
      />
    </SignInForm>
  );
}
