import type { Operation as Told } from "@canopy/contract/accounts/operation-log";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { idsNamed } from "./object-names.ts";
import { hasWords, type Sayings } from "./operation-words.ts";

export type Operation = Omit<Told, "summary" | "names">;

export interface LogFilter {
  readonly words: string;
  readonly user: string;
  readonly module: string;
  readonly result: "" | "done" | "refused";
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

interface Place {
  readonly before?: number | undefined;
  readonly after?: number | undefined;
}

interface Asked extends LogFilter, Place {
  readonly page_size: number;
}

type Reader = Pick<Caller, "tenantId" | "userId" | "role">;

const ROW = sql`o.seq::float8 as seq, (extract(epoch from o.at) * 1000)::bigint as time, o.user_name, o.operation, o.objects,
  o.status, o.error_code, o.address, o.agent, o.request_id`;

/** USR-07: a manager sees all of its tenant, a sub-user its own. */
function seenBy({ tenantId, userId, role }: Reader): RawBuilder<boolean> {
  const own = role === "sub" ? sql`and o.user_id = ${userId}` : sql``;
  return sql<boolean>`o.chain = ${tenantId} ${own}`;
}

function matches(tenantId: string, filter: LogFilter): RawBuilder<boolean> {
  const conditions = [sql`true`];
  if (filter.user !== "") conditions.push(sql`o.user_name = ${filter.user}`);
  // A range, so that the index of operations serves: `accounts.` up to the next sign.
  if (filter.module !== "")
    conditions.push(sql`o.operation >= ${`${filter.module}.`} and o.operation < ${`${filter.module}/`}`);
  if (filter.result !== "") conditions.push(filter.result === "done" ? sql`o.status < 400` : sql`o.status >= 400`);
  // Times never go back within a chain: a time is a place in it, which the index of times finds.
  if (filter.start_time !== undefined)
    conditions.push(sql`o.seq >= (select x.seq from operation_log x where x.chain = ${tenantId}
      and x.at >= to_timestamp(${filter.start_time}::float8 / 1000) order by x.at, x.seq limit 1)`);
  if (filter.end_time !== undefined)
    conditions.push(sql`o.seq <= (select x.seq from operation_log x where x.chain = ${tenantId}
      and x.at <= to_timestamp(${filter.end_time}::float8 / 1000) order by x.at desc, x.seq desc limit 1)`);
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

/** Rows that are read one by one for words before their index is asked: words that many rows have are among them. */
const NEAR_ROWS = 10_000;

/** Newest first; one row more than asked for tells whether there are others. */
export async function readOperations(
  db: Db,
  reader: Reader,
  asked: Asked,
  sayings: Sayings,
): Promise<{ list: Operation[]; has_older: boolean; has_newer: boolean }> {
  const isNewer = asked.after !== undefined;
  const found = await select(db, reader, asked, { sayings, limit: asked.page_size + 1 });
  const rows = found.slice(0, asked.page_size);
  const hasMore = found.length > asked.page_size;
  return {
    list: isNewer ? rows.reverse() : rows,
    has_older: isNewer || hasMore,
    has_newer: isNewer ? hasMore : asked.before !== undefined,
  };
}

interface Selection {
  readonly sayings: Sayings;
  readonly limit: number;
}

async function select(db: Db, reader: Reader, asked: Place & LogFilter, { sayings, limit }: Selection) {
  const { before, after } = asked;
  const beside =
    after !== undefined ? sql`o.seq > ${after}` : before !== undefined ? sql`o.seq < ${before}` : sql`true`;
  const order = sql`order by o.seq ${after === undefined ? sql`desc` : sql`asc`}`;
  const wanted = sql`${seenBy(reader)} and ${matches(reader.tenantId, asked)} and ${beside}`;
  const words = await hasWords(asked.words, { sayings, idsNamed: (word) => idsNamed(db, reader, word) });
  const read = async (from: RawBuilder<unknown>): Promise<Operation[]> =>
    (await sql<Operation>`select ${ROW} from ${from} ${order} limit ${limit}`.execute(db)).rows;
  if (words === undefined) return read(sql`operation_log o where ${wanted}`);
  const near = sql`select o.* from operation_log o where ${wanted} ${order} limit ${NEAR_ROWS}`;
  const found = await read(sql`(${near}) o where ${words}`);
  if (found.length === limit) return found;
  const all = sql`with o as materialized (select * from operation_log o where ${words} and ${wanted}) select * from o`;
  return read(sql`(${all}) o`);
}

export const readForExport = (db: Db, reader: Reader, filter: LogFilter, selection: Selection): Promise<Operation[]> =>
  select(db, reader, filter, selection);
