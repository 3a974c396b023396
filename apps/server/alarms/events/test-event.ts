/** For tests: events that are only rows. */
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";

interface TestEvent {
  readonly tenantId: string;
  readonly thingsId: string;
  readonly ruleId: string;
  readonly binding: number;
  readonly startedUs?: number;
  readonly share?: boolean;
  readonly change?: number;
}

/** An active event of a shared rule, a second long ago unless told else. */
export async function makeTestEvent(db: Db, event: TestEvent): Promise<string> {
  const { startedUs = Date.now() * 1000, share = true, change = 1 } = event;
  const made = await sql<{
    id: string;
  }>`insert into alarm_events (tenant_id, things_id, rule_id, rule_name, level, share,
      description, conditions, channel, is_late, binding, change, started_us, hits)
    select ${event.tenantId}, ${event.thingsId}, r.id, r.name, r.level, ${share}, '', r.content -> 'conditions', 0, false,
      ${event.binding}, ${change}, ${startedUs}, 1 from alarm_rules r where r.id = ${event.ruleId}
    returning id`.execute(db);
  return made.rows[0]?.id ?? "";
}
