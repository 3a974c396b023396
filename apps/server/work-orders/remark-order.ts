import { platformErrors } from "@canopy/contract/platform/errors";
import { orderErrors } from "@canopy/contract/work-orders/errors";
import { MOST_ENTRIES, type OrderDetail, type remarkOrder } from "@canopy/contract/work-orders/orders";
import type { z } from "zod";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { OrderServices } from "./order-services.ts";
import { addEntry, countEntries, endSilence } from "./order-store.ts";
import { attachPictures } from "./picture-store.ts";
import { mustFindOrder, readOrder } from "./read-order.ts";
import { tellHandlers, tellInitiator } from "./tell-sides.ts";

/** By anybody who sees the order, until it is withdrawn; the other side hears of it. */
export async function addRemark(
  services: OrderServices,
  caller: Caller,
  id: string,
  { remark, picture_ids }: z.output<typeof remarkOrder.body>,
): Promise<OrderDetail> {
  const { db, now } = services;
  const order = await mustFindOrder(db, caller, id);
  if (order.is_withdrawn) throw new ApiError(orderErrors.notNow);
  if ((await countEntries(db, order)) >= MOST_ENTRIES)
    throw new ApiError(orderErrors.tooManyRemarks, { values: { limit: MOST_ENTRIES } });
  await db.transaction().execute(async (transaction) => {
    const entry = { kind: "remark", userName: caller.userName, remark, nowMs: now() } as const;
    const entryId = await addEntry(transaction, order, entry);
    if (!(await attachPictures(transaction, caller, picture_ids, { orderId: id, entryId })))
      throw new ApiError(platformErrors.notFound);
    if (order.is_initiator) await endSilence(transaction, order, now());
  });
  const told = { kind: "remark", userId: caller.userId, user: caller.userName, remark } as const;
  if (order.is_initiator || !order.may_handle) await tellHandlers(services, order, told);
  if (!order.is_initiator) await tellInitiator(services, order, told);
  return readOrder(db, caller, id);
}
