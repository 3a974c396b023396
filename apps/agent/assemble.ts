import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { type IdFilter, passes } from "./source/filter.ts";
import type { SourcePosition } from "./spool/segment.ts";
import type { Spool } from "./spool/spool.ts";

const MAX_FRAMES = 500;
/** How long a frame waits for others. */
const MAX_AGE_MS = 200;

interface Ready {
  frames: FrameBatch;
  at: SourcePosition;
}

/** Makes batches of frames and puts them into the spool, as many as there are with one sync of the disk. */
export class Assembler {
  private readonly spool: Spool;
  private readonly filters: readonly IdFilter[];
  private readonly source: number;
  private readonly added: () => void;
  private consumed: number;
  private current = new FrameBatch(MAX_FRAMES);
  private ready: Ready[] = [];
  private timer: NodeJS.Timeout | undefined;

  constructor(spool: Spool, filters: readonly IdFilter[], from: SourcePosition, added: () => void) {
    this.spool = spool;
    this.filters = filters;
    this.source = from.source;
    this.consumed = from.position;
    this.added = added;
  }

  take(frames: FrameBatch): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames.at(i);
      this.consumed++;
      if (!passes(this.filters, frame.channel, frame.id, frame.flags)) continue;
      this.current.pushFrame(frame);
      if (this.current.length >= MAX_FRAMES) this.finish();
    }
    this.store();
    if (this.current.length > 0) this.timer ??= setTimeout(() => this.flush(), MAX_AGE_MS);
  }

  flush(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    if (this.current.length > 0) this.finish();
    this.store();
  }

  private finish(): void {
    this.ready.push({ frames: this.current, at: { source: this.source, position: this.consumed } });
    this.current = new FrameBatch(MAX_FRAMES);
  }

  private store(): void {
    if (this.ready.length === 0) return;
    const { epoch } = this.spool;
    this.spool.append(
      this.ready.map(({ frames, at }) => ({ at, encode: (sequence) => encode(frames, epoch, sequence) })),
    );
    this.ready = [];
    this.added();
  }
}

function encode(frames: FrameBatch, epoch: number, sequence: number): Uint8Array {
  const message = encodeCb1(frames, { epoch, sequence }, (body) => deflateRawSync(body, { level: 1 }));
  // The readers give valid frames only.
  if (!message.ok) throw new Error(`CB1: ${message.problem.code}`);
  return message.value;
}
