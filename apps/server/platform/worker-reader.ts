import { Worker } from "node:worker_threads";

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

/** Reads files of strangers in threads: a hostile or huge one costs its thread, never the answers of the server. */
export class WorkerReader<Request extends object> {
  readonly #parts: WorkerReaderParts;
  readonly #waiting: (() => void)[] = [];
  #running = 0;

  constructor(parts: WorkerReaderParts) {
    this.#parts = parts;
  }

  async read<Answer>(request: Request): Promise<Answer> {
    if (this.#running >= this.#parts.atOnce) await new Promise<void>((resolve) => this.#waiting.push(resolve));
    else this.#running += 1;
    try {
      return await this.#ask<Answer>(request);
    } finally {
      const next = this.#waiting.shift();
      if (next) next();
      else this.#running -= 1;
    }
  }

  #ask<Answer>(workerData: Request): Promise<Answer> {
    const { worker: module, limitMs, heapMb, tooComplex } = this.#parts;
    const worker = new Worker(module, { workerData, resourceLimits: { maxOldGenerationSizeMb: heapMb } });
    return new Promise<Answer>((resolve, reject) => {
      const timer = setTimeout(() => {
        reject(tooComplex());
        void worker.terminate();
      }, limitMs);
      worker.once("message", (answer: Answer) => resolve(answer));
      worker.once("error", (error: NodeJS.ErrnoException) => {
        reject(error.code === "ERR_WORKER_OUT_OF_MEMORY" ? tooComplex() : error);
      });
      worker.once("exit", (code) => {
        clearTimeout(timer);
        if (code !== 0) reject(new Error(`a reader ended with ${code}: ${module.pathname.split("/").at(-1)}`));
      });
    });
  }
}
