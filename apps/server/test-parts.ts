import { limitsOf } from "./capacity/limits.ts";
import type { AskDevice } from "./devices/link/device-link.ts";
import { TransmissionKeeper } from "./devices/link/keep-transmissions.ts";
import { publishTransmissions } from "./frames/live/live-device-news.ts";
import type { FrameReader } from "./frames/store/frame-store.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { Route } from "./platform/http/route.ts";
import type { JobDefinition } from "./platform/jobs/job-definition.ts";
import type { Jobs } from "./platform/jobs/jobs.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { Sandbox } from "./platform/sandbox/sandbox.ts";
import { routineRoutes } from "./tests/routines/routine-routes.ts";
import { testRunJob } from "./tests/runs/run-job.ts";
import { runRoutes } from "./tests/runs/run-routes.ts";
import { scriptRoutes } from "./tests/scripts/script-routes.ts";

interface Parts {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "samples">;
}

/** TST-01: runs of test routines, with the way to the terminals. */
export function testRuns({ db, frames, bus, ask }: Parts & { bus: Bus; ask: AskDevice }): JobDefinition<unknown> {
  const transmissions = new TransmissionKeeper(db, publishTransmissions(bus));
  return testRunJob({ db, frames, ask, transmissions, runScript: new Sandbox().run, now: Date.now });
}

export function testRoutes({ db, frames, jobs }: Parts & { jobs: Jobs }): Route[] {
  return [
    ...routineRoutes(db),
    ...runRoutes({ db, jobs }),
    ...scriptRoutes({ db, frames, limitOf: limitsOf(db), runScript: new Sandbox().run }),
  ];
}
