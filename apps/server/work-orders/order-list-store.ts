import { ORDER_STATUSES, type OrderStatus } from "@canopy/contract/work-orders/order-moves";
import type { OrderTab, OrderType, WORK_ORDER_COLUMNS, WorkOrder } from "@canopy/contract/work-orders/orders";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../platform/http/caller.ts";
import { type Ordered, orderedBy } from "../platform/postgres/order-by.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { isVisible, mayHandle } from "./order-visibility.ts";

export const ORDER_COLUMNS = sql`w.id as order_id, w.identifier, w.name, w.type, w.function, w.status, w.is_withdrawn,
  w.version, o.name as tenant_name, w.initiator_name as initiator, w.handler_name as handler,
  coalesce(t.name, w.device_name) as device_name, (extract(epoch from w.created_at) * 1000)::bigint as created_time,
  (extract(epoch from w.since_at) * 1000)::bigint as since_time`;
export const ORDER_TABLES = sql`work_orders w join tenants o on o.id = w.tenant_id
  left join things t on t.id = w.things_id and t.tenant_id = w.tenant_id`;

type WorkOrderColumn = (typeof WORK_ORDER_COLUMNS)[number];
const SORTED_BY: Readonly<Record<WorkOrderColumn, RawBuilder<unknown>>> = {
  identifier: sql`w.identifier`,
  name: sql`lower(w.name)`,
  type: sql`w.type`,
  status: sql`array_position(${[...ORDER_STATUSES]}::text[], w.status::text)`,
  function: sql`w.function`,
  device_name: sql`lower(coalesce(t.name, w.device_name))`,
  tenant_name: sql`lower(o.name)`,
  initiator: sql`lower(w.initiator_name)`,
  handler: sql`lower(w.handler_name)`,
  created_time: sql`w.created_at`,
  since_time: sql`w.since_at`,
};

export interface OrderFilter extends Ordered<WorkOrderColumn> {
  readonly tab: OrderTab;
  readonly status?: OrderStatus | undefined;
  readonly type?: OrderType | undefined;
  readonly keyword: string;
  readonly things_id?: string | undefined;
  readonly event_id?: string | undefined;
  readonly current_page: number;
  readonly page_size: number;
}

/** What waits for this person as a handler. */
const toHandle = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(${mayHandle(caller)} and not w.is_withdrawn
  and (w.status in ('pending', 'abandon') or (w.status = 'process' and w.handler_id = ${caller.userId})))`;

/** To verify, or refused and not yet sent again. */
const toAnswer = (caller: Caller): RawBuilder<boolean> => sql<boolean>`(w.initiator_id = ${caller.userId}
  and (w.status = 'wait' or (w.status = 'refuse' and not w.was_resubmitted)))`;

const OF_TAB: Record<OrderTab, (caller: Caller) => RawBuilder<boolean>> = {
  mine: (caller) => sql<boolean>`w.initiator_id = ${caller.userId}`,
  handle: (caller) =>
    sql<boolean>`(${toHandle(caller)} or (w.handler_id = ${caller.userId} and w.status = 'wait' and ${mayHandle(caller)}))`,
  all: isVisible,
};

export async function listFound(
  db: Db,
  caller: Caller,
  filter: OrderFilter,
): Promise<{ list: WorkOrder[]; total: number }> {
  const { tab, status = null, type = null, things_id = null, event_id = null, keyword } = filter;
  const found = sql`from ${ORDER_TABLES} where ${isVisible(caller)} and ${OF_TAB[tab](caller)}
    and (${status}::text is null or w.status = ${status}) and (${type}::text is null or w.type = ${type})
    and (${things_id}::uuid is null or w.things_id = ${things_id})
    and (${event_id}::uuid is null or w.event_id = ${event_id})
    and position(lower(${keyword}) in lower(concat_ws(' ', w.identifier, w.name, w.description, w.initiator_name,
      w.handler_name, o.name, coalesce(t.name, w.device_name)))) > 0`;
  const counted = await sql<{ total: number }>`select count(*) as total ${found}`.execute(db);
  const own = tab === "handle" ? sql`w.status = 'wait', w.since_at, w.id` : sql`w.created_at desc, w.id`;
  const page = await sql<WorkOrder>`select ${ORDER_COLUMNS} ${found} order by ${orderedBy(SORTED_BY, filter, own)}
    limit ${filter.page_size} offset ${(filter.current_page - 1) * filter.page_size}`.execute(db);
  return { list: page.rows, total: counted.rows[0]?.total ?? 0 };
}

export async function waitingFor(db: Db, caller: Caller): Promise<{ mine: number; handle: number }> {
  const found = await sql<{ mine: number; handle: number }>`
    select count(*) filter (where ${toAnswer(caller)}) as mine, count(*) filter (where ${toHandle(caller)}) as handle
    from work_orders w where ${isVisible(caller)}`.execute(db);
  return found.rows[0] ?? { mine: 0, handle: 0 };
}

/** Whether orders of anybody can come to this person. */
export async function isHandler(db: Db, caller: Caller): Promise<boolean> {
  if (caller.role !== "manager") return caller.role === "system";
  const found = await sql`select 1 from tenants where merchant_id = ${caller.tenantId} and kind = 'owner'
    limit 1`.execute(db);
  return found.rows.length > 0;
}

/** Of all tenants, for the operator: nobody has them in hand. */
export async function countWaitingOrders(db: Db): Promise<number> {
  const found = await sql<{ n: number }>`select count(*) as n from work_orders
    where not is_withdrawn and status in ('pending', 'abandon')`.execute(db);
  return found.rows[0]?.n ?? 0;
}
