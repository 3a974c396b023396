import { FrameBatch } from "@canopy/can/frame/batch";
import { LIVE_FILL_FRAMES } from "@canopy/contract/frames/live";

/**
 * While missed frames are filled in, a frame may come both live and from the store, in either order. Frames are told
 * apart by time, channel, identifier and flags; each that came one way takes away one of the same that comes the other
 * way.
 */
export class LiveOverlap {
  private readonly live = new Map<string, number>();
  private readonly filled = new Map<string, number>();

  /** The frames of a batch that did not come the other way already. */
  fresh(batch: FrameBatch, isFilled: boolean): FrameBatch {
    const [own, other] = isFilled ? [this.filled, this.live] : [this.live, this.filled];
    const left = new FrameBatch(Math.max(1, batch.length), Math.max(8, batch.dataLength));
    for (let i = 0; i < batch.length; i++) {
      const key = `${batch.timeUs[i]}/${batch.channel[i]}/${batch.id[i]}/${batch.flags[i]}`;
      if (takeAway(other, key)) continue;
      remember(own, key);
      left.pushFrame(batch.at(i));
    }
    return left;
  }
}

function takeAway(counts: Map<string, number>, key: string): boolean {
  const count = counts.get(key);
  if (count === undefined) return false;
  if (count > 1) counts.set(key, count - 1);
  else counts.delete(key);
  return true;
}

/** A fill has no more frames than this, so what is older need not be known. */
function remember(counts: Map<string, number>, key: string): void {
  counts.set(key, (counts.get(key) ?? 0) + 1);
  if (counts.size <= LIVE_FILL_FRAMES) return;
  for (const oldest of counts.keys()) {
    counts.delete(oldest);
    return;
  }
}
