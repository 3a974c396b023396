import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findTokenCaller } from "./access-token-store.ts";
import { TOKEN_PREFIX } from "./access-tokens.ts";
import { hashToken } from "./secrets.ts";
import { findSessionCaller } from "./session-store.ts";

/** Who holds this token: looked up at every call, so that a revoked one ends at once. */
export async function resolveCaller(db: Db, token: string): Promise<Caller | null> {
  const find = token.startsWith(TOKEN_PREFIX) ? findTokenCaller : findSessionCaller;
  return (await find(db, hashToken(token))) ?? null;
}
