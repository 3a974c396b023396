import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ChangedRule } from "./changed-rule.ts";
import { insertOutbox, outboxRows } from "./outbox-rows.ts";

interface Due extends ChangedRule {
  readonly eventId: string;
  readonly channel: number;
  readonly value: number | null;
  readonly peak: number | null;
  readonly atUs: number;
}

/** Events that nobody acknowledged in time go to the next one, once. The tenants whose alarms changed. */
export function escalateDue(db: Db, nowMs: number): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const due = await sql<Due>`with due as (
        update alarm_events set escalate_at = null
        where id in (select id from alarm_events where escalate_at <= to_timestamp(${nowMs}::float8 / 1000)
          for update skip locked) and state = 'new'
        returning *)
      select d.id as "eventId", d.channel, d.value, d.peak, d.started_us as "atUs", r.tenant_id as "tenantId",
        r.id as "ruleId", r.name, r.level, r.share, r.content, t.id as "thingsId", t.third_things_id as "deviceId",
        t.name as "deviceName"
      from due d join alarm_rules r on r.id = d.rule_id and r.tenant_id = d.tenant_id join things t on t.id = d.things_id`.execute(
      transaction,
    );
    for (const { eventId, channel, value, peak, atUs, ...rule } of due.rows) {
      const { escalate } = rule.content;
      if (!escalate) continue;
      const event = { eventId, rule, change: { channel, value, peak, atUs } };
      await insertOutbox(outboxRows(event, "escalated", escalate.kind, escalate.targets)).execute(transaction);
      await sql`insert into alarm_notes (tenant_id, event_id, kind, content) values (${rule.tenantId}, ${eventId},
        'escalated', ${escalate.targets.join(", ")})`.execute(transaction);
    }
    return [...new Set(due.rows.map(({ tenantId }) => tenantId))];
  });
}
