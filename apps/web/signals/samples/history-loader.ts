import { createStore } from "../../platform/kept.ts";
import { ChunkStore } from "./chunk-store.ts";
import type { LoadedCurve } from "./load-curves.ts";
import type { SampleStore } from "./sample-store.ts";
import type { SpanUs } from "./samples.ts";

export interface LoadState {
  readonly busy: boolean;
  /** Duration of the newest answer. */
  readonly tookMs: number | null;
  /** The metadata of each signal in the newest answer. */
  readonly items: ReadonlyMap<string, LoadedCurve>;
  readonly error: unknown;
}

/** Delay until a moving range is requested. */
const SETTLED_MS = 60;
/** Margin loaded at both sides, so that panning shows data at once. */
const BESIDE = 0.25;
/** Unreduced samples are loaded around a cursor: this time at each side. */
const AROUND_US = 2_000_000;
const AROUND_PIXELS = 4000;
/** From this length on an overview from kept values is requested first; shorter ranges are decoded as quickly. */
const OVERVIEW_FROM_US = 600_000_000;
const OVERVIEW_PIXELS = 150;

const placeOf = (key: string, atUs: number) => `${key} ${atUs}`;

/** Loads the samples of a history page or an opened log; loaded samples are drawn meanwhile. */
export class HistoryLoader {
  readonly chunks = new ChunkStore();
  readonly state = createStore<LoadState>({ busy: false, tookMs: null, items: new Map(), error: null });
  readonly #store: SampleStore;
  readonly #onArrival: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: AbortController | undefined;
  #around: AbortController | undefined;
  #beganAt = Number.NEGATIVE_INFINITY;
  #coming: (SpanUs & { readonly keys: readonly string[]; readonly pixels: number }) | undefined;
  /** Requested details: not repeated for a signal that stays reduced even in a short range. */
  readonly #asFineAsCanBe = new Set<string>();

  constructor(store: SampleStore, onArrival: () => void) {
    this.#store = store;
    this.#onArrival = onArrival;
  }

  /** Requests the missing samples of a range: at once if none are in memory, else when the range stands still. */
  want(keys: readonly string[], span: SpanUs, pixels: number): void {
    clearTimeout(this.#timer);
    const pixelUs = (span.toUs - span.fromUs) / Math.max(1, pixels);
    const missing = keys.filter((key) => !this.chunks.covers(key, span, pixelUs) && !this.#isGone(key));
    if (missing.length === 0 || pixels < 1 || this.#isComing(missing, span, pixels)) return;
    const isUnknown = missing.every((key) => this.chunks.read(key, span).length === 0);
    const load = () => void this.#load(missing, span, pixels, isUnknown);
    // Without a timer: the page would be painted empty before the request goes out.
    if (isUnknown && performance.now() - this.#beganAt > SETTLED_MS) load();
    else this.#timer = setTimeout(load, SETTLED_MS);
  }

  /** Loads all samples around some times, so that a cursor is on a sample and can step to the next. */
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
      // The coarse response stays: its points are samples too.
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

  /** Reloads everything: the range has new data, or a DBC has a new revision. */
  refresh(): void {
    this.#running?.abort();
    this.#coming = undefined;
    this.chunks.clear();
    this.#asFineAsCanBe.clear();
    this.state.set({ ...this.state.get(), busy: false, items: new Map(), error: null });
  }

  stop(): void {
    clearTimeout(this.#timer);
    this.#running?.abort();
    this.#coming = undefined;
    this.#around?.abort();
  }

  /** Parts arrive one by one; a pending request is not repeated. */
  #isComing(keys: readonly string[], span: SpanUs, pixels: number): boolean {
    const coming = this.#coming;
    if (!coming || coming.pixels !== pixels || coming.fromUs !== span.fromUs || coming.toUs !== span.toUs) return false;
    return keys.every((key) => coming.keys.includes(key));
  }

  #isGone(key: string): boolean {
    return this.state.get().items.get(key)?.ok === false;
  }

  async #load(keys: readonly string[], shown: SpanUs, pixels: number, isFirst: boolean): Promise<void> {
    this.#running?.abort();
    const running = new AbortController();
    const { signal } = running;
    this.#running = running;
    this.#beganAt = performance.now();
    this.#coming = { ...shown, keys, pixels };
    const beside = (shown.toUs - shown.fromUs) * BESIDE;
    const span = { fromUs: Math.max(0, shown.fromUs - beside), toUs: shown.toUs + beside };
    this.state.set({ ...this.state.get(), busy: true, error: null });
    this.chunks.expect(keys);
    if (isFirst) void this.#loadOverview(keys, span, signal);
    const parts = isFirst ? firstMessageApart(keys) : [keys];
    try {
      await Promise.all(parts.map((part) => this.#loadPart(part, span, pixels * (1 + 2 * BESIDE), signal)));
      if (signal.aborted) return;
      this.#coming = undefined;
      this.state.set({ ...this.state.get(), busy: false, tookMs: performance.now() - this.#beganAt });
      this.#onArrival();
    } catch (error) {
      if (signal.aborted) return;
      running.abort();
      this.#coming = undefined;
      this.chunks.fail(keys.filter((key) => this.chunks.read(key, shown).length === 0));
      this.state.set({ ...this.state.get(), busy: false, error });
    }
  }

  /** Each part is drawn when it arrives: a panel does not wait for the slowest signal. */
  async #loadPart(keys: readonly string[], span: SpanUs, pixels: number, signal: AbortSignal): Promise<void> {
    const loaded = await this.#store.load({ span, pixels, keys }, signal);
    if (signal.aborted) return;
    for (const [key, curve] of loaded) if (curve.ok) this.chunks.add(key, { span, samples: curve.samples });
    this.chunks.fail(keys.filter((key) => loaded.get(key)?.ok !== true));
    this.state.set({ ...this.state.get(), items: new Map([...this.state.get().items, ...loaded]) });
    this.#onArrival();
  }

  /** An overview from kept values, shown while the samples are read. */
  async #loadOverview(keys: readonly string[], span: SpanUs, signal: AbortSignal): Promise<void> {
    if (!this.#store.overview || span.toUs - span.fromUs < OVERVIEW_FROM_US) return;
    try {
      const loaded = await this.#store.overview({ span, pixels: OVERVIEW_PIXELS, keys }, signal);
      if (signal.aborted) return;
      for (const [key, curve] of loaded)
        if (curve.ok && this.chunks.stateOf(key, span) !== "here")
          this.chunks.add(key, { span, samples: curve.samples });
      this.#onArrival();
    } catch {
      // The request for the curves themselves reports the failure.
    }
  }
}

/** Splits off the signals of the first message, which arrive quickly. */
function firstMessageApart(keys: readonly string[]): (readonly string[])[] {
  const messageOf = (key: string) => key.split("!", 3).join("!");
  const [first = ""] = keys;
  const own = keys.filter((key) => messageOf(key) === messageOf(first));
  const others = keys.filter((key) => !own.includes(key));
  return others.length === 0 ? [own] : [own, others];
}
