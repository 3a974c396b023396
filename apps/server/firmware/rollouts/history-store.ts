import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface HistoryEntry {
  readonly tenantId: string;
  readonly rolloutId: string;
  readonly kind: string;
  readonly thingsId?: string | undefined;
  readonly code?: string | null | undefined;
  readonly userName?: string | undefined;
}

export async function appendHistory(db: Db, entry: HistoryEntry): Promise<void> {
  const { tenantId, rolloutId, kind, thingsId = null, code = null, userName = null } = entry;
  await sql`insert into firmware_rollout_history (tenant_id, rollout_id, things_id, kind, code, user_name)
    values (${tenantId}, ${rolloutId}, ${thingsId}, ${kind}, ${code}, ${userName})`.execute(db);
}

/** The same of many devices. */
export async function appendOfDevices(
  db: Db,
  { tenantId, rolloutId, kind }: HistoryEntry,
  devices: readonly { thingsId: string; code?: string | null }[],
): Promise<void> {
  if (devices.length === 0) return;
  await sql`insert into firmware_rollout_history (tenant_id, rollout_id, things_id, kind, code)
    select ${tenantId}::uuid, ${rolloutId}::uuid, d.id, ${kind}, d.code
    from unnest(${devices.map(({ thingsId }) => thingsId)}::uuid[], ${devices.map(({ code }) => code ?? null)}::text[])
      as d (id, code)`.execute(db);
}

interface HistoryRow {
  time: number;
  kind: string;
  device: string | null;
  things_id: string | null;
  code: string | null;
  user_name: string | null;
}

/** Newest first. */
export async function listHistory(
  db: Db,
  tenantId: string,
  rolloutId: string,
  { limit, offset }: { limit: number; offset: number },
): Promise<{ list: HistoryRow[]; total: number }> {
  const found = sql`from firmware_rollout_history h where h.tenant_id = ${tenantId} and h.rollout_id = ${rolloutId}`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<HistoryRow>`select (extract(epoch from h.at) * 1000)::float8 as time, h.kind, h.code, h.user_name,
        (select t.name from things t where t.id = h.things_id) as device,
        (select t.id from things t where t.id = h.things_id and t.tenant_id = h.tenant_id) as things_id
      ${found} order by h.at desc, h.id desc limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}
