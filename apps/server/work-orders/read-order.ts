import { platformErrors } from "@canopy/contract/platform/errors";
import { movesOf, type OrderState, SILENT_MS } from "@canopy/contract/work-orders/order-moves";
import { isFiling, type OrderDetail } from "@canopy/contract/work-orders/orders";
import { findEvents } from "../alarms/events/event-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { entriesOf, type FoundOrder, findOrder } from "./order-store.ts";

export async function mustFindOrder(db: Db, caller: Caller, id: string): Promise<FoundOrder> {
  const order = await findOrder(db, caller, id);
  if (order === undefined) throw new ApiError(platformErrors.notFound);
  return order;
}

export const stateOf = ({ status, is_withdrawn, was_resubmitted }: FoundOrder): OrderState => ({
  status,
  isWithdrawn: is_withdrawn,
  wasResubmitted: was_resubmitted,
});

export const partOf = ({ is_initiator, may_handle, is_free }: FoundOrder) => ({
  isInitiator: is_initiator,
  mayHandle: may_handle,
  isFree: is_free,
});

/** WO-01: the order as this caller sees it, with its story and what the caller can do. */
export async function readOrder(db: Db, caller: Caller, id: string): Promise<OrderDetail> {
  const order = await mustFindOrder(db, caller, id);
  const entries = await entriesOf(db, order);
  const isWaiting = order.status === "wait";
  return {
    ...order,
    event: await eventOf(db, caller, order),
    entries,
    picture_ids: entries.filter(({ kind }) => isFiling(kind)).flatMap(({ picture_ids }) => picture_ids),
    moves: movesOf(stateOf(order), partOf(order)),
    ends_time: isWaiting ? order.silent_ms + SILENT_MS : null,
  };
}

async function eventOf(db: Db, caller: Caller, order: FoundOrder): Promise<OrderDetail["event"]> {
  const { event_id, event_rule, event_level, event_us } = order;
  if (event_rule === null || event_level === null || event_us === null) return null;
  const [seen] = event_id === null ? [] : await findEvents(db, caller, [event_id]);
  return {
    event_id: seen ? seen.event_id : "",
    rule_name: event_rule,
    level: event_level,
    start_time: Math.floor(event_us / 1000),
    is_open: seen ? seen.state !== "closed" : null,
  };
}
