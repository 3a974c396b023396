import type { FrameBatch } from "@canopy/can/frame/batch";
import { rowAt } from "../segments/run.ts";
import type { FramePosition } from "../store/frame-position.ts";
import { DAY_US, SECOND_US } from "../store/time-window.ts";
import { type ActiveRun, activeRun, type RowsWanted } from "./active-run.ts";
import type { SegmentHour } from "./run-merge.ts";
import { placesOf, type RunRows } from "./slice-order.ts";
import { fillBatch, payloadBytes } from "./slice-rows.ts";
import type { SourceRun } from "./source-run.ts";

/** Rows of a slice: the target, and the number above which a slice is shortened. */
const SLICE_FRAMES = 8192;
const MOST_FRAMES = 2 * SLICE_FRAMES;
/** Rows of the runs that are opened for one slice: where quiet traffic becomes dense a slice could reach over too many. */
const MOST_OPENED = 8 * SLICE_FRAMES;

type Waiting = SourceRun | SegmentHour;

export interface SliceOptions extends RowsWanted {
  /** Reads the bytes of runs. */
  readonly load: (runs: readonly SourceRun[]) => Promise<void>;
}

/**
 * Runs in any number as slices of time, each in the order (time, k). A run is opened when a slice reaches it, so that
 * memory holds the runs of one moment.
 */
export class SliceMerge {
  readonly #options: SliceOptions;
  /** Not opened yet, the next one last. */
  readonly #waiting: Waiting[];
  #active: ActiveRun[] = [];
  #spanUs = SECOND_US;
  #last: FramePosition | undefined;

  constructor(sources: readonly Waiting[], { fromUs, after, ...options }: SliceOptions) {
    this.#options = { ...options, after, fromUs: Math.max(fromUs, after?.timeUs ?? fromUs) };
    this.#waiting = sources.filter((source) => this.#isInside(source));
    this.#sortWaiting();
  }

  /** Of the last row that was given. */
  get position(): FramePosition | undefined {
    return this.#last;
  }

  /** The next slice, in an empty batch with room for its frames and bytes; undefined: the end. */
  async next(roomFor: (frames: number, bytes: number) => FrameBatch): Promise<FrameBatch | undefined> {
    for (;;) {
      const fromUs = this.#firstUs();
      if (fromUs === undefined) return undefined;
      const toUs = await this.#open(fromUs, Math.min(fromUs + this.#spanUs, this.#options.toUs));
      const slice = this.#rowsUntil(toUs);
      const count = slice.reduce((sum, { from, to }) => sum + to - from, 0);
      const isTooLong = count > MOST_FRAMES && toUs - fromUs > 1;
      this.#adapt(toUs - fromUs, count);
      if (isTooLong || count === 0) continue;
      const batch = roomFor(count, payloadBytes(slice));
      const places = placesOf(slice, count, { fromUs, toUs });
      fillBatch(batch, slice, places, count);
      this.#advance(slice, places, count);
      return batch;
    }
  }

  /** Slices of traffic as it is come out as long as they should. */
  #adapt(spanUs: number, count: number): void {
    const factor = Math.min(4, Math.max(1 / 16, SLICE_FRAMES / Math.max(1, count)));
    this.#spanUs = Math.min(DAY_US, Math.max(1, Math.floor(spanUs * factor)));
  }

  /** The time of the next row, as far as it is known; undefined: there is none. */
  #firstUs(): number | undefined {
    const next = this.#waiting.at(-1);
    let firstUs = next === undefined ? Number.POSITIVE_INFINITY : Math.max(next.firstUs, this.#options.fromUs);
    for (const { run, next: row } of this.#active) firstUs = Math.min(firstUs, run.timesUs[row] as number);
    return firstUs === Number.POSITIVE_INFINITY ? undefined : firstUs;
  }

  #rowsUntil(endUs: number): RunRows[] {
    const slice: RunRows[] = [];
    for (const { run, next, end } of this.#active) {
      const to = Math.min(end, rowAt(run.timesUs, run.count, endUs));
      if (to > next) slice.push({ run, from: next, to });
    }
    return slice;
  }

  #advance(slice: readonly RunRows[], places: Uint32Array, count: number): void {
    const ends = new Map(slice.map(({ run, to }) => [run, to]));
    for (const active of this.#active) active.next = ends.get(active.run) ?? active.next;
    this.#active = this.#active.filter(({ next, end }) => next < end);
    let at = 0;
    for (const { run, from, to } of slice) {
      const row = places.subarray(at, at + to - from).indexOf(count - 1);
      at += to - from;
      if (row >= 0) this.#last = { timeUs: run.timesUs[from + row] as number, k: run.ks?.[from + row] ?? 0 };
    }
  }

  /** Opens the runs that begin before `endUs`; returns the end of the slice, earlier where it would be too large. */
  async #open(firstUs: number, endUs: number): Promise<number> {
    const opening: SourceRun[] = [];
    let rows = 0;
    let untilUs = endUs;
    for (let next = this.#waiting.at(-1); next !== undefined && next.firstUs < untilUs; next = this.#waiting.at(-1)) {
      if (rows >= MOST_OPENED && next.firstUs > firstUs) untilUs = next.firstUs;
      else {
        this.#waiting.pop();
        if ("runs" in next) await this.#openHour(next);
        else {
          opening.push(next);
          rows += next.count;
        }
      }
    }
    if (opening.length > 0) await this.#options.load(opening);
    for (const source of opening) {
      const active = activeRun(source, this.#options);
      if (active !== undefined) this.#active.push(active);
    }
    return untilUs;
  }

  async #openHour(hour: SegmentHour): Promise<void> {
    for (const run of await hour.runs()) if (this.#isInside(run)) this.#waiting.push(run);
    this.#sortWaiting();
  }

  #isInside({ firstUs, lastUs }: Waiting): boolean {
    return lastUs >= this.#options.fromUs && firstUs < this.#options.toUs;
  }

  #sortWaiting(): void {
    this.#waiting.sort((a, b) => b.firstUs - a.firstUs);
  }
}
