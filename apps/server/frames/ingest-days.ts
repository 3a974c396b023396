import type { FrameBatch } from "@canopy/can/frame/batch";

export const DAY_US = 86_400_000_000;

/** Days since 1970 in UTC: the partitions of the frame store. */
export const dayOf = (timeUs: number): number => Math.floor(timeUs / DAY_US);

export interface TimeSpan {
  readonly firstUs: number;
  readonly lastUs: number;
}

/** Frames need not be in order of time. Of an empty batch there is none. */
export function spanOf(frames: FrameBatch): TimeSpan | undefined {
  if (frames.length === 0) return undefined;
  let firstUs = Number.POSITIVE_INFINITY;
  let lastUs = Number.NEGATIVE_INFINITY;
  for (let i = 0; i < frames.length; i += 1) {
    const time = frames.timeUs[i] as number;
    if (time < firstUs) firstUs = time;
    if (time > lastUs) lastUs = time;
  }
  return { firstUs, lastUs };
}

/** The days that have frames, oldest first: each becomes a part of its own in the store. */
export function daysOf(frames: FrameBatch, { firstUs, lastUs }: TimeSpan): number[] {
  const first = dayOf(firstUs);
  if (first === dayOf(lastUs)) return [first];
  const days = new Set<number>();
  for (let i = 0; i < frames.length; i += 1) days.add(dayOf(frames.timeUs[i] as number));
  return [...days].sort((a, b) => a - b);
}
