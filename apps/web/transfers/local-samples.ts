import type { Dbc } from "@canopy/can/dbc/model";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { reduceSamples } from "../signals/functions/reduce-samples.ts";
import type { CurvesAsked, LoadedCurve } from "../signals/samples/load-curves.ts";
import type { Samples, SpanUs } from "../signals/samples/samples.ts";
import type { SignalStatistics } from "../signals/samples/statistics-rows.ts";
import { statisticsOf, timesInState } from "../signals/samples/window-statistics.ts";
import type { CountedSignal } from "../signals/strategies/count-stored.ts";
import { decodeSignals, type LocalSignal } from "./decode-signals.ts";

/** A revision of a DBC and the signals of it that are drawn. */
export interface FollowedDbc {
  readonly dbcId: string;
  readonly revision: number;
  /** All messages, so that each frame finds its own; signals only where one is drawn. */
  readonly dbc: Dbc;
  readonly signals: readonly LocalSignal[];
}

interface DecodedSignal {
  readonly stamp: string;
  readonly revision: number;
  readonly samples: Samples;
}

/** 16 bytes each. Signals beyond it are decoded again on demand. */
const KEPT_SAMPLES = 30_000_000;

/** The signals of an opened log: decoded once when they are first drawn, reduced for each picture. */
export class LocalSamples {
  readonly #frames: FrameBatch;
  readonly #kept = new Map<string, DecodedSignal>();
  #followed: readonly FollowedDbc[] = [];

  constructor(frames: FrameBatch) {
    this.#frames = frames;
  }

  /** Which signals are drawn; another revision of a DBC decodes anew. */
  follow(dbcs: readonly FollowedDbc[]): void {
    this.#followed = dbcs;
    const stamps = new Map(dbcs.flatMap((one) => one.signals.map(({ key }) => [key, stampOf(one)] as const)));
    for (const [key, { stamp }] of this.#kept) if (stamps.get(key) !== stamp) this.#kept.delete(key);
  }

  /** As the history of a device answers. */
  curves({ span, pixels, keys }: CurvesAsked): Map<string, LoadedCurve> {
    const found = new Map<string, LoadedCurve>();
    this.#each(keys, (key, { samples, revision }) =>
      found.set(key, { ok: true, ...reduceSamples(samples, span, pixels), revision, source: "decoded" }),
    );
    return found;
  }

  /** Over every sample. */
  count(window: SpanUs, asked: readonly CountedSignal[]): Map<string, SignalStatistics> {
    const found = new Map<string, SignalStatistics>();
    const gaps = new Map(asked.map(({ key, gapUs }) => [key, gapUs]));
    this.#each([...gaps.keys()], (key, { samples }) => {
      const gapUs = gaps.get(key);
      const states = gapUs === undefined ? [] : timesInState(samples, window, gapUs);
      found.set(key, { statistics: statisticsOf(samples, window), states, exact: true, state: "here" });
    });
    return found;
  }

  #each(keys: readonly string[], take: (key: string, kept: DecodedSignal) => void): void {
    // As many at once as surely fit, however often their message is in the file.
    const atOnce = Math.max(1, Math.floor(KEPT_SAMPLES / Math.max(1, this.#frames.length)));
    for (let i = 0; i < keys.length; i += atOnce) {
      const some = keys.slice(i, i + atOnce);
      this.#decode(some);
      for (const key of some) {
        const kept = this.#kept.get(key);
        if (kept) take(key, kept);
      }
      this.#letGo();
    }
  }

  #decode(keys: readonly string[]): void {
    for (const followed of this.#followed) {
      const missing = followed.signals.filter(({ key }) => keys.includes(key) && !this.#kept.has(key));
      if (missing.length === 0) continue;
      for (const [key, samples] of decodeSignals(this.#frames, followed.dbc, missing))
        this.#kept.set(key, { stamp: stampOf(followed), revision: followed.revision, samples });
    }
  }

  #letGo(): void {
    let total = 0;
    for (const { samples } of this.#kept.values()) total += samples.length;
    for (const [key, { samples }] of this.#kept) {
      if (total <= KEPT_SAMPLES) return;
      this.#kept.delete(key);
      total -= samples.length;
    }
  }
}

const stampOf = ({ dbcId, revision }: FollowedDbc) => `${dbcId}@${revision}`;
