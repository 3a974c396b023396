import { LOCATION } from "@canopy/contract/files/file-name";
import { MAX_LISTED_FOLDERS, type ThingsFile, type TimeKey } from "@canopy/contract/files/things-files";
import { type RawBuilder, sql } from "kysely";
import { levelOn, mayRead } from "../devices/rights/device-level-store.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { NEWEST_ANALYSIS } from "./analysis/analysis-store.ts";

export interface FileFilter {
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
  readonly ext_info?: string | undefined;
  readonly folder?: string | undefined;
  readonly time_key?: TimeKey | undefined;
  readonly file_source?: string | undefined;
  readonly info_model_id?: string | undefined;
  readonly third_things_id?: string | undefined;
  readonly time_order?: number | undefined;
  readonly file_location?: number | undefined;
  readonly analysis_status?: number | undefined;
}

const TABLES = sql`files f join things t on t.id = f.things_id and t.tenant_id = f.tenant_id`;
const CREATED_MS = sql`(extract(epoch from f.created_at) * 1000)::bigint`;
const ROW = sql`f.id, f.source as file_source, f.location as file_location, t.third_things_id,
  t.info_model_id, f.things_id, t.name as device_name, f.name, f.folder, coalesce(f.size, f.received) as size,
  f.received, f.state, f.sha256, ${CREATED_MS} as create_time, f.first_us / 1000 as device_start,
  f.last_us / 1000 as device_end, f.repeats, f.same_as, ${NEWEST_ANALYSIS} as analysis`;

const timeOf = (key: TimeKey): RawBuilder<unknown> => (key === "device_time" ? sql`f.first_us / 1000` : CREATED_MS);

const isPart = (text: string, column: RawBuilder<unknown>) => sql`position(lower(${text}) in lower(${column})) > 0`;

/** In it or below; the root alone is `/`. */
function isInFolder(folder: string | undefined): RawBuilder<unknown> {
  if (folder === undefined) return sql`true`;
  const path = folder.replace(/^\/+|\/+$/g, "");
  return path === "" ? sql`f.folder = ''` : sql`(f.folder = ${path} or starts_with(f.folder, ${`${path}/`}))`;
}

function narrowed(caller: Caller, filter: FileFilter): RawBuilder<unknown> {
  const { start_time = null, end_time = null, ext_info = "", file_source = null } = filter;
  const { info_model_id = null, third_things_id = "", file_location = null, analysis_status = null } = filter;
  const time = timeOf(filter.time_key ?? "create_time");
  return sql`f.tenant_id = ${caller.tenantId} and ${mayRead(caller)}
    and (${start_time}::bigint is null or ${time} >= ${start_time}::bigint)
    and (${end_time}::bigint is null or ${time} <= ${end_time}::bigint)
    and (${ext_info} = '' or ${isPart(ext_info, sql`f.folder || '/' || f.name`)})
    and ${isInFolder(filter.folder)}
    and (${file_source}::text is null or f.source = ${file_source})
    and (${info_model_id}::uuid is null or t.info_model_id = ${info_model_id})
    and (${third_things_id} = '' or ${isPart(third_things_id, sql`t.third_things_id`)})
    and (${file_location}::int is null or f.location = ${file_location})
    and (${analysis_status}::int is null or (${NEWEST_ANALYSIS} ->> 'status')::int = ${analysis_status})`;
}

interface Page {
  readonly limit: number;
  readonly offset: number;
}

