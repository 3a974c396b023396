import { createAccessToken, deleteAccessToken, listAccessTokens } from "@canopy/contract/accounts/access-tokens";
import { accountAnswers } from "@canopy/contract/accounts/answers";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { deleteTokenOf, listTokensOf } from "./access-token-store.ts";
import { makeAccessToken } from "./access-tokens.ts";

export function accessTokenRoutes(db: Db): Route[] {
  return [
    route(listAccessTokens, async ({ caller }) => ({ list: await listTokensOf(db, caller.tenantId, caller.userId) })),
    route(createAccessToken, ({ caller, body }) => {
      const { expires_days: expiresDays, ...rest } = body;
      return makeAccessToken(db, { tenantId: caller.tenantId, userId: caller.userId, expiresDays, ...rest });
    }),
    route(deleteAccessToken, async ({ caller, params, language }) => {
      const gone = await deleteTokenOf(db, caller.tenantId, caller.userId, params.token_id);
      if (!gone) throw new ApiError(platformErrors.notFound);
      return { message: accountAnswers.tokenRevoked[language] };
    }),
  ];
}
