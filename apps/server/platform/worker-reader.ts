import { Worker } from "node:worker_threads";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "./http/api-error.ts";

/** Calls that wait, each with its file in memory; further ones would outlast the patience of a client. */
const MOST_WAITING = 8;
const MOST_WAITING_OF_TENANT = 2;

export interface WorkerReaderParts {
  /** A module that posts one answer to its `workerData`. */
  readonly worker: URL;
  readonly limitMs: number;
  readonly heapMb: number;
  /** More at once would only fight for the same cores and memory. */
  readonly atOnce: number;
  /** Thrown for a file that needs more time or memory. */
  tooComplex(): Error;
}

/** Who wants a file read. */
export interface Reading {
  readonly tenantId: string;
  /** Of a call: ends when its client goes away. Absent: the server's own work on a kept file, which waits its turn. */
  readonly signal?: AbortSignal | undefined;
}

interface Waiting extends Reading {
  start(): void;
}

/** Reads files of strangers in threads: a hostile or huge one costs its thread, never the answers of the server. */
export class WorkerReader<Request extends object> {
  readonly #parts: WorkerReaderParts;
  #waiting: readonly Waiting[] = [];
  /** Their tenants. */
  readonly #running: string[] = [];

  constructor(parts: WorkerReaderParts) {
    this.#parts = parts;
  }

  async read<Answer>(request: Request, reading: Reading): Promise<Answer> {
    const { tenantId, signal } = reading;
    signal?.throwIfAborted();
    if (this.#running.length >= this.#parts.atOnce) await this.#turn(reading);
    else this.#running.push(tenantId);
    try {
      return await this.#ask<Answer>(request, signal);
    } finally {
      this.#goOn(tenantId);
    }
  }

  #turn({ tenantId, signal }: Reading): Promise<void> {
    const calls = signal === undefined ? [] : this.#waiting.filter((one) => one.signal !== undefined);
    const own = calls.filter((one) => one.tenantId === tenantId);
    if (calls.length >= MOST_WAITING || own.length >= MOST_WAITING_OF_TENANT) throw new ApiError(platformErrors.busy);
    return new Promise((resolve, reject) => {
      const leave = () => {
        this.#waiting = this.#waiting.filter((one) => one !== waiting);
        reject(signal?.reason);
      };
      const start = () => {
        signal?.removeEventListener("abort", leave);
        resolve();
      };
      const waiting = { tenantId, signal, start };
      signal?.addEventListener("abort", leave, { once: true });
      this.#waiting = [...this.#waiting, waiting];
    });
  }

  /** Many files of one tenant do not hold up the others. */
  #goOn(endedId: string): void {
    const served = new Set([...this.#running, endedId]);
    const next = this.#waiting.find(({ tenantId }) => !served.has(tenantId)) ?? this.#waiting[0];
    this.#running.splice(this.#running.indexOf(endedId), 1);
    if (next === undefined) return;
    this.#waiting = this.#waiting.filter((one) => one !== next);
    this.#running.push(next.tenantId);
    next.start();
  }

  #ask<Answer>(workerData: Request, signal: AbortSignal | undefined): Promise<Answer> {
    const { worker: module, limitMs, heapMb, tooComplex } = this.#parts;
    const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(tooComplex());
        void worker.terminate();
      }, limitMs);
      const leave = () => {
        reject(signal?.reason);
        void worker.terminate();
      };
      signal?.addEventListener("abort", leave, { once: true });
      worker.once("message", (answer: Answer) => resolve(answer));
      worker.once("error", (error: NodeJS.ErrnoException) => {
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooComplex() : error);
      });
      worker.once("exit", (code) => {
        clearTimeout(timer);
        signal?.removeEventListener("abort", leave);
        if (code !== 0) reject(new Error(`a reader ended with ${code}: ${module.pathname.split("/").at(-1)}`));
      });
    });
  }
}
