import type { FrameBatch } from "@canopy/can/frame/batch";
import type { Plane } from "../segments/run.ts";
import { passesKey } from "./frame-filter.ts";
import type { FramePosition } from "./frame-position.ts";
import type { FrameQuery } from "./frame-store.ts";
import type { ReadPlan } from "./read-plan.ts";
import { RunMerge, type TakeRow } from "./run-merge.ts";
import { hoursOf, type SegmentAccess } from "./segment-sources.ts";
import { runsOfLanded } from "./snapshots.ts";
import { loadRuns, memorySource, type SourceRun } from "./source-run.ts";

export const STREAM_FRAMES = 16_384;

export interface StreamQuery extends FrameQuery {
  readonly after?: FramePosition | undefined;
}

/** The frames of a plan in order, a batch at a time. */
export class FrameStream {
  readonly #merge: RunMerge;
  #last: FramePosition | undefined;

  private constructor(merge: RunMerge) {
    this.#merge = merge;
  }

  static async open(access: SegmentAccess, plan: ReadPlan, query: StreamQuery): Promise<FrameStream> {
    const { filter, after, fromUs, toUs } = query;
    const landed = await runsOfLanded(access, plan.landed, plan.segments, query);
    const sources = [
      ...plan.segments.flatMap((row) => hoursOf(access, row, filter)),
      ...landed.filter((run) => passesKey(run, filter)).map(memorySource),
    ];
    const load = (runs: readonly SourceRun[]) => loadRuns(access.files, runs);
    return new FrameStream(
      new RunMerge(sources, { fromUs, toUs, order: "oldestFirst", after, data: filter.data, load }),
    );
  }

  /** Of the last frame that was read. */
  get position(): FramePosition | undefined {
    return this.#last;
  }

  /** Fills the batch anew; it stays empty at the end. */
  async next(batch: FrameBatch): Promise<void> {
    batch.clear();
    const [last, take] = rowTaker(batch);
    await this.#merge.take(STREAM_FRAMES, take);
    if (batch.length > 0) this.#last = { timeUs: batch.timeUs[batch.length - 1] as number, k: last.k };
  }
}

const payload = new Uint8Array(64);

function rowTaker(batch: FrameBatch): [{ k: number }, TakeRow] {
  const last = { k: 0 };
  const take: TakeRow = (source, parts, row, timeUs, k) => {
    const { planes } = parts;
    for (let byte = 0; byte < planes.length; byte += 1) {
      const plane = planes[byte] as Plane;
      payload[byte] = typeof plane === "number" ? plane : (plane[row] as number);
    }
    batch.push(timeUs, source.channel, source.id, source.flags, source.size, payload);
    last.k = k;
  };
  return [last, take];
}
