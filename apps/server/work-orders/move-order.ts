import { platformErrors } from "@canopy/contract/platform/errors";
import { orderErrors } from "@canopy/contract/work-orders/errors";
import { afterMove, isFor, isPossible, MOVES, type MoveName } from "@canopy/contract/work-orders/order-moves";
import { MOST_ENTRIES, type moveOrder, type OrderDetail } from "@canopy/contract/work-orders/orders";
import type { z } from "zod";
import { changeEvents } from "../alarms/events/change-events.ts";
import { findEvents } from "../alarms/events/event-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { setContent } from "./new-order-store.ts";
import type { OrderServices } from "./order-services.ts";
import { addEntry, countEntries, type FoundOrder, lastMove, setMoved } from "./order-store.ts";
import { attachPictures } from "./picture-store.ts";
import { mustFindOrder, partOf, readOrder, stateOf } from "./read-order.ts";
import { tellHandlers, tellInitiator } from "./tell-sides.ts";

type Asked = z.output<typeof moveOrder.body>;

/** WO-02: one move, by the right person, on the version that the person saw. */
export async function moveOn(services: OrderServices, caller: Caller, id: string, asked: Asked): Promise<OrderDetail> {
  const { db, now } = services;
  const order = await mustFindOrder(db, caller, id);
  await refuseWrong(db, order, asked);
  await db.transaction().execute(async (transaction) => {
    const change = {
      state: afterMove(stateOf(order), asked.move),
      nowMs: now(),
      handler: handlerAfter(order, caller, asked.move),
    };
    if (!(await setMoved(transaction, order, change))) throw await whoWasFaster(db, order);
    if (asked.move === "resubmit" && asked.content) await setContent(transaction, order.tenant_id, id, asked.content);
    const entry = { kind: asked.move, userName: caller.userName, remark: asked.remark, nowMs: now() };
    const entryId = await addEntry(transaction, order, entry);
    if (!(await attachPictures(transaction, caller, asked.picture_ids, { orderId: id, entryId })))
      throw new ApiError(platformErrors.notFound);
  });
  if (asked.close_event && MOVES[asked.move].by === "initiator") await closeEvent(services, caller, order);
  const moved = await readOrder(db, caller, id);
  await tellOtherSide(services, caller, { ...order, ...moved }, asked);
  return moved;
}

/** The order may have moved since it was shown: that is told before what can be done with it. */
async function refuseWrong(db: Db, order: FoundOrder, asked: Asked): Promise<void> {
  const { move, version, remark } = asked;
  if (version !== order.version) throw await whoWasFaster(db, order);
  if (!isPossible(stateOf(order), move)) throw new ApiError(orderErrors.notNow);
  if (!isFor(partOf(order), move)) throw new ApiError(orderErrors.notYours);
  if (MOVES[move].needsRemark && remark === "") throw new ApiError(orderErrors.reasonMissing, { field: "remark" });
  if (move === "resubmit" && !isEdited(order, asked)) throw new ApiError(orderErrors.unchanged);
  if ((await countEntries(db, order)) >= MOST_ENTRIES)
    throw new ApiError(orderErrors.tooManyRemarks, { values: { limit: MOST_ENTRIES } });
}

/** A picture that was missing is a change too. */
function isEdited(order: FoundOrder, { content, picture_ids }: Pick<Asked, "content" | "picture_ids">): boolean {
  const fields = ["name", "type", "function", "phone", "description"] as const;
  return picture_ids.length > 0 || (content !== undefined && fields.some((field) => content[field] !== order[field]));
}

async function whoWasFaster(db: Db, order: FoundOrder): Promise<ApiError> {
  const last = await lastMove(db, order);
  const user = last?.user_name ?? "";
  return new ApiError(orderErrors.moved, {
    values: { user },
    details: { user_name: user, move: last?.kind ?? "created", time: last?.time ?? order.since_time },
  });
}

/** Who has it in hand behind the move. */
function handlerAfter(order: FoundOrder, caller: Caller, move: MoveName): { id: string; name: string } | null {
  if (MOVES[move].by !== "initiator") return { id: caller.userId, name: caller.userName };
  if (move === "resubmit" || order.handler_id === null) return null;
  return { id: order.handler_id, name: order.handler ?? "" };
}

/** Where the caller may not close it, it stays open. */
async function closeEvent(
  services: OrderServices,
  caller: Caller,
  { event_id, identifier }: FoundOrder,
): Promise<void> {
  if (event_id === null || (await findEvents(services.db, caller, [event_id])).length === 0) return;
  await changeEvents(services, caller, { event_ids: [event_id], state: "closed", note: identifier });
}

async function tellOtherSide(
  services: OrderServices,
  { userId, userName: user }: Caller,
  order: FoundOrder,
  { move, remark }: Asked,
): Promise<void> {
  const told = { kind: move === "withdraw" ? "withdrawn" : "moved", userId, user, remark } as const;
  if (MOVES[move].by === "initiator") await tellHandlers(services, order, told);
  else await tellInitiator(services, order, told);
}
