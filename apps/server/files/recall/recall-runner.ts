import { setTimeout as sleep } from "node:timers/promises";
import type { Log } from "../../platform/log.ts";
import { CancelledMeanwhile, command, follow, limitsOf, type RecallServices, stop } from "./recall-steps.ts";
import { beginWaiting, claimRecalls, type WorkedRecall } from "./recall-work-store.ts";

/** Steps at once in this process. */
const AT_ONCE = 64;
const STOP_MS = 2000;
const UNIQUE_VIOLATION = "23505";

/** FIL-02: moves the recalls of all devices on. Everything it knows is in the database: any worker goes on with it. */
export class RecallRunner {
  readonly #services: RecallServices;
  readonly #log: Log;
  readonly #steps = new Set<Promise<void>>();
  #timer: NodeJS.Timeout | undefined;
  #look: Promise<void> | undefined;

  constructor(services: RecallServices, log: Log) {
    this.#services = services;
    this.#log = log;
  }

  start(): void {
    this.#timer = setInterval(() => this.#tick(), limitsOf(this.#services).lookMs).unref();
  }

  /** A step that asks a terminal is not waited for: another worker goes on with it. */
  async stop(): Promise<void> {
    clearInterval(this.#timer);
    await Promise.race([Promise.all([this.#look, ...this.#steps]), sleep(STOP_MS, undefined, { ref: false })]);
  }

  #tick(): void {
    this.#look ??= this.#begin()
      .catch((error) => this.#log.warn({ err: error }, "recalls could not be looked for"))
      .finally(() => {
        this.#look = undefined;
      });
  }

  async #begin(): Promise<void> {
    const { db } = this.#services;
    const free = AT_ONCE - this.#steps.size;
    if (free <= 0) return;
    // Two workers at once: one of them has begun it.
    await beginWaiting(db, free).catch((error) => {
      if ((error as { code?: unknown }).code !== UNIQUE_VIOLATION) throw error;
    });
    for (const recall of await claimRecalls(db, free)) {
      const step = this.#step(recall).finally(() => this.#steps.delete(step));
      this.#steps.add(step);
    }
  }

  async #step(recall: WorkedRecall): Promise<void> {
    try {
      if (recall.state === "commanding") await command(this.#services, recall);
      else if (recall.state === "getting") await follow(this.#services, recall);
      else await stop(this.#services, recall);
    } catch (error) {
      // Looked at again when its lease is over.
      if (!(error instanceof CancelledMeanwhile)) this.#log.warn({ err: error, recall: recall.id }, "recall");
    }
  }
}
