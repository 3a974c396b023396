import type { LeftOut, ScopeKind } from "@canopy/contract/firmware/rollouts";
import { type RawBuilder, sql } from "kysely";
import { visibleType } from "../../devices/types/info-model-store.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { ACTIVE } from "./device-states.ts";

export interface Scope {
  readonly kind: ScopeKind;
  readonly ids: readonly string[];
}

export interface Candidate {
  readonly thingsId: string;
  readonly name: string;
  readonly version: string | null;
  /** Null: it is idle. */
  readonly reason: LeftOut | null;
}

export interface TargetImage {
  readonly version: string;
  readonly baseVersion: string | null;
}

/** DEV-03: where the configuration asks for licences, one that was issued for the device's type and ID. */
const LICENCE_REFUSED = sql`(select c.required from licence_config c limit 1) and not exists (
  select 1 from issued_licences l where l.info_model_id = t.info_model_id and l.third_things_id = t.third_things_id
    and l.licence_hash = sha256(convert_to(regexp_replace(upper(t.licence), '[\\s-]', '', 'g'), 'UTF8')))`;

const IS_BUSY = sql`exists (select 1 from firmware_rollout_devices d where d.things_id = t.id
  and d.state = any(${ACTIVE}))`;

/** Devices of a scope, by name, whatever version they have; one that cannot be told now with its reason. */
export async function devicesOf(db: Db, tenantId: string, scope: Scope): Promise<Candidate[]> {
  const found = await sql<Candidate>`select t.id as "thingsId", t.name, null as version,
      case when ${LICENCE_REFUSED} then 'invalid' when ${IS_BUSY} then 'busy' when not t.online then 'offline' end as reason
    from things t where t.tenant_id = ${tenantId} and ${within(scope)} order by t.name, t.id`.execute(db);
  return found.rows;
}

/** DEV-08: the devices of a scope, by name, and why one that is not idle is left out. */
export async function candidatesOf(
  db: Db,
  tenantId: string,
  scope: Scope,
  { version, baseVersion }: TargetImage,
): Promise<Candidate[]> {
  const found = await sql<Candidate>`select t.id as "thingsId", t.name, t.firmware_version as version,
      case when t.firmware_version is null or (${LICENCE_REFUSED}) then 'invalid'
        when ${IS_BUSY} then 'busy'
        when t.firmware_version = ${version} then 'already'
        when not t.online then 'offline'
        when ${baseVersion}::text is not null and t.firmware_version <> ${baseVersion} then 'base' end as reason
    from things t where t.tenant_id = ${tenantId} and ${within(scope)} order by t.name, t.id`.execute(db);
  return found.rows;
}

function within({ kind, ids }: Scope): RawBuilder<boolean> {
  const chosen = sql`any(${[...ids]}::uuid[])`;
  const members = sql`(select m.things_id from thing_group_members m where m.group_id = ${chosen})`;
  switch (kind) {
    case "group":
      return sql<boolean>`t.id in ${members}`;
    case "type":
      return sql<boolean>`t.info_model_id = ${chosen}`;
    case "device":
      return sql<boolean>`t.id = ${chosen}`;
    case "gateway":
      return sql<boolean>`(t.id = ${chosen} or t.gateway_id = ${chosen})`;
    case "gateway_group":
      return sql<boolean>`((t.class = 'gateway' and t.id in ${members}) or t.gateway_id in ${members})`;
  }
}

const NAMES: Record<ScopeKind, string> = {
  group: "thing_groups",
  gateway_group: "thing_groups",
  type: "info_models",
  device: "things",
  gateway: "things",
};

/** Of what the tenant has of this kind; a type may also be offered to it. Fewer than asked for where some are neither. */
export async function namesOf(db: Db, tenantId: string, { kind, ids }: Scope): Promise<string[]> {
  const has = kind === "type" ? visibleType(tenantId) : sql`m.tenant_id = ${tenantId}`;
  const isGateway = kind === "gateway" ? sql`and m.class = 'gateway'` : sql``;
  const found = await sql<{ name: string }>`select m.name from ${sql.table(NAMES[kind])} m
    where ${has} and m.id = any(${[...ids]}::uuid[]) ${isGateway} order by m.name`.execute(db);
  return found.rows.map(({ name }) => name);
}
