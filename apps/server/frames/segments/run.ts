import { crc32 } from "node:zlib";
import { FLAG_REMOTE } from "@canopy/can/frame/frame";

/** Byte k of every payload of a run; a number where all are equal. */
export type Plane = Uint8Array | number;

/** Common to all frames of a run. */
export interface RunKey {
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
  readonly size: number;
}

/** Frames of one channel, identifier, flags and size in the order (time, k), column by column. */
export interface Run extends RunKey {
  readonly count: number;
  /** Arrays may be longer than `count`. */
  readonly timesUs: Float64Array;
  /** Null: all 0, no frame shares its time stamp. */
  readonly ks: Uint32Array | null;
  readonly planes: readonly Plane[];
}

/**
 * Enough for zstd to find repetitions, few enough for a page to inflate only some thousand frames of each identifier.
 */
export const RUN_FRAMES = 8192;

/** Bytes a frame counts for in the package beside its payload: time, id, channel, flags, length. */
export const FRAME_BYTES = 15;

/** Bytes of a payload: a remote frame has a size and no data. */
export const payloadSize = ({ flags, size }: Pick<RunKey, "flags" | "size">): number =>
  flags & FLAG_REMOTE ? 0 : size;

export const logicalBytes = (key: Pick<RunKey, "flags" | "size">, count: number): number =>
  count * (FRAME_BYTES + payloadSize(key));

export const compareKeys = (one: RunKey, other: RunKey): number =>
  one.channel - other.channel || one.id - other.id || one.flags - other.flags || one.size - other.size;

/** Rows `from … to - 1` as a run of their own; shares the memory. */
export function sliceRun(run: Run, from: number, to: number): Run {
  if (from === 0 && to === run.count) return run;
  return {
    ...run,
    count: to - from,
    timesUs: run.timesUs.subarray(from, to),
    ks: run.ks === null ? null : run.ks.subarray(from, to),
    planes: run.planes.map((plane) => (typeof plane === "number" ? plane : plane.subarray(from, to))),
  };
}

/** Of everything that a reader sees of a run's frames, however its arrays are laid out. */
export function crcOfFrames({ channel, id, flags, size, count, timesUs, ks, planes }: Run): number {
  let crc = crc32(bytesOf(Uint32Array.of(channel, id, flags, size, count)));
  crc = crc32(bytesOf(timesUs.subarray(0, count)), crc);
  crc = crc32(bytesOf(ks === null ? new Uint32Array(count) : ks.subarray(0, count)), crc);
  for (const plane of planes)
    crc = crc32(typeof plane === "number" ? new Uint8Array(count).fill(plane) : plane.subarray(0, count), crc);
  return crc;
}

const bytesOf = ({ buffer, byteOffset, byteLength }: Float64Array | Uint32Array) =>
  new Uint8Array(buffer, byteOffset, byteLength);

/** The first row at or after a time. */
export function rowAt(timesUs: Float64Array, count: number, timeUs: number): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((timesUs[middle] as number) < timeUs) low = middle + 1;
    else high = middle;
  }
  return low;
}
