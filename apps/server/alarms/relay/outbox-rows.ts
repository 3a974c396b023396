import type { ActionKind, RuleAction } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { ChangeRow } from "./change-store.ts";
import type { ChangedRule } from "./changed-rule.ts";

export type Cause = "fired" | "repeated" | "recovered" | "escalated";

export interface OutboxEvent {
  readonly eventId: string;
  readonly rule: ChangedRule;
  readonly change: Pick<ChangeRow, "channel" | "value" | "peak" | "atUs">;
}

/** TRG-04: whether an action may be sent now; if so, it counts as sent. */
export async function takeTurn(
  db: Db,
  { ruleId, thingsId }: ChangedRule,
  { kind, every_min }: RuleAction,
  nowMs: number,
): Promise<boolean> {
  const taken = await sql`insert into alarm_sends as s (rule_id, things_id, kind, last_at)
    values (${ruleId}, ${thingsId}, ${kind}, to_timestamp(${nowMs}::float8 / 1000))
    on conflict (rule_id, things_id, kind) do update set last_at = excluded.last_at
      where s.last_at + ${every_min} * interval '1 minute' <= excluded.last_at
    returning 1`.execute(db);
  if (taken.rows.length > 0) return true;
  await sql`update alarm_sends set held = held + 1
    where rule_id = ${ruleId} and things_id = ${thingsId} and kind = ${kind}`.execute(db);
  return false;
}

export async function writeOutbox(
  db: Db,
  { eventId, rule, change }: OutboxEvent,
  cause: Cause,
  kind: ActionKind,
  targets: readonly string[],
): Promise<void> {
  const parameters = {
    rule: rule.name,
    level: rule.level,
    description: rule.content.description,
    device: rule.deviceName,
    channel: change.channel,
    value: change.value,
    peak: change.peak,
    time: Math.floor(change.atUs / 1000),
  };
  for (const target of targets)
    await sql`insert into alarm_outbox (tenant_id, event_id, rule_id, things_id, third_things_id, cause, kind, target,
        parameters)
      values (${rule.tenantId}, ${eventId}, ${rule.ruleId}, ${rule.thingsId}, ${rule.deviceId}, ${cause}, ${kind},
        ${target}, ${safeJson(parameters)}::jsonb)`.execute(db);
}

/** The kinds of actions that this event sent. */
export async function sentKinds(db: Db, eventId: string): Promise<ReadonlySet<string>> {
  const found = await sql<{ kind: string }>`select distinct kind from alarm_outbox
    where event_id = ${eventId}`.execute(db);
  return new Set(found.rows.map(({ kind }) => kind));
}
