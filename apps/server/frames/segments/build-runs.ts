import type { FrameBatch } from "@canopy/can/frame/batch";
import { KeyTable } from "./key-table.ts";
import { compareKeys, type Plane, payloadSize, type Run } from "./run.ts";
import { fillPlanes, type Groups } from "./run-planes.ts";

/**
 * Frames of one binding in runs of any length, one for each (channel, id, flags, size), in the order of these keys. `k`
 * counts the frames of one time stamp in the order of the batch, from 0.
 */
export function buildRuns(frames: FrameBatch): Run[] {
  const order = timeOrder(frames);
  const ks = numberTies(frames, order);
  const groups = groupRows(frames, order);
  const { keys, rows, starts } = groups;
  // One piece of memory for all runs: one for each column of each would cost more than filling it.
  const timesUs = new Float64Array(rows.length);
  for (let i = 0; i < rows.length; i += 1) timesUs[i] = frames.timeUs[rows[i] as number] as number;
  const planes = planesOf(groups, frames);
  return keys
    .map((key, i): Run => {
      const [from, to] = [starts[i] as number, starts[i + 1] as number];
      const own = { count: to - from, timesUs: timesUs.subarray(from, to), planes: planes[i] as Plane[] };
      return { ...key, ...own, ks: ksOf(rows.subarray(from, to), ks) };
    })
    .sort(compareKeys);
}

/** Rows by (time, row); null where they are so already. */
function timeOrder({ timeUs, length }: FrameBatch): Uint32Array | null {
  let isSorted = true;
  let [firstUs, lastUs] = [timeUs[0] as number, timeUs[0] as number];
  for (let i = 1; i < length; i += 1) {
    const time = timeUs[i] as number;
    if (time < (timeUs[i - 1] as number)) isSorted = false;
    if (time < firstUs) firstUs = time;
    else if (time > lastUs) lastUs = time;
  }
  if (isSorted) return null;
  // (time, row) as one number is sorted many times faster than by a function, where both fit.
  if ((lastUs - firstUs + 1) * length > Number.MAX_SAFE_INTEGER)
    return Uint32Array.from({ length }, (_, row) => row).sort(
      (a, b) => (timeUs[a] as number) - (timeUs[b] as number) || a - b,
    );
  const packed = new Float64Array(length);
  for (let row = 0; row < length; row += 1) packed[row] = ((timeUs[row] as number) - firstUs) * length + row;
  packed.sort();
  const rows = new Uint32Array(length);
  for (let i = 0; i < length; i += 1) rows[i] = (packed[i] as number) % length;
  return rows;
}

/** Null: no two frames share a time stamp. */
function numberTies({ timeUs, length }: FrameBatch, order: Uint32Array | null): Uint32Array | null {
  let ks: Uint32Array | null = null;
  let before = order === null ? 0 : (order[0] as number);
  for (let i = 1; i < length; i += 1) {
    const row = order === null ? i : (order[i] as number);
    if (timeUs[row] === timeUs[before]) {
      ks ??= new Uint32Array(length);
      ks[row] = (ks[before] as number) + 1;
    }
    before = row;
  }
  return ks;
}

function groupRows({ channel, id, flags, size, length }: FrameBatch, order: Uint32Array | null): Groups {
  const table = new KeyTable();
  const groupOf = new Uint32Array(length);
  for (let i = 0; i < length; i += 1)
    groupOf[i] = table.numberOf(channel[i] as number, id[i] as number, flags[i] as number, size[i] as number);
  const starts = new Uint32Array(table.keys.length + 1);
  for (let i = 0; i < length; i += 1) {
    const group = groupOf[i] as number;
    starts[group + 1] = (starts[group + 1] as number) + 1;
  }
  for (let group = 1; group < starts.length; group += 1)
    starts[group] = (starts[group] as number) + (starts[group - 1] as number);
  const next = starts.slice();
  const rows = new Uint32Array(length);
  for (let i = 0; i < length; i += 1) {
    const row = order === null ? i : (order[i] as number);
    const group = groupOf[row] as number;
    const at = next[group] as number;
    rows[at] = row;
    next[group] = at + 1;
  }
  return { keys: table.keys, rows, starts };
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

function planesOf(groups: Groups, frames: FrameBatch): Plane[][] {
  const { keys, rows, starts } = groups;
  const countOf = (i: number) => (starts[i + 1] as number) - (starts[i] as number);
  const isSingle = (i: number) => countOf(i) === 1;
  const memory = new Uint8Array(
    keys.reduce((sum, key, i) => (isSingle(i) ? sum : sum + payloadSize(key) * countOf(i)), 0),
  );
  let at = 0;
  const shared: (readonly Uint8Array[])[] = [];
  const planes = keys.map((key, i): Plane[] => {
    // With random identifiers nearly every frame is alone, and an array for each of its bytes would take kilobytes.
    if (isSingle(i)) return payloadOf(frames, rows[starts[i] as number] as number, payloadSize(key));
    const own = Array.from({ length: payloadSize(key) }, () => {
      const from = at;
      at += countOf(i);
      return memory.subarray(from, at);
    });
    shared[i] = own;
    return own;
  });
  fillPlanes(shared, groups, frames);
  return planes;
}

function payloadOf({ data, start }: FrameBatch, row: number, size: number): number[] {
  const from = start[row] as number;
  return Array.from({ length: size }, (_, k) => data[from + k] as number);
}
