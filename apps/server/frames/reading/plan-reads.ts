import type pg from "pg";
import type { TimeWindow } from "../store/time-window.ts";
import { BodyCache } from "./body-cache.ts";
import type { ReadPlan } from "./read-plan.ts";
import { readIndex } from "./segment-index.ts";

/** Reads plans; bodies of landed batches that a question has just read are not read again. */
export class PlanReads {
  readonly #pool: pg.Pool;
  readonly #bodies: BodyCache;
  readonly #running = new Map<string, Promise<ReadPlan>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
    this.#bodies = new BodyCache(pool);
  }

  /**
   * A page asks for its curves in two questions over one window at the same moment: the second waits for the plan of the
   * first. A plan that is there is never used again: a later question sees later frames.
   */
  readShared(bindingNumber: number, window: TimeWindow): Promise<ReadPlan> {
    const key = `${bindingNumber} ${window.fromUs} ${window.toUs}`;
    const running = this.#running.get(key);
    if (running) return running;
    const plan = this.read(bindingNumber, window).finally(() => this.#running.delete(key));
    this.#running.set(key, plan);
    return plan;
  }

  async read(bindingNumber: number, window: TimeWindow): Promise<ReadPlan> {
    const { segments, landed } = await readIndex(this.#pool, bindingNumber, window);
    const landedFrames = landed.reduce((sum, { frames }) => sum + frames, 0);
    return { segments, landed: await this.#bodies.read(bindingNumber, landed), landedFrames };
  }
}
