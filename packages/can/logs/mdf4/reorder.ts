import { FrameBatch } from "../../frame/batch.ts";

/** Frames held to bring them into order, and those of them kept back for frames that come late. */
const WINDOW_FRAMES = 8192;
const KEPT_FRAMES = 2048;
/** Beyond the window only for frames whose payload must be the next record. */
const MAX_FRAMES = WINDOW_FRAMES + 1024;

/** Puts frames of several groups, which a logger writes nearly in order, into the order of their times. */
export class ReorderWindow {
  /** Frames that wait for their payload. */
  waiting = 0;
  batch = new FrameBatch(WINDOW_FRAMES, 8 * WINDOW_FRAMES);
  private spare = new FrameBatch(WINDOW_FRAMES, 8 * WINDOW_FRAMES);
  private groups = new Uint16Array(MAX_FRAMES);
  private spareGroups = new Uint16Array(MAX_FRAMES);

  get isFull(): boolean {
    return this.batch.length >= (this.waiting > 0 ? MAX_FRAMES : WINDOW_FRAMES);
  }

  /** Frames of equal time come in the order of their groups. */
  group(index: number, group: number): void {
    this.groups[index] = group;
  }

  /** Moves the oldest frames to `into`: all of them at the end of the data. */
  drain(into: FrameBatch, isEnd: boolean): void {
    const { batch } = this;
    const order = this.order();
    const count = isEnd ? batch.length : Math.max(batch.length - KEPT_FRAMES, 0);
    for (let k = 0; k < count; k++) copy(batch, order ? (order[k] as number) : k, into);
    this.spare.clear();
    for (let k = count; k < batch.length; k++) {
      const i = order ? (order[k] as number) : k;
      this.spareGroups[copy(batch, i, this.spare)] = this.groups[i] as number;
    }
    [this.batch, this.spare] = [this.spare, batch];
    [this.groups, this.spareGroups] = [this.spareGroups, this.groups];
  }

  /** Undefined when the frames are in order already. */
  private order(): Uint32Array | undefined {
    const { batch, groups } = this;
    let i = 1;
    while (i < batch.length && this.compare(i - 1, i) <= 0) i++;
    if (i >= batch.length) return undefined;
    const order = new Uint32Array(batch.length);
    for (let k = 0; k < order.length; k++) order[k] = k;
    const { timeUs } = batch;
    return order.sort(
      (a, b) => (timeUs[a] as number) - (timeUs[b] as number) || (groups[a] as number) - (groups[b] as number) || a - b,
    );
  }

  private compare(a: number, b: number): number {
    const { timeUs } = this.batch;
    return (timeUs[a] as number) - (timeUs[b] as number) || (this.groups[a] as number) - (this.groups[b] as number);
  }
}

function copy(from: FrameBatch, i: number, to: FrameBatch): number {
  return to.push(
    from.timeUs[i] as number,
    from.channel[i] as number,
    from.id[i] as number,
    from.flags[i] as number,
    from.size[i] as number,
    from.data,
    from.start[i] as number,
  );
}
