import type { RuleLevel } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { OutputRange } from "../clock/output-clock.ts";

export interface AlarmCount {
  readonly level: RuleLevel;
  readonly rule: string;
  readonly device: string;
  readonly count: number;
}

/** TRG-05: a sub-user's are those of shared rules. The gravest first. */
export async function alarmCounts(
  db: Db,
  owner: Caller,
  ids: readonly string[],
  { fromMs, toMs }: OutputRange,
): Promise<AlarmCount[]> {
  const found = await sql<AlarmCount>`select e.level, e.rule_name as rule, t.name as device, count(*) as count
    from alarm_events e join things t on t.id = e.things_id and t.tenant_id = e.tenant_id
    where e.tenant_id = ${owner.tenantId} and e.things_id = any(${[...ids]}::uuid[])
      and e.started_us >= ${fromMs}::bigint * 1000 and e.started_us < ${toMs}::bigint * 1000
      and ${owner.role === "sub" ? sql`e.share` : sql`true`}
    group by e.level, e.rule_name, t.id, t.name
    order by array_position(array['urgent', 'ordinary', 'tip'], e.level), count(*) desc, e.rule_name, t.name`.execute(
    db,
  );
  return found.rows;
}
