import type { Plane } from "./run.ts";

export const PLANE_CONSTANT = 0;
export const PLANE_PLAIN = 1;
/** Each byte as its difference to the one before it, modulo 256. */
export const PLANE_DELTA = 2;
export type PlaneMode = typeof PLANE_CONSTANT | typeof PLANE_PLAIN | typeof PLANE_DELTA;

export interface PlaneCode {
  readonly mode: PlaneMode;
  /** Bits that are 1 in any byte, and in all: a constant plane has them equal. They let a search by mask skip runs. */
  readonly or: number;
  readonly and: number;
}

/** Differences must be clearly easier to compress: plain bytes keep repetitions. */
const DELTA_GAIN = 0.97;

/** Rows that tell which is easier; the others of a run are like them. */
const SAMPLE_ROWS = 1024;

const plainCounts = new Uint32Array(256);
const deltaCounts = new Uint32Array(256);

export function codePlane(plane: Plane, count: number): PlaneCode {
  if (typeof plane === "number") return { mode: PLANE_CONSTANT, or: plane, and: plane };
  let or = 0;
  let and = 255;
  for (let i = 0; i < count; i += 1) {
    const byte = plane[i] as number;
    or |= byte;
    and &= byte;
  }
  if (or === and) return { mode: PLANE_CONSTANT, or, and };
  return { mode: isDeltaEasier(plane, count) ? PLANE_DELTA : PLANE_PLAIN, or, and };
}

/** By rows of the middle. */
function isDeltaEasier(plane: Uint8Array, count: number): boolean {
  plainCounts.fill(0);
  deltaCounts.fill(0);
  const rows = Math.min(count, SAMPLE_ROWS);
  const from = (count - rows) >> 1;
  let before = from === 0 ? 0 : (plane[from - 1] as number);
  for (let i = from; i < from + rows; i += 1) {
    const byte = plane[i] as number;
    plainCounts[byte] = (plainCounts[byte] as number) + 1;
    const delta = (byte - before) & 255;
    deltaCounts[delta] = (deltaCounts[delta] as number) + 1;
    before = byte;
  }
  return entropyOf(deltaCounts, rows) < DELTA_GAIN * entropyOf(plainCounts, rows);
}

/** Times `count`, in bits. */
function entropyOf(counts: Uint32Array, count: number): number {
  let sum = 0;
  for (let byte = 0; byte < 256; byte += 1) {
    const n = counts[byte] as number;
    if (n > 0) sum += n * Math.log2(n);
  }
  return count * Math.log2(count) - sum;
}

/** The bytes that are compressed, into `into` from `at` on. */
export function writePlane(plane: Uint8Array, count: number, mode: PlaneMode, into: Uint8Array, at: number): void {
  if (mode === PLANE_PLAIN) {
    into.set(plane.length === count ? plane : plane.subarray(0, count), at);
    return;
  }
  let before = 0;
  for (let i = 0; i < count; i += 1) {
    const byte = plane[i] as number;
    into[at + i] = byte - before;
    before = byte;
  }
}

/** Undoes `writePlane`, in place. */
export function readPlane(bytes: Uint8Array, mode: PlaneMode): Uint8Array {
  // Not a plain call: V8's middle tier would copy the loop into the caller, where it runs at a quarter of the speed.
  if (mode === PLANE_DELTA) Reflect.apply(addUp, undefined, [bytes]);
  return bytes;
}

/** Four bytes at a time where they are aligned. */
function addUp(bytes: Uint8Array): void {
  const { length, byteOffset } = bytes;
  const words = byteOffset % 4 === 0 ? new Uint32Array(bytes.buffer, byteOffset, length >> 2) : NO_WORDS;
  const count = words.length;
  let sum = 0;
  for (let i = 0; i < count; i += 1) {
    const word = words[i] as number;
    const a = (sum + word) & 255;
    const b = (a + (word >>> 8)) & 255;
    const c = (b + (word >>> 16)) & 255;
    sum = (c + (word >>> 24)) & 255;
    words[i] = a | (b << 8) | (c << 16) | (sum << 24);
  }
  for (let i = 4 * count; i < length; i += 1) {
    sum = (sum + (bytes[i] as number)) & 255;
    bytes[i] = sum;
  }
}

const NO_WORDS = new Uint32Array(0);
