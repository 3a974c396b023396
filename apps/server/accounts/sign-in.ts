import { codeErrors, fieldErrors, signInErrors } from "@canopy/contract/accounts/errors";
import { SIGN_IN_CODE, signInPassword, signInPhone, signInUsername } from "@canopy/contract/accounts/rules";
import type { SignInBan } from "@canopy/contract/accounts/sessions";
import type { z } from "zod";
import { ApiError } from "../platform/http/api-error.ts";
import { newBrowserId } from "../platform/http/browser-id.ts";
import type { RequestContext } from "../platform/http/route.ts";
import { checkCaptcha } from "./captcha.ts";
import { requireSecondFactor } from "./factor/factor-sign-in.ts";
import { type OpenedSession, openSession } from "./open-session.ts";
import { passwordFits } from "./passwords.ts";
import { refuseFirstPassword } from "./people/first-password.ts";
import { refusedApplication } from "./registration/refused-application.ts";
import { hashToken } from "./secrets.ts";
import { issueTicket, isTicketOfAny, maskPhone, removeTicket, ticketOwner, tryTicket } from "./security-ticket.ts";
import { attemptOf, countedTry } from "./sign-in-attempt.ts";
import { readAndClearBans } from "./sign-in-bans.ts";
import { type Attempt, clearFailures, needsVerification, rememberBrowser } from "./sign-in-guard.ts";
import { concerned, findAccountsByPhone, findSignInAccounts, type User } from "./user-store.ts";
import { type CodeServices, consumeCode, sendCode } from "./verification-codes.ts";

export interface Credentials {
  type: number;
  username: string;
  password: string;
  svg_code: string;
  svg_code_uuid: string;
  remember: boolean;
  security_ticket?: string | undefined;
  verification_code?: string | undefined;
  factor_code?: string | undefined;
}

export interface SignedIn extends OpenedSession {
  /** To be kept as a cookie: the browser has signed in to this account. */
  browserId: string;
  bans: SignInBan[];
}

interface Rules {
  /** The tenant-manager call takes primary accounts only. */
  managersOnly: boolean;
}

/** The whole of a sign-in, in the order that gives least away: input, captcha, ban, secret, account state, phone. */
export async function signIn(
  services: CodeServices,
  credentials: Credentials,
  from: RequestContext,
  rules: Rules,
): Promise<SignedIn> {
  const byCode = credentials.type === SIGN_IN_CODE;
  checkFields(credentials, byCode);
  const accounts = byCode
    ? await findAccountsByPhone(services.db, credentials.username)
    : await findSignInAccounts(services.db, credentials.username);
  if (!byCode) await requireCaptcha(services, credentials, accounts);
  if (byCode && accounts.length === 0) throw new ApiError(signInErrors.phoneUnknown, { field: "username" });
  if (accounts.length > 1) throw new ApiError(signInErrors.conflict);
  const user = rules.managersOnly && accounts[0]?.role === "sub" ? undefined : accounts[0];
  if (user) from.concerns(concerned(user));

  const attempt = await attemptOf(services.db, user, credentials.username, from);
  const proved = await countedTry(services, user, attempt, (failed) =>
    prove(services, user, credentials, { ...from, attempt, failed }),
  );
  await clearFailures(services.db, attempt);
  await refuseFirstPassword(services.db, proved);
  return open(services, proved, credentials, from);
}

interface Trying extends RequestContext {
  readonly attempt: Attempt;
  /** The secret, or a code beside it, is wrong. */
  failed(): Promise<void>;
}

/** The user, where all that it has to prove is right. */
async function prove(
  services: CodeServices,
  user: User | undefined,
  credentials: Credentials,
  trying: Trying,
): Promise<User> {
  const byCode = credentials.type === SIGN_IN_CODE;
  // A ticket with a code of the second factor stands for the secret, and for the phone, that were right before it.
  const hasTicket = await isTicketOf(services, user, credentials);
  const isRight = byCode
    ? hasTicket || (await codeFits(services, credentials))
    : await passwordFits(credentials.password, user?.passwordHash);
  if (!isRight || !user) {
    await trying.failed();
    throw new ApiError(byCode ? signInErrors.wrongCode : signInErrors.wrongCredentials);
  }
  await refuseInactive(services.db, user);
  if (!byCode && !hasTicket) await requirePhone(services, user, credentials, trying);
  const factor = { ticket: credentials.security_ticket, code: credentials.factor_code };
  await requireSecondFactor(services, user, factor, trying.failed);
  return user;
}

