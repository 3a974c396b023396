import type pg from "pg";
import type { Files } from "../../platform/files/files.ts";
import { countDays, spanOf } from "../ingest/batch-span.ts";
import { verifyLanding } from "../landing/verify-landing.ts";
import { FooterCache, readBytes } from "../reading/footer-cache.ts";
import { LANDED_US, type LandedBatch, type SegmentRow } from "../reading/segment-index.ts";
import { StoredRun } from "../segments/decode-run.ts";
import { FILE_HEAD_BYTES, KEPT_FILE_HEAD, SEGMENT_FILE_HEAD } from "../segments/file-head.ts";
import { logicalBytes } from "../segments/run.ts";
import { readBatches } from "../settling/landed-runs.ts";
import { unnamedFiles } from "./files/unnamed-files.ts";
import { readKept } from "./kept/kept-body.ts";
import { DAY_US, MINUTE_US, SECOND_US } from "./time-window.ts";
import { inTransaction } from "./transaction.ts";

export interface StoreProblem {
  readonly kind: "segment" | "kept" | "counter" | "file" | "batch";
  readonly where: string;
  readonly what: string;
}

export interface VerifyResult {
  readonly files: number;
  readonly segments: number;
  readonly frames: number;
  readonly problems: number;
}

export interface VerifyParts {
  readonly pool: pg.Pool;
  /** Without a cache. */
  readonly files: Files;
}

type Tell = (problem: StoreProblem) => void;

/** Every checksum, every row with its file, every count. The server may run meanwhile. */
export async function verifyStore(
  parts: VerifyParts,
  onProblem: Tell,
  onProgress: (segments: number, of: number) => void = () => undefined,
): Promise<VerifyResult> {
  let problems = 0;
  const tell: Tell = (problem) => {
    problems += 1;
    onProblem(problem);
  };
  const rows = await listSegments(parts.pool);
  let frames = 0;
  for (const [i, row] of rows.entries()) {
    frames += await verifySegment(parts, row, tell);
    onProgress(i + 1, rows.length);
  }
  await verifyKept(parts, tell);
  await verifyHeads(parts, tell);
  await verifyLanding(parts.pool, (where, what) => tell({ kind: "batch", where, what }));
  await verifyCounters(parts.pool, tell);
  await verifyListing(parts, tell);
  return { files: new Set(rows.map(({ file }) => file)).size, segments: rows.length, frames, problems };
}

const SEGMENTS = `select s.id, s.binding as "bindingNumber", s.day, s.level, f.name as file, s.file as "fileId",
    s.file_offset as offset, s.length, s.footer_length as "footerLength", s.first_us as "firstUs",
    s.last_us as "lastUs", s.frames, s.bytes
  from segments s join segment_files f on f.id = s.file`;

async function listSegments(pool: pg.Pool): Promise<SegmentRow[]> {
  const found = await pool.query<SegmentRow>(`${SEGMENTS} order by s.file, s.file_offset`);
  return found.rows;
}

/** A row that was merged or deleted since the list was read has no file to be looked for. */
async function isStillThere(pool: pg.Pool, { id }: SegmentRow): Promise<boolean> {
  const found = await pool.query("select 1 from segments where id = $1", [id]);
  return found.rows.length > 0;
}

async function verifySegment({ pool, files }: VerifyParts, row: SegmentRow, tell: Tell): Promise<number> {
  try {
    const footer = await new FooterCache(files, 0).get(row);
    let [frames, bytes] = [0, 0];
    for (let index = 0; index < footer.runs; index += 1) {
      const from = footer.byteAt[index] as number;
      const own = await readBytes(files, row, row.offset + from, (footer.byteAt[index + 1] as number) - from);
      const run = new StoredRun(footer, index, own).run();
      frames += run.count;
      bytes += logicalBytes(run, run.count);
    }
    let minutes = 0;
    for (let at = 0; at < footer.minutes.minute.length; at += 1) minutes += footer.minuteAt(at).frames;
    const isRight =
      frames === row.frames &&
      bytes === row.bytes &&
      minutes === row.frames &&
      footer.totals.firstUs === row.firstUs &&
      footer.totals.lastUs === row.lastUs &&
      Math.floor(row.firstUs / DAY_US) === row.day &&
      Math.floor(row.lastUs / DAY_US) === row.day;
    if (!isRight) tell({ kind: "segment", where: row.file, what: `segment ${row.id} has other counts than its row` });
    return frames;
  } catch (error) {
    if (await isStillThere(pool, row))
      tell({ kind: "segment", where: row.file, what: error instanceof Error ? error.message : String(error) });
    return 0;
  }
}

