import type { OrderColumn, ThingFilters } from "@canopy/contract/devices/thing-filters";
import { type RawBuilder, sql } from "kysely";

interface Owner {
  tenantId: string;
  userId: string;
}

export function isFavourite(owner: Owner): RawBuilder<boolean> {
  return sql<boolean>`exists (select 1 from favourite_things f where f.user_id = ${owner.userId} and f.things_id = t.id)`;
}

/** The filters of DEV-10 as conditions on the device `t`. */
export function conditionsOf(filters: ThingFilters, owner: Owner): RawBuilder<unknown>[] {
  const { keyword, third_things_id: deviceId, label_ids: labels, group_id: group } = filters;
  const conditions: RawBuilder<unknown>[] = [];
  if (keyword) conditions.push(sql`position(lower(${keyword}) in t.search_text) > 0`);
  if (deviceId) conditions.push(sql`position(${deviceId} in t.third_things_id) > 0`);
  if (filters.info_model_id === null) conditions.push(sql`t.info_model_id is null`);
  else if (filters.info_model_id) conditions.push(sql`t.info_model_id = ${filters.info_model_id}`);
  if (filters.class) conditions.push(sql`t.class = ${filters.class}`);
  if (filters.gateway_id) conditions.push(sql`t.gateway_id = ${filters.gateway_id}`);
  if (filters.online !== undefined) conditions.push(sql`t.online = ${filters.online}`);
  if (filters.sd_state) conditions.push(sql`t.sd_state = ${filters.sd_state}`);
  if (filters.favourite !== undefined) conditions.push(sql`${isFavourite(owner)} = ${filters.favourite}`);
  for (const label of labels ?? []) {
    conditions.push(sql`exists (select 1 from thing_labels x where x.tenant_id = ${owner.tenantId}
      and x.things_id = t.id and x.label_id = ${label})`);
  }
  if (group) {
    conditions.push(sql`exists (select 1 from thing_group_members x where x.tenant_id = ${owner.tenantId}
      and x.things_id = t.id and x.group_id = ${group})`);
  }
  return conditions;
}

/** Columns that may be empty sort last in either direction; the others use the plain order of the indexes. */
const EMPTY_LAST: ReadonlySet<OrderColumn> = new Set(["info_model_name", "last_cal_usage_time", "firmware_version"]);

export function orderBy(column: OrderColumn, orderType: number, owner: Owner): RawBuilder<unknown> {
  const direction = sql.raw(orderType === 1 ? "desc" : "asc");
  const nulls = sql.raw(EMPTY_LAST.has(column) ? " nulls last" : "");
  return sql`${expressionOf(column, owner)} ${direction}${nulls}, t.id ${direction}`;
}

function expressionOf(column: OrderColumn, owner: Owner): RawBuilder<unknown> {
  switch (column) {
    case "created_time":
      return sql`t.created_at`;
    case "last_cal_usage_time":
      return sql`t.last_cal_usage_at`;
    case "info_model_name":
      return sql`m.name`;
    case "favourite":
      return isFavourite(owner);
    default:
      return sql.ref(`t.${column}`);
  }
}
