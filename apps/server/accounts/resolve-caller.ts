import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { findTokenCallers } from "./access-token-store.ts";
import { TOKEN_PREFIX } from "./access-tokens.ts";
import { hashToken } from "./secrets.ts";
import { findSessionCallers } from "./session-store.ts";

/** The caller of a token, looked up at every call so that a revoked token ends at once. */
export async function resolveCaller(db: Db, token: string): Promise<Caller | null> {
  return (await resolveCallers(db, [token])).get(token) ?? null;
}

/**
 * The callers of many tokens: one statement for sessions and one for access tokens. USR-04: what a page holds open while
 * nobody looks at it is no use of its session (`isUse: false`); a program's token is in use all the same.
 */
export async function resolveCallers(
  db: Db,
  tokens: readonly string[],
  { isUse = true }: { readonly isUse?: boolean } = {},
): Promise<Map<string, Caller>> {
  const hashed = tokens.map((token) => ({ token, hash: hashToken(token), isAccess: token.startsWith(TOKEN_PREFIX) }));
  const hashesOf = (isAccess: boolean) => hashed.filter((one) => one.isAccess === isAccess).map(({ hash }) => hash);
  const found = new Map<string, Caller>();
  for (const [find, hashes] of [
    [findSessionCallers, hashesOf(false)],
    [findTokenCallers, hashesOf(true)],
  ] as const)
    if (hashes.length > 0) for (const [hash, caller] of await find(db, hashes, { isUse })) found.set(hash, caller);
  return new Map(
    hashed.flatMap(({ token, hash }) => {
      const caller = found.get(hash.toString("hex"));
      return caller ? [[token, caller]] : [];
    }),
  );
}
