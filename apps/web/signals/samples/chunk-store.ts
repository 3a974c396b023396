import type { CurveSource } from "../curves/curve-scene.ts";
import { NO_SAMPLES, type Samples, type SpanUs } from "./samples.ts";

/** One response of the store for one signal and range. */
export interface Chunk {
  readonly span: SpanUs;
  readonly samples: Samples;
}

/** Number of responses kept per signal, so that panning back does not load again. */
const KEPT = 24;

/** Loaded responses per signal. A coarse one is drawn until the fine one arrives. */
export class ChunkStore implements CurveSource {
  readonly #chunks = new Map<string, Chunk[]>();
  /** Signals whose last request failed. */
  readonly #failed = new Set<string>();

  fail(keys: Iterable<string>): void {
    for (const key of keys) this.#failed.add(key);
  }

  /** Clears the failure of signals that are requested again. */
  expect(keys: Iterable<string>): void {
    for (const key of keys) this.#failed.delete(key);
  }

  stateOf(key: string, span: SpanUs): "here" | "coming" | "failed" {
    if (this.covers(key, span, Number.POSITIVE_INFINITY)) return "here";
    return this.#failed.has(key) ? "failed" : "coming";
  }

  add(key: string, chunk: Chunk): void {
    const chunks = this.#chunks.get(key) ?? [];
    this.#chunks.set(key, [chunk, ...chunks.filter(({ span }) => !sameSpan(span, chunk.span))].slice(0, KEPT));
  }

  /** The finest response that covers the range, else the one that covers most of it. */
  read(key: string, span: SpanUs): Samples {
    let best: Chunk | undefined;
    let bestShare = 0;
    for (const chunk of this.#chunks.get(key) ?? []) {
      const share = shareOf(chunk.span, span);
      if (share > bestShare + 1e-9 || (share > bestShare - 1e-9 && share > 0 && isFiner(chunk, best))) {
        best = chunk;
        bestShare = share;
      }
    }
    return best?.samples ?? NO_SAMPLES;
  }

  readAt(key: string, atUs: number): Samples {
    const around = (this.#chunks.get(key) ?? []).filter(({ span }) => span.fromUs <= atUs && atUs <= span.toUs);
    let best: Chunk | undefined;
    for (const chunk of around) if (isFiner(chunk, best)) best = chunk;
    return best?.samples ?? NO_SAMPLES;
  }

  /** Whether the range is loaded at this resolution. */
  covers(key: string, span: SpanUs, pixelUs: number): boolean {
    return (this.#chunks.get(key) ?? []).some(
      ({ span: own, samples }) =>
        own.fromUs <= span.fromUs &&
        own.toUs >= span.toUs &&
        (samples.pixelUs === null || samples.pixelUs <= pixelUs * 1.3),
    );
  }

  clear(): void {
    this.#chunks.clear();
    this.#failed.clear();
  }
}

/** Unreduced responses rank first; of two unreduced ones the longer range is better for finding gaps. */
function isFiner(chunk: Chunk, than: Chunk | undefined): boolean {
  if (!than) return true;
  const one = chunk.samples.pixelUs ?? 0;
  const other = than.samples.pixelUs ?? 0;
  return one === other ? lengthOf(chunk.span) > lengthOf(than.span) : one < other;
}

const lengthOf = ({ fromUs, toUs }: SpanUs) => toUs - fromUs;
const sameSpan = (one: SpanUs, other: SpanUs) => one.fromUs === other.fromUs && one.toUs === other.toUs;

function shareOf(own: SpanUs, asked: SpanUs): number {
  const overlap = Math.min(own.toUs, asked.toUs) - Math.max(own.fromUs, asked.fromUs);
  return Math.max(0, overlap) / Math.max(1, lengthOf(asked));
}
