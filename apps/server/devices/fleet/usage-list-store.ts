import type { Level } from "@canopy/contract/platform/endpoint";
import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { levelOn, mayRead } from "../rights/device-level-store.ts";

interface UsageRow {
  id: string;
  name: string;
  info_model_name: string | null;
  third_things_id: string;
  used_bytes: number;
  counted_time: number | null;
  bindingNumber: number;
  level: Level;
}

/** CAP-04: readable devices of the caller's tenant with their counted bytes, the largest first. */
export async function pageOfUsage(
  db: Db,
  caller: Caller,
  { current_page, page_size }: { readonly current_page: number; readonly page_size: number },
): Promise<{ list: UsageRow[]; total: number }> {
  const where = sql`t.tenant_id = ${caller.tenantId} and ${mayRead(caller)}`;
  const counted = await sql<{ total: number }>`select count(*) as total from things t where ${where}`.execute(db);
  const found = await sql<UsageRow>`select t.id, t.name, m.name as info_model_name, t.third_things_id,
      t.things_usage as used_bytes, (extract(epoch from t.last_cal_usage_at) * 1000)::bigint as counted_time,
      t.binding as "bindingNumber", ${levelOn(caller)} as level
    from things t left join info_models m on m.id = t.info_model_id where ${where}
    order by t.things_usage desc, t.id desc limit ${page_size} offset ${(current_page - 1) * page_size}`.execute(db);
  return { list: found.rows, total: counted.rows[0]?.total ?? 0 };
}
