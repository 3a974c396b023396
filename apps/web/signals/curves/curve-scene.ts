import { createStore, type Store } from "../../platform/kept.ts";
import type { Cursors } from "../layouts/view-address.ts";
import { NO_CURSORS } from "../layouts/view-address.ts";
import { gapUs, isBroken, lastUpTo, nearest, type Samples, type SpanUs } from "../samples/samples.ts";

/** A source of samples: the store or the live channel. */
export interface CurveSource {
  /** Samples of a range that are in memory: the finest set that covers it. */
  read(key: string, span: SpanUs): Samples;
  /** Samples in memory around a time, unreduced if possible. */
  readAt(key: string, atUs: number): Samples;
  /** Load state of a range: an empty set of samples means "no data" only in state `here`. */
  stateOf(key: string, span: SpanUs): "here" | "coming" | "failed";
}

export interface Painter {
  paint(): void;
  /** Draws the cursors only; the lines below stay. */
  paintOver(): void;
}

/** Beside a gap a sample is shown for this number of cycles. */
const FRESH = 3;

/**
 * The state shared by all panels: range, pointer and cursors. It is kept outside React; a change is drawn in all panels
 * with the next animation frame.
 */
export class CurveScene {
  readonly source: CurveSource;
  readonly span: Store<SpanUs>;
  readonly hoverUs = createStore<number | null>(null);
  readonly cursors = createStore<Cursors>(NO_CURSORS);
  /** The range selected by a shift-drag in progress. */
  readonly selecting = createStore<SpanUs | null>(null);
  /** Incremented when samples arrive. */
  readonly arrivals = createStore(0);
  /** Duration of the last drawing, in milliseconds. */
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

  /** The sample shown for a time: the nearest one, for a state the last before it. Undefined inside a gap. */
  sampleAt(key: string, atUs: number, isState: boolean): { atUs: number; value: number } | undefined {
    const samples = this.source.readAt(key, atUs);
    const index = isState ? lastUpTo(samples, atUs) : nearest(samples, atUs);
    if (index < 0) return undefined;
    const at = samples.times[index] as number;
    const limit = gapUs(samples);
    const next = at <= atUs ? index + 1 : index;
    const isInGap = at !== atUs && next > 0 && next < samples.length && isBroken(samples, next, limit);
    // Beside a gap, or after the last sample: shown while it is fresh.
    const isOld = Math.abs(at - atUs) > limit / FRESH;
    if ((isInGap || next === samples.length || next === 0) && isOld) return undefined;
    return { atUs: at, value: samples.values[index] as number };
  }
}
