import { MAX_CHECK_RUNS, type TestRun, type TestRunRow } from "@canopy/contract/tests/runs";
import type { Verdict } from "@canopy/contract/tests/scripts";
import { sql } from "kysely";
import { mayRead } from "../../devices/rights/device-level-store.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import type { RunChecks } from "./check-history.ts";
import { ANSWER_MS } from "./run-stages.ts";

/**
 * Of the run `r`; while its transaction is open it has none yet. A job that was given up after its time of grace may
 * still wait for the answer to its last command.
 */
export const JOB_GOES_ON = sql<boolean>`(r.job_id is null or exists (select 1 from jobs j
  where j.id = r.job_id and j.tenant_id = r.tenant_id and (j.state in ('queued', 'running')
    or (r.begun_at is not null and j.finished_at > now() - make_interval(secs => ${ANSWER_MS / 1000})))))`;
/** The server that ran it ended: nobody else will tell its end. */
const IS_LOST = sql<boolean>`(r.ended_at is null and not ${JOB_GOES_ON})`;

const ROW = sql`r.id as run_id, r.things_id, t.name as device_name, r.routine_id, r.routine ->> 'name' as routine_name,
  r.number, r.is_dry, r.stage, r.stage_times,
  case when ${IS_LOST} then 'error' else r.verdict end as verdict,
  case when ${IS_LOST} then jsonb_build_object('stage', r.stage, 'code', 'lost', 'values', '{}'::jsonb)
    else r.failure end as failure,
  r.from_ms as from_time, r.to_ms as to_time, r.user_name,
  (extract(epoch from r.created_at) * 1000)::bigint as created_time,
  (extract(epoch from r.ended_at) * 1000)::bigint as ended_time`;

const FROM = sql`test_runs r join things t on t.id = r.things_id and t.tenant_id = r.tenant_id`;

export async function findRun(db: Db, tenantId: string, thingsId: string, id: string): Promise<TestRun | undefined> {
  const found = await sql<TestRun>`select ${ROW}, r.checks, r.output, r.routine,
      case when r.script is null then null else jsonb_build_object('name', coalesce(r.script ->> 'name', ''),
        'language', r.script ->> 'language', 'content', r.script ->> 'text') end as script
    from ${FROM} where r.tenant_id = ${tenantId} and r.things_id = ${thingsId} and r.id = ${id}`.execute(db);
  return found.rows[0];
}

/** The last ended runs of its routine on its device up to this one, oldest first. */
export async function runsUpTo(db: Db, tenantId: string, { things_id, routine_id, number }: TestRun) {
  const found = await sql<RunChecks>`select id as run_id, number, checks from test_runs
    where tenant_id = ${tenantId} and things_id = ${things_id} and routine_id = ${routine_id} and number <= ${number}
      and ended_at is not null order by number desc limit ${MAX_CHECK_RUNS}`.execute(db);
  return found.rows.reverse();
}

export interface RunPage {
  readonly thingsId: string | null;
  readonly routineId: string | null;
  readonly verdict: Verdict | null;
  readonly page: number;
  readonly size: number;
}

/** Of the devices that the caller may read. */
export async function runsOf(
  db: Db,
  caller: Caller,
  { thingsId, routineId, verdict, page, size }: RunPage,
): Promise<{ list: TestRunRow[]; total: number }> {
  const where = sql`r.tenant_id = ${caller.tenantId} and ${mayRead(caller)}
    and (${thingsId}::uuid is null or r.things_id = ${thingsId}::uuid)
    and (${routineId}::uuid is null or r.routine_id = ${routineId}::uuid)
    and (${verdict}::text is null or case when ${IS_LOST} then 'error' else r.verdict end = ${verdict}::text)`;
  const [found, counted] = [
    await sql<TestRunRow>`select ${ROW}, jsonb_array_length(r.checks) as checks_all,
        (select count(*)::int from jsonb_array_elements(r.checks) c where c ->> 'outcome' = 'passed') as checks_passed
      from ${FROM} where ${where}
      order by r.created_at desc, r.id limit ${size} offset ${(page - 1) * size}`.execute(db),
    await sql<{ count: string }>`select count(*) from ${FROM} where ${where}`.execute(db),
  ];
  return { list: found.rows, total: Number(counted.rows[0]?.count ?? 0) };
}
