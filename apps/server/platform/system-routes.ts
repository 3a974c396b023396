import { platformErrors } from "@canopy/contract/platform/errors";
import {
  cancelJob,
  getJob,
  health,
  listJobs,
  metrics,
  type ReadyParts,
  readiness,
} from "@canopy/contract/platform/system";
import type { Registry } from "prom-client";
import type { EngineState } from "./engines/supervise.ts";
import { ApiError } from "./http/api-error.ts";
import { HttpReply, type PublicContext, publicRoute, type Route, route } from "./http/route.ts";
import type { Jobs } from "./jobs/jobs.ts";
import type { Job } from "./jobs/jobs-store.ts";
import { sharedFor } from "./shared-for.ts";

export interface SystemServices {
  version: string;
  jobs: Jobs;
  registry: Registry;
  /** CANOPY_METRICS_TOKEN. */
  metricsToken: string | undefined;
  engineStates(): Record<string, EngineState>;
  readyParts(): Promise<ReadyParts>;
}

export function systemRoutes(services: SystemServices): Route[] {
  return [...probeRoutes(services), ...jobRoutes(services.jobs)];
}

function probeRoutes({ version, registry, metricsToken, engineStates, readyParts }: SystemServices): Route[] {
  const lookAtParts = sharedFor(READY_KEPT_MS, readyParts);
  return [
    publicRoute(health, () => ({ status: "ok" as const, version, uptime_seconds: Math.round(process.uptime()) })),
    publicRoute(readiness, async ({ query }) => {
      const [engines, parts] = [engineStates(), await lookAtParts()];
      const enginesReady = Object.values(engines).every((state) => state === "ready");
      const ready = enginesReady && (query.for === "pages" ? parts.database === "ok" : areReady(parts));
      return new HttpReply({ ready, engines, parts }, ready ? 200 : 503);
    }),
    publicRoute(metrics, async (context) => {
      if (!mayReadMetrics(context, metricsToken)) throw new ApiError(platformErrors.notFound);
      return registry.metrics();
    }),
  ];
}

/** While some of several frame servers are away, this process does the work of the others. */
const areReady = ({ servers, frames, ...parts }: ReadyParts): boolean =>
  frames !== "unreachable" && Object.values(parts).every((code) => code === "ok");

/** Public: looked up at most once in this time. */
const READY_KEPT_MS = 1000;

/** A scraper on this machine, one with the operator's token, or the system manager; behind a proxy every caller looks local. */
function mayReadMetrics(context: PublicContext<typeof metrics>, token: string | undefined): boolean {
  const { address, proxied, caller } = context;
  if (token !== undefined && context.presents(token)) return true;
  const isLocal = !proxied && /^(127\.|::1$|::ffff:127\.)/.test(address);
  return isLocal || caller?.role === "system";
}

/** A user's own long tasks; managers see those of the whole tenant. */
function jobRoutes(jobs: Jobs): Route[] {
  return [
    route(listJobs, async ({ caller, query }) => {
      const { list, total } = await jobs.list(caller.tenantId, {
        ...(caller.role === "sub" && { userId: caller.userId }),
        limit: query.page_size,
        offset: (query.current_page - 1) * query.page_size,
      });
      return { list: list.map(jobRow), pagination: { ...query, total_size: total } };
    }),
    route(getJob, async ({ caller, params }) => {
      const job = await ownJob(jobs, caller, params.job_id);
      return { data: jobRow(job) };
    }),
    route(cancelJob, async ({ caller, params }) => {
      const job = await ownJob(jobs, caller, params.job_id);
      return { message: await jobs.cancel(caller.tenantId, job.id) };
    }),
  ];
}

async function ownJob(
  jobs: Jobs,
  caller: { tenantId: string; userId: string; role: string },
  id: string,
): Promise<Job> {
  const job = await jobs.get(caller.tenantId, id);
  if (!job || (caller.role === "sub" && job.userId !== caller.userId)) throw new ApiError(platformErrors.notFound);
  return job;
}

function jobRow(job: Job) {
  return {
    id: job.id,
    kind: job.kind,
    state: job.state,
    stage: job.stage,
    progress: job.progress,
    done_rows: job.doneRows,
    all_rows: job.allRows,
    rows_per_second: job.rowsPerSecond,
    message_code: job.messageCode,
    result: job.result,
    created_time: job.createdAt,
    started_time: job.startedAt,
    finished_time: job.finishedAt,
  };
}
