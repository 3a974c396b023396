import { FrameBatch } from "@canopy/can/frame/batch";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { bytesOfStored, flagsOfStored } from "../../frames/sources/stored-frame.ts";

export interface PageAsked {
  readonly order: "newer" | "older";
  readonly atUs?: number;
  readonly cursor?: string;
  readonly size: number;
}

export type LoadPage = (
  asked: PageAsked,
  signal: AbortSignal,
) => Promise<{ readonly list: readonly StoredFrameRow[]; readonly newer: string | null }>;

/** The frames due since the last call. */
export interface Due {
  readonly frames: FrameBatch;
  /** Playback was too fast: frames between these times were skipped. */
  readonly gap: { readonly fromUs: number; readonly toUs: number } | undefined;
}

const PAGE_FRAMES = 1000;
/** Limit of frames held ahead of the position. */
const MAX_AHEAD = 8 * PAGE_FRAMES;
/** Number of frames before the target of a seek that are shown too. */
const PAST_FRAMES = 100;

/**
 * Stored frames of a device for playback, read ahead in pages. When the position overtakes the
 * server, the feed jumps to the position and reports the skipped range, so that the rows stay in step.
 */
export class PlaybackFeed {
  /** The last read failed; after `retry` the next `want` reads again. */
  failure: unknown;
  /** The held frames reach the end of the range. */
  isAtEnd = false;
  private readonly load: LoadPage;
  private readonly now: () => number;
  private queue: StoredFrameRow[] = [];
  private next = 0;
  private cursor: string | undefined;
  /** All frames before this time were read. */
  private readUs = 0;
  private gapFromUs: number | undefined;
  private loading: AbortController | undefined;
  private latencyMs = 200;

  constructor(load: LoadPage, now: () => number = () => performance.now()) {
    this.load = load;
    this.now = now;
  }

  get isLoading(): boolean {
    return this.loading !== undefined;
  }

  /** All frames before this time are held or were handed out. */
  get knownUntilUs(): number {
    return this.isAtEnd ? Number.POSITIVE_INFINITY : this.readUs;
  }

  /** Restarts at this time; frames just before it are due at once. */
  seek(atUs: number): void {
    this.close();
    Object.assign(this, { queue: [], next: 0, cursor: undefined, gapFromUs: undefined, isAtEnd: false });
    this.failure = undefined;
    this.readUs = atUs;
    void this.read({ order: "older", atUs, size: PAST_FRAMES }, () => {});
  }

  retry(): void {
    this.failure = undefined;
  }

  /** Reads the next page unless enough frames are held ahead of the position. */
  want(positionUs: number, speed: number): void {
    if (this.loading !== undefined || this.isAtEnd || this.failure !== undefined) return;
    const held = this.queue.length - this.next;
    const aheadUs = 3_000_000 * Math.max(1, speed);
    if (held >= MAX_AHEAD || (held > 0 && this.readUs > positionUs + aheadUs)) return;
    const isLate = held === 0 && this.readUs < positionUs - this.latencyMs * 1000 * speed;
    if (isLate) {
      // The position when the answer arrives.
      const atUs = Math.floor(positionUs + this.latencyMs * 1000 * speed);
      const fromUs = this.readUs;
      void this.read({ order: "newer", atUs, size: PAGE_FRAMES }, () => {
        this.gapFromUs = fromUs;
      });
      return;
    }
    const place = this.cursor === undefined ? { atUs: Math.ceil(this.readUs) } : { cursor: this.cursor };
    void this.read({ order: "newer", size: PAGE_FRAMES, ...place }, () => {});
  }

  /** The frames up to this time that were not handed out yet. */
  take(toUs: number): Due {
    const frames = new FrameBatch();
    let gap: Due["gap"];
    for (; this.next < this.queue.length; this.next++) {
      const row = this.queue[this.next] as StoredFrameRow;
      const timeUs = Number(row.time);
      if (timeUs > toUs) break;
      if (this.gapFromUs !== undefined) {
        gap = { fromUs: this.gapFromUs, toUs: timeUs };
        this.gapFromUs = undefined;
      }
      frames.push(timeUs, row.channel, row.id, flagsOfStored(row), row.length, bytesOfStored(row));
    }
    if (this.next === this.queue.length) {
      this.queue = [];
      this.next = 0;
    }
    return { frames, gap };
  }

  close(): void {
    this.loading?.abort();
    this.loading = undefined;
  }

  private async read(asked: PageAsked, before: () => void): Promise<void> {
    const own = new AbortController();
    this.loading = own;
    const startMs = this.now();
    try {
      const { list, newer } = await this.load(asked, own.signal);
      if (this.loading !== own) return;
      before();
      this.latencyMs = 0.5 * this.latencyMs + 0.5 * (this.now() - startMs);
      this.queue = this.next === 0 ? [...this.queue, ...list] : [...this.queue.slice(this.next), ...list];
      this.next = 0;
      if (asked.order === "older") return;
      const last = list.at(-1);
      if (last !== undefined) this.readUs = Number(last.time);
      this.cursor = newer ?? undefined;
      this.isAtEnd = newer === null;
    } catch (error) {
      if (this.loading === own) this.failure = error;
    } finally {
      if (this.loading === own) this.loading = undefined;
    }
  }
}
