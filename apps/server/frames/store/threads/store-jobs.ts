import { type LakeFramesJob, lakeFrames } from "../../lake/frames-file.ts";
import type { WrittenLakeFile } from "../../lake/parquet-file.ts";
import { type LakeSignalsJob, lakeSignals } from "../../lake/signals-file.ts";
import { type ReadJobName, type ReadJobs, readJobs } from "../../reading/read-jobs.ts";
import type { ReadPlan } from "../../reading/read-plan.ts";
import type { SegmentAccess } from "../../reading/segment-sources.ts";
import { type CutJob, cutFile } from "../../settling/cut-file.ts";
import { type ImportJob, importFile } from "../../settling/import-file.ts";
import { type KeepJob, type KeptFile, keepFile } from "../../settling/keep-file.ts";
import { type MergeJob, mergeFile } from "../../settling/merge-file.ts";
import { type SettleJob, settleFile, type WrittenFile } from "../../settling/settle-file.ts";

/** Written files: the caller's transaction decides whether they become visible. */
export interface WriteJobs {
  settle: { query: SettleJob; answer: WrittenFile };
  merge: { query: MergeJob; answer: WrittenFile };
  cut: { query: CutJob; answer: WrittenFile };
  keep: { query: KeepJob; answer: KeptFile };
  import: { query: ImportJob; answer: WrittenFile };
  lakeFrames: { query: LakeFramesJob; answer: WrittenLakeFile };
  lakeSignals: { query: LakeSignalsJob; answer: WrittenLakeFile | undefined };
}

/** All work that is done in worker threads. */
export type StoreJobs = {
  [K in ReadJobName]: { query: { plan: ReadPlan; query: ReadJobs[K]["query"] }; answer: ReadJobs[K]["answer"] };
} & WriteJobs;

export type StoreJobName = keyof StoreJobs;

type Handlers = {
  readonly [K in StoreJobName]: (
    access: SegmentAccess,
    query: StoreJobs[K]["query"],
  ) => Promise<StoreJobs[K]["answer"]>;
};

const write: { readonly [K in keyof WriteJobs]: Handlers[K] } = {
  settle: settleFile,
  merge: mergeFile,
  cut: cutFile,
  keep: keepFile,
  import: importFile,
  lakeFrames,
  lakeSignals,
};

export async function doJob<K extends StoreJobName>(
  name: K,
  access: SegmentAccess,
  query: StoreJobs[K]["query"],
): Promise<StoreJobs[K]["answer"]> {
  if (name in write) {
    const handler = write[name as keyof WriteJobs] as Handlers[K];
    return handler(access, query);
  }
  const read = readJobs[name as ReadJobName] as (
    access: SegmentAccess,
    plan: ReadPlan,
    query: unknown,
  ) => Promise<StoreJobs[K]["answer"]>;
  const { plan, query: asked } = query as { plan: ReadPlan; query: unknown };
  return read(access, plan, asked);
}
