import { accountAnswers } from "@canopy/contract/accounts/answers";
import { signInErrors } from "@canopy/contract/accounts/errors";
import {
  captcha,
  createDemoSession,
  createManagerSession,
  createSession,
  deleteSession,
  listSessions,
  managerCheck,
} from "@canopy/contract/accounts/sessions";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { HttpReply, publicRoute, type RequestContext, type Route, route } from "../platform/http/route.ts";
import { createCaptcha } from "./captcha.ts";
import { openSession } from "./open-session.ts";
import { hashToken } from "./secrets.ts";
import { deleteSessionOf, findUjwtOwner, listSessionsOf } from "./session-store.ts";
import { type Credentials, signIn } from "./sign-in.ts";
import { concerned, findDemoOwner, getUser, isPrimaryName } from "./user-store.ts";
import type { CodeServices } from "./verification-codes.ts";

export interface SessionServices extends CodeServices {
  demo: boolean;
}

export function sessionRoutes(services: SessionServices): Route[] {
  const enter = async (credentials: Credentials, context: RequestContext, managersOnly: boolean) => {
    const { browserId, ...session } = await signIn(services, credentials, context, { managersOnly });
    const headers = { "set-cookie": context.browserCookie(browserId) };
    return new HttpReply({ ...session, message: accountAnswers.signedIn[context.language] }, 200, headers);
  };
  return [
    publicRoute(captcha, () => createCaptcha(services.db)),
    publicRoute(managerCheck, ({ query }) => isPrimaryName(services.db, query.username)),
    publicRoute(createSession, (context) => enter(context.body, context, false)),
    publicRoute(createManagerSession, async (context) => {
      if (!context.query.ujwt) return enter(context.body, context, true);
      return signInByUjwt(services, context.query.ujwt, context);
    }),
    publicRoute(createDemoSession, (context) => signInToDemo(services, context)),
    route(listSessions, async ({ caller }) => {
      const sessions = await listSessionsOf(services.db, caller.tenantId, caller.userId);
      return { list: sessions.map((session) => ({ ...session, current: session.id === caller.sessionId })) };
    }),
    route(deleteSession, async ({ caller, params, language }) => {
      const ended = await deleteSessionOf(services.db, caller.tenantId, caller.userId, params.session_id);
      if (!ended) throw new ApiError(platformErrors.notFound);
      return { message: accountAnswers.signedOut[language] };
    }),
  ];
}

/** A ujwt stands for an open session; presenting it opens one more, which ends with it. */
async function signInByUjwt(services: SessionServices, ujwt: string, context: RequestContext) {
  const owner = await findUjwtOwner(services.db, hashToken(ujwt));
  const user = owner && (await getUser(services.db, owner.tenantId, owner.userId));
  if (!user || user.role === "sub") throw new ApiError(signInErrors.wrongCredentials);
  context.concerns(concerned(user));
  return {
    ...(await openSession(services.db, user, context, false, owner.sessionId)),
    message: accountAnswers.signedIn[context.language],
  };
}

/** ACC-01: only while the demo is on. */
async function signInToDemo(services: SessionServices, context: RequestContext) {
  const user = services.demo ? await findDemoOwner(services.db) : undefined;
  if (!user) throw new ApiError(platformErrors.notFound);
  context.concerns(concerned(user));
  return {
    ...(await openSession(services.db, user, context, false)),
    message: accountAnswers.signedIn[context.language],
  };
}
