import type { ReadFrame } from "../table/table-frame.ts";
import type { FrameReader, PageAsked } from "./frame-reader.ts";

export function testFrame(timeUs: number, id: number, changes: Partial<ReadFrame> = {}): ReadFrame {
  const bytes = Uint8Array.of(timeUs & 255);
  return { key: `${timeUs}.0`, timeUs, channel: 0, id, flags: 0, size: bytes.length, bytes, ...changes };
}

/** Frames in memory, read like from the server. */
export class TestReader implements FrameReader {
  readonly fromUs = 0;
  toUs: number;
  frames: ReadFrame[];
  asked: PageAsked[] = [];
  failure: Error | undefined;
  /** Answers wait for it. */
  hold: Promise<void> | undefined;

  constructor(frames: ReadFrame[]) {
    this.frames = frames;
    this.toUs = (frames.at(-1)?.timeUs ?? 0) + 1;
  }

  async page(asked: PageAsked) {
    this.asked.push(asked);
    await this.hold;
    if (this.failure) throw this.failure;
    const { order, cursor, atUs, size } = asked;
    const place = (timeUs: number) => {
      const found = this.frames.findIndex((frame) => frame.timeUs >= timeUs);
      return found < 0 ? this.frames.length : found;
    };
    const at = cursor === undefined ? -1 : this.frames.findIndex(({ key }) => key === cursor);
    if (order === "newer") {
      const from = cursor === undefined ? place(atUs ?? 0) : at + 1;
      const list = this.frames.slice(from, from + size);
      const older = cursor === undefined && atUs === undefined ? null : (list[0]?.key ?? cursor ?? `${atUs}.0`);
      return { list, older, newer: from + size < this.frames.length ? (list.at(-1)?.key ?? null) : null };
    }
    const end = cursor === undefined ? (atUs === undefined ? this.frames.length : place(atUs)) : Math.max(0, at);
    const from = Math.max(0, end - size);
    const list = this.frames.slice(from, end);
    const newer = cursor === undefined && atUs === undefined ? null : (list.at(-1)?.key ?? cursor ?? null);
    return { list, older: from > 0 ? (list[0]?.key ?? null) : null, newer };
  }

  async counts() {
    return { startUs: 0, bucketUs: this.toUs, frames: [this.frames.length] };
  }
}

/** Waits until all requests are answered. */
export const answered = () => new Promise((resolve) => setTimeout(resolve, 0));
