import type { RunKs, RunTimes } from "../segments/run-times.ts";
import type { DataMask } from "../store/frame-filter.ts";
import { comparePositions, type FramePosition } from "../store/frame-position.ts";
import type { StoredFrame } from "../store/frame-store.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { rowsWithData } from "./run-filter.ts";
import { RunHeap } from "./run-heap.ts";
import { partsOf, type RunParts, type SourceRun } from "./source-run.ts";

/** An hour of a segment, of which nothing is known yet but where it lies. */
export interface SegmentHour {
  readonly firstUs: number;
  readonly lastUs: number;
  /** Its runs, those that can match. */
  readonly runs: () => Promise<readonly SourceRun[]>;
}

type Waiting = SourceRun | SegmentHour;

const isHour = (waiting: Waiting): waiting is SegmentHour => "runs" in waiting;

export interface MergeOptions extends TimeWindow {
  readonly order: "oldestFirst" | "newestFirst";
  /** Only rows after it, in the order. */
  readonly after?: FramePosition | undefined;
  readonly data?: DataMask | undefined;
  /** Reads the bytes of runs. */
  readonly load: (runs: readonly SourceRun[]) => Promise<void>;
}

/** A run that takes part, at its next row. */
interface Active {
  readonly source: SourceRun;
  readonly parts: RunParts;
  readonly times: RunTimes;
  readonly ks: RunKs | null;
  /** 1 for each row that matches; null: all do. */
  readonly matches: Uint8Array | null;
  row: number;
  /** The first row that does not take part any more, in the direction of reading. */
  readonly end: number;
  timeUs: number;
  k: number;
}

/** Takes a row of a run: the columns are the caller's to read. */
export type TakeRow = (source: SourceRun, parts: RunParts, row: number, timeUs: number, k: number) => void;

/**
 * Runs in any number, merged in the order (time, k), forward or backward. A run is opened when the merge reaches it:
 * a page opens those that lie around it and no others.
 */
export class RunMerge {
  readonly #options: MergeOptions;
  readonly #isForward: boolean;
  /** 1 forward, -1 backward: with it the smallest is next in both directions. */
  readonly #sign: 1 | -1;
  /** Not opened yet, the next one last. */
  readonly #waiting: Waiting[];
  readonly #heap = new RunHeap();
  /** The runs of the heap's slots. */
  readonly #slots: Active[] = [];
  readonly #free: number[] = [];

  constructor(sources: readonly Waiting[], options: MergeOptions) {
    this.#options = options;
    this.#isForward = options.order === "oldestFirst";
    this.#sign = this.#isForward ? 1 : -1;
    this.#waiting = sources.filter((source) => this.#isInside(source));
    this.#sortWaiting();
  }

