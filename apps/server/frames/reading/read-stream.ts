import { passesKey } from "../store/frame-filter.ts";
import type { FramePosition } from "../store/frame-position.ts";
import type { FrameQuery } from "../store/frame-store.ts";
import type { ReadPlan } from "./read-plan.ts";
import { hoursOf, type SegmentAccess } from "./segment-sources.ts";
import { SliceMerge } from "./slice-merge.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadRuns, memorySource, type SourceRun } from "./source-run.ts";

export interface StreamQuery extends FrameQuery {
  readonly after?: FramePosition | undefined;
}

/** The frames of a plan in order, a slice of time after the other. */
export async function openStream(access: SegmentAccess, plan: ReadPlan, query: StreamQuery): Promise<SliceMerge> {
  const { filter, after, fromUs, toUs } = query;
  const landed = await runsOfLanded(access, plan.landed, plan.segments, query);
  const sources = [
    ...plan.segments.flatMap((row) => hoursOf(access, row, filter)),
    ...landed.filter((run) => passesKey(run, filter)).map(memorySource),
  ];
  const load = (runs: readonly SourceRun[]) => loadRuns(access.files, runs);
  return new SliceMerge(sources, { fromUs, toUs, after, data: filter.data, load });
}
