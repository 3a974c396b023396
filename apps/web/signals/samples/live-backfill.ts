import type { LiveSource } from "./live-source.ts";
import type { LoadedCurve } from "./load-curves.ts";
import type { SampleStore } from "./sample-store.ts";
import type { SpanUs } from "./samples.ts";

/** The finest answer of the store: up to four samples per pixel are unreduced. */
const PIXELS = 4000;
/** Up to this number the store never reduces samples. */
const RAW_SAMPLES = 12_000;
/** Limit of requests for one signal; older samples are loaded when the range is moved there. */
const MOST_PARTS = 6;
/** Frames just received are not stored yet: the window is requested once more after this time. */
export const LATE_MS = 1500;
const LATE_US = 6_000_000;
/** Tolerance for a terminal's clock that is ahead. */
const AHEAD_US = 5_000_000;

/** Fills the rings of live signals with stored samples from before the page was opened. */
export class LiveBackfill {
  readonly #store: SampleStore;
  readonly #source: LiveSource;
  readonly #onArrival: () => void;
  /** Begin of the requested time, per signal. */
  readonly #askedFromUs = new Map<string, number>();
  #running = new AbortController();

  constructor(store: SampleStore, source: LiveSource, onArrival: () => void) {
    this.#store = store;
    this.#source = source;
    this.#onArrival = onArrival;
  }

  /** Requests the missing part of a window for the page's signals. */
  async want(keys: readonly string[], fromUs: number, nowUs: number): Promise<void> {
    for (const key of this.#askedFromUs.keys()) if (!keys.includes(key)) this.#askedFromUs.delete(key);
    const missing = keys.filter((key) => (this.#askedFromUs.get(key) ?? Number.POSITIVE_INFINITY) > fromUs);
    if (missing.length === 0) return;
    for (const key of missing) this.#askedFromUs.set(key, fromUs);
    this.#source.expect(missing);
    const { signal } = this.#running;
    await this.#load(missing, { fromUs, toUs: nowUs + AHEAD_US }, signal);
    await new Promise((resolve) => setTimeout(resolve, LATE_MS));
    await this.#load(missing, { fromUs: nowUs - LATE_US, toUs: nowUs + AHEAD_US }, signal);
  }

  /** Lets these signals be requested once more. */
  forget(keys: Iterable<string>): void {
    for (const key of keys) this.#askedFromUs.delete(key);
  }

  stop(): void {
    this.#running.abort();
    this.#running = new AbortController();
    this.#askedFromUs.clear();
  }

  async #load(keys: readonly string[], span: SpanUs, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    try {
      const loaded = await this.#store.load({ span, pixels: PIXELS, keys }, signal);
      for (const key of keys) await this.#take(key, loaded.get(key), span, signal);
    } catch {
      // Live samples are drawn in any case.
      for (const key of keys) this.#source.fill(key, undefined);
    }
    this.#onArrival();
  }

  /** A ring takes unreduced samples only: a reduced range is read again in parts, the newest first. */
  async #take(key: string, curve: LoadedCurve | undefined, span: SpanUs, signal: AbortSignal): Promise<void> {
    if (signal.aborted) return;
    if (!curve?.ok || curve.samples.pixelUs === null) {
      this.#source.fill(key, curve?.ok ? curve.samples : undefined);
      return;
    }
    const parts = Math.ceil(curve.count / RAW_SAMPLES);
    const lengthUs = (span.toUs - span.fromUs) / parts;
    for (let i = 0; i < Math.min(parts, MOST_PARTS); i++) {
      const toUs = span.toUs - i * lengthUs;
      const loaded = await this.#store.load(
        { span: { fromUs: toUs - lengthUs, toUs }, pixels: PIXELS, keys: [key] },
        signal,
      );
      const part = loaded.get(key);
      this.#source.fill(key, part?.ok && part.samples.pixelUs === null ? part.samples : undefined);
    }
  }
}
