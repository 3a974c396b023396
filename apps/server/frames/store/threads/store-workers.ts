import { FrameBatch } from "@canopy/can/frame/batch";
import type { FrameArrays } from "../../reading/frame-arrays.ts";
import type { ReadPlan } from "../../reading/read-plan.ts";
import { openStream, type StreamQuery } from "../../reading/read-stream.ts";
import type { SegmentAccess } from "../../reading/segment-sources.ts";
import type { FramePosition } from "../frame-position.ts";
import { doJob, type StoreJobName, type StoreJobs } from "./store-jobs.ts";

export interface JobOptions {
  readonly signal?: AbortSignal | undefined;
  readonly transfer?: readonly ArrayBuffer[];
}

export interface StreamedFrames {
  readonly frames: FrameArrays;
  /** Of the last frame. */
  readonly position: FramePosition;
}

/** Where the jobs of the store are done. */
export interface StoreWorkers {
  /** Jobs and streams under way. */
  readonly depth: number;
  run<K extends StoreJobName>(
    name: K,
    query: StoreJobs[K]["query"],
    options?: JobOptions,
  ): Promise<StoreJobs[K]["answer"]>;
  /** The frames of a plan in order; a batch is good until the next is asked for. */
  stream(plan: ReadPlan, query: StreamQuery, signal?: AbortSignal): AsyncGenerator<StreamedFrames, void, undefined>;
  close(): Promise<void>;
}

/** This thread, for tests: the files are whatever the test makes of them. */
export class InlineWorkers implements StoreWorkers {
  readonly depth = 0;
  readonly #access: SegmentAccess;

  constructor(access: SegmentAccess) {
    this.#access = access;
  }

  async run<K extends StoreJobName>(
    name: K,
    query: StoreJobs[K]["query"],
    { signal }: JobOptions = {},
  ): Promise<StoreJobs[K]["answer"]> {
    signal?.throwIfAborted();
    return doJob(name, this.#access, query);
  }

  async *stream(plan: ReadPlan, query: StreamQuery, signal?: AbortSignal): AsyncGenerator<StreamedFrames> {
    const stream = await openStream(this.#access, plan, query);
    const own = new FrameBatch();
    const roomFor = (count: number, bytes: number) => {
      own.clear();
      own.reserve(count, bytes);
      return own;
    };
    for (;;) {
      signal?.throwIfAborted();
      const frames = await stream.next(roomFor);
      const { position } = stream;
      if (frames === undefined || position === undefined) return;
      yield { frames, position };
    }
  }

  async close(): Promise<void> {}
}
