import type { FrameBatch } from "@canopy/can/frame/batch";
import type { LivePosition } from "@canopy/contract/frames/live";

/**
 * The last frame in the order of (time, k) after one more batch: k counts the frames of the last time stamp in the order
 * in which they came. Frames after `latestUs` do not move it.
 */
export function reached(
  position: LivePosition | undefined,
  batch: FrameBatch,
  latestUs: number,
): LivePosition | undefined {
  let timeUs = position?.time_us ?? Number.NEGATIVE_INFINITY;
  let k = position?.k ?? -1;
  for (let i = 0; i < batch.length; i++) {
    const atUs = batch.timeUs[i] as number;
    if (atUs < timeUs || atUs > latestUs) continue;
    k = atUs === timeUs ? k + 1 : 0;
    timeUs = atUs;
  }
  return k < 0 ? undefined : { time_us: timeUs, k };
}

export function hasLater(batch: FrameBatch, latestUs: number): boolean {
  for (let i = 0; i < batch.length; i++) if ((batch.timeUs[i] as number) > latestUs) return true;
  return false;
}

export function later(one: LivePosition | undefined, other: LivePosition | undefined): LivePosition | undefined {
  if (one === undefined || other === undefined) return one ?? other;
  return one.time_us > other.time_us || (one.time_us === other.time_us && one.k > other.k) ? one : other;
}
