import { signInErrors } from "@canopy/contract/accounts/errors";
import { CallError } from "@canopy/contract/platform/client";
import { z } from "zod";
import { codeText } from "../../platform/error-texts.ts";

/** Content of a 423 answer: the phone, masked by the server, and the ticket for the second try. */
const phoneCheck = z.object({ mobile: z.string(), security_ticket: z.string() });
export type PhoneCheck = z.output<typeof phoneCheck>;

/** ACC-10: the two answers that open a dialog; the others are shown where they belong. */
export type Outcome = { kind: "verifyPhone"; check: PhoneCheck } | { kind: "underReview" } | { kind: "shown" };

export function outcomeOf(thrown: unknown): Outcome {
  if (!(thrown instanceof CallError)) return { kind: "shown" };
  if (thrown.code === signInErrors.underReview.code) return { kind: "underReview" };
  const check = phoneCheck.safeParse(thrown.body.details);
  const verify = thrown.code === signInErrors.verifyPhone.code && check.success;
  return verify ? { kind: "verifyPhone", check: check.data } : { kind: "shown" };
}

/** The picture changed since it was typed: refused before sending, as an empty one is (ACC-02). */
export function captchaMissing(): CallError {
  const { code } = signInErrors.captchaEmpty;
  const message = codeText(code) ?? "";
  return new CallError(400, { code, message, errorMsg: message });
}
