import type { FlashProgress } from "@canopy/contract/device-link/flash/flash-message";
import type { FlashTraceRow, RunState } from "@canopy/contract/diagnosis/flashing/runs";
import { sql } from "kysely";
import type { Db } from "../../platform/postgres/schema.ts";
import { type FlashedDevice, time } from "./run-store.ts";

/** False: it is in another state by now. */
export async function moveRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  id: string,
  { from, to }: { from: readonly RunState[]; to: RunState },
): Promise<boolean> {
  const done = await sql`update flash_runs set state = ${to} where tenant_id = ${tenantId}
    and things_id = ${thingsId} and id = ${id} and state = any(${[...from]}::text[]) returning id`.execute(db);
  return done.rows.length > 0;
}

export async function approveRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  id: string,
  { userId, userName, atMs }: { userId: string; userName: string; atMs: number },
): Promise<boolean> {
  const done = await sql`update flash_runs set state = 'approved', approved_by = ${userId},
      approved_name = ${userName}, approved_at = ${time(atMs)}
    where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${id} and state = 'asked'
      and asked_by <> ${userId} returning id`.execute(db);
  return done.rows.length > 0;
}

/** Of a run whose campaign was approved. */
export async function approvedRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  id: string,
  { userId, userName, atMs }: { userId: string; userName: string; atMs: number },
): Promise<void> {
  await sql`update flash_runs set state = 'approved', approved_by = ${userId}, approved_name = ${userName},
      approved_at = ${time(atMs)}
    where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${id} and state = 'draft'`.execute(db);
}

/** Begins, or begins again: what an earlier try told of its end no longer holds. False: another run is under way. */
export async function beginRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  id: string,
  { from, atMs }: { from: readonly RunState[]; atMs: number },
): Promise<boolean> {
  const done = await sql`update flash_runs set state = 'running', stage = null, outcome = null, failure = null,
      code = null, started_at = coalesce(started_at, ${time(atMs)}), ended_at = null, heard_at = null
    where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${id} and state = any(${[...from]}::text[])
      and not exists (select from flash_runs o where o.things_id = ${thingsId} and o.state = 'running')
    returning id`.execute(db);
  return done.rows.length > 0;
}

/** The terminal did not take it. */
export async function endUnbegun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  id: string,
  { code, atMs, outcome }: { code: string; atMs: number; outcome: "boot" | null },
): Promise<void> {
  await sql`update flash_runs set state = 'ended', code = ${code}, ended_at = ${time(atMs)}, outcome = ${outcome}
    where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${id} and state = 'running'`.execute(db);
}

/** `up/flash` of a terminal; the same message may come again. Undefined: no such run of this device. */
export async function hearRun(
  db: Db,
  { tenantId, thingsId }: FlashedDevice,
  { run, stage, received, gates, progress, result, code }: FlashProgress,
  atMs: number,
): Promise<{ readonly hasEnded: boolean } | undefined> {
  const isEnd = stage === "ended";
  const json = (value: unknown) => (value === undefined ? null : JSON.stringify(value));
  const heard = await sql<{ hasEnded: boolean }>`with before as (
      select id as run_id, state = 'running' as was_running from flash_runs
      where tenant_id = ${tenantId} and things_id = ${thingsId} and id = ${run} for update)
    update flash_runs set heard_at = ${time(atMs)},
      gates = coalesce(${json(gates)}::jsonb, gates),
      gates_at = case when ${gates !== undefined} then ${time(atMs)} else gates_at end,
      stage = case when state = 'running' then coalesce(${stage ?? null}, stage) else stage end,
      received = coalesce(${received ?? null}::bigint, received),
      progress = coalesce(${json(progress)}::jsonb, progress),
      past_erase = past_erase or coalesce(${result?.past_erase ?? null}::bool, false)
        or coalesce(${json(progress)}::jsonb->>'phase' in ('erase', 'requestDownload', 'transferData'), false),
      state = case when ${isEnd} and state = 'running' then 'ended' else state end,
      ended_at = case when ${isEnd} and state = 'running' then ${time(atMs)} else ended_at end,
      outcome = case when ${isEnd} and state = 'running'
        then coalesce(${result?.outcome ?? null}, case when past_erase and ${result === undefined} then 'boot' end)
        else outcome end,
      failure = case when ${isEnd} and state = 'running' then ${json(result?.failure ?? undefined)}::jsonb else failure end,
      code = case when ${isEnd} and state = 'running' then ${code ?? null} else code end,
      communication_restored = coalesce(${result?.communication_restored ?? null}, communication_restored),
      dtc_setting_restored = coalesce(${result?.dtc_setting_restored ?? null}, dtc_setting_restored)
    from before where tenant_id = ${tenantId} and things_id = ${thingsId} and id = before.run_id
    returning ${isEnd} and was_running as "hasEnded"`.execute(db);
  return heard.rows[0];
}

/** Entries may come twice: the first one holds. */
export async function insertTrace(
  db: Db,
  tenantId: string,
  runId: string,
  entries: readonly FlashTraceRow[],
): Promise<void> {
  if (entries.length === 0) return;
  await sql`insert into flash_trace (run_id, n, tenant_id, time_us, phase, kind, data, size, hash)
    select ${runId}, e.n, ${tenantId}, e.time_us, e.phase, e.kind, e.data, e.size, e.hash
    from jsonb_to_recordset(${JSON.stringify(entries)}::jsonb) as e (n int, time_us bigint, phase text, kind text,
      data text, size int, hash text)
    on conflict (run_id, n) do nothing`.execute(db);
}

export async function traceOf(
  db: Db,
  tenantId: string,
  runId: string,
  from: number,
  most: number,
): Promise<FlashTraceRow[]> {
  const found = await sql<FlashTraceRow>`select n, time_us::float8 as time_us, phase, kind, data, size, hash
    from flash_trace where tenant_id = ${tenantId} and run_id = ${runId} and n >= ${from} order by n
    limit ${most}`.execute(db);
  return found.rows;
}
