import type { newOrder, orderContent } from "@canopy/contract/work-orders/orders";
import { sql } from "kysely";
import type { z } from "zod";
import { safeText } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";

type Content = z.output<typeof orderContent>;

export interface NewOrder extends Pick<z.output<typeof newOrder>, "from_time" | "to_time"> {
  readonly tenantId: string;
  readonly userId: string;
  readonly userName: string;
  readonly content: Content;
  readonly device: { readonly id: string; readonly name: string } | null;
  readonly event: {
    readonly event_id: string;
    readonly rule_name: string;
    readonly level: string;
    readonly start_time: number;
  } | null;
  readonly nowMs: number;
}

/** `WO-YYYYMMDD-NNNN`, of the UTC day. Orders of one day stand in a line while a number is taken. */
async function nextIdentifier(db: Db, nowMs: number): Promise<string> {
  const day = new Date(nowMs).toISOString().slice(0, 10);
  const taken = await sql<{ last: number }>`insert into work_order_days as d (day, last) values (${day}, 1)
    on conflict (day) do update set last = d.last + 1 returning last`.execute(db);
  return `WO-${day.replaceAll("-", "")}-${String(taken.rows[0]?.last ?? 0).padStart(4, "0")}`;
}

/** Inside a transaction. */
export async function insertOrder(db: Db, order: NewOrder): Promise<{ id: string; identifier: string }> {
  const { tenantId, userId, userName, content, device, event, from_time = null, to_time = null, nowMs } = order;
  const identifier = await nextIdentifier(db, nowMs);
  const at = sql`to_timestamp(${nowMs / 1000})`;
  const made = await sql<{ id: string }>`insert into work_orders (tenant_id, identifier, name, type, function, phone,
      description, initiator_id, initiator_name, things_id, device_name, event_id, event_rule, event_level, event_us,
      from_ms, to_ms, created_at, since_at, silent_since)
    values (${tenantId}, ${identifier}, ${safeText(content.name)}, ${content.type}, ${content.function},
      ${content.phone}, ${safeText(content.description)}, ${userId}, ${userName}, ${device?.id ?? null},
      ${device?.name ?? null}, ${event?.event_id ?? null}, ${event?.rule_name ?? null}, ${event?.level ?? null},
      ${event ? event.start_time * 1000 : null}, ${from_time}, ${to_time}, ${at}, ${at}, ${at})
    returning id`.execute(db);
  return { id: made.rows[0]?.id ?? "", identifier };
}

/** Of a refused order that is sent again. */
export async function setContent(db: Db, tenantId: string, id: string, content: Content): Promise<void> {
  await sql`update work_orders set name = ${safeText(content.name)}, type = ${content.type},
      function = ${content.function}, phone = ${content.phone}, description = ${safeText(content.description)}
    where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

/** One new order of a tenant at a time: the limit is compared before a row is written. */
export async function countOpenOrders(db: Db, tenantId: string): Promise<number> {
  await sql`select 1 from tenants where id = ${tenantId} for no key update`.execute(db);
  const found = await sql<{ n: number }>`select count(*) as n from work_orders
    where tenant_id = ${tenantId} and not is_withdrawn and status not in ('done', 'refuse')`.execute(db);
  return found.rows[0]?.n ?? 0;
}

export async function deviceName(db: Db, tenantId: string, thingsId: string): Promise<string> {
  const found = await sql<{ name: string }>`select name from things
    where tenant_id = ${tenantId} and id = ${thingsId}`.execute(db);
  return found.rows[0]?.name ?? "";
}
