import type { EscalationKind } from "@canopy/contract/alarms/action-kinds";
import { ACTION_FLOOR_MINUTES } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { shownTarget } from "../events/shown-target.ts";
import type { ChangedRule } from "./changed-rule.ts";
import { insertOutbox, outboxRows } from "./outbox-rows.ts";
import { type ContextMute, readMutes } from "./relay-context.ts";
import { isSilent } from "./silence.ts";

const ASKED_AGAIN_MS = 60_000;

interface Due extends ChangedRule {
  readonly eventId: string;
  readonly channel: number;
  readonly value: number | null;
  readonly peak: number | null;
  readonly atUs: number;
  readonly isOver: boolean;
  /** When it fired. */
  readonly isMuted: boolean;
}

/**
 * Events that nobody acknowledged in time go to the next one, once, and no more of them than the kind allows for a rule and
 * a device. One that is muted then waits, as long as its alarm runs. The tenants whose alarms changed.
 */
export function escalateDue(db: Db, nowMs: number): Promise<string[]> {
  return db.transaction().execute(async (transaction) => {
    const due = await sql<Due>`with due as (
        update alarm_events set escalate_at = null
        where id in (select id from alarm_events where escalate_at <= to_timestamp(${nowMs}::float8 / 1000)
          for update skip locked) and state = 'new'
        returning *)
      select d.id as "eventId", d.channel, d.value, d.peak, d.started_us as "atUs", d.ended_us is not null as "isOver",
        d.is_muted as "isMuted", r.tenant_id as "tenantId",
        r.id as "ruleId", r.name, r.level, r.share, r.content, t.id as "thingsId", t.third_things_id as "deviceId",
        t.name as "deviceName"
      from due d join alarm_rules r on r.id = d.rule_id and r.tenant_id = d.tenant_id join things t on t.id = d.things_id`.execute(
      transaction,
    );
    const mutes = await readMutes(transaction, due.rows, nowMs);
    const changed = new Set<string>();
    for (const one of due.rows) if (await escalate(transaction, one, mutes, nowMs)) changed.add(one.tenantId);
    return [...changed];
  });
}

/** False: nothing comes of it, or not yet. */
async function escalate(db: Db, due: Due, mutes: readonly ContextMute[], nowMs: number): Promise<boolean> {
  const { eventId, channel, value, peak, atUs, isOver, isMuted, ...rule } = due;
  const { escalate: wanted } = rule.content;
  if (!wanted) return false;
  const isSilentNow = isSilent(rule, mutes, nowMs);
  // Of an alarm that is over nobody hears when the silence ends.
  if (isOver && (isMuted || isSilentNow)) return false;
  const event = sql`tenant_id = ${rule.tenantId} and id = ${eventId}`;
  if (isSilentNow) {
    await sql`update alarm_events set escalate_at = to_timestamp(${nowMs + ASKED_AGAIN_MS}::float8 / 1000)
      where ${event}`.execute(db);
    return false;
  }
  if (!(await takeTurn(db, rule, wanted.kind, nowMs))) {
    await sql`update alarm_events set held = held + 1 where ${event}`.execute(db);
    return true;
  }
  const of = { eventId, rule, change: { channel, value, peak, atUs } };
  await insertOutbox(outboxRows(of, "escalated", wanted.kind, wanted.targets)).execute(db);
  await sql`insert into alarm_notes (tenant_id, event_id, kind, content) values (${rule.tenantId}, ${eventId},
    'escalated', ${shownTargets(wanted)})`.execute(db);
  return true;
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