async function verifyKept({ pool, files }: VerifyParts, tell: Tell): Promise<void> {
  const found = await pool.query<{
    segment: number;
    series: number;
    name: string;
    at: number;
    seconds: number;
    minutes: number;
  }>(
    `select k.segment, k.series, f.name, k.file_offset as at, k.seconds_length as seconds, k.minutes_length as minutes
      from kept_bodies k join segment_files f on f.id = k.file`,
  );
  for (const { segment, series, name, at, seconds, minutes } of found.rows) {
    const bytes = await files.read(name, at, seconds + minutes).catch(() => undefined);
    const isWhole =
      bytes?.length === seconds + minutes &&
      readKept(bytes.subarray(0, seconds), SECOND_US) !== undefined &&
      readKept(bytes.subarray(seconds), MINUTE_US) !== undefined;
    if (isWhole) continue;
    const row = await pool.query("select 1 from kept_bodies where segment = $1 and series = $2", [segment, series]);
    if (row.rows.length > 0)
      tell({ kind: "kept", where: name, what: `series ${series} of segment ${segment} is damaged` });
  }
}

/** Of files that are there: one that is missing was told with its segments. */
async function verifyHeads({ pool, files }: VerifyParts, tell: Tell): Promise<void> {
  const found = await pool.query<{ name: string }>("select name from segment_files where state = 'live'");
  for (const { name } of found.rows) {
    const bytes = await files.read(name, 0, FILE_HEAD_BYTES).catch(() => undefined);
    const head = name.endsWith(".kept") ? KEPT_FILE_HEAD : SEGMENT_FILE_HEAD;
    if (bytes !== undefined && Buffer.compare(bytes, head) !== 0)
      tell({ kind: "file", where: name, what: "the file does not begin with what it is" });
  }
}

/** Counters of each day are those of its segments and landed batches, at one moment. */
async function verifyCounters(pool: pg.Pool, tell: Tell): Promise<void> {
  const [counted, stored, across] = await inTransaction(pool, async (client) => {
    await client.query("set transaction isolation level repeatable read, read only");
    return [
      await client.query<DayRow>("select binding, day, frames, bytes from day_counters"),
      await client.query<DayRow>(
        `select binding, day, sum(frames)::bigint as frames, sum(bytes)::bigint as bytes from (
            select binding, day, frames, bytes from segments
            union all select binding, (first_us / ${DAY_US})::int, frames, bytes from landing
              where first_us / ${DAY_US} = last_us / ${DAY_US}
            union all select binding, -1, frames, bytes from quarantined_batches) f group by 1, 2`,
      ),
      await client.query<LandedBatch & { binding: number }>(
        `select binding, id, ${LANDED_US} as "landedUs", epoch, sequence, body from landing l
          where first_us / ${DAY_US} <> last_us / ${DAY_US}`,
      ),
    ] as const;
  });
  compareCounts(counted.rows, [...stored.rows, ...across.rows.flatMap(daysAcross)], tell);
}

interface DayRow {
  readonly binding: number;
  readonly day: number;
  readonly frames: number;
  readonly bytes: number;
}

function daysAcross(row: LandedBatch & { binding: number }): DayRow[] {
  try {
    const frames = readBatches([row]);
    const span = spanOf(frames);
    return span ? countDays(frames, span).map((day) => ({ binding: row.binding, ...day })) : [];
  } catch {
    // Told with the landed batches.
    return [];
  }
}

function compareCounts(counted: readonly DayRow[], stored: readonly DayRow[], tell: Tell): void {
  const sums = new Map<string, { frames: number; bytes: number }>();
  const add = ({ binding, day, frames, bytes }: DayRow, sign: number) => {
    const name = `binding ${binding}, day ${day}`;
    const sum = sums.get(name) ?? { frames: 0, bytes: 0 };
    sums.set(name, { frames: sum.frames + sign * frames, bytes: sum.bytes + sign * bytes });
  };
  for (const row of counted) add(row, 1);
  for (const row of stored) add(row, -1);
  for (const [where, { frames, bytes }] of sums)
    if (frames !== 0 || bytes !== 0)
      tell({ kind: "counter", where, what: `${frames} frames and ${bytes} bytes too many` });
}

/** Files that no row names: only here are they listed, and nothing is removed. */
async function verifyListing({ pool, files }: VerifyParts, tell: Tell): Promise<void> {
  for await (const { name } of unnamedFiles({ pool, files }))
    tell({ kind: "file", where: name, what: "no row names this file" });
  const empty = await pool.query<{ name: string }>(
    `select name from segment_files f where state = 'live' and not exists (select from segments s where s.file = f.id)
      and not exists (select from kept_bodies k where k.file = f.id)`,
  );
  for (const { name } of empty.rows) tell({ kind: "file", where: name, what: "nothing lies in this file" });
}
