import type { FirmwareStage } from "@canopy/contract/device-link/firmware";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { ACTIVE, MAX_TRIES, OPEN, RETRIED } from "./device-states.ts";
import { appendHistory, appendOfDevices } from "./history-store.ts";
import type { StoredRollout } from "./rollout-store.ts";
import type { Candidate } from "./scope-store.ts";

type Named = Pick<StoredRollout, "tenantId" | "id">;

/** Of the wave of each idle device, in their order; the others are left out. */
export async function insertDevices(
  db: Db,
  { tenantId, id }: Named,
  devices: readonly (Candidate & { wave: number })[],
): Promise<void> {
  const of = <T>(value: (device: Candidate & { wave: number }) => T) => devices.map(value);
  await sql`insert into firmware_rollout_devices (rollout_id, tenant_id, things_id, wave, state, from_version, code)
    select ${id}::uuid, ${tenantId}::uuid, d.id, d.wave, case when d.reason is null then 'waiting' else 'left_out' end,
      d.version, d.reason
    from unnest(${of(({ thingsId }) => thingsId)}::uuid[], ${of(({ wave }) => wave)}::int[],
      ${of(({ version }) => version)}::text[], ${of(({ reason }) => reason)}::text[]) as d (id, wave, version, reason)
    on conflict do nothing`.execute(db);
}

/** The new version is there, whoever installed it, and also where it was given up. */
export async function settleUpgraded(db: Db, { tenantId, id, version }: StoredRollout): Promise<void> {
  const done = await sql<{ thingsId: string }>`update firmware_rollout_devices d
    set state = 'done', code = null, bytes_per_second = null, since = now(), heard_at = now()
    from things t where d.tenant_id = ${tenantId} and d.rollout_id = ${id} and t.id = d.things_id
      and t.firmware_version = ${version} and d.state = any(${[...ACTIVE, ...OPEN, "failed"]})
    returning d.things_id as "thingsId"`.execute(db);
  await appendOfDevices(db, { tenantId, rolloutId: id, kind: "done" }, done.rows);
}

export interface Patience {
  /** An online terminal that says nothing for so long has failed. */
  readonly silentMs: number;
  /** One that is away may come back for so long. */
  readonly awayMs: number;
  /** A command that nobody answered, or whose sender ended, is sent again. */
  readonly askedMs: number;
  /** A vehicle that does not meet a gate is asked again after so long. */
  readonly gatedMs: number;
}

const older = (milliseconds: number) => sql`now() - ${milliseconds} * interval '1 millisecond'`;

export async function settleSilent(db: Db, rollout: Named, patience: Patience): Promise<void> {
  const { tenantId, id } = rollout;
  const silent = await sql<{ thingsId: string; tries: number }>`select d.things_id as "thingsId", d.tries
    from firmware_rollout_devices d join things t on t.id = d.things_id
    where d.tenant_id = ${tenantId} and d.rollout_id = ${id} and d.state = any(${ACTIVE})
      and d.heard_at < case when d.state = 'asked' then ${older(patience.askedMs)}
        when t.online then ${older(patience.silentMs)} else ${older(patience.awayMs)} end`.execute(db);
  for (const { thingsId, tries } of silent.rows) await failDevice(db, { tenantId, id, thingsId, tries }, "silent");
}

export interface DeviceTry extends Named {
  readonly thingsId: string;
  /** Which command it is about; an older one's word counts no more. */
  readonly tries: number;
}

/** What another try may mend goes back to waiting; not in a rollout that was stopped. */
export async function failDevice(db: Db, device: DeviceTry, code: string, detail: string | null = null): Promise<void> {
  const { tenantId, id, thingsId, tries } = device;
  const mayRetry = RETRIED.includes(code) && tries < MAX_TRIES;
  const failed =
    await sql`update firmware_rollout_devices d set code = ${code}, detail = ${detail}, bytes_per_second = null, since = now(),
      heard_at = now(), state = case when ${mayRetry} and r.state <> 'stopped' then 'waiting' else 'failed' end
    from firmware_rollouts r where r.id = d.rollout_id and d.tenant_id = ${tenantId} and d.rollout_id = ${id}
      and d.things_id = ${thingsId} and d.tries = ${tries} and d.state = any(${ACTIVE}) returning 1`.execute(db);
  if (failed.rows.length > 0) await appendHistory(db, { tenantId, rolloutId: id, kind: "failed", thingsId, code });
}

/** Nothing was done: it keeps its tries. */
export async function putBack(db: Db, { tenantId, id, thingsId, tries }: DeviceTry): Promise<void> {
  await sql`update firmware_rollout_devices set state = 'offline', tries = tries - 1, since = now()
    where tenant_id = ${tenantId} and rollout_id = ${id} and things_id = ${thingsId} and tries = ${tries}
      and state = 'asked'`.execute(db);
}

