import { type DayGroup, type DayPart, FlushGroup } from "./ingest-group.ts";
import { type IngestClock, NotTaken } from "./ingest-retry.ts";

/** A group goes when it has so many frames, or when its oldest batch has waited so long. */
export const FLUSH_FRAMES = 20_000;
export const FLUSH_MS = 200;

interface FlushOptions {
  /** Resolves when the rows are safe; rejects only when ingest closes. */
  readonly store: (group: DayGroup) => Promise<void>;
  readonly clock: IngestClock;
  readonly onFlushed: () => void;
}

/**
 * Batches in order of arrival become groups: while one is stored the next is filled. What finds no room waits, and with
 * it the acknowledgement.
 */
export class Flusher {
  readonly #options: FlushOptions;
  readonly #waiting: (readonly DayPart[])[] = [];
  #filling = new FlushGroup();
  #spare = new FlushGroup();
  #isStoring = false;
  #cancelTimer: (() => void) | undefined;

  constructor(options: FlushOptions) {
    this.#options = options;
  }

  /** The parts of one batch, oldest day first. */
  add(parts: readonly DayPart[]): void {
    this.#waiting.push(parts);
    this.#fill();
    this.#schedule();
  }

  /** Gives up what is not yet in a group; of one binding or of all. */
  drop(reason: NotTaken, bindingNumber?: number): void {
    const stay = this.#waiting.filter((parts) => {
      if (bindingNumber !== undefined && parts[0]?.batch.bindingNumber !== bindingNumber) return true;
      for (const part of parts) part.failed(reason);
      return false;
    });
    this.#waiting.splice(0, this.#waiting.length, ...stay);
  }

  /** Ends waiting; what is being stored ends with `store`. */
  close(): void {
    const closed = new NotTaken("closed");
    this.drop(closed);
    this.#cancelTimer?.();
    for (const { parts } of this.#filling.days) for (const { part } of parts) part.failed(closed);
    this.#filling.clear();
  }

  #fill(): void {
    const now = this.#options.clock.nowMs();
    for (let parts = this.#waiting[0]; parts !== undefined; parts = this.#waiting[0]) {
      const days = parts.map(({ sequences }) => sequences.day);
      if (!this.#filling.fits(days, parts[0]?.batch.frames.length ?? 0)) return;
      for (const part of parts) this.#filling.add(part, now);
      this.#waiting.shift();
    }
  }

  #schedule(): void {
    const { sinceMs, frames } = this.#filling;
    if (this.#isStoring || sinceMs === undefined) return;
    const isFull = frames >= FLUSH_FRAMES || this.#waiting.length > 0;
    const delayMs = isFull ? 0 : sinceMs + FLUSH_MS - this.#options.clock.nowMs();
    if (delayMs <= 0) {
      this.#cancelTimer?.();
      this.#cancelTimer = undefined;
      void this.#flush();
    } else {
      this.#cancelTimer ??= this.#options.clock.after(delayMs, () => {
        this.#cancelTimer = undefined;
        this.#schedule();
      });
    }
  }

  async #flush(): Promise<void> {
    this.#isStoring = true;
    const group = this.#filling;
    this.#filling = this.#spare;
    this.#fill();
    for (const day of group.days) await this.#storeDay(day);
    group.clear();
    this.#spare = group;
    this.#isStoring = false;
    this.#options.onFlushed();
    this.#schedule();
  }

  async #storeDay(group: DayGroup): Promise<void> {
    try {
      await this.#options.store(group);
    } catch (error) {
      for (const { part } of group.parts) part.failed(error);
      return;
    }
    for (const { part, bytes, frames } of group.parts) part.stored(bytes, frames);
  }
}
