import { signInErrors } from "@canopy/contract/accounts/errors";
import { SIGN_IN_CODE, SIGN_IN_MANAGER, SIGN_IN_PASSWORD } from "@canopy/contract/accounts/rules";
import {
  createDemoSession,
  createManagerSession,
  createSession,
  managerCheck,
} from "@canopy/contract/accounts/sessions";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { CallError } from "@canopy/contract/platform/http-call";
import { api } from "../../platform/api.ts";
import { translate } from "../../platform/i18n.ts";
import { addNote } from "../../ui/float/notes.ts";
import { keepSession } from "../session.ts";
import { rememberName } from "./remembered-name.ts";

/** Proof of a person: the captcha, or after iot-http.423 the ticket of that answer and the phone's code (ACC-10). */
type Proof =
  | { svgCode: string; svgCodeUUID: string }
  | { securityTicket: string; verificationCode?: string; factorCode?: string };

export interface PasswordSignIn {
  username: string;
  password: string;
  remember: boolean;
}

export interface CodeSignIn {
  phone: string;
  code: string;
  remember: boolean;
}

/** ACC-04: the check decides which of the two session calls is used. */
export async function signInByPassword(form: PasswordSignIn, proof: Proof): Promise<void> {
  const { username, password, remember } = form;
  const isManager = await api(managerCheck, { query: { type: SIGN_IN_MANAGER, username } });
  const body = { username, password, remember, ...proofBody(proof) };
  const reply = await (isManager
    ? api(createManagerSession, { body: { ...body, type: SIGN_IN_MANAGER } })
    : api(createSession, { body: { ...body, type: SIGN_IN_PASSWORD } })
  ).catch(explained(signInErrors.wrongCredentials));
  open(reply, form.remember);
  rememberName("password", form.remember ? username : null);
}

/** ACC-03: the phone stands in username, the code in password. */
export async function signInByCode(form: CodeSignIn, proof?: Proof): Promise<void> {
  const own = { username: form.phone, password: form.code, remember: form.remember, type: SIGN_IN_CODE } as const;
  const body = { ...own, ...(proof && proofBody(proof)) };
  const reply = await api(createSession, { body }).catch(explained(signInErrors.wrongCode));
  open(reply, form.remember);
  rememberName("code", form.remember ? form.phone : null);
}

export async function signInToDemo(): Promise<void> {
  open(await api(createDemoSession, {}), false);
}

function proofBody(proof: Proof) {
  if ("svgCode" in proof) return { svg_code: proof.svgCode, svg_code_uuid: proof.svgCodeUUID };
  const { securityTicket, verificationCode, factorCode } = proof;
  return {
    security_ticket: securityTicket,
    ...(verificationCode ? { verification_code: verificationCode } : {}),
    ...(factorCode ? { factor_code: factorCode } : {}),
  };
}

function open(reply: Reply<typeof createSession>, kept: boolean): void {
  keepSession({ token: reply.token, ujwt: reply.ujwt, sessionId: reply.session_id, kept });
  const last = reply.bans.at(-1);
  // ACC-09: urgent, so that it stays until the owner has read it.
  if (last) {
    const values = { count: reply.bans.length, address: last.address };
    addNote({ tone: "urgent", text: translate("accounts.signIn.banned", values) });
  }
}

/** ACC-10: an answer without a message means the usual failure of this way to sign in. */
function explained({ code }: { code: string }): (thrown: unknown) => never {
  return (thrown) => {
    const silent = thrown instanceof CallError && thrown.status > 0 && thrown.body.message === "";
    throw silent ? new CallError(thrown.status, { ...thrown.body, code }) : thrown;
  };
}
