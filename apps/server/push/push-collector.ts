import type pg from "pg";
import type { Log } from "../platform/log.ts";
import { type Arrival, claimArrived, readArrivals, releaseArrived, removeArrivals } from "./arrival-store.ts";
import { arrivedWindows } from "./arrived-windows.ts";
import { queueDeliveries } from "./delivery-store.ts";
import { type Followed, type FollowServices, follow, followerOf, isFollowed } from "./follow-device.ts";
import { type BindingRules, keepMark, rulesOfBinding } from "./follow-store.ts";
import { deliveryOf } from "./payload.ts";

/** Bindings at once, and arrivals of one of them. */
const BINDINGS = 8;
const ARRIVALS = 500;

/** A place where a test ends the process. */
export type CollectStep = "read" | "queued" | "removed";

export interface CollectorParts extends FollowServices {
  /** Of the frame server. */
  readonly pool: pg.Pool;
  readonly log: Log;
  readonly queueLimit?: number;
  readonly step?: (step: CollectStep) => void;
  /** There is something to send. */
  queued(): void;
}

/**
 * Turns what came of watched devices into deliveries. The times that came are removed after the deliveries are in the
 * queue: a process that ends in between reads them again, and what is in the queue already stays single by its id.
 */
export class PushCollector {
  readonly #parts: CollectorParts;

  constructor(parts: CollectorParts) {
    this.#parts = parts;
  }

  /** One round; gives how many bindings had something. */
  async collect(): Promise<number> {
    const { pool } = this.#parts;
    const bindings = await claimArrived(pool, BINDINGS);
    await Promise.all(bindings.map((binding) => this.#collectOf(binding)));
    return bindings.length;
  }

  async #collectOf(binding: number): Promise<void> {
    const { db, pool, log, step } = this.#parts;
    try {
      const arrivals = await readArrivals(pool, binding, ARRIVALS);
      step?.("read");
      const found = await rulesOfBinding(db, binding);
      if (found) await this.#queue(binding, found, arrivals);
      step?.("queued");
      await removeArrivals(
        pool,
        arrivals.map(({ id }) => id),
      );
      step?.("removed");
      await releaseArrived(pool, binding);
    } catch (error) {
      // Its claim runs out, and it is read again.
      log.warn({ err: error, binding }, "data for push rules waits: it could not be read");
    }
  }

  async #queue(binding: number, { device, rules }: BindingRules, arrivals: readonly Arrival[]): Promise<void> {
    const { db, queueLimit } = this.#parts;
    for (const rule of rules) {
      if (!isFollowed(rule.source)) continue;
      const kind = rule.source.kind === "signals" ? "frames" : "positions";
      const windows = arrivedWindows(arrivals.filter((arrival) => arrival.kind === kind));
      if (windows.length === 0) continue;
      const follower = await followerOf(this.#parts, rule.tenantId, rule.source);
      const followed: Followed = await follow(follower, binding, windows, rule.mark);
      const deliveries = followed.data.map((data) => deliveryOf(rule, device, data));
      const queueing = { tenantId: rule.tenantId, ruleId: rule.id, ...(queueLimit !== undefined && { queueLimit }) };
      const queued = await db.transaction().execute(async (transaction) => {
        const count = await queueDeliveries(transaction, queueing, deliveries);
        if (followed.mark) await keepMark(transaction, rule, binding, followed.mark);
        return count;
      });
      if (queued > 0) this.#parts.queued();
    }
  }
}