export interface Told {
  readonly stage: Exclude<FirmwareStage, "done" | "failed">;
  readonly received?: number | undefined;
  readonly bytesPerSecond?: number | undefined;
}

/** A stage that was overtaken is not shown again. */
export async function moveDevice(db: Db, { tenantId, id, thingsId, tries }: DeviceTry, told: Told): Promise<void> {
  const earlier = ACTIVE.slice(0, ACTIVE.indexOf(told.stage) + 1);
  await sql`update firmware_rollout_devices set received = coalesce(${told.received ?? null}::bigint, received),
      bytes_per_second = ${told.bytesPerSecond ?? null}::bigint, heard_at = now(), code = null,
      since = case when state = ${told.stage} then since else now() end, state = ${told.stage}
    where tenant_id = ${tenantId} and rollout_id = ${id} and things_id = ${thingsId} and tries = ${tries}
      and state = any(${earlier})`.execute(db);
}

/** Its word came, whatever it says. */
export async function hearDevice(db: Db, { tenantId, id, thingsId, tries }: DeviceTry): Promise<void> {
  await sql`update firmware_rollout_devices set heard_at = now() where tenant_id = ${tenantId} and rollout_id = ${id}
    and things_id = ${thingsId} and tries = ${tries} and state = any(${ACTIVE})`.execute(db);
}

export interface WaveSum {
  readonly wave: number;
  readonly devices: number;
  readonly done: number;
  readonly failed: number;
  /** Neither done nor failed. */
  readonly open: number;
  /** Of the failed ones: their ECU was left in boot mode. */
  readonly boot: number;
}

export async function sumsOf(db: Db, { tenantId, id }: Named): Promise<WaveSum[]> {
  const found = await sql<WaveSum>`select d.wave, count(*)::int as devices,
      count(*) filter (where d.state = 'done')::int as done, count(*) filter (where d.state = 'failed')::int as failed,
      count(*) filter (where d.state = any(${[...ACTIVE, ...OPEN]}))::int as open,
      count(*) filter (where d.state = 'failed' and d.code = 'boot')::int as boot
    from firmware_rollout_devices d where d.tenant_id = ${tenantId} and d.rollout_id = ${id}
      and d.state not in ('left_out', 'cancelled')
    group by d.wave order by d.wave`.execute(db);
  return found.rows;
}

export interface AskedDevice {
  readonly thingsId: string;
  readonly deviceId: string;
  readonly tries: number;
}

/** Claims devices up to this wave that can be told now; `mostActive` at once. Those that are away are marked so. */
export async function claimDevices(
  db: Db,
  rollout: StoredRollout,
  { mostActive, gatedMs }: { mostActive: number; gatedMs: number },
): Promise<AskedDevice[]> {
  const { tenantId, id, wave } = rollout;
  await sql`update firmware_rollout_devices d set state = 'waiting', since = now()
    where d.tenant_id = ${tenantId} and d.rollout_id = ${id} and d.state = 'gated' and d.since < ${older(gatedMs)}`.execute(
    db,
  );
  await sql`update firmware_rollout_devices d set state = case when t.online then 'waiting' else 'offline' end, since = now()
    from things t where d.tenant_id = ${tenantId} and d.rollout_id = ${id} and t.id = d.things_id and d.wave <= ${wave}
      and d.state = any(${OPEN}) and (d.state = 'offline') = t.online`.execute(db);
  const claimed = await sql<AskedDevice>`update firmware_rollout_devices d
    set state = 'asked', tries = d.tries + 1, since = now(), heard_at = now(), received = null, bytes_per_second = null,
      detail = null
    from things t where t.id = d.things_id and d.rollout_id = ${id} and d.tenant_id = ${tenantId}
      and d.things_id in (select w.things_id from firmware_rollout_devices w
        where w.rollout_id = ${id} and w.wave <= ${wave} and w.state = 'waiting'
          and not exists (select 1 from firmware_rollout_devices b where b.things_id = w.things_id
            and b.state = any(${ACTIVE}))
        order by w.wave, w.things_id
        limit greatest(0, ${mostActive} - (select count(*) from firmware_rollout_devices a
          where a.rollout_id = ${id} and a.state = any(${ACTIVE}))))
    returning d.things_id as "thingsId", t.third_things_id as "deviceId", d.tries`.execute(db);
  return claimed.rows;
}

export async function cancelOpen(db: Db, { tenantId, id }: Named): Promise<void> {
  await sql`update firmware_rollout_devices set state = 'cancelled', since = now()
    where tenant_id = ${tenantId} and rollout_id = ${id} and state = any(${OPEN})`.execute(db);
}

/** How many of them are told again. */
export async function retryFailed(db: Db, { tenantId, id }: Named): Promise<number> {
  const again = await sql`update firmware_rollout_devices set state = 'waiting', since = now(), tries = 0
    where tenant_id = ${tenantId} and rollout_id = ${id} and state = 'failed' returning 1`.execute(db);
  return again.rows.length;
}
