import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface Connection {
  online_time: number;
  offline_time: number | null;
}

interface ConnectionFilter {
  start_time?: number | undefined;
  end_time?: number | undefined;
  limit: number;
  offset: number;
}

/** DEV-07: each stay online, newest first, from the log's pairs; one that touches the range counts. */
export async function pageOfConnections(
  db: Db,
  tenantId: string,
  thingsId: string,
  filter: ConnectionFilter,
): Promise<{ list: Connection[]; total: number }> {
  const { start_time: start = null, end_time: end = null, limit, offset } = filter;
  const stays = sql`(select l.kind, l.at, l.id, lead(l.at) over w as until_at, lead(l.kind) over w as ended_by
    from device_log l where l.tenant_id = ${tenantId} and l.things_id = ${thingsId} and l.kind in ('online', 'offline')
    window w as (order by l.at, l.id)) s`;
  const condition = sql`s.kind = 'online'
    and (${end}::float8 is null or s.at < to_timestamp(least(${end}::float8, 2.5e14) / 1000))
    and (${start}::float8 is null or s.until_at is null
      or s.until_at >= to_timestamp(least(${start}::float8, 2.5e14) / 1000))`;
  const found = await sql<Connection>`select (extract(epoch from s.at) * 1000)::float8 as online_time,
      (extract(epoch from s.until_at) * 1000)::float8 as offline_time
    from ${stays} where ${condition} order by s.at desc, s.id desc limit ${limit} offset ${offset}`.execute(db);
  const counted = await sql<{ total: number }>`select count(*) as total from ${stays} where ${condition}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}
