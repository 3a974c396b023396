import { SegmentDamage } from "../segments/segment-damage.ts";
import type { Deleted, DeleteRange, FrameStore } from "../store/frame-store.ts";
import { DAY_US, type TimeWindow, without } from "../store/time-window.ts";

/** One transaction each: rows that are gone are told, and a task that is stopped leaves the rest. */
const SLICE_FRAMES = 250_000;

interface Slices {
  /** Frames that go at most. */
  readonly most: number;
  readonly slice?: number;
  readonly signal: AbortSignal;
  /** Before the first and after each: frames that are gone, and all that go. */
  onSlice(done: number, all: number): Promise<void>;
}

type Frames = Pick<FrameStore, "removal" | "usage" | "count">;

/** The oldest frames of a range. Where a segment cannot be read, all else goes, and the damage is thrown at the end. */
export async function deleteInSlices(frames: Frames, range: DeleteRange, slices: Slices): Promise<Deleted> {
  const { most, signal, onSlice } = slices;
  const total = await countOf(frames, range, signal);
  const all = Math.min(most, total);
  let [deleted, bytes] = [0, 0];
  let damage: SegmentDamage | undefined;
  await onSlice(0, all);
  for (const window of await daysTogether(frames, range, slices.slice ?? SLICE_FRAMES)) {
    signal.throwIfAborted();
    try {
      const part = await frames.removal.deleteRange({ ...range, ...window }, most - deleted, signal);
      deleted += part.deleted;
      bytes += part.bytes;
      await onSlice(deleted, all);
      if (part.remaining > 0 || deleted >= most) break;
    } catch (error) {
      if (!(error instanceof SegmentDamage)) throw error;
      damage ??= error;
    }
  }
  if (damage) throw damage;
  return { deleted, bytes, remaining: Math.max(0, total - deleted) };
}

async function countOf(frames: Frames, range: DeleteRange, signal: AbortSignal): Promise<number> {
  const { bindingNumber, channels } = range;
  const filter = channels === undefined ? {} : { channels };
  let sum = 0;
  for (const window of without(range, range.keep))
    sum += await frames.count({ ...window, bindingNumber, filter }, signal);
  return sum;
}

/** Windows that end with days: a segment lies in one, so that none is cut for their sake. */
async function daysTogether({ usage }: Frames, range: DeleteRange, least: number): Promise<TimeWindow[]> {
  const ends: number[] = [];
  let held = 0;
  for (const { day, frames } of await usage.daysOf(range.bindingNumber)) {
    held += frames;
    const endUs = (day + 1) * DAY_US;
    if (held < least || endUs <= range.fromUs || endUs >= range.toUs) continue;
    ends.push(endUs);
    held = 0;
  }
  const starts = [range.fromUs, ...ends];
  return starts.map((fromUs, i) => ({ fromUs, toUs: ends[i] ?? range.toUs }));
}
