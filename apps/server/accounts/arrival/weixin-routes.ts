import { accountAnswers } from "@canopy/contract/accounts/answers";
import { arrivalErrors } from "@canopy/contract/accounts/arrival-errors";
import { thirdLogins } from "@canopy/contract/accounts/sessions";
import { subUserErrors } from "@canopy/contract/accounts/sub-user-errors";
import { bindWeixin, finishWeixin } from "@canopy/contract/accounts/weixin";
import { ApiError } from "../../platform/http/api-error.ts";
import { publicRoute, type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { factorState } from "../factor/factor-store.ts";
import { openSession } from "../open-session.ts";
import { concerned, getUser, type User } from "../user-store.ts";
import { beginArrival } from "./arrival-store.ts";
import { bindArrival } from "./bind-arrival.ts";
import { findIdentity, WEIXIN } from "./identity-store.ts";
import { weixinInUse } from "./login-provider-routes.ts";
import { signInPage } from "./sign-in-page.ts";
import { type WeixinSettings, weixinAddress, weixinSubject } from "./weixin-client.ts";
import { isWeixinState, newWeixinState } from "./weixin-state.ts";

interface WeixinParts {
  readonly db: Db;
  readonly secret: string;
  /** Of the environment; the operator's own wins. */
  readonly weixin: WeixinSettings | undefined;
  readonly publicUrl: string | undefined;
  now(): number;
}

/** ACC-20: sign-in by weixin, where the operator has set it up. */
export function weixinRoutes(parts: WeixinParts): Route[] {
  const { db, secret, publicUrl, now } = parts;
  return [
    publicRoute(thirdLogins, async ({ query }) => {
      const back = signInPage(query.backPage, publicUrl);
      const weixin = await weixinInUse(parts);
      if (!weixin || back === undefined) return { list: [] };
      return { list: [{ type: "weixin", thrid_uri: weixinAddress(weixin, back, newWeixinState(secret, now())) }] };
    }),
    publicRoute(finishWeixin, async (context) => {
      const { code, state } = context.body;
      const weixin = await weixinInUse(parts);
      if (!weixin || !isWeixinState(secret, state, now())) throw new ApiError(arrivalErrors.arrivalExpired);
      const user = await accountOf(parts, await weixinSubject(weixin, code));
      context.concerns(concerned(user));
      const { isOn, isRequired } = await factorState(db, { tenantId: user.tenantId, userId: user.id });
      if (isOn || isRequired) throw new ApiError(arrivalErrors.weixinFactor);
      // USR-02: without a ticket. Whoever gives the first password gets one; a weixin says nothing about it.
      if (user.isFirstPassword) throw new ApiError(subUserErrors.passwordMustChange);
      const session = await openSession(db, user, context, false);
      return { ...session, bans: [], message: accountAnswers.signedIn[context.language] };
    }),
    route(bindWeixin, async ({ caller, body, language }) => {
      await bindArrival(parts, body.binding_ticket, caller);
      return { message: accountAnswers.saved[language] };
    }),
  ];
}

/** A person who is new here binds the next sign-in to its weixin. */
async function accountOf({ db, secret }: WeixinParts, subject: string): Promise<User> {
  const known = await findIdentity(db, WEIXIN, subject);
  const user = known && (await getUser(db, known.tenantId, known.userId));
  if (user?.tenantState === "active") return user;
  const binding_ticket = await beginArrival({ db, secret }, "binding", null, { subject });
  throw new ApiError(arrivalErrors.bindingNeeded, { details: { binding_ticket } });
}
