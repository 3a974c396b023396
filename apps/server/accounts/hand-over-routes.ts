import { accountAnswers } from "@canopy/contract/accounts/answers";
import { accountErrors } from "@canopy/contract/accounts/errors";
import { createHandOver, exchangeHandOver, type HAND_OVER_TARGETS } from "@canopy/contract/accounts/hand-overs";
import { HAND_OVER_TTL_MS } from "@canopy/contract/accounts/rules";
import { sql } from "kysely";
import { ApiError } from "../platform/http/api-error.ts";
import { publicRoute, type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { openSession } from "./open-session.ts";
import { hashToken, newToken } from "./secrets.ts";
import { concerned, getUser } from "./user-store.ts";

type Target = (typeof HAND_OVER_TARGETS)[number];

/** NAV-05: a page in a new tab, or a foreign site, gets a code that is good once and for 30 s, never a token. */
export function handOverRoutes(db: Db, now: () => number): Route[] {
  return [
    route(createHandOver, async ({ caller, body }) => {
      const code = newToken();
      await sql`insert into hand_overs (code_hash, tenant_id, user_id, session_id, target, expires_at)
        values (${hashToken(code)}, ${caller.tenantId}, ${caller.userId}, ${caller.sessionId}, ${body.target},
          now() + ${HAND_OVER_TTL_MS} * interval '1 millisecond')`.execute(db);
      return { code, expires_time: now() + HAND_OVER_TTL_MS };
    }),
    publicRoute(exchangeHandOver, async (context) => {
      const taken = await consumeHandOver(db, context.body.code);
      const user = taken && (await getUser(db, taken.tenantId, taken.userId));
      if (!taken || user?.tenantState !== "active") throw new ApiError(accountErrors.handOverInvalid);
      context.concerns(concerned(user));
      const session = await openSession(db, user, context, false, taken.sessionId ?? undefined);
      return { ...session, target: taken.target, message: accountAnswers.signedInHere[context.language] };
    }),
  ];
}

async function consumeHandOver(db: Db, code: string) {
  const taken = await sql<{
    tenantId: string;
    userId: string;
    sessionId: string | null;
    target: Target;
    alive: boolean;
  }>`
    delete from hand_overs where code_hash = ${hashToken(code)} or expires_at < now() - interval '1 day'
    returning tenant_id as "tenantId", user_id as "userId", session_id as "sessionId", target, expires_at > now() as alive,
      code_hash = ${hashToken(code)} as asked`.execute(db);
  return taken.rows.find((row) => row.alive);
}
