import type { MoveName, OrderState } from "@canopy/contract/work-orders/order-moves";
import type { OrderDetail, OrderEntry } from "@canopy/contract/work-orders/orders";
import { sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import { safeText } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { ORDER_COLUMNS, ORDER_TABLES } from "./order-list-store.ts";
import { isFree, isVisible, mayHandle } from "./order-visibility.ts";

type Fields = Omit<OrderDetail, "entries" | "event" | "picture_ids" | "moves" | "ends_time">;

/** An order as one caller sees it. */
export interface FoundOrder extends Fields {
  readonly tenant_id: string;
  readonly initiator_id: string | null;
  readonly handler_id: string | null;
  readonly was_resubmitted: boolean;
  readonly is_free: boolean;
  readonly event_id: string | null;
  readonly event_rule: string | null;
  readonly event_level: "tip" | "ordinary" | "urgent" | null;
  readonly event_us: number | null;
  readonly silent_ms: number;
}

/** Undefined: there is none that this caller may see. */
export async function findOrder(db: Db, caller: Caller, id: string): Promise<FoundOrder | undefined> {
  const isOwn = sql`w.tenant_id = ${caller.tenantId}`;
  const found = await sql<FoundOrder>`select ${ORDER_COLUMNS}, w.tenant_id, w.initiator_id, w.handler_id,
      w.was_resubmitted, w.phone, w.description, case when ${isOwn} then t.id end as things_id, t.third_things_id,
      t.firmware_version, w.event_id, w.event_rule, w.event_level, w.event_us, w.from_ms as from_time,
      w.to_ms as to_time, coalesce(w.initiator_id = ${caller.userId}, false) as is_initiator,
      ${mayHandle(caller)} as may_handle, ${isFree(caller)} as is_free,
      (extract(epoch from w.silent_since) * 1000)::bigint as silent_ms
    from ${ORDER_TABLES} where w.id = ${id} and ${isVisible(caller)}`.execute(db);
  return found.rows[0];
}

export async function entriesOf(db: Db, { tenant_id, order_id }: FoundOrder): Promise<OrderEntry[]> {
  const found = await sql<OrderEntry>`select e.kind, e.user_name, e.remark,
      (extract(epoch from e.at) * 1000)::bigint as time,
      array(select p.id from work_order_pictures p where p.entry_id = e.id order by p.place) as picture_ids
    from work_order_entries e where e.tenant_id = ${tenant_id} and e.order_id = ${order_id} order by e.id`.execute(db);
  return found.rows;
}

/** Inside a transaction: the order cannot move meanwhile. False: it is not as it was. */
export async function setMoved(
  db: Db,
  order: Pick<FoundOrder, "tenant_id" | "order_id" | "version">,
  { state, nowMs, handler }: { state: OrderState; nowMs: number; handler: { id: string; name: string } | null },
): Promise<boolean> {
  const done = await sql`update work_orders set status = ${state.status}, is_withdrawn = ${state.isWithdrawn},
      was_resubmitted = ${state.wasResubmitted}, version = version + 1, since_at = to_timestamp(${nowMs / 1000}),
      silent_since = to_timestamp(${nowMs / 1000}), handler_id = ${handler?.id ?? null},
      handler_name = ${handler?.name ?? null}
    where tenant_id = ${order.tenant_id} and id = ${order.order_id} and version = ${order.version}
    returning id`.execute(db);
  return done.rows.length > 0;
}

interface NewEntry {
  readonly kind: OrderEntry["kind"];
  readonly userName: string | null;
  readonly remark: string;
  readonly nowMs: number;
}

export async function addEntry(
  db: Db,
  { tenant_id, order_id }: Pick<FoundOrder, "tenant_id" | "order_id">,
  { kind, userName, remark, nowMs }: NewEntry,
): Promise<number> {
  const made = await sql<{ id: number }>`insert into work_order_entries
      (tenant_id, order_id, kind, user_name, remark, at)
    values (${tenant_id}, ${order_id}, ${kind}, ${userName}, ${safeText(remark)}, to_timestamp(${nowMs / 1000}))
    returning id`.execute(db);
  return made.rows[0]?.id ?? 0;
}

export async function countEntries(db: Db, { tenant_id, order_id }: FoundOrder): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from work_order_entries
    where tenant_id = ${tenant_id} and order_id = ${order_id}`.execute(db);
  return found.rows[0]?.n ?? 0;
}

/** The initiator spoke: it is silent from now on. */
export async function endSilence(db: Db, { tenant_id, order_id }: FoundOrder, nowMs: number): Promise<void> {
  await sql`update work_orders set silent_since = to_timestamp(${nowMs / 1000})
    where tenant_id = ${tenant_id} and id = ${order_id} and status = 'wait'`.execute(db);
}

/** Who moved it last. */
export async function lastMove(
  db: Db,
  { tenant_id, order_id }: FoundOrder,
): Promise<{ kind: MoveName | "created" | "expired"; user_name: string | null; time: number } | undefined> {
  const found = await sql<{ kind: MoveName | "created" | "expired"; user_name: string | null; time: number }>`
    select kind, user_name, (extract(epoch from at) * 1000)::bigint as time from work_order_entries
    where tenant_id = ${tenant_id} and order_id = ${order_id} and kind <> 'remark' order by id desc limit 1`.execute(
    db,
  );
  return found.rows[0];
}
