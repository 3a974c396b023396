import type pg from "pg";
import type { TimeWindow } from "../store/time-window.ts";
import type { ReadPlan } from "./read-plan.ts";
import { readBodies, readIndex } from "./segment-index.ts";

export async function readPlan(pool: pg.Pool, bindingNumber: number, window: TimeWindow): Promise<ReadPlan> {
  const { segments, landed } = await readIndex(pool, bindingNumber, window);
  const landedFrames = landed.reduce((sum, { frames }) => sum + frames, 0);
  return { segments, landed: await readBodies(pool, bindingNumber, landed), landedFrames };
}

/**
 * Plans that are being read. A page asks for its curves in two questions over one window at the same moment: the second
 * waits for the plan of the first. A plan that is there is never used again: a later question sees later frames.
 */
export class PlanReads {
  readonly #pool: pg.Pool;
  readonly #running = new Map<string, Promise<ReadPlan>>();

  constructor(pool: pg.Pool) {
    this.#pool = pool;
  }

  read(bindingNumber: number, window: TimeWindow): Promise<ReadPlan> {
    const key = `${bindingNumber} ${window.fromUs} ${window.toUs}`;
    const running = this.#running.get(key);
    if (running) return running;
    const plan = readPlan(this.#pool, bindingNumber, window).finally(() => this.#running.delete(key));
    this.#running.set(key, plan);
    return plan;
  }
}
