import type { Thing } from "@canopy/contract/devices/thing";
import type { OrderColumn, ThingFilters } from "@canopy/contract/devices/thing-filters";
import { type RawBuilder, sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { levelOn, mayRead } from "../rights/device-level-store.ts";
import { conditionsOf, isFavourite, orderBy } from "./thing-filter-sql.ts";

export interface ThingQuery {
  current_page: number;
  page_size: number;
  order_param: OrderColumn;
  order_type: number;
  filters: ThingFilters;
}

type BatchRow = Pick<
  Thing,
  "id" | "name" | "info_model_id" | "info_model_name" | "third_things_id" | "things_usage" | "last_cal_usage_time"
>;

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

const BATCH_COLUMNS = sql`t.id, t.name, t.info_model_id, m.name as info_model_name, t.third_things_id, t.things_usage,
  ${ms("t.last_cal_usage_at")} as last_cal_usage_time`;

function allColumns(caller: Caller): RawBuilder<unknown> {
  return sql`${BATCH_COLUMNS}, t.licence, t.description, t.class, t.gateway_id, t.dialect, t.server, t.channel_enable,
    t.online, t.sd_state, t.sd_used_percent, t.firmware_version, ${ms("t.online_at")} as online_time, ${ms("t.offline_at")} as offline_time,
    ${ms("t.created_at")} as created_time, ${ms("t.moved_at")} as moved_time,
    ${isFavourite(caller)} as favourite, ${levelOn(caller)} as level,
    coalesce((select json_agg(json_build_object('id', b.id, 'name', b.name) order by b.name) from thing_labels x
      join labels b on b.id = x.label_id where x.things_id = t.id), '[]') as labels`;
}

const FROM = sql`from things t left join info_models m on m.id = t.info_model_id`;

/** The readable devices of the caller's tenant that match. */
function fitting(caller: Caller, filters: ThingFilters): RawBuilder<unknown> {
  const conditions = [sql`t.tenant_id = ${caller.tenantId}`, mayRead(caller), ...conditionsOf(filters, caller)];
  return sql.join(conditions, sql` and `);
}

async function page<T>(db: Db, caller: Caller, query: ThingQuery, columns: RawBuilder<unknown>): Promise<ListPage<T>> {
  const where = fitting(caller, query.filters);
  const order = orderBy(query.order_param, query.order_type, caller);
  const counting = sql<{ total: number }>`select count(*) as total from things t where ${where}`.execute(db);
  // Ids are sorted first, so that the columns of a row are computed for the page alone.
  const found =
    await sql<T>`select ${columns} ${FROM} where t.id in (select t.id ${FROM} where ${where} order by ${order}
    limit ${query.page_size} offset ${(query.current_page - 1) * query.page_size}) order by ${order}`.execute(db);
  return { list: found.rows, total: (await counting).rows[0]?.total ?? 0 };
}

interface ListPage<T> {
  list: T[];
  total: number;
}

/** DEV-10 */
export function batchOfThings(db: Db, caller: Caller, query: ThingQuery): Promise<ListPage<BatchRow>> {
  return page<BatchRow>(db, caller, query, BATCH_COLUMNS);
}

/** DEV-01 */
export function pageOfThings(db: Db, caller: Caller, query: ThingQuery): Promise<ListPage<Thing>> {
  return page<Thing>(db, caller, query, allColumns(caller));
}

export async function findThing(db: Db, caller: Caller, thingsId: string): Promise<Thing | undefined> {
  const found = await sql<Thing>`select ${allColumns(caller)} ${FROM}
    where ${fitting(caller, {})} and t.id = ${thingsId}`.execute(db);
  return found.rows[0];
}
