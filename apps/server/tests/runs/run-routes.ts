import { platformErrors } from "@canopy/contract/platform/errors";
import { testErrors } from "@canopy/contract/tests/errors";
import {
  compareRuns,
  dryRun,
  getCheckHistory,
  getRun,
  junitOfRun,
  listRuns,
  startRun,
  type TestRun,
} from "@canopy/contract/tests/runs";
import { findDevice } from "../../devices/find-device.ts";
import { checkMaySend } from "../../devices/link/sending-rule.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { findRoutine } from "../routines/routine-store.ts";
import { scriptsOf } from "../scripts/script-store.ts";
import { checkHistory } from "./check-history.ts";
import { compareChecks } from "./compare-checks.ts";
import { junitOf } from "./junit.ts";
import { TEST_RUN } from "./run-job.ts";
import { findRun, runsOf, runsUpTo } from "./run-rows.ts";
import { insertRun, setJob } from "./run-store.ts";

interface Services {
  readonly db: Db;
  readonly jobs: Pick<Jobs, "enqueue">;
}

/** TST-01 */
export function runRoutes(services: Services): Route[] {
  const { db } = services;
  const runOf = async ({ tenantId }: Caller, thingsId: string, id: string): Promise<TestRun> => {
    const found = await findRun(db, tenantId, thingsId, id);
    if (!found) throw new ApiError(platformErrors.notFound);
    return found;
  };
  return [
    route(listRuns, async ({ caller, query }) => {
      const { current_page, page_size, things_id = null, routine_id = null, verdict = null } = query;
      if (things_id !== null && !(await findDevice(db, caller.tenantId, things_id)))
        throw new ApiError(platformErrors.notFound);
      if (routine_id !== null && !(await findRoutine(db, caller.tenantId, routine_id)))
        throw new ApiError(platformErrors.notFound);
      const asked = { thingsId: things_id, routineId: routine_id, verdict, page: current_page, size: page_size };
      const { list, total } = await runsOf(db, caller, asked);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(getRun, async ({ caller, params }) => ({ data: await runOf(caller, params.things_id, params.run_id) })),
    route(startRun, async ({ caller, params, body }) => {
      await checkMaySend(db, caller.tenantId, caller.role);
      const wanted = { thingsId: params.things_id, routineId: body.routine_id, fromMs: null };
      return { data: await begin(services, caller, wanted) };
    }),
    route(dryRun, async ({ caller, params, body }) => {
      const wanted = { thingsId: params.things_id, routineId: body.routine_id, fromMs: body.from_time };
      return { data: await begin(services, caller, wanted) };
    }),
    route(compareRuns, async ({ caller, params, query }) => {
      const [first, second] = [
        await runOf(caller, params.things_id, params.run_id),
        await runOf(caller, params.things_id, query.with),
      ];
      return { first, second, list: compareChecks(first.checks, second.checks) };
    }),
    route(getCheckHistory, async ({ caller, params }) => {
      const run = await runOf(caller, params.things_id, params.run_id);
      return { list: checkHistory(run.checks, await runsUpTo(db, caller.tenantId, run)) };
    }),
    route(junitOfRun, async ({ caller, params }) => {
      const run = await runOf(caller, params.things_id, params.run_id);
      if (run.verdict === null) throw new ApiError(testErrors.runNotEnded);
      return { file_name: `${run.routine_name}-${run.number}.xml`, xml: junitOf(reported(run)) };
    }),
  ];
}

interface Wanted {
  readonly thingsId: string;
  readonly routineId: string;
  readonly fromMs: number | null;
}

/** The run and its job exist together, or neither. */
function begin({ db, jobs }: Services, caller: Caller, { thingsId, routineId, fromMs }: Wanted): Promise<TestRun> {
  const { tenantId, userId, userName } = caller;
  return db.transaction().execute(async (transaction) => {
    const routine = await findRoutine(transaction, tenantId, routineId);
    if (!routine || !(await findDevice(transaction, tenantId, thingsId))) throw new ApiError(platformErrors.notFound);
    const kept = (await scriptsOf(transaction, tenantId)).find(({ script_id }) => script_id === routine.script_id);
    const script = kept === undefined ? null : { name: kept.name, language: kept.language, text: kept.content };
    const isDry = fromMs !== null;
    const runId = await insertRun(transaction, { tenantId, thingsId, routine, script, isDry, userName });
    if (runId === undefined) throw new ApiError(testErrors.runUnderWay);
    const input = { runId, thingsId, fromMs };
    await setJob(
      transaction,
      tenantId,
      runId,
      await jobs.enqueue(TEST_RUN, { tenantId, userId, input, db: transaction }),
    );
    const run = await findRun(transaction, tenantId, thingsId, runId);
    if (run === undefined) throw new ApiError(platformErrors.notFound);
    return run;
  });
}

function reported(run: TestRun) {
  const { failure } = run;
  return {
    routine: run.routine_name,
    device: run.device_name,
    verdict: run.verdict ?? "error",
    startMs: run.from_time ?? run.created_time,
    endMs: run.ended_time ?? run.created_time,
    checks: run.checks,
    failure: failure === null ? null : `${failure.stage}: ${failure.code} ${JSON.stringify(failure.values)}`,
    output: run.output,
  };
}
