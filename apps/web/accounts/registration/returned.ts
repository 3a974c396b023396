import { fieldErrors, registrationErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { CallError } from "@canopy/contract/platform/http-call";
import { codeText, troubleOf } from "../../platform/error-texts.ts";
import type { FieldError } from "../../ui/form/Field.tsx";

/** An answer of the register call that sends one back to an earlier step (ACC-16). */
export interface Returned {
  readonly step: 1 | 2;
  readonly field: string;
  readonly error: FieldError;
  /** What was typed there; another value clears the sentence. */
  readonly value: unknown;
}

const PLACES: Readonly<Record<string, { step: 1 | 2; field: string }>> = {
  [fieldErrors.phoneCodeInvalid.code]: { step: 1, field: "mobile_verification_code" },
  [fieldErrors.phoneCodeFormat.code]: { step: 1, field: "mobile_verification_code" },
  [fieldErrors.merchantIdInvalid.code]: { step: 1, field: "merchant_id" },
  [registrationErrors.merchantsClosed.code]: { step: 1, field: "merchant_id" },
  [fieldErrors.newUsernameFormat.code]: { step: 1, field: "name" },
  [fieldErrors.usernameExists.code]: { step: 1, field: "name" },
  [fieldErrors.phoneExists.code]: { step: 1, field: "mobile" },
  [fieldErrors.phoneFormat.code]: { step: 1, field: "mobile" },
  [fieldErrors.passwordFormat.code]: { step: 1, field: "password" },
  [fieldErrors.passwordWeak.code]: { step: 1, field: "password" },
  [signInErrors.passwordRule.code]: { step: 1, field: "password" },
  [fieldErrors.emailCodeInvalid.code]: { step: 2, field: "email_verification_code" },
  [fieldErrors.emailCodeFormat.code]: { step: 2, field: "email_verification_code" },
  [fieldErrors.emailExists.code]: { step: 2, field: "email" },
  [fieldErrors.emailFormat.code]: { step: 2, field: "email" },
};

export function returnedBy(thrown: unknown, values: Readonly<Record<string, unknown>>): Returned | undefined {
  const place = thrown instanceof CallError ? PLACES[thrown.code] : undefined;
  if (!place) return undefined;
  const { text, code } = troubleOf(thrown);
  // The rule itself, whatever the server says about it.
  const rule = code === signInErrors.passwordRule.code ? codeText(code) : undefined;
  return { ...place, error: { text: rule ?? text, code }, value: values[place.field] };
}

/** The sentence for a field, as long as its value is the one that was refused. */
export function returnedFor(
  returned: Returned | undefined,
  field: string,
  values: Readonly<Record<string, unknown>>,
): FieldError | undefined {
  return returned?.field === field && values[field] === returned.value ? returned.error : undefined;
}
