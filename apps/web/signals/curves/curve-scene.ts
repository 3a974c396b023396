import { createStore, type Store } from "../../platform/kept.ts";
import type { Cursors } from "../layouts/view-address.ts";
import { NO_CURSORS } from "../layouts/view-address.ts";
import { gapUs, isBroken, lastUpTo, nearest, type Samples, type SpanUs } from "../samples/samples.ts";

/** Where samples come from: the store, or the live channel. Both are drawn alike. */
export interface CurveSource {
  /** Samples of a range that are in memory: the finest set that covers it. */
  read(key: string, span: SpanUs): Samples;
  /** Samples in memory around a time, every sample if possible. */
  readAt(key: string, atUs: number): Samples;
  /** Load state of a range: an empty set of samples means "no data" only when it is `here`. */
  stateOf(key: string, span: SpanUs): "here" | "coming" | "failed";
}

export interface Painter {
  paint(): void;
  /** Cursors only: the lines below stay. */
  paintOver(): void;
}

/** A sample beside a gap speaks for a cycle or two, no longer. */
const FRESH = 3;

/**
 * What all panels of a page share: the range, the pointer and the cursors. It lives beside React; whatever changes is
 * drawn once, in the next frame of the screen, in all panels alike.
 */
export class CurveScene {
  readonly source: CurveSource;
  readonly span: Store<SpanUs>;
  readonly hoverUs = createStore<number | null>(null);
  readonly cursors = createStore<Cursors>(NO_CURSORS);
  /** The range selected by a shift-drag in progress. */
  readonly selecting = createStore<SpanUs | null>(null);
  /** Grows when samples came. */
  readonly arrivals = createStore(0);
  /** How long the last frame took to draw, in milliseconds. */
  lastDrawMs = 0;
  readonly #painters = new Set<Painter>();
  #due: "none" | "over" | "all" = "none";

  constructor(source: CurveSource, span: SpanUs) {
    this.source = source;
    this.span = createStore(span);
    this.span.subscribe(() => this.draw("all"));
    this.hoverUs.subscribe(() => this.draw("over"));
    this.cursors.subscribe(() => this.draw("over"));
    this.selecting.subscribe(() => this.draw("over"));
  }

  add(painter: Painter): () => void {
    this.#painters.add(painter);
    this.draw("all");
    return () => this.#painters.delete(painter);
  }

  arrived(): void {
    this.arrivals.set(this.arrivals.get() + 1);
    this.draw("all");
  }

  draw(what: "over" | "all"): void {
    const waits = this.#due !== "none";
    if (this.#due !== "all") this.#due = what;
    if (!waits) requestAnimationFrame(() => this.#drawNow());
  }

  #drawNow(): void {
    const from = performance.now();
    const all = this.#due === "all";
    this.#due = "none";
    for (const painter of this.#painters) {
      if (all) painter.paint();
      painter.paintOver();
    }
    this.lastDrawMs = performance.now() - from;
  }

  /** The sample that a moment shows: the one next to it, of a state the last before it. Undefined inside a gap. */
  sampleAt(key: string, atUs: number, isState: boolean): { atUs: number; value: number } | undefined {
    const samples = this.source.readAt(key, atUs);
    const index = isState ? lastUpTo(samples, atUs) : nearest(samples, atUs);
    if (index < 0) return undefined;
    const at = samples.times[index] as number;
    const limit = gapUs(samples);
    const next = at <= atUs ? index + 1 : index;
    const isInGap = at !== atUs && next > 0 && next < samples.length && isBroken(samples, next, limit);
    // Beside a gap, or beyond the last: the sample is shown as long as it is fresh.
    const isOld = Math.abs(at - atUs) > limit / FRESH;
    if ((isInGap || next === samples.length || next === 0) && isOld) return undefined;
    return { atUs: at, value: samples.values[index] as number };
  }
}
