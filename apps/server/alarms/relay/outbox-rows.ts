import type { ActionKind } from "@canopy/contract/alarms/action-kinds";
import { alarmText } from "@canopy/contract/alarms/alarm-text";
import type { NoticeParameters } from "@canopy/contract/alarms/notice-texts";
import { dataOf } from "@canopy/contract/alarms/rule-content";
import { type RawBuilder, sql } from "kysely";
import { safeJson } from "../../platform/postgres/safe-json.ts";
import type { ChangeRow } from "./change-store.ts";
import type { ChangedRule } from "./changed-rule.ts";

export type Cause = "fired" | "repeated" | "recovered" | "escalated";

export interface OutboxEvent {
  readonly eventId: string;
  readonly rule: ChangedRule;
  readonly change: Pick<ChangeRow, "channel" | "value" | "peak" | "atUs">;
}

/** A row of alarm_outbox. */
export interface OutboxRow {
  readonly tenant_id: string;
  readonly event_id: string;
  readonly rule_id: string;
  readonly things_id: string;
  readonly third_things_id: string;
  readonly cause: Cause;
  readonly kind: ActionKind;
  readonly target: string;
  readonly parameters: NoticeParameters;
}

/** TRG-01: the rule's text with the device, value and time of this change. */
export const alarmTextOf = (
  { content, deviceName }: Pick<ChangedRule, "content" | "deviceName">,
  { value, atUs }: OutboxEvent["change"],
): string => alarmText(content.description, { device: deviceName, value, timeMs: Math.floor(atUs / 1000) });

export function outboxRows(
  { eventId, rule, change }: OutboxEvent,
  cause: Cause,
  kind: ActionKind,
  targets: readonly string[],
): OutboxRow[] {
  const parameters: NoticeParameters = {
    rule: rule.name,
    level: rule.level,
    description: alarmTextOf(rule, change),
    device: rule.deviceName,
    channel: dataOf(rule.content.conditions) === "fence" ? null : change.channel,
    value: change.value,
    peak: change.peak,
    time: Math.floor(change.atUs / 1000),
  };
  return targets.map((target) => ({
    tenant_id: rule.tenantId,
    event_id: eventId,
    rule_id: rule.ruleId,
    things_id: rule.thingsId,
    third_things_id: rule.deviceId,
    cause,
    kind,
    target,
    parameters,
  }));
}

/** Their times keep the order of the rows, in which they are sent. */
export const insertOutbox = (rows: readonly OutboxRow[]): RawBuilder<unknown> =>
  sql`insert into alarm_outbox (tenant_id, event_id, rule_id, things_id, third_things_id, cause, kind, target, parameters,
      created_at)
    select o.tenant_id, o.event_id, o.rule_id, o.things_id, o.third_things_id, o.cause, o.kind, o.target, o.parameters,
      clock_timestamp() + o.place * interval '1 microsecond'
    from jsonb_to_recordset(${safeJson(rows.map((row, place) => ({ ...row, place })))}::jsonb) as o (place int,
      tenant_id uuid, event_id uuid, rule_id uuid, things_id uuid, third_things_id text, cause text, kind text,
      target text, parameters jsonb)
    order by o.place`;
