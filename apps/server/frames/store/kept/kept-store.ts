import type pg from "pg";
import type { KeptPlace } from "../../reading/read-kept.ts";
import { readIndex, type SegmentRow } from "../../reading/segment-index.ts";
import { dropKept } from "../../settling/frame-removal.ts";
import type { KeptFile } from "../../settling/keep-file.ts";
import { beginFile, dropUnnamed, fileIsLive, giveUpFile, type OpenFile } from "../files/segment-file-store.ts";
import { arrayOf } from "../sql-arrays.ts";
import type { StoreWorkers } from "../threads/store-workers.ts";
import { DAY_US, HOUR_US } from "../time-window.ts";
import { inTransaction, PlanGone } from "../transaction.ts";
import type { KeptMessage, KeptSignalStore } from "./kept-signals.ts";

interface KeptParts {
  readonly pool: pg.Pool;
  readonly workers: StoreWorkers;
  readonly now: () => number;
}

export function keptSignalStore(parts: KeptParts): KeptSignalStore {
  const { pool, now } = parts;
  return {
    async keep(messages, { fromDay, onDay }, signal) {
      const [first] = messages;
      if (first === undefined) return 0;
      const series = numbersOf(messages);
      const missing = await segmentsWithout(pool, first.bindingNumber, series, fromDay, now());
      const days = [...Map.groupBy(missing, ({ day }) => day)].sort(([a], [b]) => b - a);
      let done = 0;
      for (const [i, [day, ids]] of days.entries()) {
        signal.throwIfAborted();
        done += await keepDay(parts, first.bindingNumber, day, new Set(ids.map(({ id }) => id)), messages, signal);
        await onDay?.(i + 1, days.length);
      }
      return done;
    },
    async isBehind(bindingNumber, series, fromDay) {
      return (await segmentsWithout(pool, bindingNumber, series, fromDay, now())).length > 0;
    },
    async daysOf(bindingNumber, series) {
      const found = await pool.query<{ days: number; kept: number }>(
        `select count(*)::int as days, count(*) filter (where not exists (
            select from segments s where s.binding = $1 and s.day = d.day and s.last_us < $4
              and (select count(*) from kept_bodies k where k.segment = s.id and k.series = any($2::int[])) < $3))::int as kept
          from day_counters d where d.binding = $1 and d.day >= 0`,
        [bindingNumber, arrayOf(series), series.length, hourOf(now())],
      );
      return found.rows[0] ?? { days: 0, kept: 0 };
    },
    drop: (series) => dropKept(pool, series),
  };
}

const numbersOf = (messages: readonly KeptMessage[]) =>
  messages.flatMap(({ series }) => series.map(({ number }) => number));

/** Where the current hour begins. */
const hourOf = (nowMs: number) => Math.floor((nowMs * 1000) / HOUR_US) * HOUR_US;

/** Segments of hours that are over: those of the current one are merged soon. */
async function segmentsWithout(
  pool: pg.Pool,
  bindingNumber: number,
  series: readonly number[],
  fromDay: number,
  nowMs: number,
): Promise<{ id: number; day: number }[]> {
  const found = await pool.query<{ id: number; day: number }>(
    `select s.id, s.day from segments s where s.binding = $1 and s.day >= $2 and s.last_us < $3
        and (select count(*) from kept_bodies k where k.segment = s.id and k.series = any($4::int[])) < $5`,
    [bindingNumber, fromDay, hourOf(nowMs), arrayOf(series), series.length],
  );
  return found.rows;
}

async function keepDay(
  parts: KeptParts,
  bindingNumber: number,
  day: number,
  ids: ReadonlySet<number>,
  messages: readonly KeptMessage[],
  signal: AbortSignal,
): Promise<number> {
  const window = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
  const { segments } = await readIndex(parts.pool, bindingNumber, window);
  let done = 0;
  for (const row of segments) {
    if (!ids.has(row.id)) continue;
    signal.throwIfAborted();
    done += await keepSegment(parts, row, messages, signal);
  }
  return done;
}

/** 0: the segment was merged or deleted meanwhile. */
async function keepSegment(
  { pool, workers }: KeptParts,
  row: SegmentRow,
  messages: readonly KeptMessage[],
  signal: AbortSignal,
): Promise<number> {
  const file = await beginFile(pool, "kept");
  try {
    const written = await workers.run("keep", { file: file.name, row, messages }, { signal });
    await insertBodies(pool, file, row, written);
    return 1;
  } catch (error) {
    await giveUpFile(pool, file).catch(() => undefined);
    if (error instanceof PlanGone) return 0;
    throw error;
  }
}

function insertBodies(pool: pg.Pool, file: OpenFile, row: SegmentRow, { bytes, bodies }: KeptFile): Promise<void> {
  return inTransaction(pool, async (client) => {
    // One at a time keeps signals of a segment: what it replaces is what is read here.
    const found = await client.query("select 1 from segments where id = $1 for no key update", [row.id]);
    if (found.rowCount !== 1) throw new PlanGone("the segment was replaced");
    const series = arrayOf(bodies.map((body) => body.series));
    const before = await client.query<{ file: number }>(
      "select distinct file from kept_bodies where segment = $1 and series = any($2::int[])",
      [row.id, series],
    );
    await fileIsLive(client, file, bytes);
    await client.query(
      `insert into kept_bodies (segment, series, file, file_offset, seconds_length, minutes_length)
        select $1, b.series, $2, b.at, b.seconds, b.minutes
        from unnest($3::int[], $4::bigint[], $5::int[], $6::int[]) as b (series, at, seconds, minutes)
        on conflict (segment, series) do update set file = excluded.file, file_offset = excluded.file_offset,
          seconds_length = excluded.seconds_length, minutes_length = excluded.minutes_length`,
      [
        row.id,
        file.id,
        series,
        arrayOf(bodies.map(({ offset }) => offset)),
        arrayOf(bodies.map(({ secondsLength }) => secondsLength)),
        arrayOf(bodies.map(({ minutesLength }) => minutesLength)),
      ],
    );
    await dropUnnamed(
      client,
      before.rows.map((replaced) => replaced.file),
    );
  });
}

/** Of these segments those that have a body for every series, in their order. */
export async function keptPlaces(
  pool: pg.Pool,
  segments: readonly SegmentRow[],
  series: readonly number[],
): Promise<Map<number, KeptPlace[]>> {
  const found = await pool.query<{
    segment: number;
    series: number;
    file: string;
    file_offset: number;
    seconds_length: number;
    minutes_length: number;
  }>(
    `select k.segment, k.series, f.name as file, k.file_offset, k.seconds_length, k.minutes_length
      from kept_bodies k join segment_files f on f.id = k.file
      where k.segment = any($1::bigint[]) and k.series = any($2::int[])`,
    [arrayOf(segments.map(({ id }) => id)), arrayOf(series)],
  );
  const places = new Map<number, KeptPlace[]>();
  for (const [segment, rows] of Map.groupBy(found.rows, (row) => row.segment)) {
    const bySeries = new Map(rows.map((row) => [row.series, row]));
    const own = series.flatMap((number) => bySeries.get(number) ?? []);
    if (own.length !== series.length) continue;
    places.set(
      segment,
      own.map(({ file, file_offset, seconds_length, minutes_length }) => ({
        file,
        offset: file_offset,
        secondsLength: seconds_length,
        minutesLength: minutes_length,
      })),
    );
  }
  return places;
}
