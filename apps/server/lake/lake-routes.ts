import {
  getLakeSchedule,
  type LakeSchedule,
  lakeErrors,
  runLake,
  setLakeSchedule,
} from "@canopy/contract/lake/schedule";
import { ApiError } from "../platform/http/api-error.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { nextRunMs } from "./lake-clock.ts";
import { LAKE_RUN } from "./lake-job.ts";
import { scheduleOf, setSchedule } from "./schedule-store.ts";

interface LakeRouteServices {
  readonly db: Db;
  readonly jobs: Jobs;
  now(): number;
}

/** OPS-06 */
export function lakeRoutes({ db, jobs, now }: LakeRouteServices): Route[] {
  const isRunning = async (tenantId: string) => {
    const filter = { kinds: [LAKE_RUN.kind], states: ["queued", "running"], limit: 1 } as const;
    return (await jobs.list(tenantId, filter)).total > 0;
  };
  const shown = async (tenantId: string): Promise<LakeSchedule> => {
    const schedule = await scheduleOf(db, tenantId);
    const lastMs = schedule.last_run?.end_time ?? null;
    const next_time = schedule.is_enabled ? nextRunMs({ ...schedule, lastMs }, now()) : null;
    return { ...schedule, next_time, is_running: await isRunning(tenantId) };
  };
  return [
    route(getLakeSchedule, async ({ caller }) => ({ data: await shown(caller.tenantId) })),
    route(setLakeSchedule, async ({ caller, body }) => {
      if (body.is_enabled && !body.frames && !body.signals) throw new ApiError(lakeErrors.nothingChosen);
      await setSchedule(db, caller.tenantId, body);
      return { data: await shown(caller.tenantId) };
    }),
    route(runLake, async ({ caller: { tenantId, userId } }) => {
      const settings = await scheduleOf(db, tenantId);
      if (!settings.frames && !settings.signals) throw new ApiError(lakeErrors.nothingChosen);
      if (await isRunning(tenantId)) throw new ApiError(lakeErrors.runsAlready);
      // Its end is written into the row.
      await setSchedule(db, tenantId, settings);
      return { data: { job_id: await jobs.enqueue(LAKE_RUN, { tenantId, userId, input: {} }) } };
    }),
  ];
}
