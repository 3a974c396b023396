import type { CLOSING_KINDS, getClosing } from "@canopy/contract/accounts/personal";
import type { Reply } from "@canopy/contract/platform/endpoint";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Whose } from "./profile-store.ts";

type Kind = (typeof CLOSING_KINDS)[number];
type Closing = Reply<typeof getClosing>["data"];

/** Tables with a row for each; as the erasure of a tenant, which names them by their column. */
const OF_TENANT: readonly (readonly [Kind, string])[] = [
  ["dbcFiles", "dbc_files"],
  ["strategies", "signal_strategies"],
  ["layouts", "curve_layouts"],
  ["functions", "computed_signals"],
  ["rules", "alarm_rules"],
  ["events", "alarm_events"],
  ["fences", "fences"],
  ["vehicles", "vehicles"],
  ["types", "info_models"],
  ["labels", "labels"],
  ["ecus", "ecus"],
  ["faultCodes", "dtc_files"],
  ["firmware", "firmware_images"],
  ["pushRules", "push_rules"],
  ["outputs", "outputs"],
  ["orders", "work_orders"],
  ["messages", "user_messages"],
];
const OF_USER: readonly (readonly [Kind, string])[] = [
  ["rights", "device_levels"],
  ["favourites", "favourite_things"],
  ["choices", "signal_choices"],
  ["identities", "external_identities"],
  ["messages", "user_messages"],
];

/** ACC-26: of a primary account all of its tenant, of a sub-user its own. */
export async function countClosing(db: Db, { tenantId, userId }: Whose, isSub: boolean): Promise<Closing> {
  const whose = isSub ? sql`tenant_id = ${tenantId} and user_id = ${userId}` : sql`tenant_id = ${tenantId}`;
  const found = await sql<Omit<Closing, "goes">>`select
    (select count(*)::int from sessions where ${whose}) as sessions,
    (select count(*)::int from access_tokens where ${whose}) as tokens,
    (select count(*)::int from users where tenant_id = ${tenantId} and role = 'sub' and not ${isSub}) as sub_users,
    (select count(*)::int from things where tenant_id = ${tenantId} and not ${isSub}) as devices`.execute(db);
  const goes = isSub ? [] : await withBytes(db, tenantId);
  for (const [kind, table] of isSub ? OF_USER : OF_TENANT) {
    const rows = await sql<{ count: number }>`select count(*)::int as count from ${sql.table(table)}
      where ${whose}`.execute(db);
    goes.push({ kind, count: rows.rows[0]?.count ?? 0, bytes: null });
  }
  const counts = found.rows[0] ?? { sessions: 0, tokens: 0, sub_users: 0, devices: 0 };
  return { ...counts, goes: goes.filter(({ count }) => count > 0) };
}

async function withBytes(db: Db, tenantId: string): Promise<Closing["goes"]> {
  const found = await sql<{ kind: Kind; count: number; bytes: number }>`
    select 'data' as kind, count(*)::int as count, coalesce(sum(things_usage), 0)::bigint as bytes from things
      where tenant_id = ${tenantId} and things_usage > 0
    union all select 'files', count(*)::int, coalesce(sum(received), 0)::bigint from files
      where tenant_id = ${tenantId}`.execute(db);
  return found.rows;
}
