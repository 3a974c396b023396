import type { RuleAction } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ChangeRow } from "./change-store.ts";
import type { ChangedRule } from "./changed-rule.ts";
import { endEvent, insertEvent, isMuted, runningEvent, touchEvent } from "./event-rows.ts";
import { isWithinHours } from "./hours.ts";
import { type Cause, type OutboxEvent, sentKinds, takeTurn, writeOutbox } from "./outbox-rows.ts";

/** The tenant whose alarms changed; undefined where rule or device are gone. */
export async function carryChange(db: Db, change: ChangeRow, nowMs: number): Promise<string | undefined> {
  const rule = await changedRule(db, change);
  if (rule === undefined) return undefined;
  if (change.kind === "fired") await fire(db, rule, change, nowMs);
  else await follow(db, rule, change, nowMs);
  return rule.tenantId;
}

async function changedRule(db: Db, { binding, ruleId }: ChangeRow): Promise<ChangedRule | undefined> {
  const found = await sql<ChangedRule>`select r.tenant_id as "tenantId", r.id as "ruleId", r.name, r.level, r.share,
      r.content, t.id as "thingsId", t.third_things_id as "deviceId", t.name as "deviceName"
    from things t join alarm_rules r on r.tenant_id = t.tenant_id
    where t.binding = ${binding} and r.id = ${ruleId}`.execute(db);
  return found.rows[0];
}

async function fire(db: Db, rule: ChangedRule, change: ChangeRow, nowMs: number): Promise<void> {
  const isSilent = change.isLate || (await isMuted(db, rule, nowMs)) || !isWithinHours(rule.content.hours, nowMs);
  const { escalate } = rule.content;
  const escalateAtMs = escalate && !isSilent ? nowMs + escalate.after_min * 60_000 : null;
  const eventId = await insertEvent(db, rule, change, { isMuted: isSilent && !change.isLate, escalateAtMs });
  if (!isSilent) await act(db, { eventId, rule, change, nowMs, cause: "fired" });
}

async function follow(db: Db, rule: ChangedRule, change: ChangeRow, nowMs: number): Promise<void> {
  const event = await runningEvent(db, change);
  if (event === undefined) return;
  if (change.kind !== "recovered") {
    await touchEvent(db, event.id, change);
    if (change.kind === "repeated" && !event.isMuted && !change.isLate)
      await act(db, { eventId: event.id, rule, change, nowMs, cause: "repeated" });
    return;
  }
  await endEvent(db, event.id, change);
  if (!event.isMuted && !change.isLate) await recover(db, { eventId: event.id, rule, change, cause: "recovered" });
}

interface Acting extends OutboxEvent {
  readonly nowMs: number;
  readonly cause: Cause;
}

/** TRG-04: each kind of action at its own frequency; what is held back is counted. */
async function act(db: Db, { nowMs, cause, ...event }: Acting): Promise<void> {
  for (const action of event.rule.content.actions) {
    const isTurn = await takeTurn(db, event.rule, action, nowMs);
    if (isTurn) await writeOutbox(db, event, cause, action.kind, targetsOf(action));
    else await sql`update alarm_events set held = held + 1 where id = ${event.eventId}`.execute(db);
  }
}

/** Once, to those who heard of the alarm. */
async function recover(db: Db, { cause, ...event }: OutboxEvent & { readonly cause: Cause }): Promise<void> {
  const { recover: wanted, actions } = event.rule.content;
  if (wanted.notify) {
    const heard = await sentKinds(db, event.eventId);
    for (const action of actions)
      if (action.kind !== "command" && heard.has(action.kind))
        await writeOutbox(db, event, cause, action.kind, action.targets);
  }
  if (wanted.command) await writeOutbox(db, event, cause, "command", [JSON.stringify(wanted.command)]);
}

const targetsOf = ({ kind, targets, command }: RuleAction): readonly string[] =>
  kind === "command" ? [JSON.stringify(command)] : targets;
