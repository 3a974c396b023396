import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { seal, unseal } from "../../platform/seal.ts";
import { hashToken, newToken } from "../secrets.ts";

const PURPOSE = "sign-in arrival";
const LIFETIME = "10 minutes";

type ArrivalKind = "oidc" | "weixin" | "binding";

interface Services {
  readonly db: Db;
  /** Of the installation. */
  readonly secret: string;
}

/** Keeps what must come back with this state, which is good once and for ten minutes. */
export async function beginArrival(
  { db, secret }: Services,
  kind: ArrivalKind,
  tenantId: string | null,
  kept: unknown,
): Promise<string> {
  const state = newToken();
  await sql`insert into sign_in_arrivals (state_hash, tenant_id, kind, sealed, expires_at)
    values (${hashToken(state)}, ${tenantId}, ${kind}, ${seal(secret, PURPOSE, kept)},
      now() + ${LIFETIME}::interval)`.execute(db);
  return state;
}

/** What was kept; undefined where the state is unknown, of another kind, too old or was taken before. */
export async function takeArrival(
  { db, secret }: Services,
  kind: ArrivalKind,
  state: string,
): Promise<{ tenantId: string | null; kept: unknown } | undefined> {
  const taken = await sql<{ tenantId: string | null; sealed: Buffer; isAlive: boolean }>`delete from sign_in_arrivals
    where state_hash = ${hashToken(state)} and kind = ${kind}
    returning tenant_id as "tenantId", sealed, expires_at > now() as "isAlive"`.execute(db);
  const [row] = taken.rows;
  return row?.isAlive ? { tenantId: row.tenantId, kept: unseal(secret, PURPOSE, row.sealed) } : undefined;
}

export async function removeOldArrivals(db: Db): Promise<void> {
  await sql`delete from sign_in_arrivals where expires_at < now()`.execute(db);
}
