import { availableParallelism } from "node:os";
import { Worker } from "node:worker_threads";
import type { FilesPlace } from "../../../platform/files/open-files.ts";
import type { ReadPlan } from "../../reading/read-plan.ts";
import type { StreamQuery } from "../../reading/read-stream.ts";
import type { StoreJobName, StoreJobs } from "./store-jobs.ts";
import type { JobOptions, StoreWorkers, StreamedFrames } from "./store-workers.ts";
import { errorOf, type FromWorker, type ToWorker } from "./worker-messages.ts";

interface PoolOptions {
  readonly place: FilesPlace;
  /** Threads at most; each is started when there is work for it. */
  readonly threads?: number;
  readonly nice: number;
  /** Of all threads together. */
  readonly footerBytes: number;
}

interface PendingJob {
  resolve(answer: unknown): void;
  reject(error: unknown): void;
}

interface Thread {
  readonly worker: Worker;
  /** Jobs and open streams. */
  readonly busy: Set<number>;
}

/** Young generation of a thread: large arrays live outside, and small objects die at once. */
const YOUNG_MB = 16;
const WORKER = new URL("./store-worker.ts", import.meta.url);

/** A core stays for terminals and pages. */
export const spareThreads = (): number => Math.max(1, availableParallelism() - 1);

/** Threads of low priority that live long. Jobs on one thread share it fairly: each gives way at every read. */
export class StorePool implements StoreWorkers {
  readonly #options: PoolOptions;
  readonly #threads: Thread[] = [];
  readonly #pending = new Map<number, PendingJob>();
  #lastId = 0;
  #isClosed = false;

  constructor(options: PoolOptions) {
    this.#options = options;
  }

  get depth(): number {
    return this.#threads.reduce((sum, { busy }) => sum + busy.size, 0);
  }

  async run<K extends StoreJobName>(
    name: K,
    query: StoreJobs[K]["query"],
    { signal, transfer = [] }: JobOptions = {},
  ): Promise<StoreJobs[K]["answer"]> {
    signal?.throwIfAborted();
    const id = ++this.#lastId;
    const thread = this.#begin(id);
    try {
      return (await this.#ask(thread, { kind: "job", id, name, query }, signal, transfer)) as StoreJobs[K]["answer"];
    } finally {
      this.#end(thread, id);
    }
  }

  async *stream(
    plan: ReadPlan,
    query: StreamQuery,
    signal?: AbortSignal,
  ): AsyncGenerator<StreamedFrames, void, undefined> {
    signal?.throwIfAborted();
    const id = ++this.#lastId;
    const thread = this.#begin(id);
    try {
      await this.#ask(thread, { kind: "openStream", id, plan, query }, signal);
      // One batch ahead: the thread reads while the caller works.
      let next = this.#ask(thread, { kind: "next", id }, signal);
      for (;;) {
        const batch = (await next) as StreamedFrames | undefined;
        if (batch === undefined) return;
        next = this.#ask(thread, { kind: "next", id }, signal);
        next.catch(() => undefined);
        yield batch;
      }
    } finally {
      this.#say(thread, { kind: "cancel", id });
      this.#end(thread, id);
    }
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await Promise.all(this.#threads.splice(0).map(({ worker }) => worker.terminate()));
    for (const { reject } of this.#pending.values()) reject(new Error("the store is closed"));
    this.#pending.clear();
  }

  #ask(
    thread: Thread,
    message: ToWorker,
    signal: AbortSignal | undefined,
    transfer: readonly ArrayBuffer[] = [],
  ): Promise<unknown> {
    const { id } = message;
    return new Promise((resolve, reject) => {
      const abort = () => {
        this.#say(thread, { kind: "cancel", id });
        settle();
        reject(signal?.reason);
      };
      const settle = () => {
        this.#pending.delete(id);
        signal?.removeEventListener("abort", abort);
      };
      this.#pending.set(id, {
        resolve: (answer) => {
          settle();
          resolve(answer);
        },
        reject: (error) => {
          settle();
          reject(error);
        },
      });
      signal?.addEventListener("abort", abort, { once: true });
      this.#say(thread, message, transfer);
    });
  }

  #say({ worker }: Thread, message: ToWorker, transfer: readonly ArrayBuffer[] = []): void {
    worker.postMessage(message, [...transfer]);
  }

  #begin(id: number): Thread {
    const thread = this.#leastBusy();
    thread.busy.add(id);
    thread.worker.ref();
    return thread;
  }

  /** An idle thread keeps no process alive. */
  #end({ worker, busy }: Thread, id: number): void {
    busy.delete(id);
    if (busy.size === 0) worker.unref();
  }

  #leastBusy(): Thread {
    if (this.#isClosed) throw new Error("the store is closed");
    const most = this.#options.threads ?? spareThreads();
    const [least] = [...this.#threads].sort((a, b) => a.busy.size - b.busy.size);
    if (least !== undefined && (least.busy.size === 0 || this.#threads.length >= most)) return least;
    const { place, nice, footerBytes } = this.#options;
    const worker = new Worker(WORKER, {
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_MB },
      workerData: { place, nice, footerBytes: footerBytes / most },
    });
    const thread: Thread = { worker, busy: new Set() };
    worker.on("message", (said: FromWorker) => {
      const pending = this.#pending.get(said.id);
      if (said.kind === "done") pending?.resolve(said.answer);
      else pending?.reject(errorOf(said.fault));
    });
    // A thread that dies takes its jobs with it; the next job starts another.
    worker.on("error", (error) => this.#lose(thread, error));
    worker.on("exit", () => this.#lose(thread, new Error("a thread of the store has ended")));
    this.#threads.push(thread);
    return thread;
  }

  #lose(thread: Thread, error: Error): void {
    const at = this.#threads.indexOf(thread);
    if (at >= 0) this.#threads.splice(at, 1);
    for (const id of thread.busy) this.#pending.get(id)?.reject(error);
  }
}
