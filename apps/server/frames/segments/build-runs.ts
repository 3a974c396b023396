import type { FrameBatch } from "@canopy/can/frame/batch";
import { compareKeys, type Plane, payloadSize, type Run, type RunKey } from "./run.ts";

/** Which rows are of which (channel, id, flags, size), by time. */
interface Groups {
  readonly keys: readonly RunKey[];
  /** Rows group by group. */
  readonly rows: Uint32Array;
  /** Where the rows of each group begin; one more than there are groups. */
  readonly starts: readonly number[];
}

/**
 * Frames of one binding in runs of any length, one for each (channel, id, flags, size), in the order of these keys. `k`
 * counts the frames of one time stamp in the order of the batch, from 0.
 */
export function buildRuns(frames: FrameBatch): Run[] {
  const order = timeOrder(frames);
  const ks = numberTies(frames, order);
  const { keys, rows, starts } = groupRows(frames, order);
  return keys.map((key, i) => toRun(key, rows.subarray(starts[i], starts[i + 1]), frames, ks)).sort(compareKeys);
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

/** Keys fit a double: 8 bits of channel, 29 of id, 8 of flags, 7 of size. */
const nameOf = (channel: number, id: number, flags: number, size: number) =>
  ((channel * 0x2000_0000 + id) * 256 + flags) * 128 + size;

const SLOTS = 4096;
/** Behind a slot of the table is the group that was last found there: a bus has few keys, and they repeat. */
const slotName = new Float64Array(SLOTS);
const slotGroup = new Uint32Array(SLOTS);

function groupRows({ channel, id, flags, size, length }: FrameBatch, order: Uint32Array | null): Groups {
  const byName = new Map<number, number>();
  const keys: RunKey[] = [];
  const counts: number[] = [];
  const groupOf = new Uint32Array(length);
  slotName.fill(-1);
  for (let i = 0; i < length; i += 1) {
    const name = nameOf(channel[i] as number, id[i] as number, flags[i] as number, size[i] as number);
    const slot = (Math.imul(id[i] as number, 0x9e3779b1) >>> 20) ^ (channel[i] as number);
    let group: number;
    if (slotName[slot] === name) group = slotGroup[slot] as number;
    else {
      group = byName.get(name) ?? -1;
      if (group < 0) {
        group = keys.length;
        byName.set(name, group);
        keys.push({
          channel: channel[i] as number,
          id: id[i] as number,
          flags: flags[i] as number,
          size: size[i] as number,
        });
        counts.push(0);
      }
      slotName[slot] = name;
      slotGroup[slot] = group;
    }
    groupOf[i] = group;
    counts[group] = (counts[group] as number) + 1;
  }
  const starts = [0];
  for (const count of counts) starts.push((starts.at(-1) as number) + count);
  const next = Uint32Array.from(starts);
  const rows = new Uint32Array(length);
  for (let i = 0; i < length; i += 1) {
    const row = order === null ? i : (order[i] as number);
    const group = groupOf[row] as number;
    const at = next[group] as number;
    rows[at] = row;
    next[group] = at + 1;
  }
  return { keys, rows, starts };
}

function toRun(key: RunKey, rows: Uint32Array, frames: FrameBatch, ks: Uint32Array | null): Run {
  const count = rows.length;
  const timesUs = new Float64Array(count);
  for (let i = 0; i < count; i += 1) timesUs[i] = frames.timeUs[rows[i] as number] as number;
  return { ...key, count, timesUs, ks: ksOf(rows, ks), planes: planesOf(payloadSize(key), rows, frames) };
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

function planesOf(payload: number, rows: Uint32Array, { data, start }: FrameBatch): Plane[] {
  const count = rows.length;
  const planes = Array.from({ length: payload }, () => new Uint8Array(count));
  if (payload === 8) fillEight(planes as Eight, rows, data, start);
  else
    for (const [k, plane] of planes.entries())
      for (let i = 0; i < count; i += 1) plane[i] = data[(start[rows[i] as number] as number) + k] as number;
  return planes;
}

type Eight = [Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array, Uint8Array];

/** Nearly every frame has eight bytes: one pass over them. */
function fillEight(
  [p0, p1, p2, p3, p4, p5, p6, p7]: Eight,
  rows: Uint32Array,
  data: Uint8Array,
  start: Uint32Array,
): void {
  for (let i = 0; i < rows.length; i += 1) {
    const at = start[rows[i] as number] as number;
    p0[i] = data[at] as number;
    p1[i] = data[at + 1] as number;
    p2[i] = data[at + 2] as number;
    p3[i] = data[at + 3] as number;
    p4[i] = data[at + 4] as number;
    p5[i] = data[at + 5] as number;
    p6[i] = data[at + 6] as number;
    p7[i] = data[at + 7] as number;
  }
}