  /** Takes at most `limit` rows; returns how many: fewer only at the end. */
  async take(limit: number, take: TakeRow): Promise<number> {
    let taken = 0;
    while (taken < limit) {
      // Repeated: an opened run may begin after a waiting one.
      while (this.#mustOpen()) await this.#open();
      if (this.#heap.length === 0) return taken;
      taken += this.#takeRows(limit - taken, take);
    }
    return taken;
  }

  /** Rows until one that a waiting run may come before. */
  #takeRows(limit: number, take: TakeRow): number {
    const heap = this.#heap;
    const sign = this.#sign;
    const horizon = this.#horizon();
    let taken = 0;
    while (taken < limit) {
      const slot = heap.top;
      if (slot < 0 || horizon <= heap.timeOf(slot)) break;
      const active = this.#slots[slot] as Active;
      take(active.source, active.parts, active.row, active.timeUs, active.k);
      taken += 1;
      if (this.#advance(active, sign)) heap.replaceTop(sign * active.timeUs, sign * active.k);
      else {
        heap.pop();
        this.#free.push(slot);
      }
    }
    return taken;
  }

  /** Where the next waiting run may begin, with the sign of the direction. */
  #horizon(): number {
    const next = this.#waiting.at(-1);
    if (next === undefined) return Number.POSITIVE_INFINITY;
    return this.#sign * (this.#isForward ? next.firstUs : next.lastUs);
  }

  #range(): TimeWindow {
    const { fromUs, toUs, after } = this.#options;
    if (after === undefined) return { fromUs, toUs };
    if (this.#isForward) return { fromUs: Math.max(fromUs, after.timeUs), toUs };
    return { fromUs, toUs: Math.min(toUs, after.timeUs + 1) };
  }

  /** The next waiting run may have a row before the first of the heap. */
  #mustOpen(): boolean {
    if (this.#waiting.length === 0) return false;
    return this.#heap.length === 0 || this.#horizon() <= this.#heap.timeOf(this.#heap.top);
  }

  /** Opens all that begin before the first row, together. */
  async #open(): Promise<void> {
    const top = this.#heap.top;
    const limitUs = top < 0 ? this.#edgeOf(this.#waiting.at(-1) as Waiting) : this.#sign * this.#heap.timeOf(top);
    const isDue = (source: Waiting) =>
      this.#isForward ? this.#edgeOf(source) <= limitUs : this.#edgeOf(source) >= limitUs;
    const opening: SourceRun[] = [];
    const hours: SegmentHour[] = [];
    for (let next = this.#waiting.at(-1); next !== undefined && isDue(next); next = this.#waiting.at(-1)) {
      if (isHour(next)) hours.push(next);
      else opening.push(next);
      this.#waiting.pop();
    }
    const found = (await Promise.all(hours.map((hour) => hour.runs()))).flat().filter((run) => this.#isInside(run));
    for (const run of found) (isDue(run) ? opening : this.#waiting).push(run);
    if (found.length > 0) this.#sortWaiting();
    await this.#options.load(opening);
    for (const source of opening) this.#activate(source);
  }

  #isInside(source: Waiting): boolean {
    const { fromUs, toUs } = this.#range();
    return source.lastUs >= fromUs && source.firstUs < toUs;
  }

  #sortWaiting(): void {
    if (this.#isForward) this.#waiting.sort((a, b) => b.firstUs - a.firstUs);
    else this.#waiting.sort((a, b) => a.lastUs - b.lastUs);
  }

  /** Where a run begins, in the direction of reading, within the range. */
  #edgeOf(source: Waiting): number {
    const { fromUs, toUs } = this.#range();
    return this.#isForward ? Math.max(source.firstUs, fromUs) : Math.min(source.lastUs, toUs - 1);
  }

  #activate(source: SourceRun): void {
    const parts = partsOf(source);
    const { times, ks } = parts;
    const { data } = this.#options;
    const matches = data ? rowsWithData(source, source.count, (k) => parts.plane(k), data) : null;
    if (matches === undefined) return;
    const { fromUs, toUs } = this.#range();
    const from = times.rowAt(fromUs);
    const to = times.rowAt(toUs);
    if (from >= to) return;
    const row = this.#isForward ? from - 1 : to;
    const end = this.#isForward ? to : from - 1;
    const active: Active = { source, parts, times, ks, matches, row, end, timeUs: 0, k: 0 };
    if (!this.#advance(active, this.#sign)) return;
    const slot = this.#free.pop() ?? this.#slots.length;
    this.#slots[slot] = active;
    this.#heap.push(slot, this.#sign * active.timeUs, this.#sign * active.k);
  }

  /** To the next row that matches and lies behind `after`; false: there is none. */
  #advance(active: Active, step: number): boolean {
    const { times, ks, matches, end } = active;
    const { after } = this.#options;
    for (let row = active.row + step; row !== end; row += step) {
      if (matches !== null && matches[row] === 0) continue;
      const timeUs = times.at(row);
      const k = ks === null ? 0 : ks.at(row);
      if (after !== undefined && timeUs === after.timeUs && step * comparePositions({ timeUs, k }, after) <= 0)
        continue;
      active.row = row;
      active.timeUs = timeUs;
      active.k = k;
      return true;
    }
    return false;
  }
}

/** A row as a frame of its own. */
export function frameAt(source: SourceRun, parts: RunParts, row: number, timeUs: number, k: number): StoredFrame {
  const { channel, id, flags, size } = source;
  const data = Uint8Array.from(parts.planes, (plane) => (typeof plane === "number" ? plane : (plane[row] as number)));
  return { timeUs, k, channel, id, flags, size, data };
}
