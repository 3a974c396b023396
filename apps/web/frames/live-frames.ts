import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1, readCb1Header } from "@canopy/can/frame/cb1-decode";
import type { LiveNotice, LivePosition, LiveRequest } from "@canopy/contract/frames/live";
import type { FramesMessage } from "@canopy/contract/frames/live-binary";
import { inflateCb1 } from "./live-inflate.ts";

export interface FrameWatchOptions {
  readonly deviceId: string;
  /** Left out: all. */
  readonly channels?: readonly number[] | undefined;
}

export interface LiveBatchInfo {
  readonly epoch: number;
  readonly sequence: number;
  /** Missed while the connection was broken and read from the store: older than what is live. */
  readonly isFilled: boolean;
}

export interface FrameHandlers {
  /** The batch is the listener's own. */
  onBatch(batch: FrameBatch, info: LiveBatchInfo): void;
  /** So many frames were left out because this browser reads too slowly; they are in the store. */
  onMissed?(frames: number): void;
  /** Between these times frames were missed and not filled in; they are in the store. */
  onGap?(fromMs: number, toMs: number): void;
  /** The subscription is refused or has ended: nothing more will come. */
  onError?(code: string): void;
}

type FrameNotice = Extract<LiveNotice, { id: number }>;

/** Batches that may come twice (a terminal sends again, the store has what was live): so many are remembered. */
const REMEMBERED = 512;
/** A terminal whose clock is further ahead does not move the place from which missed frames are asked for. */
const CLOCK_AHEAD_MS = 60_000;
/** The place of the last frame of a batch: all its frames have come. */
const WHOLE_BATCH = 0xffff;

/** One subscription: decodes, drops what came already, and remembers where to go on after a broken connection. */
export class FrameWatch {
  readonly id: number;
  hasEnded = false;
  private readonly options: FrameWatchOptions;
  private readonly handlers: FrameHandlers;
  private readonly now: () => number;
  private readonly live = new Set<string>();
  private readonly filled = new Set<string>();
  /** Everything up to here has come. */
  private position: LivePosition | undefined;
  /** The newest that has come; ahead of `position` while missed frames are being filled in. */
  private newest: LivePosition | undefined;
  private isFilling = false;
  /** Deflated batches take a moment; those behind them wait. */
  private decoding: Promise<void> | undefined;

  constructor(id: number, options: FrameWatchOptions, handlers: FrameHandlers, now: () => number) {
    this.id = id;
    this.options = options;
    this.handlers = handlers;
    this.now = now;
  }

  request(): LiveRequest {
    this.isFilling = this.position !== undefined;
    return {
      type: "frames",
      id: this.id,
      device_id: this.options.deviceId,
      ...(this.options.channels && { channels: [...this.options.channels] }),
      ...(this.position && { after: this.position }),
    };
  }

  hear(notice: FrameNotice): void {
    if (this.hasEnded) return;
    if (notice.type === "missed") this.handlers.onMissed?.(notice.frames);
    if (notice.type === "gap") this.handlers.onGap?.(notice.from_ms, notice.to_ms);
    if (notice.type === "filled") this.isFilledUp();
    if (notice.type === "closed") {
      this.end();
      this.handlers.onError?.(notice.code);
    }
  }

  take(message: FramesMessage): void {
    const header = readCb1Header(message.batch);
    if (this.hasEnded || !header.ok) return;
    const { epoch, sequence } = header.value;
    const key = `${epoch}/${sequence}`;
    // One batch of the store may come in two pieces, so filled ones are not compared with each other.
    if (this.live.has(key) || (!message.isFilled && this.filled.has(key))) return;
    remember(message.isFilled ? this.filled : this.live, key);
    const info = { epoch, sequence, isFilled: message.isFilled };
    if (!header.value.isDeflated && !this.decoding) {
      this.deliver(message.batch, info);
      return;
    }
    const decoding = Promise.resolve(this.decoding)
      .then(() => inflateCb1(message.batch))
      .then((batch) => {
        if (batch) this.deliver(batch, info);
      })
      .finally(() => {
        if (this.decoding === decoding) this.decoding = undefined;
      });
    this.decoding = decoding;
  }

  end(): void {
    this.hasEnded = true;
  }

  private deliver(bytes: Uint8Array, info: LiveBatchInfo): void {
    if (this.hasEnded) return;
    const header = readCb1Header(bytes);
    if (!header.ok) return;
    const batch = new FrameBatch(Math.max(1, header.value.frames), Math.max(8, bytes.length));
    if (!decodeCb1(bytes, batch).ok) return;
    this.advance(batch, info);
    this.handlers.onBatch(batch, info);
  }

  private advance(batch: FrameBatch, { epoch, sequence, isFilled }: LiveBatchInfo): void {
    let timeUs = Number.NEGATIVE_INFINITY;
    for (let i = 0; i < batch.length; i++) timeUs = Math.max(timeUs, batch.timeUs[i] as number);
    if (batch.length === 0 || timeUs > (this.now() + CLOCK_AHEAD_MS) * 1000) return;
    const reached = { time_us: timeUs, epoch, sequence, index: WHOLE_BATCH };
    if (isFilled) this.position = later(this.position, reached);
    else this.newest = later(this.newest, reached);
    if (!this.isFilling) this.position = later(this.position, this.newest ?? reached);
  }

  private isFilledUp(): void {
    this.isFilling = false;
    if (this.newest) this.position = later(this.position, this.newest);
  }
}

function later(one: LivePosition | undefined, other: LivePosition): LivePosition {
  return one !== undefined && one.time_us > other.time_us ? one : other;
}

function remember(keys: Set<string>, key: string): void {
  keys.add(key);
  if (keys.size <= REMEMBERED) return;
  for (const oldest of keys) {
    keys.delete(oldest);
    return;
  }
}
