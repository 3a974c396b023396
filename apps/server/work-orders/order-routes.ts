import { platformErrors } from "@canopy/contract/platform/errors";
import { imageErrors } from "@canopy/contract/platform/image-errors";
import { IMAGE_MAX_BYTES, imageTypeOf } from "@canopy/contract/platform/images";
import { orderErrors } from "@canopy/contract/work-orders/errors";
import * as orders from "@canopy/contract/work-orders/orders";
import { getOrderPicture, MOST_LOOSE_PICTURES, sendOrderPicture } from "@canopy/contract/work-orders/pictures";
import { mustFind } from "../alarms/events/change-events.ts";
import { levelOnThing } from "../alarms/rules/rule-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { createOrder } from "./create-order.ts";
import { moveOn } from "./move-order.ts";
import { isHandler, listFound, waitingFor } from "./order-list-store.ts";
import type { OrderServices } from "./order-services.ts";
import { findPicture, insertPicture } from "./picture-store.ts";
import { readOrder } from "./read-order.ts";
import { addRemark } from "./remark-order.ts";

/** WO-01, WO-02 */
export function orderRoutes(services: OrderServices): Route[] {
  const { db } = services;
  return [
    route(orders.listOrders, async ({ caller, query }) => {
      const { current_page, page_size, things_id, event_id } = query;
      if (event_id !== undefined) await mustFind(db, caller, [event_id]);
      if (things_id !== undefined && (await levelOnThing(db, caller, things_id)) === "none")
        throw new ApiError(platformErrors.notFound);
      const { list, total } = await listFound(db, caller, query);
      const pagination = { current_page, page_size, total_size: total };
      return { list, pagination, may_handle: await isHandler(db, caller), waiting: await waitingFor(db, caller) };
    }),
    route(orders.getOrder, async ({ caller, params }) => ({ data: await readOrder(db, caller, params.order_id) })),
    route(orders.createOrder, ({ caller, body }) => createOrder(services, caller, body)),
    route(orders.moveOrder, async ({ caller, params, body }) => ({
      data: await moveOn(services, caller, params.order_id, body),
    })),
    route(orders.remarkOrder, async ({ caller, params, body }) => ({
      data: await addRemark(services, caller, params.order_id, body),
    })),
    ...pictureRoutes(db),
  ];
}

/** ACC-15 */
function pictureRoutes(db: Db): Route[] {
  return [
    route(sendOrderPicture, async ({ caller, body }) => {
      if (body.length > IMAGE_MAX_BYTES) throw new ApiError(imageErrors.imageTooLarge);
      const type = imageTypeOf(body);
      if (type === undefined) throw new ApiError(imageErrors.imageFormat);
      const id = await insertPicture(db, caller, { type, content: body });
      if (id === undefined) throw new ApiError(orderErrors.tooManyPictures, { values: { limit: MOST_LOOSE_PICTURES } });
      return { picture_id: id };
    }),
    route(getOrderPicture, async ({ caller, params }) => {
      const found = await findPicture(db, caller, params.picture_id);
      if (found === undefined) throw new ApiError(platformErrors.notFound);
      return { picture: `data:${found.type};base64,${found.content.toString("base64")}` };
    }),
  ];
}
