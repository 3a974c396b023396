import { deflateRawSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { encodeCb1 } from "@canopy/can/frame/cb1-encode";
import { pushForCb1 } from "@canopy/can/frame/cb1-fit";
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

interface AssemblerSettings {
  filters: readonly IdFilter[];
  /** Called when batches are in the spool. */
  added: () => void;
  log: (text: string) => void;
}

/** Makes batches of frames and puts them into the spool, as many as there are with one sync of the disk. */
export class Assembler {
  private readonly spool: Spool;
  private readonly settings: AssemblerSettings;
  private readonly source: number;
  private consumed: number;
  private current = new FrameBatch(MAX_FRAMES);
  private ready: Ready[] = [];
  private timer: NodeJS.Timeout | undefined;
  private leftOut = 0;
  private isBroken = false;

  constructor(spool: Spool, from: SourcePosition, settings: AssemblerSettings) {
    this.spool = spool;
    this.source = from.source;
    this.consumed = from.position;
    this.settings = settings;
  }

  take(frames: FrameBatch): void {
    for (let i = 0; i < frames.length; i++) {
      const frame = frames.at(i);
      this.consumed++;
      if (!passes(this.settings.filters, frame.channel, frame.id, frame.flags)) continue;
      const problem = pushForCb1(this.current, frame);
      if (problem !== null) this.leaveOut(problem);
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

  /** After the last frame. */
  end(): void {
    this.flush();
    if (this.leftOut > 1) this.settings.log(`${this.leftOut} frames were left out in all`);
  }

  private finish(): void {
    this.ready.push({ frames: this.current, at: { source: this.source, position: this.consumed } });
    this.current = new FrameBatch(MAX_FRAMES);
  }

  /** Of a whole log that is odd, one line is enough. */
  private leaveOut(problem: string): void {
    this.leftOut++;
    if (this.leftOut > 1) return;
    this.settings.log(`frame ${this.consumed} of the source is left out: it is no CAN frame (${problem})`);
  }

  private store(): void {
    const { ready } = this;
    // Behind batches that could not be written nothing may follow: a restart reads on from the last one that is there.
    if (ready.length === 0 || this.isBroken) return;
    const { epoch } = this.spool;
    this.ready = [];
    this.isBroken = true;
    this.spool.append(ready.map(({ frames, at }) => ({ at, encode: (sequence) => encode(frames, epoch, sequence) })));
    this.isBroken = false;
    this.settings.added();
  }
}

function encode(frames: FrameBatch, epoch: number, sequence: number): Uint8Array {
  const message = encodeCb1(frames, { epoch, sequence }, (body) => deflateRawSync(body, { level: 1 }));
  // `take` lets in only what fits.
  if (!message.ok) throw new Error(`CB1: ${message.problem.code}`);
  return message.value;
}
