import type { OverviewRow } from "@canopy/contract/devices/overview";
import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { levelOn, mayRead } from "../rights/device-level-store.ts";
import { isFavourite } from "./thing-filter-sql.ts";

interface Slice {
  after: string | undefined;
  limit: number;
}

const ms = (column: string) => sql`(extract(epoch from ${sql.ref(column)}) * 1000)::bigint`;

/** DEV-01: the devices that the caller may read, by id. Labels and groups come as ids: their names are asked for once. */
export async function overviewOf(db: Db, caller: Caller, { after, limit }: Slice): Promise<OverviewRow[]> {
  const behind = after === undefined ? sql`true` : sql`t.id > ${after}`;
  const found = await sql<OverviewRow>`select t.id, t.name, t.third_things_id, t.info_model_id,
      m.name as info_model_name, t.class, t.gateway_id, t.channel_enable, t.online, t.sd_state, t.sd_used_percent,
      t.firmware_version, ${ms("t.online_at")} as online_time, ${ms("t.offline_at")} as offline_time,
      ${ms("t.created_at")} as created_time, ${isFavourite(caller)} as favourite, ${levelOn(caller)} as level,
      array(select x.label_id::text from thing_labels x where x.things_id = t.id) as label_ids,
      array(select x.group_id::text from thing_group_members x where x.things_id = t.id) as group_ids
    from things t left join info_models m on m.id = t.info_model_id
    where t.tenant_id = ${caller.tenantId} and ${mayRead(caller)} and ${behind}
    order by t.id limit ${limit}`.execute(db);
  return found.rows;
}
