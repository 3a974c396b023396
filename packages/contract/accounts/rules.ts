import { z } from "zod";
import { fieldErrors, signInErrors } from "./errors.ts";

/** ACC-05: 32 of a sub-user, an @, and 32 of its primary account. */
export const USERNAME_MAX = 65;
/** ACC-02 */
export const CAPTCHA_TTL_MS = 5 * 60_000;
/** ACC-07 */
export const CODE_DIGITS = 6;
export const CODE_TTL_MS = 5 * 60_000;
export const CODE_TRIES = 5;
export const CODE_COUNTDOWN_S = 60;
export const CODES_PER_DAY = 10;
export const CODES_PER_HOUR_AND_ADDRESS = 30;
/** ACC-09 */
export const LOCK_FAILURES = 5;
export const LOCK_FAILURES_PER_ADDRESS = 50;
export const LOCK_MS = 30 * 60_000;
/** ACC-10: failures in a day after which an unknown browser must prove the phone. */
export const VERIFY_FAILURES = 3;
/** USR-04 */
export const SESSION_IDLE_MS = 12 * 60 * 60_000;
export const SESSION_MAX_MS = 30 * 24 * 60 * 60_000;
/** NAV-05 */
export const HAND_OVER_TTL_MS = 30_000;
/** USR-09 */
export const MAX_ACCESS_TOKENS = 50;

/** The kinds of sign-in of the spec: 1 password with manager, 2 code, 3 password. */
export const SIGN_IN_MANAGER = 1;
export const SIGN_IN_CODE = 2;
export const SIGN_IN_PASSWORD = 3;

export const signInUsername = z
  .string()
  .min(1, fieldErrors.usernameEmpty.code)
  .regex(/^[A-Za-z0-9_@]{2,65}$/, fieldErrors.usernameFormat.code);

/** ACC-14: of a primary account, as the register call, the operator and the command line take it; the page asks for 20. */
export const newUsername = z
  .string()
  .min(1, fieldErrors.newUsernameEmpty.code)
  .regex(/^[A-Za-z_][A-Za-z0-9_]{1,31}$/, fieldErrors.newUsernameFormat.code);

/** ACC-14: the registration page asks for a shorter one than the call takes. */
export const registrationUsername = newUsername.max(20, fieldErrors.newUsernameFormat.code);

export const TENANT_NAME_MAX = 64;

export const signInPassword = z.string().min(1, fieldErrors.passwordEmpty.code).max(128);

export const signInPhone = z
  .string()
  .min(1, fieldErrors.phoneEmpty.code)
  .max(20, fieldErrors.phoneFormat.code)
  .regex(/^\d+$/, fieldErrors.phoneFormat.code);

/** ACC-14: a Chinese mobile has 11 digits starting with 1, others a country code and 6-15 digits in all. */
const MOBILES = { cn: /^1\d{10}$/, intl: /^\d{6,15}$/ } as const;
export const REGIONS = ["cn", "intl"] as const;
export type Region = (typeof REGIONS)[number];

/** A Chinese mobile fits both rules: without a region either is taken. */
export function isMobile(text: string, region: Region = "intl"): boolean {
  return MOBILES[region].test(text);
}

/** Of somebody who registers or resets a password. */
export const newMobile = z
  .string()
  .min(1, fieldErrors.phoneEmpty.code)
  .regex(MOBILES.intl, fieldErrors.phoneFormat.code);

/** The address has at most 254 characters (RFC 5321). */
export const newEmail = z
  .string()
  .min(1, fieldErrors.emailEmpty.code)
  .max(254, fieldErrors.emailFormat.code)
  .pipe(z.email(fieldErrors.emailFormat.code));

/** Empty: none. */
export const optionalEmail = z
  .string()
  .max(254, fieldErrors.emailFormat.code)
  .refine((text) => text === "" || newEmail.safeParse(text).success, fieldErrors.emailFormat.code);

export const emailCode = z.string().regex(/^\d{6}$/, fieldErrors.emailCodeFormat.code);

export const phoneCode = z.string().regex(/^\d{6}$/, fieldErrors.phoneCodeFormat.code);

export const captchaText = z.string().trim().min(1, signInErrors.captchaEmpty.code).max(16);

/** ACC-05: people forget the area code of a bare Chinese mobile number; warned, still sent. */
export function looksLikeBareMobile(username: string): boolean {
  return /^1\d{10}$/.test(username);
}

/** ACC-14: at least two of upper case, lower case, digits and special symbols. */
function kindsOfCharacters(password: string): number {
  return [/[A-Z]/, /[a-z]/, /\d/, /[!@#$%^&*]/].filter((kind) => kind.test(password)).length;
}

/** ACC-14: the parts of the rule of a new password, each true where it holds. */
export function passwordRules(password: string): Record<"length" | "visible" | "kinds", boolean> {
  return {
    length: password.length >= 8 && password.length <= 16,
    visible: /^[\x21-\x7e]+$/.test(password),
    kinds: kindsOfCharacters(password) >= 2,
  };
}

/** ACC-14: 8-16 visible characters, no space, no Chinese (005), at least two kinds (010). */
export const newPassword = z
  .string()
  .min(1, fieldErrors.passwordEmpty.code)
  .max(128, fieldErrors.passwordFormat.code)
  .refine((password) => {
    const { length, visible } = passwordRules(password);
    return password === "" || (length && visible);
  }, fieldErrors.passwordFormat.code)
  .refine((password) => passwordRules(password).kinds, fieldErrors.passwordWeak.code);

/** ACC-14: typed a second time; `equal` compares. */
export const confirmedPassword = z
  .string()
  .min(1, fieldErrors.confirmEmpty.code)
  .max(128, fieldErrors.passwordsDiffer.code);

/** An empty second field has a sentence of its own. */
export function equal<A extends string, B extends string>(one: A, other: B) {
  return (form: Record<A | B, unknown>) => form[other] === "" || form[one] === form[other];
}

/** A rule over several fields: its sentence stands at one of them, also while other fields are wrong. */
export function acrossFields(field: string, message: string) {
  return { path: [field], message, when: () => true };
}

/** Fields of the password tab of the sign-in form. */
export const passwordForm = z.object({
  username: signInUsername,
  password: signInPassword,
  svgCode: captchaText,
  remember: z.boolean(),
});

/** Fields of the code tab of the sign-in form; the code itself is the proof, so there is no captcha (ACC-06). */
export const codeForm = z.object({
  phone: signInPhone,
  code: phoneCode,
  remember: z.boolean(),
});
