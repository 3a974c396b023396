import type { CardFile, FileContent } from "@canopy/contract/device-link/files";
import type { CardFacts } from "@canopy/contract/files/recalls";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

export interface CardOwner {
  readonly tenantId: string;
  readonly thingsId: string;
}

export interface ReadCard {
  readonly deviceId: string;
  readonly atMs: number;
  readonly isWhole: boolean;
  readonly files: readonly CardFile[];
  readonly totalMb: number | null;
  readonly usedMb: number | null;
}

/** Instead of the list before. */
export async function storeCard(db: Db, { tenantId, thingsId }: CardOwner, card: ReadCard): Promise<void> {
  await db.transaction().execute(async (trx) => {
    await sql`insert into card_lists as l (things_id, tenant_id, device_id, read_at, is_whole, total_mb, used_mb)
      values (${thingsId}, ${tenantId}, ${card.deviceId}, to_timestamp(${card.atMs} / 1000.0), ${card.isWhole},
        ${card.totalMb}, ${card.usedMb})
      on conflict (things_id) do update set tenant_id = excluded.tenant_id, device_id = excluded.device_id,
        read_at = excluded.read_at, is_whole = excluded.is_whole, total_mb = coalesce(excluded.total_mb, l.total_mb),
        used_mb = coalesce(excluded.used_mb, l.used_mb)`.execute(trx);
    await sql`delete from card_files where things_id = ${thingsId} and tenant_id = ${tenantId}`.execute(trx);
    const rows = card.files.map((file) => ({
      name: file.name,
      size: file.size,
      content: file.content ?? null,
      channel: file.channel ?? null,
      first_ms: file.time,
      last_ms: file.end_time ?? null,
      is_writing: file.writing ?? false,
    }));
    await sql`insert into card_files (things_id, tenant_id, name, size, content, channel, first_ms, last_ms, is_writing)
      select ${thingsId}, ${tenantId}, f.name, f.size, f.content, f.channel, f.first_ms, f.last_ms, f.is_writing
      from json_to_recordset(${JSON.stringify(rows)}::json) as f (name text, size bigint, content text,
        channel smallint, first_ms bigint, last_ms bigint, is_writing boolean)
      on conflict do nothing`.execute(trx);
  });
}

/** Undefined: there is no such device. */
export async function cardFacts(db: Db, { tenantId, thingsId }: CardOwner): Promise<CardFacts | undefined> {
  const found = await sql<CardFacts>`select (extract(epoch from l.read_at) * 1000)::bigint as read_time,
      coalesce(l.is_whole, true) as is_whole, l.total_mb, coalesce(l.used_mb, l.total_mb * t.sd_used_percent / 100) as used_mb,
      (select count(*)::int from card_files f where f.things_id = l.things_id and f.tenant_id = t.tenant_id) as files,
      t.firmware_version, t.online
    from things t left join card_lists l on l.things_id = t.id and l.tenant_id = t.tenant_id
      and l.device_id = t.third_things_id
    where t.tenant_id = ${tenantId} and t.id = ${thingsId}`.execute(db);
  return found.rows[0];
}

export interface KeptCardFile {
  readonly name: string;
  readonly size: number;
  readonly content: FileContent | null;
  readonly channel: number | null;
  readonly start_time: number;
  readonly end_time: number | null;
  readonly is_writing: boolean;
}

export interface CardFileFilter {
  readonly name: string;
  readonly content?: FileContent | undefined;
  readonly channel?: number | undefined;
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

/** Of the terminal that the device has now. */
const FILES = sql`card_files f join card_lists l on l.things_id = f.things_id
  join things t on t.id = f.things_id and t.tenant_id = f.tenant_id and t.third_things_id = l.device_id`;
const COLUMNS = sql`f.name, f.size, f.content, f.channel, f.first_ms as start_time, f.last_ms as end_time, f.is_writing`;

function narrowed({ tenantId, thingsId }: CardOwner, filter: CardFileFilter) {
  const { content = null, channel = null, start_time: from = null, end_time: to = null } = filter;
  return sql`f.tenant_id = ${tenantId} and f.things_id = ${thingsId}
    and (${filter.name} = '' or position(lower(${filter.name}) in lower(f.name)) > 0)
    and (${content}::text is null or f.content = ${content})
    and (${channel}::int is null or f.channel = ${channel})
    and (${from}::bigint is null or coalesce(f.last_ms, f.first_ms) >= ${from})
    and (${to}::bigint is null or f.first_ms <= ${to})`;
}

export async function pageOfCardFiles(
  db: Db,
  owner: CardOwner,
  filter: CardFileFilter,
  { limit, offset }: { readonly limit: number; readonly offset: number },
): Promise<{ list: KeptCardFile[]; total: number }> {
  const where = narrowed(owner, filter);
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from ${FILES} where ${where}`.execute(db),
    sql<KeptCardFile>`select ${COLUMNS} from ${FILES} where ${where}
      order by f.first_ms desc, f.name limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function cardFilesNamed(db: Db, owner: CardOwner, names: readonly string[]): Promise<KeptCardFile[]> {
  const found = await sql<KeptCardFile>`select ${COLUMNS} from ${FILES}
    where f.tenant_id = ${owner.tenantId} and f.things_id = ${owner.thingsId}
      and f.name = any(${[...names]}::text[])`.execute(db);
  return found.rows;
}
