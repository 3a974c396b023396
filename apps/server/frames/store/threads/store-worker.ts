// A thread that reads and writes segments. Jobs share it: each lets the others go on whenever it reads a file.
import { setPriority } from "node:os";
import { parentPort, workerData } from "node:worker_threads";
import { type FilesPlace, openFiles } from "../../../platform/files/open-files.ts";
import { keepingBuckets } from "../../lake/open-lake.ts";
import { SharedBatches } from "../../landing/shared-batches.ts";
import { FooterCache } from "../../reading/footer-cache.ts";
import { arraysOf } from "../../reading/frame-arrays.ts";
import { LandedCache } from "../../reading/landed-cache.ts";
import { openStream } from "../../reading/read-stream.ts";
import type { SegmentAccess } from "../../reading/segment-sources.ts";
import type { SliceMerge } from "../../reading/slice-merge.ts";
import { doJob } from "./store-jobs.ts";
import { type FromWorker, faultOf, type ToWorker } from "./worker-messages.ts";

interface WorkerOptions {
  readonly place: FilesPlace;
  readonly nice: number;
  readonly footerBytes: number;
}

const options = workerData as WorkerOptions;
try {
  // Of this thread alone: terminals and pages come first.
  setPriority(options.nice);
} catch {
  // A system that does not allow it runs the thread as any other.
}

const port = parentPort;
if (port === null) throw new Error("this file is a worker's");

const files = await openFiles(options.place);
const footers = new FooterCache(files, options.footerBytes);
const landed = new LandedCache();
const openLake = keepingBuckets();
const cancelled = new Set<number>();
const running = new Set<number>();
const streams = new Map<number, { readonly slices: Promise<SliceMerge>; readonly batches: SharedBatches }>();

/** Files that end with the caller: every job reads again and again. */
function accessOf(id: number): SegmentAccess {
  const check = () => {
    if (cancelled.has(id)) throw new Error("the caller is gone");
  };
  return {
    footers,
    landed,
    openLake,
    files: {
      read: async (name, offset, length) => {
        check();
        const bytes = await files.read(name, offset, length);
        check();
        return bytes;
      },
      create: (name) => files.create(name),
      size: (name) => files.size(name),
      remove: (name, how) => files.remove(name, how),
      list: (prefix) => files.list(prefix),
      close: async () => undefined,
    },
  };
}

async function answer(id: number, work: () => Promise<unknown>): Promise<void> {
  running.add(id);
  let said: FromWorker;
  try {
    said = { kind: "done", id, answer: await work() };
  } catch (error) {
    said = { kind: "failed", id, fault: faultOf(error) };
  }
  running.delete(id);
  if (!streams.has(id)) cancelled.delete(id);
  port?.postMessage(said);
}

async function nextBatch(id: number): Promise<unknown> {
  const stream = streams.get(id);
  if (stream === undefined) throw new Error("there is no such stream");
  const { slices, batches } = stream;
  const merge = await slices;
  const batch = await merge.next((frames, bytes) => batches.next(frames, bytes));
  return batch && { frames: arraysOf(batch), position: merge.position };
}

port.on("message", (message: ToWorker) => {
  const { id } = message;
  switch (message.kind) {
    case "job":
      void answer(id, () => doJob(message.name, accessOf(id), message.query as never));
      return;
    case "openStream": {
      const slices = openStream(accessOf(id), message.plan, message.query);
      streams.set(id, { slices, batches: new SharedBatches() });
      void answer(id, async () => void (await slices));
      return;
    }
    case "next":
      void answer(id, () => nextBatch(id));
      return;
    case "cancel":
      streams.delete(id);
      if (running.has(id)) cancelled.add(id);
      return;
  }
});