/** FIL-01: files of devices that the caller may read. */
export async function listThingsFiles(
  db: Db,
  caller: Caller,
  filter: FileFilter,
  { limit, offset }: Page,
): Promise<{ list: ThingsFile[]; total: number }> {
  const timeKey = filter.time_key ?? "create_time";
  const found = sql`from ${TABLES} where ${narrowed(caller, filter)}`;
  const order = filter.time_order === 0 ? sql`asc` : sql`desc`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total ${found}`.execute(db),
    sql<Omit<ThingsFile, "ext_info" | "time_key">>`select ${ROW} ${found}
      order by ${timeOf(timeKey)} ${order} nulls last, f.id limit ${limit} offset ${offset}`.execute(db),
  ]);
  return { list: page.rows.map((row) => asListed(row, timeKey)), total: counted.rows[0]?.total ?? 0 };
}

/** Folders of files that match, by name. */
export async function listFolders(
  db: Db,
  caller: Caller,
  filter: FileFilter,
): Promise<{ folder: string; files: number }[]> {
  const found = await sql<{ folder: string; files: number }>`select '/' || f.folder as folder, count(*)::int as files
    from ${TABLES} where ${narrowed(caller, filter)} group by f.folder order by f.folder
    limit ${MAX_LISTED_FOLDERS}`.execute(db);
  return found.rows;
}

function asListed(row: Omit<ThingsFile, "ext_info" | "time_key">, timeKey: TimeKey): ThingsFile {
  const { name, folder, size, received, sha256, state, create_time, device_start, device_end, repeats, same_as } = row;
  const info = { name, folder, size, received, sha256, state, create_time, device_start, device_end, repeats, same_as };
  return { ...row, ext_info: JSON.stringify(info), time_key: timeKey };
}

/** Ids of files that match, with their devices and the caller's level there; `most` at once. */
export async function matchingFiles(
  db: Db,
  caller: Caller,
  filter: FileFilter,
  { ids, most }: { ids: readonly string[] | undefined; most: number },
): Promise<{ id: string; thingsId: string; mayWrite: boolean }[]> {
  const among = ids === undefined ? sql`true` : sql`f.id = any(${[...ids]}::uuid[])`;
  const found = await sql<{ id: string; thingsId: string; mayWrite: boolean }>`
    select f.id, f.things_id as "thingsId", ${levelOn(caller)} = 'write' as "mayWrite"
    from ${TABLES} where ${narrowed(caller, filter)} and ${among} order by f.id limit ${most}`.execute(db);
  return found.rows;
}

export async function filesOfDevice(
  db: Db,
  tenantId: string,
  thingsId: string,
  location: number,
): Promise<{ id: string }[]> {
  const found = await sql<{ id: string }>`select f.id from files f where f.tenant_id = ${tenantId}
    and f.things_id = ${thingsId} and f.location = ${location}`.execute(db);
  return found.rows;
}

export interface StorageFilter extends Page {
  readonly file_location?: number | undefined;
  readonly info_model_id?: string | undefined;
  readonly third_things_id?: string | undefined;
  readonly storage_key?: "used_storage" | "update_time" | undefined;
  readonly storage_order?: number | undefined;
}

interface StorageRow {
  readonly id: string;
  readonly info_model_name: string;
  readonly third_things_id: string;
  readonly used_storage: number;
  readonly update_time: number;
  /** Names, some of which may have the same bytes. */
  readonly files: number;
}

/** FIL-01: a row for each device that has files, contents counted once. */
export async function listFileStorage(
  db: Db,
  caller: Caller,
  filter: StorageFilter,
): Promise<{ list: StorageRow[]; total: number }> {
  const { file_location = LOCATION.cloud, info_model_id = null, third_things_id = "" } = filter;
  const rows = sql`select t.id, coalesce(m.name, '') as info_model_name, t.third_things_id,
      sum(c.bytes)::bigint as used_storage, sum(c.files)::int as files, max(c.updated_ms)::bigint as update_time
    from (select f.things_id, count(*) as files, max(greatest(f.size, f.received)) as bytes,
        max(extract(epoch from f.updated_at) * 1000) as updated_ms
      from files f where f.tenant_id = ${caller.tenantId} and f.location = ${file_location}
      group by f.things_id, f.content_id) c
    join things t on t.id = c.things_id and t.tenant_id = ${caller.tenantId}
    left join info_models m on m.id = t.info_model_id
    where ${mayRead(caller)} and (${info_model_id}::uuid is null or t.info_model_id = ${info_model_id})
      and (${third_things_id} = '' or ${isPart(third_things_id, sql`t.third_things_id`)})
    group by t.id, m.name, t.third_things_id`;
  const key = filter.storage_key === "update_time" ? sql`update_time` : sql`used_storage`;
  const order = filter.storage_order === 0 ? sql`asc` : sql`desc`;
  const [counted, page] = await Promise.all([
    sql<{ total: number }>`select count(*)::int as total from (${rows}) r`.execute(db),
    sql<StorageRow>`select * from (${rows}) r order by ${key} ${order}, id
      limit ${filter.limit} offset ${filter.offset}`.execute(db),
  ]);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}
