import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_REMOTE } from "@canopy/can/frame/frame";
import { FRAME_BYTES } from "../segments/run.ts";
import { dayOf } from "../store/time-window.ts";

/** Both ends inside. */
export interface TimeSpan {
  readonly firstUs: number;
  readonly lastUs: number;
}

/** Frames need not be in order of time. Of an empty batch there is none. */
export function spanOf(frames: FrameBatch): TimeSpan | undefined {
  if (frames.length === 0) return undefined;
  const { timeUs, length } = frames;
  let firstUs = timeUs[0] as number;
  let lastUs = firstUs;
  for (let i = 1; i < length; i += 1) {
    const time = timeUs[i] as number;
    if (time < firstUs) firstUs = time;
    if (time > lastUs) lastUs = time;
  }
  return { firstUs, lastUs };
}

export interface DayCount {
  readonly day: number;
  readonly frames: number;
  /** As the package counts them. */
  readonly bytes: number;
}

/** Frames and bytes by (UTC) day, oldest first. */
export function countDays(frames: FrameBatch, { firstUs, lastUs }: TimeSpan): DayCount[] {
  const first = dayOf(firstUs);
  if (first === dayOf(lastUs))
    return [{ day: first, frames: frames.length, bytes: FRAME_BYTES * frames.length + frames.dataLength }];
  const days = new Map<number, { day: number; frames: number; bytes: number }>();
  for (let i = 0; i < frames.length; i += 1) {
    const day = dayOf(frames.timeUs[i] as number);
    const count = days.get(day) ?? { day, frames: 0, bytes: 0 };
    count.frames += 1;
    count.bytes += FRAME_BYTES + ((frames.flags[i] as number) & FLAG_REMOTE ? 0 : (frames.size[i] as number));
    days.set(day, count);
  }
  return [...days.values()].sort((a, b) => a.day - b.day);
}

const seen = new Uint8Array(256);

/** The channels that have frames, ascending. */
export function channelsOf({ channel, length }: FrameBatch): Uint8Array {
  seen.fill(0);
  for (let i = 0; i < length; i += 1) seen[channel[i] as number] = 1;
  const channels: number[] = [];
  for (let at = seen.indexOf(1); at >= 0; at = seen.indexOf(1, at + 1)) channels.push(at);
  return Uint8Array.from(channels);
}
