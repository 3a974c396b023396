import { MOST_STATISTIC_DAYS } from "@canopy/contract/statistics/fleet";
import { sql } from "kysely";
import type { TerminalSwap } from "../devices/device-services.ts";
import type { PositionsStored } from "../places/import-track.ts";
import type { Db } from "../platform/postgres/schema.ts";

export const DAY_MS = 86_400_000;

/** A device whose days are counted from `fromDay` on. */
export interface DueDevice {
  readonly id: string;
  readonly tenantId: string;
  readonly binding: number;
  readonly fromDay: number;
  /** Changes with every write of the mark; null: there is none. */
  readonly markVersion: string | null;
}

const CREATED_DAY = sql`floor(extract(epoch from t.created_at) / 86400)::integer`;

/** Of all tenants; one that was never counted since it is there, as far back as the page shows. */
export async function dueDevices(db: Db, today: number): Promise<DueDevice[]> {
  const found = await sql<DueDevice>`select t.id, t.tenant_id as "tenantId", t.binding,
      greatest(coalesce(m.until_day, ${CREATED_DAY}), ${today - MOST_STATISTIC_DAYS + 1}::integer) as "fromDay",
      m.xmin::text as "markVersion"
    from things t left join thing_distance_marks m on m.things_id = t.id order by t.id`.execute(db);
  return found.rows;
}

/** A mark that was written meanwhile stays: what came late is counted at the next turn. */
export async function setMark(
  db: Db,
  { id, markVersion }: Pick<DueDevice, "id" | "markVersion">,
  untilDay: number,
): Promise<void> {
  await sql`insert into thing_distance_marks as m (things_id, until_day) values (${id}, ${untilDay})
    on conflict (things_id) do update set until_day = excluded.until_day
      where m.xmin::text = ${markVersion}::text`.execute(db);
}

/**
 * STA-01: positions of days that are counted for good put the mark back. The day before is counted anew each hour, and of
 * days that no page shows nothing is counted. A device that moved has none from before: they are the original's.
 */
export function lateDays(db: Db, now: () => number): PositionsStored {
  return async (bindingNumber, positions) => {
    const today = Math.floor(now() / DAY_MS);
    let first = today - 1;
    for (const { time } of positions) {
      const day = Math.floor(time / DAY_MS);
      if (day < first && day > today - MOST_STATISTIC_DAYS) first = day;
    }
    if (first === today - 1) return;
    await sql`insert into thing_distance_marks as m (things_id, until_day)
      select t.id, least(coalesce(k.until_day, ${CREATED_DAY}),
        case when t.moved_at is null then ${first}::integer else greatest(${first}::integer, ${CREATED_DAY}) end)
      from things t left join thing_distance_marks k on k.things_id = t.id where t.binding = ${bindingNumber}
      on conflict (things_id) do update set until_day = least(m.until_day, excluded.until_day)`.execute(db);
  };
}

/**
 * DEV-14: days that are still counted anew go with the positions of the old terminal; those of the device begin with the
 * day of the swap. In its transaction.
 */
export async function splitDays(db: Db, { tenantId, thingsId, formerId, atMs }: TerminalSwap): Promise<void> {
  const swapDay = Math.floor(atMs / DAY_MS);
  await sql`with kept as (
      select least(coalesce(m.until_day, ${CREATED_DAY}), ${swapDay}::integer) as day from things t
        left join thing_distance_marks m on m.things_id = t.id where t.tenant_id = ${tenantId} and t.id = ${thingsId}
    ), moved as (
      update thing_distance_days d set things_id = ${formerId} from kept
      where d.tenant_id = ${tenantId} and d.things_id = ${thingsId} and d.day >= kept.day
    ), former as (insert into thing_distance_marks (things_id, until_day) select ${formerId}::uuid, day from kept)
    insert into thing_distance_marks (things_id, until_day) values (${thingsId}, ${swapDay})
    on conflict (things_id) do update set until_day = excluded.until_day`.execute(db);
}