async function isTicketOf(
  services: CodeServices,
  user: User | undefined,
  { security_ticket: ticket, factor_code: code }: Credentials,
): Promise<boolean> {
  if (!user || !ticket || !code) return false;
  return (await ticketOwner(services.db, ticket, "factor")) === user.id;
}

function checkFields(credentials: Credentials, byCode: boolean): void {
  const usernameRule = byCode ? signInPhone : signInUsername;
  refuse(usernameRule.safeParse(credentials.username), "username");
  if (!byCode) refuse(signInPassword.safeParse(credentials.password), "password");
  else if (!/^\d{6}$/.test(credentials.password))
    throw new ApiError(fieldErrors.phoneCodeFormat, { field: "password" });
}

function refuse(result: z.ZodSafeParseResult<string>, field: string): void {
  if (result.success) return;
  const code = result.error.issues[0]?.message;
  const def = Object.values(fieldErrors).find((error) => error.code === code) ?? fieldErrors.usernameFormat;
  throw new ApiError(def, { field });
}

/** A ticket of the account that is signed in to stands for one. */
async function requireCaptcha(
  services: CodeServices,
  credentials: Credentials,
  accounts: readonly User[],
): Promise<void> {
  const { security_ticket: ticket } = credentials;
  const ids = accounts.map(({ id }) => id);
  if (ticket && (await isTicketOfAny(services.db, ticket, ids))) return;
  if (credentials.svg_code === "") throw new ApiError(signInErrors.captchaEmpty, { field: "svg_code" });
  const check = await checkCaptcha(services.db, credentials.svg_code_uuid, credentials.svg_code);
  if (check === "expired") throw new ApiError(signInErrors.captchaExpired, { field: "svg_code" });
  if (check === "wrong") throw new ApiError(signInErrors.captchaWrong, { field: "svg_code" });
}

function codeFits(services: CodeServices, credentials: Credentials): Promise<boolean> {
  const request = { channel: "sms", destination: credentials.username, purpose: "login" } as const;
  return consumeCode(services, request, credentials.password);
}

/** The secret was right: whoever was refused reads why, and gets back what was applied with (ACC-17). */
async function refuseInactive(db: CodeServices["db"], user: User): Promise<void> {
  if (user.tenantState === "review") throw new ApiError(signInErrors.underReview);
  if (user.tenantState === "refused") {
    const { reason, application } = await refusedApplication(db, user);
    throw new ApiError(signInErrors.refused, { values: { reason }, details: { reason, application } });
  }
  if (user.tenantState !== "active") throw new ApiError(signInErrors.wrongCredentials);
}

/** ACC-10: after several failures an unknown browser proves the phone, with a code that is sent to it. */
async function requirePhone(
  services: CodeServices,
  user: User,
  credentials: Credentials,
  trying: Trying,
): Promise<void> {
  if (!user.phone || !(await needsVerification(services.db, trying.attempt))) return;
  const { security_ticket: ticket, verification_code: code } = credentials;
  if (ticket && code && (await tryTicket(services.db, ticket, { userId: user.id, purpose: "phone" }))) {
    const request = { channel: "sms", destination: user.phone, purpose: "modify", isProved: true } as const;
    if (await consumeCode(services, request, code)) return removeTicket(services.db, ticket);
    await trying.failed();
    throw new ApiError(fieldErrors.phoneCodeInvalid, { field: "verification_code" });
  }
  const asked = { channel: "sms", destination: user.phone, purpose: "modify", isProved: true } as const;
  await sendCode(services, { ...asked, ...trying }).catch(unlessTooSoon);
  const mobile = maskPhone(user.phone);
  const security_ticket = await issueTicket(services.db, user.id, "phone");
  throw new ApiError(signInErrors.verifyPhone, { values: { mobile }, details: { mobile, security_ticket } });
}

/** Whoever closed the question and signs in again has a code that is still good: it gets a ticket to give it with. */
function unlessTooSoon(thrown: unknown): void {
  if (!(thrown instanceof ApiError && thrown.def.code === codeErrors.codeTooSoon.code)) throw thrown;
}

async function open(
  services: CodeServices,
  user: User,
  credentials: Credentials,
  from: RequestContext,
): Promise<SignedIn> {
  const browserId = from.browserId ?? newBrowserId();
  await rememberBrowser(services.db, user.id, hashToken(browserId));
  const bans = await readAndClearBans(services.db, user);
  return { ...(await openSession(services.db, user, from, credentials.remember)), browserId, bans };
}
