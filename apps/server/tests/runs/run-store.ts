import type { TestRoutine } from "@canopy/contract/tests/routines";
import type { Stage, StageFailure } from "@canopy/contract/tests/runs";
import type { TestCheck, Verdict } from "@canopy/contract/tests/scripts";
import { sql } from "kysely";
import { safeJson, safeText } from "../../platform/postgres/safe-json.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { TestScript } from "../scripts/script-program.ts";
import { JOB_GOES_ON } from "./run-rows.ts";

/** As it was when the run began. */
type KeptScript = TestScript & { readonly name: string };

export interface NewRun {
  readonly tenantId: string;
  readonly thingsId: string;
  readonly routine: TestRoutine;
  readonly script: KeptScript | null;
  readonly isDry: boolean;
  readonly userName: string;
}

/** Its id; undefined: another run sends to this device. In a transaction, with `setJob`. */
export async function insertRun(db: Db, run: NewRun): Promise<string | undefined> {
  const { tenantId, thingsId, routine, script, isDry, userName } = run;
  await sql`select pg_advisory_xact_lock(hashtextextended(${`test_runs ${tenantId}`}, 0))`.execute(db);
  const made = await sql<{ id: string }>`insert into test_runs
      (tenant_id, things_id, routine_id, number, routine, script, is_dry, user_name)
    select ${tenantId}, ${thingsId}, ${routine.routine_id},
      1 + coalesce((select max(number) from test_runs o where o.tenant_id = ${tenantId}
        and o.routine_id = ${routine.routine_id}), 0),
      ${safeJson(routine)}::jsonb, ${script === null ? null : safeJson(script)}::jsonb, ${isDry}, ${userName}
    where ${isDry} or not exists (select 1 from test_runs r where r.tenant_id = ${tenantId}
      and r.things_id = ${thingsId} and not r.is_dry and r.ended_at is null and ${JOB_GOES_ON})
    returning id`.execute(db);
  return made.rows[0]?.id;
}

export async function setJob(db: Db, tenantId: string, id: string, jobId: string): Promise<void> {
  await sql`update test_runs set job_id = ${jobId} where tenant_id = ${tenantId} and id = ${id}`.execute(db);
}

export interface StoredRun {
  readonly routine: TestRoutine;
  readonly script: TestScript | null;
  readonly userName: string;
}

/** Undefined: there is none, or it has begun before: what it sent is not sent twice. */
export async function beginRun(db: Db, tenantId: string, id: string): Promise<StoredRun | undefined> {
  const found = await sql<StoredRun>`update test_runs set begun_at = now()
    where tenant_id = ${tenantId} and id = ${id} and begun_at is null
    returning routine, script, user_name as "userName"`.execute(db);
  return found.rows[0];
}

export async function enterStage(db: Db, tenantId: string, id: string, stage: Stage, atMs: number): Promise<void> {
  await sql`update test_runs set stage = ${stage},
      stage_times = stage_times || jsonb_build_object(${stage}::text, ${atMs}::bigint)
    where tenant_id = ${tenantId} and id = ${id} and ended_at is null`.execute(db);
}

export interface RunEnd {
  readonly verdict: Verdict;
  readonly failure: StageFailure | null;
  readonly checks: readonly TestCheck[];
  readonly output: string;
  readonly fromMs: number | null;
  readonly toMs: number | null;
}

/** Once: a run that has ended stays as it is. */
export async function endRun(db: Db, tenantId: string, id: string, end: RunEnd): Promise<void> {
  const { verdict, failure, checks, output, fromMs, toMs } = end;
  await sql`update test_runs set verdict = ${verdict}, checks = ${safeJson(checks)}::jsonb, output = ${safeText(output)},
      failure = ${failure === null ? null : safeJson(failure)}::jsonb, from_ms = ${fromMs}, to_ms = ${toMs}, ended_at = now()
    where tenant_id = ${tenantId} and id = ${id} and ended_at is null`.execute(db);
}
