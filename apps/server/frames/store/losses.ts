import type pg from "pg";
import { FIRST_IMPORT_EPOCH } from "./frame-imports.ts";

interface Life {
  readonly fromMs: number;
  readonly toMs: number;
}

/** DAT-10: what the store knows of batches that are not in history. */
export interface Losses {
  /** When batches were refused that have not come again. */
  readonly refusedMs: readonly number[];
  /** Of these, when the data space was full. */
  readonly fullMs: readonly number[];
  /** When batches arrived whose clocks were wrong, and that are kept apart. */
  readonly quarantinedMs: readonly number[];
  /** When the terminal counted batches of which some have not come, before or between stored ones. */
  readonly holes: readonly Life[];
  /** When it counted batches that have all come. */
  readonly whole: readonly Life[];
}

export interface LossReader {
  of(bindingNumber: number, fromMs: number, toMs: number): Promise<Losses>;
}

const MOST_TIMES = 10_000;
/** 2020: no terminal of this protocol is older. */
const FIRST_EPOCH_S = 1_577_836_800;

export function lossReader(pool: pg.Pool): LossReader {
  const times = async (from: string, column: string, values: unknown[]) => {
    const found = await pool.query<{ ms: number }>(
      `select distinct (extract(epoch from date_trunc('minute', ${column})) * 1000)::bigint as ms from ${from}
        where binding = $1 and ${column} between to_timestamp($2::float8 / 1000) and to_timestamp($3::float8 / 1000)
        order by 1 limit ${MOST_TIMES}`,
      values,
    );
    return found.rows.map(({ ms }) => ms);
  };
  return {
    async of(bindingNumber, fromMs, toMs) {
      const values = [bindingNumber, fromMs, toMs];
      const [refusedMs, fullMs, quarantinedMs, sets] = await Promise.all([
        times("refused_batches", "refused_at", values),
        times("(select * from refused_batches where reason = 'quota') of_full_space", "refused_at", values),
        times("quarantined_batches", "received_at", values),
        pool.query<CountedSet>(
          `select epoch, newest_us, first > 0 or cardinality(ranges) > 0 or has_pages as "hasHoles" from sequence_sets
            where binding = $1 and epoch < ${FIRST_IMPORT_EPOCH} and newest_us >= $2
            order by newest_us limit ${MOST_TIMES}`,
          [bindingNumber, Math.floor(fromMs * 1000)],
        ),
      ]);
      return {
        ...{ refusedMs, fullMs, quarantinedMs },
        holes: sets.rows.filter(({ hasHoles }) => hasHoles).map((set) => lifeOf(set, 0)),
        whole: sets.rows.filter(({ hasHoles }) => !hasHoles).map((set) => lifeOf(set, set.newest_us / 1000)),
      };
    },
  };
}

interface CountedSet {
  readonly epoch: number;
  readonly newest_us: number;
  readonly hasHoles: boolean;
}

/** An epoch is the second in which it began, where the terminal knew the time. */
function lifeOf({ epoch, newest_us }: CountedSet, otherwiseMs: number): Life {
  const toMs = newest_us / 1000;
  return { fromMs: epoch * 1000 <= toMs && epoch >= FIRST_EPOCH_S ? epoch * 1000 : otherwiseMs, toMs };
}
