import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1, readCb1Header } from "@canopy/can/frame/cb1-decode";
import {
  LIVE_CLOCK_AHEAD_MS,
  type LiveNotice,
  type LivePosition,
  type LiveRequest,
} from "@canopy/contract/frames/live";
import type { FramesMessage } from "@canopy/contract/frames/live-binary";
import { inflateCb1 } from "./live-inflate.ts";
import { LiveOverlap } from "./live-overlap.ts";
import { hasLater, later, reached } from "./live-position.ts";

export interface FrameWatchOptions {
  readonly deviceId: string;
  /** Left out: all. */
  readonly channels?: readonly number[] | undefined;
}

export interface LiveBatchInfo {
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

/** A terminal may send a live batch again: so many are remembered. */
const REMEMBERED = 512;
/** Live batches may still wait on the server when it says that all is filled in, for no longer than this. */
const OVERLAP_MS = 5000;

/** One subscription: decodes, drops what came already, and remembers where to go on after a broken connection. */
export class FrameWatch {
  readonly id: number;
  hasEnded = false;
  private readonly options: FrameWatchOptions;
  private readonly handlers: FrameHandlers;
  private readonly now: () => number;
  private readonly heard = new Set<string>();
  /** Everything up to here has come. */
  private position: LivePosition | undefined;
  /** While missed frames are filled in: the last that came live. */
  private newest: LivePosition | undefined;
  private isFilling = false;
  private overlap: LiveOverlap | undefined;
  private overlapEndMs = 0;
  /** When the last live batch came, where its times are too far ahead to be asked for. */
  private aheadMs: number | undefined;
  /** Deflated batches take a moment; those behind them wait. */
  private decoding: Promise<void> | undefined;

  constructor(id: number, options: FrameWatchOptions, handlers: FrameHandlers, now: () => number) {
    this.id = id;
    this.options = options;
    this.handlers = handlers;
    this.now = now;
  }

  request(): LiveRequest {
    // A fill that was cut off goes on: what came live meanwhile is in the store too.
    if (!this.isFilling && this.position) this.overlap = new LiveOverlap();
    this.isFilling = this.position !== undefined;
    this.tellAhead();
    return {
      type: "frames",
      id: this.id,
      device_id: this.options.deviceId,
      ...(this.options.channels && { channels: [...this.options.channels] }),
      ...(this.position && { after: this.position }),
    };
  }

  /** What was missed of a terminal whose clock is far ahead is not filled in. */
  private tellAhead(): void {
    if (this.aheadMs !== undefined) this.handlers.onGap?.(this.aheadMs, this.now());
    this.aheadMs = undefined;
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
    const { isFilled } = message;
    if (!isFilled && !this.isNew(`${epoch}/${sequence}`)) return;
    if (!header.value.isDeflated && !this.decoding) {
      this.deliver(message.batch, isFilled);
      return;
    }
    const decoding = Promise.resolve(this.decoding)
      .then(() => inflateCb1(message.batch))
      .then((batch) => {
        if (batch) this.deliver(batch, isFilled);
      })
      .finally(() => {
        if (this.decoding === decoding) this.decoding = undefined;
      });
    this.decoding = decoding;
  }

  end(): void {
    this.hasEnded = true;
  }

  private deliver(bytes: Uint8Array, isFilled: boolean): void {
    if (this.hasEnded) return;
    const header = readCb1Header(bytes);
    if (!header.ok) return;
    const batch = new FrameBatch(Math.max(1, header.value.frames), Math.max(8, bytes.length));
    if (!decodeCb1(bytes, batch).ok) return;
    if (!this.isFilling && this.now() > this.overlapEndMs) this.overlap = undefined;
    const fresh = this.overlap?.fresh(batch, isFilled) ?? batch;
    this.advance(isFilled ? batch : fresh, isFilled);
    if (fresh.length > 0) this.handlers.onBatch(fresh, { isFilled });
  }

  private advance(batch: FrameBatch, isFilled: boolean): void {
    const latestUs = (this.now() + LIVE_CLOCK_AHEAD_MS) * 1000;
    if (!isFilled) this.aheadMs = hasLater(batch, latestUs) ? this.now() : undefined;
    if (this.isFilling && !isFilled) this.newest = reached(this.newest, batch, latestUs);
    else this.position = reached(this.position, batch, latestUs);
  }

  private isFilledUp(): void {
    this.isFilling = false;
    this.overlapEndMs = this.now() + OVERLAP_MS;
    this.position = later(this.position, this.newest);
    this.newest = undefined;
  }

  private isNew(key: string): boolean {
    if (this.heard.has(key)) return false;
    this.heard.add(key);
    const [oldest] = this.heard;
    if (this.heard.size > REMEMBERED && oldest !== undefined) this.heard.delete(oldest);
    return true;
  }
}
