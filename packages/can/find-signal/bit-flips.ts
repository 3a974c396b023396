import type { FrameColumns } from "./columns.ts";

/** Of each bit (`byte * 8 + bit`) how often it changed from one frame to the next. */
export interface BitFlips {
  readonly frames: number;
  readonly flips: Float64Array;
  /** Flips by frame, 0 … 1. */
  readonly rate: Float64Array;
}

export function countFlips({ timeUs, planes }: FrameColumns): BitFlips {
  const frames = timeUs.length;
  const flips = new Float64Array(planes.length * 8);
  const seen = new Uint32Array(256);
  for (const [byte, plane] of planes.entries()) {
    if (typeof plane === "number") continue;
    seen.fill(0);
    let before = plane[0] ?? 0;
    // One addition a frame, whatever number of bits changed.
    for (let i = 1; i < frames; i++) {
      const now = plane[i] as number;
      const changed = now ^ before;
      seen[changed] = (seen[changed] as number) + 1;
      before = now;
    }
    for (let changed = 1; changed < 256; changed++)
      for (let bit = 0; bit < 8; bit++)
        if ((changed >> bit) & 1) flips[byte * 8 + bit] = (flips[byte * 8 + bit] as number) + (seen[changed] as number);
  }
  const steps = Math.max(1, frames - 1);
  return { frames, flips, rate: flips.map((count) => count / steps) };
}

/** Whether the bit was ever 1. */
export function isEverSet({ planes, timeUs }: FrameColumns, flips: BitFlips, bit: number): boolean {
  if ((flips.flips[bit] ?? 0) > 0) return true;
  const plane = planes[bit >> 3] ?? 0;
  const first = typeof plane === "number" ? plane : timeUs.length > 0 ? (plane[0] as number) : 0;
  return ((first >> (bit & 7)) & 1) === 1;
}
