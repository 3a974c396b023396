import type { Db } from "../../platform/postgres/schema.ts";
import { insertOrder } from "../../work-orders/new-order-store.ts";
import { addEntry } from "../../work-orders/order-store.ts";
import type { TestUser } from "../test-app.ts";

/** As small as a picture can be. */
export const TEST_GIF = Buffer.from("R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7", "base64");

/** A pending order of this user that is only rows. */
export async function makeTestOrder(db: Db, { tenantId, userId, name: userName }: TestUser): Promise<string> {
  const content = { name: "Too hot", type: "problem", function: "alarms", phone: "", description: "d" } as const;
  const nowMs = Date.now();
  const none = { device: null, event: null, from_time: undefined, to_time: undefined };
  const { id } = await insertOrder(db, { tenantId, userId, userName, content, ...none, nowMs });
  const entry = { kind: "created", userName, remark: "", nowMs } as const;
  await addEntry(db, { tenant_id: tenantId, order_id: id }, entry);
  return id;
}
