import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_TX } from "@canopy/can/frame/frame";
import { type FrameRing, payloadSize } from "./frame-ring.ts";

/** A bus has hundreds of identifiers, a fault may produce millions: identifiers beyond the limit are only counted. */
const MAX_IDS = 4096;
/** Number of intervals per line, for mean, spread and trend of the cycle. */
const INTERVALS = 48;
const NEVER = Number.NEGATIVE_INFINITY;

/** One line of the view by identifier. */
export interface IdRow {
  readonly key: number;
  readonly channel: number;
  readonly id: number;
  flags: number;
  size: number;
  timeUs: number;
  count: number;
  readonly data: Uint8Array;
  /** Time of each byte's last change, by the page's clock in milliseconds. */
  readonly changedMs: Float64Array;
  /** The last intervals in microseconds, as a ring. */
  readonly intervals: Float32Array;
  intervalEnd: number;
  /** The newest J1939 message of several frames that a frame of this line ended. */
  joined?: { readonly id: number; readonly bytes: Uint8Array };
}

/** The lines by identifier, channel and direction; error frames of a channel share one. */
export class IdTable {
  /** Sorted by channel, then identifier; changes only when a line is added. */
  rows: IdRow[] = [];
  /** Incremented with every new line. */
  revision = 0;
  /** Number of frames of identifiers beyond the limit. */
  unlisted = 0;
  /** The changed bytes of the frame added last. */
  changedLow = 0;
  changedHigh = 0;
  /** Its interval to the previous frame; NaN: it is the first. */
  deltaUs = Number.NaN;
  private readonly byKey = new Map<number, IdRow>();

  add(batch: FrameBatch, i: number, nowMs: number): void {
    this.changedLow = 0;
    this.changedHigh = 0;
    this.deltaUs = Number.NaN;
    const channel = batch.channel[i] as number;
    const flags = batch.flags[i] as number;
    const key = keyOf(channel, batch.id[i] as number, flags);
    const row = this.byKey.get(key);
    if (row === undefined) this.addRow(key, batch, i);
    else this.update(row, batch, i, nowMs);
  }

  join(ring: FrameRing, { number, id, bytes }: { number: number; id: number; bytes: Uint8Array }): void {
    const slot = ring.slot(number);
    const row = this.byKey.get(
      keyOf(ring.channel[slot] as number, ring.id[slot] as number, ring.flags[slot] as number),
    );
    if (row) row.joined = { id, bytes };
  }

  find(key: number): IdRow | undefined {
    return this.byKey.get(key);
  }

  clear(): void {
    this.byKey.clear();
    this.rows = [];
    this.unlisted = 0;
    this.revision++;
  }

  /** A copy that stays while the table goes on. */
  copy(): IdTable {
    const copy = new IdTable();
    copy.unlisted = this.unlisted;
    copy.revision = this.revision;
    copy.rows = this.rows.map((row) => ({
      ...row,
      data: row.data.slice(),
      changedMs: row.changedMs.slice(),
      intervals: row.intervals.slice(),
    }));
    for (const row of copy.rows) copy.byKey.set(row.key, row);
    return copy;
  }

  private addRow(key: number, batch: FrameBatch, i: number): void {
    if (this.byKey.size >= MAX_IDS) {
      this.unlisted++;
      return;
    }
    const row: IdRow = {
      key,
      channel: batch.channel[i] as number,
      id: batch.id[i] as number,
      flags: batch.flags[i] as number,
      size: batch.size[i] as number,
      timeUs: batch.timeUs[i] as number,
      count: 1,
      data: new Uint8Array(64),
      changedMs: new Float64Array(64).fill(NEVER),
      intervals: new Float32Array(INTERVALS),
      intervalEnd: 0,
    };
    const start = batch.start[i] as number;
    const payload = payloadSize(row.size, row.flags);
    for (let k = 0; k < payload; k++) row.data[k] = batch.data[start + k] ?? 0;
    this.byKey.set(key, row);
    const at = this.rows.findIndex((other) => other.key > key);
    this.rows = at < 0 ? [...this.rows, row] : this.rows.toSpliced(at, 0, row);
    this.revision++;
  }

  private update(row: IdRow, batch: FrameBatch, i: number, nowMs: number): void {
    const timeUs = batch.timeUs[i] as number;
    this.deltaUs = timeUs - row.timeUs;
    row.intervals[row.intervalEnd % INTERVALS] = this.deltaUs;
    row.intervalEnd++;
    row.timeUs = timeUs;
    row.flags = batch.flags[i] as number;
    row.count++;
    const size = batch.size[i] as number;
    const start = batch.start[i] as number;
    const payload = payloadSize(size, row.flags);
    for (let k = 0; k < payload; k++) {
      const byte = batch.data[start + k] ?? 0;
      // A byte beyond the previous payload counts as changed.
      if (byte === row.data[k] && k < row.size) continue;
      row.data[k] = byte;
      row.changedMs[k] = nowMs;
      if (k < 32) this.changedLow |= 1 << k;
      else this.changedHigh |= 1 << (k - 32);
    }
    row.size = size;
  }
}

/** Sort order: channel, 11 bits before 29, identifier, received before sent, errors last. */
export function keyOf(channel: number, id: number, flags: number): number {
  const isError = (flags & FLAG_ERROR) !== 0;
  const shown = isError ? 0 : id;
  const kind = isError ? 2 : flags & FLAG_EXTENDED ? 1 : 0;
  return ((channel * 3 + kind) * 0x20000000 + shown) * 2 + (flags & FLAG_TX ? 1 : 0);
}

export interface Cycle {
  meanUs: number;
  /** Standard deviation. */
  jitterUs: number;
}

/** Undefined: too few frames, or no regular cycle. */
export function cycleOf(row: IdRow): Cycle | undefined {
  const count = Math.min(row.intervalEnd, INTERVALS);
  if (count < 3) return undefined;
  let sum = 0;
  for (let k = 0; k < count; k++) sum += row.intervals[k] as number;
  const meanUs = sum / count;
  let squares = 0;
  for (let k = 0; k < count; k++) squares += ((row.intervals[k] as number) - meanUs) ** 2;
  const jitterUs = Math.sqrt(squares / count);
  return meanUs > 0 && jitterUs < meanUs * 0.6 ? { meanUs, jitterUs } : undefined;
}

/** The intervals, oldest first. */
export function trendOf(row: IdRow): number[] {
  const count = Math.min(row.intervalEnd, INTERVALS);
  const from = row.intervalEnd - count;
  return Array.from({ length: count }, (_, k) => row.intervals[(from + k) % INTERVALS] ?? 0);
}
