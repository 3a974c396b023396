import { fieldErrors } from "@canopy/contract/accounts/errors";
import { CODE_COUNTDOWN_S, phoneCode } from "@canopy/contract/accounts/rules";
import { useEffect, useState } from "react";
import { z } from "zod";
import { troubleOf } from "../../platform/error-texts.ts";
import { useText } from "../../platform/i18n.ts";
import { FormDialog } from "../../ui/form/FormDialog.tsx";
import { useContractForm } from "../../ui/form/use-contract-form.ts";
import { CodeField } from "./CodeField.tsx";
import { type PasswordSignIn, signInByPassword } from "./sign-in.ts";
import { isNotice, type Notice, nextNotice, outcomeOf, type PhoneCheck } from "./sign-in-outcome.ts";
import { useCountdown } from "./use-countdown.ts";

const schema = z.object({ verification_code: phoneCode });

interface VerifyPhoneDialogProps {
  check: PhoneCheck;
  credentials: PasswordSignIn;
  onSignedIn(): Promise<void>;
  /** The phone was proved, and another step is asked for. */
  onNotice(notice: Notice): void;
  onClose(): void;
}

/** ACC-10: the password was right, the browser is new: the code sent to the phone lets the sign-in go on. */
export function VerifyPhoneDialog({ check, credentials, onSignedIn, onNotice, onClose }: VerifyPhoneDialogProps) {
  const t = useText();
  const { seconds, start } = useCountdown();
  const [ticket, setTicket] = useState(check.security_ticket);
  const [problem, setProblem] = useState<string>();
  // The server sent the first code with its answer.
  useEffect(() => start(CODE_COUNTDOWN_S), [start]);

  const form = useContractForm(schema, {
    initial: { verification_code: "" },
    fieldOfCode: { [fieldErrors.phoneCodeInvalid.code]: "verification_code" },
    submit: async ({ verification_code }) => {
      try {
        await signInByPassword(credentials, { securityTicket: ticket, verificationCode: verification_code });
      } catch (thrown) {
        return onNotice(nextNotice(thrown));
      }
      await onSignedIn();
    },
  });
  const sendAgain = async () => {
    setProblem(undefined);
    try {
      await signInByPassword(credentials, { securityTicket: ticket });
    } catch (thrown) {
      const outcome = outcomeOf(thrown);
      if (isNotice(outcome)) return onNotice(outcome);
      if (outcome.kind !== "verifyPhone") return setProblem(troubleOf(thrown).text);
      setTicket(outcome.check.security_ticket);
      return start(CODE_COUNTDOWN_S);
    }
    // Another tab proved the phone meanwhile.
    await onSignedIn();
  };

  return (
    <FormDialog
      title={t("accounts.verify.title")}
      onClose={onClose}
      action={t("accounts.verify.submit")}
      busy={form.busy}
      error={form.formError ?? problem}
      onSubmit={form.onSubmit}
    >
      <p>{t("accounts.verify.note", { mobile: check.mobile })}</p>
      <CodeField
        text={form.text("verification_code")}
        error={form.errorOf("verification_code")}
        note={undefined}
        sending={false}
        waitSeconds={seconds}
        onSend={() => void sendAgain()}
      />
    </FormDialog>
  );
}
