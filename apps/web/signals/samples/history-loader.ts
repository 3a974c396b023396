import { createStore } from "../../platform/kept.ts";
import { ChunkStore } from "./chunk-store.ts";
import type { LoadedCurve } from "./load-curves.ts";
import type { SampleStore } from "./sample-store.ts";
import type { SpanUs } from "./samples.ts";

export interface LoadState {
  readonly busy: boolean;
  /** How long the newest answer took. */
  readonly tookMs: number | null;
  /** What the newest answer said of each signal. */
  readonly items: ReadonlyMap<string, LoadedCurve>;
  readonly error: unknown;
}

/** A range that is still moving is not asked for. */
const SETTLED_MS = 60;
/** More than is seen, at both sides: a pull shows data at once. */
const BESIDE = 0.25;
/** Around a cursor every sample is wanted: so much at each side. */
const AROUND_US = 2_000_000;
const AROUND_PIXELS = 4000;

const placeOf = (key: string, atUs: number) => `${key} ${atUs}`;

/** Loads what a page of history, or of an opened log, needs; what it has is drawn meanwhile. */
export class HistoryLoader {
  readonly chunks = new ChunkStore();
  readonly state = createStore<LoadState>({ busy: false, tookMs: null, items: new Map(), error: null });
  readonly #store: SampleStore;
  readonly #onArrival: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #around: AbortController | undefined;
  /** Asked for already: a signal of thousands of samples a second stays coarse. */
  readonly #asFineAsCanBe = new Set<string>();

  constructor(store: SampleStore, onArrival: () => void) {
    this.#store = store;
    this.#onArrival = onArrival;
  }

  /** Asks for what is missing of a range once it stands still. */
  want(keys: readonly string[], span: SpanUs, pixels: number): void {
    clearTimeout(this.#timer);
    const pixelUs = (span.toUs - span.fromUs) / Math.max(1, pixels);
    const missing = keys.filter((key) => !this.chunks.covers(key, span, pixelUs) && !this.#isGone(key));
    if (missing.length === 0 || pixels < 1) return;
    this.#timer = setTimeout(() => void this.#load(missing, span, pixels), SETTLED_MS);
  }

  /** Every sample next to some moments, so that a cursor stands on one and can step to the next. */
  async wantAround(keys: readonly string[], moments: readonly number[]): Promise<void> {
    const asked = moments
      .map((atUs) => ({ atUs, keys: keys.filter((key) => this.#isCoarseAt(key, atUs)) }))
      .filter((ask) => ask.keys.length > 0);
    if (asked.length === 0) return;
    this.#around?.abort();
    const running = new AbortController();
    this.#around = running;
    try {
      await Promise.all(asked.map((ask) => this.#loadAround(ask.keys, ask.atUs, running.signal)));
      this.#onArrival();
    } catch {
      // The coarse stays: its points are samples too.
    }
  }

  async #loadAround(keys: readonly string[], atUs: number, signal: AbortSignal): Promise<void> {
    const span = { fromUs: atUs - AROUND_US, toUs: atUs + AROUND_US };
    const loaded = await this.#store.load({ span, pixels: AROUND_PIXELS, keys }, signal);
    for (const [key, curve] of loaded) {
      if (curve.ok) this.chunks.add(key, { span, samples: curve.samples });
      this.#asFineAsCanBe.add(placeOf(key, atUs));
    }
  }

  #isCoarseAt(key: string, atUs: number): boolean {
    const isCoarse = this.chunks.readAt(key, atUs).pixelUs !== null;
    return isCoarse && !this.#isGone(key) && !this.#asFineAsCanBe.has(placeOf(key, atUs));
  }

  /** All anew: the range has new data, or a DBC has a new revision. */
  refresh(): void {
    this.chunks.clear();
    this.#asFineAsCanBe.clear();
    this.state.set({ ...this.state.get(), items: new Map(), error: null });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#around?.abort();
  }

  #isGone(key: string): boolean {
    return this.state.get().items.get(key)?.ok === false;
  }

  async #load(keys: readonly string[], shown: SpanUs, pixels: number): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    this.#running = running;
    const beside = (shown.toUs - shown.fromUs) * BESIDE;
    const span = { fromUs: Math.max(0, shown.fromUs - beside), toUs: shown.toUs + beside };
    const began = performance.now();
    this.state.set({ ...this.state.get(), busy: true, error: null });
    this.chunks.expect(keys);
    try {
      const loaded = await this.#store.load({ span, pixels: pixels * (1 + 2 * BESIDE), keys }, running.signal);
      for (const [key, curve] of loaded) if (curve.ok) this.chunks.add(key, { span, samples: curve.samples });
      this.chunks.fail(keys.filter((key) => loaded.get(key)?.ok !== true));
      const items = new Map([...this.state.get().items, ...loaded]);
      this.state.set({ busy: false, tookMs: performance.now() - began, items, error: null });
      this.#onArrival();
    } catch (error) {
      if (running.signal.aborted) return;
      this.chunks.fail(keys);
      this.state.set({ ...this.state.get(), busy: false, error });
    }
  }
}
