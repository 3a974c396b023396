import { SILENT_MS } from "@canopy/contract/work-orders/order-moves";
import { LOOSE_PICTURE_MS } from "@canopy/contract/work-orders/pictures";
import { sql } from "kysely";
import type { Bus } from "../platform/bus/bus.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { addEntry } from "./order-store.ts";
import { removeLoosePictures } from "./picture-store.ts";
import { type ToldOrder, tellHandlers, tellInitiator } from "./tell-sides.ts";

interface SilenceServices {
  readonly db: Db;
  readonly bus: Bus;
  now(): number;
}

/** WO-02: a solved order that nobody answered for seven days is done; both sides hear of it. Of all tenants. */
export async function endSilentOrders(services: SilenceServices): Promise<void> {
  const { db, now } = services;
  const nowMs = now();
  const ended = await db.transaction().execute(async (transaction) => {
    const done = await sql<ToldOrder>`update work_orders w set status = 'done', version = w.version + 1,
        since_at = to_timestamp(${nowMs / 1000})
      from tenants o where o.id = w.tenant_id and w.status = 'wait'
        and w.silent_since <= to_timestamp(${(nowMs - SILENT_MS) / 1000})
      returning w.id as order_id, w.tenant_id, w.initiator_id, w.handler_id, w.identifier, w.name, w.status,
        o.name as tenant_name`.execute(transaction);
    for (const order of done.rows)
      await addEntry(transaction, order, { kind: "expired", userName: null, remark: "", nowMs });
    return done.rows;
  });
  const told = { kind: "expired", userId: null, user: "", remark: "" } as const;
  for (const order of ended) {
    await tellInitiator(services, order, told);
    await tellHandlers(services, order, told);
  }
  await removeLoosePictures(db, nowMs - LOOSE_PICTURE_MS);
}
