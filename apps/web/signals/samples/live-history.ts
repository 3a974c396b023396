import type { CurveSource } from "../curves/curve-scene.ts";
import type { ChunkStore } from "./chunk-store.ts";
import type { LiveSource } from "./live-source.ts";
import { indexFrom, joined, type Samples, type SpanUs } from "./samples.ts";

/** Live samples preceded by stored ones, as one source. */
export class LiveHistory implements CurveSource {
  readonly #live: LiveSource;
  readonly #stored: ChunkStore;
  readonly #joined = new Map<string, { live: Float64Array; stored: Samples; both: Samples }>();

  constructor(live: LiveSource, stored: ChunkStore) {
    this.#live = live;
    this.#stored = stored;
  }

  read(key: string, span: SpanUs): Samples {
    const live = this.#live.read(key);
    const beginUs = this.#live.beginUs(key);
    if (beginUs <= span.fromUs) return live;
    return this.#join(key, live, this.#stored.read(key, { fromUs: span.fromUs, toUs: Math.min(span.toUs, beginUs) }));
  }

  readAt(key: string, atUs: number): Samples {
    return this.#live.beginUs(key) <= atUs ? this.#live.readAt(key) : this.#stored.readAt(key, atUs);
  }

  stateOf(key: string, { fromUs, toUs }: SpanUs): "here" | "coming" | "failed" {
    const beginUs = this.#live.beginUs(key);
    if (!this.#live.isPaused || beginUs <= fromUs) return this.#live.stateOf(key);
    return this.#stored.stateOf(key, { fromUs, toUs: Math.min(toUs, beginUs) });
  }

  /** Cached until either source has new samples. */
  #join(key: string, live: Samples, stored: Samples): Samples {
    if (stored.length === 0) return live;
    const known = this.#joined.get(key);
    if (known?.live.length === live.length && known.live[0] === live.times[0] && known.stored === stored)
      return known.both;
    const end = live.length === 0 ? stored.length : indexFrom(stored, live.times[0] as number);
    const both = joined({ ...stored, length: end }, live);
    this.#joined.set(key, { live: live.times, stored, both });
    return both;
  }
}
