import { platformErrors } from "@canopy/contract/platform/errors";
import { orderErrors } from "@canopy/contract/work-orders/errors";
import { MOST_OPEN_ORDERS, type newOrder } from "@canopy/contract/work-orders/orders";
import type { z } from "zod";
import { getTenantInfo } from "../accounts/tenant-store.ts";
import { mustFind } from "../alarms/events/change-events.ts";
import { levelOnThing } from "../alarms/rules/rule-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { countOpenOrders, deviceName, insertOrder } from "./new-order-store.ts";
import type { OrderServices } from "./order-services.ts";
import { addEntry } from "./order-store.ts";
import { attachPictures } from "./picture-store.ts";
import { tellHandlers } from "./tell-sides.ts";

type NewOrder = z.output<typeof newOrder>;

/** WO-01: with links to what the caller may see; the handlers hear of it. */
export async function createOrder(
  services: OrderServices,
  caller: Caller,
  body: NewOrder,
): Promise<{ order_id: string; identifier: string }> {
  const { db, now } = services;
  const { tenantId, userId, userName } = caller;
  const { picture_ids, from_time, to_time, things_id, event_id, ...content } = body;
  const event = event_id === undefined ? null : ((await mustFind(db, caller, [event_id]))[0] ?? null);
  const device = await linkedDevice(db, caller, things_id ?? event?.things_id);
  const nowMs = now();
  const made = await db.transaction().execute(async (transaction) => {
    if ((await countOpenOrders(transaction, tenantId)) >= MOST_OPEN_ORDERS)
      throw new ApiError(orderErrors.tooMany, { values: { limit: MOST_OPEN_ORDERS } });
    const order = { tenantId, userId, userName, content, device, event, from_time, to_time, nowMs };
    const { id, identifier } = await insertOrder(transaction, order);
    const entry = { kind: "created", userName, remark: "", nowMs } as const;
    const entryId = await addEntry(transaction, { tenant_id: tenantId, order_id: id }, entry);
    if (!(await attachPictures(transaction, caller, picture_ids, { orderId: id, entryId })))
      throw new ApiError(platformErrors.notFound);
    return { order_id: id, identifier };
  });
  const tenant_name = (await getTenantInfo(db, tenantId))?.name ?? "";
  const order = { ...made, tenant_id: tenantId, initiator_id: userId, handler_id: null, name: body.name, tenant_name };
  const told = { kind: "created", userId, user: userName, remark: "" } as const;
  await tellHandlers(services, { ...order, status: "pending" }, told);
  return made;
}

async function linkedDevice(db: Db, caller: Caller, thingsId: string | undefined) {
  if (thingsId === undefined) return null;
  if ((await levelOnThing(db, caller, thingsId)) === "none") throw new ApiError(platformErrors.notFound);
  return { id: thingsId, name: await deviceName(db, caller.tenantId, thingsId) };
}
