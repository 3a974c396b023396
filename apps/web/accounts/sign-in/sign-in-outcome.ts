import { signInErrors } from "@canopy/contract/accounts/errors";
import { subUserErrors } from "@canopy/contract/accounts/sub-user-errors";
import { CallError } from "@canopy/contract/platform/http-call";
import { z } from "zod";
import { codeText } from "../../platform/error-texts.ts";

/** Content of a 423 answer: the phone, masked by the server, and the ticket for the second try. */
const phoneCheck = z.object({ mobile: z.string(), security_ticket: z.string() });
export type PhoneCheck = z.output<typeof phoneCheck>;

/** Content of an answer to somebody who was refused: why, and what was applied with (ACC-17). */
const refusal = z.object({ reason: z.string(), application: z.record(z.string(), z.unknown()) });
export type Refusal = z.output<typeof refusal>;

/** USR-02: a first password opens nothing but setting a new one. */
const firstPassword = z.object({ security_ticket: z.string() });

/** ACC-26: of `factorErrors`, whose texts come with the dialog. */
const FACTOR_CODES = ["accounts.factorNeeded", "accounts.factorSetup"];

/** ACC-10: the answers that open a dialog; the others are shown where they belong. */
export type Outcome =
  | { kind: "verifyPhone"; check: PhoneCheck }
  | { kind: "review"; refused: Refusal | undefined }
  | { kind: "firstPassword"; ticket: string }
  | { kind: "factor"; ticket: string; details: unknown }
  | { kind: "shown" };

/** The secret was right, and something still stands between it and a session. */
export type Notice = Exclude<Outcome, { kind: "verifyPhone" | "shown" }>;

export function isNotice(outcome: Outcome): outcome is Notice {
  return outcome.kind !== "verifyPhone" && outcome.kind !== "shown";
}

/** One step was done and the next is asked for; any other answer is thrown on. */
export function nextNotice(thrown: unknown): Notice {
  const outcome = outcomeOf(thrown);
  if (isNotice(outcome)) return outcome;
  throw thrown;
}

export function outcomeOf(thrown: unknown): Outcome {
  if (!(thrown instanceof CallError)) return { kind: "shown" };
  if (thrown.code === signInErrors.underReview.code) return { kind: "review", refused: undefined };
  if (thrown.code === signInErrors.refused.code)
    return { kind: "review", refused: refusal.safeParse(thrown.body.details).data };
  const first = firstPassword.safeParse(thrown.body.details);
  if (thrown.code === subUserErrors.passwordMustChange.code && first.success)
    return { kind: "firstPassword", ticket: first.data.security_ticket };
  if (FACTOR_CODES.includes(thrown.code) && first.success)
    return { kind: "factor", ticket: first.data.security_ticket, details: thrown.body.details };
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
