import type { Rollout, RolloutState, RolloutWindow } from "@canopy/contract/firmware/rollouts";
import type { Wave } from "@canopy/contract/firmware/waves";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import type { Scope } from "./scope-store.ts";

/** As the worker sees it. */
export interface StoredRollout {
  readonly id: string;
  readonly tenantId: string;
  readonly payload: Rollout["payload"];
  readonly imageId: string | null;
  /** Of another payload than firmware. */
  readonly plan: unknown;
  readonly userId: string | null;
  readonly userName: string;
  readonly approvedBy: { readonly userId: string; readonly userName: string } | null;
  readonly acceptedBoot: number;
  readonly version: string;
  readonly scope: Scope["kind"];
  readonly scopeIds: string[];
  readonly startMs: number | null;
  readonly window: RolloutWindow | null;
  readonly waves: Wave[];
  readonly state: RolloutState;
  readonly halt: Rollout["halt"];
  readonly wave: number;
  readonly accepted: number[];
  readonly passedMs: number | null;
}

const ms = (column: string) => sql`(extract(epoch from r.${sql.ref(column)}) * 1000)::float8`;
const STORED = sql`r.id, r.tenant_id as "tenantId", r.payload, r.image_id as "imageId", r.plan,
  r.user_id as "userId", r.user_name as "userName", r.accepted_boot as "acceptedBoot",
  case when r.approved_by is not null then jsonb_build_object('userId', r.approved_by, 'userName', r.approved_name) end
    as "approvedBy", r.version, r.scope,
  r.scope_ids as "scopeIds", ${ms("start_at")} as "startMs", r.window_hours as "window", r.waves, r.state, r.halt, r.wave,
  r.accepted, ${ms("passed_at")} as "passedMs"`;

export interface NewRolloutRow {
  readonly tenantId: string;
  readonly imageId: string | null;
  /** Of an ECU campaign; what it names besides is kept as it is. */
  readonly plan?: { readonly packageId: string } | undefined;
  readonly state?: "asked" | "scheduled";
  readonly version: string;
  readonly scope: Scope;
  readonly scopeName: string;
  readonly startMs: number | null;
  readonly window: RolloutWindow | null;
  readonly waves: readonly Wave[];
  readonly userId?: string;
  readonly userName: string;
}

export async function insertRollout(db: Db, row: NewRolloutRow): Promise<string> {
  const made = await sql<{
    id: string;
  }>`insert into firmware_rollouts (tenant_id, payload, plan, package_id, state, image_id,
      version, scope, scope_ids, scope_name, start_at, window_hours, waves, user_id, user_name)
    values (${row.tenantId}, ${row.plan ? "ecu" : "firmware"}, ${row.plan ? JSON.stringify(row.plan) : null}::jsonb,
      ${row.plan?.packageId ?? null}, ${row.state ?? "scheduled"}, ${row.imageId}, ${row.version}, ${row.scope.kind}, ${[...row.scope.ids]}::uuid[],
      ${row.scopeName}, to_timestamp(${row.startMs}::float8 / 1000),
      ${row.window && JSON.stringify(row.window)}::jsonb, ${JSON.stringify(row.waves)}::jsonb, ${row.userId ?? null},
      ${row.userName})
    returning id`.execute(db);
  const id = made.rows[0]?.id;
  if (id === undefined) throw new Error("an insert returned no row");
  return id;
}

/** Of all tenants: those with something to do. */
export async function rolloutsAtWork(db: Db): Promise<{ id: string; tenantId: string }[]> {
  const found = await sql<{ id: string; tenantId: string }>`select r.id, r.tenant_id as "tenantId"
    from firmware_rollouts r where r.state in ('scheduled', 'running')
      or (r.state in ('paused', 'stopped') and exists (select 1 from firmware_rollout_devices d
        where d.rollout_id = r.id
          and d.state in ('asked', 'downloading', 'verifying', 'installing', 'restarting')))
    order by r.created_at`.execute(db);
  return found.rows;
}

/** In a transaction; undefined: it is gone, or another worker has it. */
export async function takeRollout(db: Db, tenantId: string, id: string): Promise<StoredRollout | undefined> {
  const found = await sql<StoredRollout>`select ${STORED} from firmware_rollouts r
    where r.tenant_id = ${tenantId} and r.id = ${id} for update skip locked`.execute(db);
  return found.rows[0];
}

/** In a transaction; waits for a worker that has it. */
export async function lockRollout(db: Db, tenantId: string, id: string): Promise<StoredRollout | undefined> {
  const found = await sql<StoredRollout>`select ${STORED} from firmware_rollouts r
    where r.tenant_id = ${tenantId} and r.id = ${id} for update`.execute(db);
  return found.rows[0];
}

type Changes = Partial<Pick<StoredRollout, "state" | "halt" | "wave" | "accepted" | "acceptedBoot" | "passedMs">>;

/** What is left out stays; the first `running` is its beginning, `done` and `stopped` its end. */
export async function changeRollout(db: Db, rollout: StoredRollout, changes: Changes): Promise<StoredRollout> {
  const next = { ...rollout, ...changes };
  await sql`update firmware_rollouts set state = ${next.state}, halt = ${next.halt && JSON.stringify(next.halt)}::jsonb,
      wave = ${next.wave}, accepted = ${next.accepted}::int[], accepted_boot = ${next.acceptedBoot}, passed_at = to_timestamp(${next.passedMs}::float8 / 1000),
      begun_at = case when ${next.state} = 'running' then coalesce(begun_at, now()) else begun_at end,
      ended_at = case when ${next.state} in ('done', 'stopped') then coalesce(ended_at, now()) end
    where tenant_id = ${rollout.tenantId} and id = ${rollout.id}`.execute(db);
  return next;
}

export async function approveRollout(
  db: Db,
  { tenantId, id }: StoredRollout,
  { userId, userName }: { readonly userId: string; readonly userName: string },
): Promise<void> {
  await sql`update firmware_rollouts set state = 'scheduled', approved_by = ${userId}, approved_name = ${userName}
    where tenant_id = ${tenantId} and id = ${id} and state = 'asked'`.execute(db);
}

/** Rollouts that still need a package, by the name of their scope. */
export async function campaignsOfPackage(db: Db, tenantId: string, packageId: string): Promise<string[]> {
  const found = await sql<{ name: string }>`select r.scope_name as name from firmware_rollouts r
    where r.tenant_id = ${tenantId} and r.package_id = ${packageId} and r.state not in ('done', 'stopped')
    order by r.created_at limit 5`.execute(db);
  return found.rows.map(({ name }) => name);
}

/** Of a tenant that is erased. */
export async function deleteRollouts(db: Db, tenantId: string): Promise<void> {
  await sql`delete from firmware_rollouts where tenant_id = ${tenantId}`.execute(db);
}
