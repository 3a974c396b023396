import type { EscalationKind } from "@canopy/contract/alarms/action-kinds";
import { ACTION_FLOOR_MINUTES } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { shownTarget } from "../events/shown-target.ts";
import type { ChangedRule } from "./changed-rule.ts";
import { insertOutbox, outboxRows } from "./outbox-rows.ts";

interface Due extends ChangedRule {
  readonly eventId: string;
  readonly channel: number;
  readonly value: number | null;
  readonly peak: number | null;
  readonly atUs: number;
}

/**
 * Events that nobody acknowledged in time go to the next one, once, and no more of them than the kind allows for a rule and
 * a device. The tenants whose alarms changed.
 */
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
      if (!(await takeTurn(transaction, rule, escalate.kind, nowMs))) {
        await sql`update alarm_events set held = held + 1
          where tenant_id = ${rule.tenantId} and id = ${eventId}`.execute(transaction);
        continue;
      }
      const event = { eventId, rule, change: { channel, value, peak, atUs } };
      await insertOutbox(outboxRows(event, "escalated", escalate.kind, escalate.targets)).execute(transaction);
      await sql`insert into alarm_notes (tenant_id, event_id, kind, content) values (${rule.tenantId}, ${eventId},
        'escalated', ${shownTargets(escalate)})`.execute(transaction);
    }
    return [...new Set(due.rows.map(({ tenantId }) => tenantId))];
  });
}

/** No numbers and no secrets: the note is for everyone with the event. */
const shownTargets = ({ kind, targets }: { readonly kind: EscalationKind; readonly targets: readonly string[] }) =>
  targets.map((target) => shownTarget(kind, target)).join(", ");

/** TRG-04: apart from the turn of the rule's own action of this kind, which tells others. What is held back is counted. */
async function takeTurn(
  db: Db,
  { ruleId, thingsId }: ChangedRule,
  kind: EscalationKind,
  nowMs: number,
): Promise<boolean> {
  const taken = await sql`insert into alarm_sends as s (rule_id, things_id, kind, last_at)
    values (${ruleId}, ${thingsId}, ${`escalated ${kind}`}, to_timestamp(${nowMs}::float8 / 1000))
    on conflict (rule_id, things_id, kind) do update
      set last_at = excluded.last_at where s.last_at + ${ACTION_FLOOR_MINUTES[kind]} * interval '1 minute' <= excluded.last_at
    returning 1`.execute(db);
  if (taken.rows.length > 0) return true;
  await sql`update alarm_sends set held = held + 1
    where rule_id = ${ruleId} and things_id = ${thingsId} and kind = ${`escalated ${kind}`}`.execute(db);
  return false;
}
