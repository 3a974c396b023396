import type { FrameBatch } from "@canopy/can/frame/batch";
import { compareKeys, type Plane, payloadSize, type Run } from "./run.ts";

/** A batch and its place in the order of frames that share a time stamp. */
export interface OrderedBatch {
  readonly epoch: number;
  readonly sequence: number;
  readonly frames: FrameBatch;
}

interface Group {
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
  readonly size: number;
  /** Rows in the order of arrival. */
  rows: Uint32Array;
  count: number;
}

/**
 * Frames of one binding in runs of any length, one for each (channel, id, flags, size), in the order of these keys.
 * `k` counts the frames of one time stamp by (epoch, sequence, index), from 0.
 */
export function buildRuns(batches: readonly OrderedBatch[]): Run[] {
  const ordered = [...batches].sort((a, b) => a.epoch - b.epoch || a.sequence - b.sequence);
  const columns = gather(ordered);
  const ks = numberTies(columns);
  const runs = [...groupRows(columns).values()].sort(compareKeys).map((group) => toRun(group, columns, ks));
  return runs;
}

/** All frames one behind the other. */
interface Columns {
  readonly count: number;
  readonly timesUs: Float64Array;
  readonly batches: readonly OrderedBatch[];
  /** Where each batch begins. */
  readonly starts: readonly number[];
  /** The times never go back. */
  readonly isSorted: boolean;
  readonly hasTies: boolean;
}

function gather(batches: readonly OrderedBatch[]): Columns {
  const count = batches.reduce((sum, { frames }) => sum + frames.length, 0);
  const timesUs = new Float64Array(count);
  const starts: number[] = [];
  let at = 0;
  for (const { frames } of batches) {
    starts.push(at);
    timesUs.set(frames.timeUs.subarray(0, frames.length), at);
    at += frames.length;
  }
  let isSorted = true;
  let hasTies = false;
  for (let i = 1; i < count; i += 1) {
    const step = (timesUs[i] as number) - (timesUs[i - 1] as number);
    if (step < 0) {
      isSorted = false;
      break;
    }
    if (step === 0) hasTies = true;
  }
  return { count, timesUs, batches, starts, isSorted, hasTies };
}

/** Null: no two frames share a time stamp. */
function numberTies({ count, timesUs, isSorted, hasTies }: Columns): Uint32Array | null {
  if (isSorted && !hasTies) return null;
  const ks = new Uint32Array(count);
  if (isSorted) {
    for (let i = 1; i < count; i += 1) if (timesUs[i] === timesUs[i - 1]) ks[i] = (ks[i - 1] as number) + 1;
    return ks;
  }
  const order = sortedRows(timesUs, count);
  let found = false;
  for (let i = 1; i < count; i += 1) {
    const [row, before] = [order[i] as number, order[i - 1] as number];
    if (timesUs[row] !== timesUs[before]) continue;
    ks[row] = (ks[before] as number) + 1;
    found = true;
  }
  return found ? ks : null;
}

/** Rows by time; those of one time in their own order. */
function sortedRows(timesUs: Float64Array, count: number): Uint32Array {
  const rows = new Uint32Array(count);
  for (let i = 0; i < count; i += 1) rows[i] = i;
  return rows.sort((a, b) => (timesUs[a] as number) - (timesUs[b] as number) || a - b);
}

const FIRST_ROWS = 64;
/** Keys fit a double: 8 bits of channel, 29 of id, 8 of flags, 7 of size. */
const keyOf = (channel: number, id: number, flags: number, size: number) =>
  ((channel * 0x2000_0000 + id) * 256 + flags) * 128 + size;

function groupRows({ batches, starts }: Columns): Map<number, Group> {
  const groups = new Map<number, Group>();
  for (const [index, { frames }] of batches.entries()) {
    const start = starts[index] as number;
    const { channel, id, flags, size, length } = frames;
    for (let i = 0; i < length; i += 1) {
      const key = keyOf(channel[i] as number, id[i] as number, flags[i] as number, size[i] as number);
      let group = groups.get(key);
      if (group === undefined) {
        group = {
          channel: channel[i] as number,
          id: id[i] as number,
          flags: flags[i] as number,
          size: size[i] as number,
          rows: new Uint32Array(FIRST_ROWS),
          count: 0,
        };
        groups.set(key, group);
      } else if (group.count === group.rows.length) {
        const rows = new Uint32Array(2 * group.count);
        rows.set(group.rows);
        group.rows = rows;
      }
      group.rows[group.count] = start + i;
      group.count += 1;
    }
  }
  return groups;
}

function toRun(group: Group, columns: Columns, allKs: Uint32Array | null): Run {
  const { count } = group;
  const rows = group.rows.subarray(0, count);
  const { timesUs: allTimes } = columns;
  const order = (a: number, b: number) =>
    (allTimes[a] as number) - (allTimes[b] as number) || (allKs ? (allKs[a] as number) - (allKs[b] as number) : a - b);
  if (!columns.isSorted) rows.sort(order);
  const timesUs = new Float64Array(count);
  for (let i = 0; i < count; i += 1) timesUs[i] = allTimes[rows[i] as number] as number;
  const { channel, id, flags, size } = group;
  return { channel, id, flags, size, count, timesUs, ks: ksOf(rows, allKs), planes: planesOf(group, rows, columns) };
}

function ksOf(rows: Uint32Array, allKs: Uint32Array | null): Uint32Array | null {
  if (allKs === null) return null;
  const ks = new Uint32Array(rows.length);
  let any = 0;
  for (let i = 0; i < rows.length; i += 1) {
    const k = allKs[rows[i] as number] as number;
    ks[i] = k;
    any |= k;
  }
  return any === 0 ? null : ks;
}

function planesOf(group: Group, rows: Uint32Array, { batches, starts }: Columns): Plane[] {
  const payload = payloadSize(group);
  const { count } = group;
  const bytes = new Uint8Array(payload * count);
  let batch = 0;
  for (let i = 0; i < count; i += 1) {
    const row = rows[i] as number;
    // Rows nearly always ascend: the batch of the last one, or the next.
    if (row < (starts[batch] as number) || row >= endOf(starts, batch)) batch = batchOf(starts, row, batch);
    const { frames } = batches[batch] as OrderedBatch;
    const { data, start } = frames;
    const from = start[row - (starts[batch] as number)] as number;
    for (let k = 0; k < payload; k += 1) bytes[k * count + i] = data[from + k] as number;
  }
  return Array.from({ length: payload }, (_, k) => bytes.subarray(k * count, (k + 1) * count));
}

const endOf = (starts: readonly number[], batch: number) => starts[batch + 1] ?? Number.POSITIVE_INFINITY;

function batchOf(starts: readonly number[], row: number, near: number): number {
  if (row >= endOf(starts, near) && row < endOf(starts, near + 1)) return near + 1;
  let low = 0;
  let high = starts.length - 1;
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if ((starts[middle] as number) <= row) low = middle;
    else high = middle - 1;
  }
  // Empty batches begin where the next one does: the last that begins there has the row.
  return low;
}
