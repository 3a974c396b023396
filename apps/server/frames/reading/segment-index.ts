import type pg from "pg";
import { arrayOf } from "../store/sql-arrays.ts";
import type { TimeWindow } from "../store/time-window.ts";

/** A row of the index: where the frames of a binding lie in a file. */
export interface SegmentRow {
  readonly id: number;
  readonly bindingNumber: number;
  readonly day: number;
  readonly level: number;
  readonly file: string;
  readonly fileId: number;
  readonly offset: number;
  readonly length: number;
  readonly footerLength: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly frames: number;
  readonly bytes: number;
}

/** A landed batch without its body. */
export interface LandedRow {
  readonly id: number;
  /** When it was stored; the rest of a cut batch keeps it. */
  readonly landedUs: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly frames: number;
  readonly bodyBytes: number;
}

/** Segments and landed batches of a binding in a window, at one moment. */
export interface IndexSnapshot {
  readonly segments: readonly SegmentRow[];
  readonly landed: readonly LandedRow[];
}

/** Of a row `l` of landing. */
export const LANDED_US = "(extract(epoch from l.landed_at) * 1000000)::bigint";

const SEGMENT_COLUMNS = `s.id, s.day, s.level, f.name as file, s.file as file_id, s.file_offset, s.length, s.footer_length,
    s.first_us, s.last_us, s.frames, s.bytes`;

/** One statement, so that a batch which is being settled is seen once: landed or in its segment. */
const SNAPSHOT = `/* prepared */
  select ${SEGMENT_COLUMNS}, 0::bigint as epoch, 0::bigint as sequence, 0::bigint as landed_us
  from segments s join segment_files f on f.id = s.file
  where s.binding = $1 and s.last_us >= $2 and s.first_us < $3
  union all
  select l.id, 0, 0, null, 0, 0, 0, 0, l.first_us, l.last_us, l.frames, length(l.body), l.epoch, l.sequence,
    ${LANDED_US}
  from landing l where l.binding = $1 and l.last_us >= $2 and l.first_us < $3`;

interface FoundSegment {
  id: number;
  day: number;
  level: number;
  file: string;
  file_id: number;
  file_offset: number;
  length: number;
  footer_length: number;
  first_us: number;
  last_us: number;
  frames: number;
  bytes: number;
}

interface SnapshotRow extends Omit<FoundSegment, "file"> {
  file: string | null;
  epoch: number;
  sequence: number;
  landed_us: number;
}

/** Times that PostgreSQL's bigint and a double both hold. */
const bounded = (timeUs: number) => Math.max(-(2 ** 52), Math.min(2 ** 52, Math.floor(timeUs)));

export async function readIndex(
  pool: pg.Pool | pg.PoolClient,
  bindingNumber: number,
  { fromUs, toUs }: TimeWindow,
): Promise<IndexSnapshot> {
  const values = [bindingNumber, bounded(fromUs), bounded(toUs)];
  const found = await (pool as pg.Pool).query<SnapshotRow>(SNAPSHOT, values);
  const segments: SegmentRow[] = [];
  const landed: LandedRow[] = [];
  for (const row of found.rows) {
    const { id, file, first_us: firstUs, last_us: lastUs, frames, epoch, sequence, landed_us: landedUs } = row;
    if (file === null) landed.push({ id, landedUs, epoch, sequence, firstUs, lastUs, frames, bodyBytes: row.bytes });
    else segments.push(segmentOf(bindingNumber, { ...row, file }));
  }
  segments.sort(byTime);
  return { segments, landed };
}

const byTime = (a: SegmentRow, b: SegmentRow) => a.firstUs - b.firstUs || a.id - b.id;

function segmentOf(bindingNumber: number, row: FoundSegment): SegmentRow {
  return {
    id: row.id,
    bindingNumber,
    day: row.day,
    level: row.level,
    file: row.file,
    fileId: row.file_id,
    offset: row.file_offset,
    length: row.length,
    footerLength: row.footer_length,
    firstUs: row.first_us,
    lastUs: row.last_us,
    frames: row.frames,
    bytes: row.bytes,
  };
}

/** Segments of several bindings, each in a window of its own. */
export async function readSegments(
  pool: pg.Pool,
  windows: ReadonlyMap<number, TimeWindow>,
): Promise<ReadonlyMap<number, readonly SegmentRow[]>> {
  const found = await pool.query<FoundSegment & { binding: number }>(
    `select s.binding, ${SEGMENT_COLUMNS}
      from unnest($1::int[], $2::bigint[], $3::bigint[]) as w (binding, from_us, to_us)
        join segments s on s.binding = w.binding and s.last_us >= w.from_us and s.first_us < w.to_us
        join segment_files f on f.id = s.file`,
    [
      arrayOf([...windows.keys()]),
      arrayOf([...windows.values()].map(({ fromUs }) => bounded(fromUs))),
      arrayOf([...windows.values()].map(({ toUs }) => bounded(toUs))),
    ],
  );
  const segments = found.rows.map((row) => segmentOf(row.binding, row)).sort(byTime);
  return Map.groupBy(segments, ({ bindingNumber }) => bindingNumber);
}

/** A batch with its bytes (CB1). */
export interface LandedBatch extends Pick<LandedRow, "id" | "landedUs" | "epoch" | "sequence"> {
  readonly body: Uint8Array;
}

/** The index has changed since the snapshot: the plan is made again. */
export class SnapshotGone extends Error {
  constructor() {
    super("the index has changed since it was read");
  }
}

/** The bodies of landed rows; throws `SnapshotGone` where one was settled or deleted meanwhile. */
export async function readBodies(
  pool: pg.Pool,
  bindingNumber: number,
  rows: readonly Omit<LandedBatch, "body">[],
): Promise<LandedBatch[]> {
  if (rows.length === 0) return [];
  const found = await pool.query<{ id: number; body: Buffer }>(
    "/* prepared */ select id, body from landing where binding = $1 and id = any($2::bigint[])",
    [bindingNumber, `{${rows.map(({ id }) => id).join(",")}}`],
  );
  if (found.rows.length !== rows.length) throw new SnapshotGone();
  const bodies = new Map(found.rows.map(({ id, body }) => [id, body]));
  return rows.map(({ id, landedUs, epoch, sequence }) => ({
    id,
    landedUs,
    epoch,
    sequence,
    body: bodies.get(id) as Buffer,
  }));
}
