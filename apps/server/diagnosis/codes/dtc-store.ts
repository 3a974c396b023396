import { DTC_SEVERITIES, type DtcRow, type DtcSeverityName } from "@canopy/contract/diagnosis/dtc-csv";
import type { CODE_ORDERS, DtcFile } from "@canopy/contract/diagnosis/dtc-files";
import { type RawBuilder, sql } from "kysely";
import { type Ordered, orderedBy } from "../../platform/postgres/order-by.ts";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";

const FILE = sql`f.id as dtc_file_id, f.name,
  (select count(*)::int from dtc_codes c where c.file_id = f.id) as codes,
  array(select e.name from ecus e where e.tenant_id = f.tenant_id and e.dtc_file_id = f.id order by e.name) as ecus,
  (extract(epoch from f.updated_at) * 1000)::bigint as updated_time`;

interface Page {
  readonly keyword: string;
  readonly limit: number;
  readonly offset: number;
}

export async function pageOfDtcFiles(
  db: Db,
  tenantId: string,
  { keyword, limit, offset }: Page,
): Promise<{ list: DtcFile[]; total: number }> {
  const of = sql`from dtc_files f where f.tenant_id = ${tenantId} and position(lower(${keyword}) in lower(f.name)) > 0`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db);
  const page = await sql<DtcFile>`select ${FILE} ${of} order by lower(f.name), f.id
    limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function findDtcFile(db: Db, tenantId: string, id: string): Promise<DtcFile | undefined> {
  const found = await sql<DtcFile>`select ${FILE} from dtc_files f
    where f.tenant_id = ${tenantId} and f.id = ${id}`.execute(db);
  return found.rows[0];
}

/** Undefined: another one has the name. */
export async function insertDtcFile(db: Db, tenantId: string, name: string): Promise<string | undefined> {
  const made = await sql<{ id: string }>`insert into dtc_files (tenant_id, name) values (${tenantId}, ${name})
    on conflict (tenant_id, lower(name)) do nothing returning id`.execute(db);
  return made.rows[0]?.id;
}

/** False: another one has the name. */
export async function nameDtcFile(db: Db, tenantId: string, id: string, name: string): Promise<boolean> {
  const done = await sql`update dtc_files f set name = ${name}, updated_at = now()
    where f.tenant_id = ${tenantId} and f.id = ${id} and not exists (select from dtc_files o
      where o.tenant_id = ${tenantId} and lower(o.name) = lower(${name}) and o.id <> f.id) returning id`.execute(db);
  return done.rows.length > 0;
}

/** False: an ECU uses it. */
export async function removeDtcFile(db: Db, tenantId: string, id: string): Promise<boolean> {
  const gone = await sql`delete from dtc_files f where f.tenant_id = ${tenantId} and f.id = ${id}
    and not exists (select from ecus e where e.tenant_id = ${tenantId} and e.dtc_file_id = f.id)
    returning id`.execute(db);
  return gone.rows.length > 0;
}

export interface StoredCode {
  readonly code: number;
  readonly name_zh: string;
  readonly name_en: string;
  readonly severity: DtcSeverityName | null;
}

interface CodePage extends Page, Ordered<CodeOrder> {
  /** The keyword as a code, where it is one. */
  readonly code: number | null;
}

type CodeOrder = (typeof CODE_ORDERS)[number];
const CODE_COLUMNS: Readonly<Record<CodeOrder, RawBuilder<unknown>>> = {
  code: sql`c.code`,
  name_zh: sql`lower(nullif(c.name_zh, ''))`,
  name_en: sql`lower(nullif(c.name_en, ''))`,
  severity: sql`array_position(${[...DTC_SEVERITIES]}::text[], c.severity)`,
};

export async function pageOfCodes(
  db: Db,
  tenantId: string,
  fileId: string,
  { keyword, code, limit, offset, ...order }: CodePage,
): Promise<{ list: StoredCode[]; total: number }> {
  const of = sql`from dtc_codes c where c.tenant_id = ${tenantId} and c.file_id = ${fileId}
    and (position(lower(${keyword}) in lower(concat_ws(' ', c.name_zh, c.name_en))) > 0 or c.code = ${code}
      or (${code}::int is not null and c.code / 256 = ${code}::int / 256 and ${code}::int % 256 = 0))`;
  const counted = await sql<{ total: number }>`select count(*)::int as total ${of}`.execute(db);
  const page = await sql<StoredCode>`select c.code, c.name_zh, c.name_en, c.severity ${of}
    order by ${orderedBy(CODE_COLUMNS, order, sql`c.code`)} limit ${limit} offset ${offset}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

/** Codes that are there already get the new names. */
export async function putCodes(
  db: Db,
  tenantId: string,
  fileId: string,
  rows: readonly Omit<DtcRow, "line">[],
): Promise<void> {
  await sql`insert into dtc_codes (file_id, tenant_id, code, name_zh, name_en, severity)
    select ${fileId}, ${tenantId}, r.code, r.name_zh, r.name_en, r.severity
    from jsonb_to_recordset(${safeJson(rows)}::jsonb) as r (code int, name_zh text, name_en text, severity text)
    on conflict (file_id, code) do update
      set name_zh = excluded.name_zh, name_en = excluded.name_en, severity = excluded.severity`.execute(db);
  await sql`update dtc_files set updated_at = now() where tenant_id = ${tenantId} and id = ${fileId}`.execute(db);
}

export async function removeCode(db: Db, tenantId: string, fileId: string, code: number): Promise<boolean> {
  const gone = await sql`delete from dtc_codes where tenant_id = ${tenantId} and file_id = ${fileId}
    and code = ${code} returning code`.execute(db);
  return gone.rows.length > 0;
}

/** How many codes the file would have with these. */
export async function countWith(db: Db, tenantId: string, fileId: string, codes: readonly number[]): Promise<number> {
  const counted = await sql<{ n: number }>`select count(*)::int as n from (
      select code from dtc_codes where tenant_id = ${tenantId} and file_id = ${fileId}
      union select unnest(${[...codes]}::int[])) c`.execute(db);
  return counted.rows[0]?.n ?? 0;
}

/** The name of each code, else that of the code without its failure type. */
export async function namesOf(
  db: Db,
  tenantId: string,
  fileId: string,
  codes: readonly number[],
): Promise<StoredCode[]> {
  const found = await sql<StoredCode>`select distinct on (w.code) w.code, c.name_zh, c.name_en, c.severity
    from unnest(${[...codes]}::int[]) as w (code) join dtc_codes c
      on c.tenant_id = ${tenantId} and c.file_id = ${fileId} and c.code in (w.code, w.code / 256 * 256)
    order by w.code, c.code = w.code desc`.execute(db);
  return found.rows;
}
