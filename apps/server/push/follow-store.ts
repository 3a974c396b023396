import type { PushSource } from "@canopy/contract/push/source";
import { sql } from "kysely";
import { safeJson } from "../platform/postgres/safe-json.ts";
import type { Db } from "../platform/postgres/schema.ts";
import type { WatchedBinding } from "./arrival-store.ts";
import type { PushMark } from "./follow-device.ts";
import type { PushedDevice } from "./payload.ts";
import { FORWARDS } from "./push-rule-store.ts";

export interface ForwardingRule {
  readonly id: string;
  readonly tenantId: string;
  readonly name: string;
  readonly template: string;
  readonly source: PushSource;
}

const RULE = sql`r.id, r.tenant_id as "tenantId", r.name, r.template, r.source`;

/** Changes with every rule that is made, changed, enabled or deleted. */
export async function rulesMark(db: Db): Promise<string> {
  const found = await sql<{ mark: string }>`select count(*)::text || ' ' || coalesce(max(updated_at)::text, '') as mark
    from push_rules where enabled`.execute(db);
  return found.rows[0]?.mark ?? "";
}

/** One process at a time: an older answer must not undo a newer one. */
export async function lockWatched(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('push_watched', 60))`.execute(db);
}

/** The bindings of all devices whose frames or positions are forwarded. */
export async function watchedBindings(db: Db): Promise<WatchedBinding[]> {
  const found = await sql<WatchedBinding>`select t.binding, bool_or(r.kind = 'signals') as frames,
      bool_or(r.kind = 'positions') as positions
    from push_rules r join things t on t.tenant_id = r.tenant_id and ${FORWARDS}
    where r.enabled and r.kind in ('signals', 'positions') group by t.binding`.execute(db);
  return found.rows;
}

export interface BindingRules {
  readonly device: PushedDevice;
  readonly rules: readonly (ForwardingRule & { readonly mark: PushMark | undefined })[];
}

/** Undefined: the device is gone. */
export async function rulesOfBinding(db: Db, binding: number): Promise<BindingRules | undefined> {
  const device = await sql<PushedDevice>`select id as "thingsId", third_things_id as "deviceId", name from things
    where binding = ${binding}`.execute(db);
  if (device.rows[0] === undefined) return undefined;
  const found = await sql<ForwardingRule & { mark: PushMark | null }>`select ${RULE},
      (select jsonb_build_object('atUs', m.at_us, 'state', m.state) from push_marks m
        where m.rule_id = r.id and m.binding = t.binding) as mark
    from things t join push_rules r on r.tenant_id = t.tenant_id and r.enabled and r.kind in ('signals', 'positions')
      and ${FORWARDS}
    where t.binding = ${binding} order by r.id`.execute(db);
  return { device: device.rows[0], rules: found.rows.map((row) => ({ ...row, mark: row.mark ?? undefined })) };
}

/** A rule that was changed meanwhile begins anew: its mark is of another rule. */
export async function keepMark(
  db: Db,
  rule: ForwardingRule,
  binding: number,
  { atUs, state }: PushMark,
): Promise<void> {
  await sql`insert into push_marks (tenant_id, rule_id, binding, at_us, state)
    select r.tenant_id, r.id, ${binding}, ${atUs}, ${safeJson(state)}::jsonb from push_rules r
    where r.tenant_id = ${rule.tenantId} and r.id = ${rule.id} and r.source = ${safeJson(rule.source)}::jsonb
    on conflict (rule_id, binding) do update set at_us = excluded.at_us, state = excluded.state`.execute(db);
}

export async function findForwarding(db: Db, tenantId: string, id: string): Promise<ForwardingRule | undefined> {
  const found = await sql<ForwardingRule>`select ${RULE} from push_rules r
    where r.tenant_id = ${tenantId} and r.id = ${id}`.execute(db);
  return found.rows[0];
}

export interface ForwardedDevice extends PushedDevice {
  readonly binding: number;
}

/** The devices of a rule, in the order of their names. */
export async function devicesOf(db: Db, tenantId: string, ruleId: string): Promise<ForwardedDevice[]> {
  const found = await sql<ForwardedDevice>`select t.id as "thingsId", t.third_things_id as "deviceId", t.name, t.binding
    from push_rules r join things t on t.tenant_id = r.tenant_id and ${FORWARDS}
    where r.tenant_id = ${tenantId} and r.id = ${ruleId} order by t.name, t.id`.execute(db);
  return found.rows;
}
