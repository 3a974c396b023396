import type { IdTraffic, LoadBucket, LoadQuery, TrafficQuery } from "../store/bus-traffic.ts";
import type { FindQuery, Found } from "../store/find-query.ts";
import type { Bucket, FrameQuery } from "../store/frame-store.ts";
import type { Extremes, FigureQuery, Figures, SampleQuery, Samples } from "../store/signal-query.ts";
import { type CurvesJob, type PackedCurves, readMessageCurves } from "./message-curves.ts";
import { packPixels } from "./packed-pixels.ts";
import { type BucketQuery, countFrames, readBuckets } from "./read-counts.ts";
import { type ExtremesJob, readExtremes } from "./read-extremes.ts";
import { readFind } from "./read-find.ts";
import type { PixelJob } from "./read-kept.ts";
import type { ReadPlan } from "./read-plan.ts";
import { readFigures, readPixels, readSamples } from "./read-signals.ts";
import { readLoad, readTraffic } from "./read-traffic.ts";
import type { SegmentAccess } from "./segment-sources.ts";

/** Questions answered from a plan, on this thread or in a worker: query and answer can be cloned. */
export interface ReadJobs {
  count: { query: FrameQuery; answer: number };
  buckets: { query: BucketQuery; answer: Bucket[] };
  /** For each signal; see `unpackPixels`. */
  pixels: { query: PixelJob; answer: Float64Array[] };
  curves: { query: CurvesJob; answer: PackedCurves[] };
  extremes: { query: ExtremesJob; answer: Extremes };
  samples: { query: SampleQuery; answer: Samples };
  figures: { query: FigureQuery; answer: Figures };
  traffic: { query: TrafficQuery; answer: IdTraffic[] };
  load: { query: LoadQuery; answer: LoadBucket[] };
  find: { query: FindQuery; answer: Found };
}

export type ReadJobName = keyof ReadJobs;

type Handlers = {
  readonly [K in ReadJobName]: (
    access: SegmentAccess,
    plan: ReadPlan,
    query: ReadJobs[K]["query"],
  ) => Promise<ReadJobs[K]["answer"]>;
};

export const readJobs: Handlers = {
  count: countFrames,
  buckets: readBuckets,
  pixels: async (access, plan, query) => (await readPixels(access, plan, query)).map(packPixels),
  curves: readMessageCurves,
  extremes: readExtremes,
  samples: readSamples,
  figures: readFigures,
  traffic: readTraffic,
  load: readLoad,
  find: readFind,
};
