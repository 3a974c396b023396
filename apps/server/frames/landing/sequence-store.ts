import type pg from "pg";
import { answeredWithin } from "../../platform/postgres/prepared.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import type { KnownSet, SetKey, StoredSet } from "./known-set.ts";
import { LANDING_ANSWER_MS } from "./landing-store.ts";
import { joinBits, pagesOf, rangesOfPage } from "./sequence-pages.ts";
import type { SequenceRange } from "./sequence-set.ts";

export interface WantedSet extends SetKey {
  readonly tenantId: string;
}

interface SetRow {
  binding: number;
  epoch: number;
  version: number;
  first: number;
  mark: number;
  ranges: string[];
  has_pages: boolean;
  newest_us: number;
  refused: boolean;
}

/** The sets, made where there are none; those of a binding that is closed here are left out. */
export async function loadSets(pool: pg.Pool, wanted: readonly WantedSet[]): Promise<StoredSet[]> {
  const bindings = arrayOf(wanted.map((one) => one.bindingNumber));
  const epochs = arrayOf(wanted.map((one) => one.epoch));
  const ask = <R extends pg.QueryResultRow>(text: string, values: unknown[]) =>
    pool.query<R>(answeredWithin(LANDING_ANSWER_MS, text, values));
  await ask(
    `insert into frame_bindings (binding, tenant_id)
      select distinct on (binding) binding, tenant_id from unnest($1::int[], $2::uuid[]) as w (binding, tenant_id)
      order by binding on conflict do nothing`,
    [bindings, arrayOf(wanted.map((one) => one.tenantId))],
  );
  // The lock: a binding that is being closed is either closed before its set is made, or finds the set.
  await ask(
    `insert into sequence_sets (binding, epoch)
      select w.binding, w.epoch from unnest($1::int[], $2::bigint[]) as w (binding, epoch)
        join (select binding from frame_bindings where binding = any($1::int[]) and is_open order by binding for share) b
          using (binding)
      order by 1, 2 on conflict do nothing`,
    [bindings, epochs],
  );
  const found = await ask<SetRow>(
    `select s.binding, s.epoch, s.version, s.first, s.mark, s.ranges, s.has_pages, s.newest_us,
        exists (select from refused_batches r where r.binding = s.binding) as refused
      from unnest($1::int[], $2::bigint[]) as w (binding, epoch)
        join sequence_sets s using (binding, epoch) join frame_bindings b on b.binding = s.binding and b.is_open`,
    [bindings, epochs],
  );
  const sets: StoredSet[] = [];
  for (const row of found.rows)
    sets.push({
      bindingNumber: row.binding,
      epoch: row.epoch,
      version: row.version,
      first: row.first,
      mark: row.mark,
      ranges: row.ranges.map(Number),
      paged: row.has_pages ? await readPages(pool, row) : [],
      newestUs: row.newest_us,
      hasRefusals: row.refused,
    });
  return sets;
}

async function readPages(pool: pg.Pool, { binding, epoch }: SetRow): Promise<SequenceRange[]> {
  const found = await pool.query<{ page: number; bits: Buffer }>(
    "select page, bits from sequence_pages where binding = $1 and epoch = $2 order by page",
    [binding, epoch],
  );
  return found.rows.flatMap(({ page, bits }) => rangesOfPage(page, bits));
}

/** Moves ranges from the row to pages; false: the set was changed meanwhile. */
export async function moveToPages(pool: pg.Pool, set: KnownSet, ranges: readonly SequenceRange[]): Promise<boolean> {
  const { bindingNumber, epoch, version } = set;
  const client = await pool.connect();
  try {
    await client.query("begin");
    const gone = new Set(ranges.map(({ from }) => from));
    const row = set.rowWith([]).ranges;
    const left = row.filter((_, i) => !gone.has(row[i - (i % 2)] as number));
    const moved = await client.query(
      `update sequence_sets set ranges = $4::bigint[], has_pages = true, version = version + 1
        where binding = $1 and epoch = $2 and version = $3`,
      [bindingNumber, epoch, version, arrayOf(left)],
    );
    if (moved.rowCount !== 1) {
      await client.query("rollback");
      return false;
    }
    const pages = pagesOf(ranges);
    const known = await client.query<{ page: number; bits: Buffer }>(
      "select page, bits from sequence_pages where binding = $1 and epoch = $2 and page = any($3::bigint[])",
      [bindingNumber, epoch, arrayOf([...pages.keys()])],
    );
    for (const { page, bits } of known.rows) pages.set(page, joinBits(pages.get(page) as Uint8Array, bits));
    await client.query(
      `insert into sequence_pages (binding, epoch, page, bits)
        select $1, $2, page, decode(bits, 'hex') from unnest($3::bigint[], $4::text[]) as p (page, bits)
        on conflict (binding, epoch, page) do update set bits = excluded.bits`,
      [
        bindingNumber,
        epoch,
        arrayOf([...pages.keys()]),
        arrayOf([...pages.values()].map((bits) => Buffer.from(bits).toString("hex"))),
      ],
    );
    await client.query("commit");
    return true;
  } catch (error) {
    await client.query("rollback").catch(() => undefined);
    throw error;
  } finally {
    client.release();
  }
}
