import type { AskDevice } from "./devices/link/device-link.ts";
import { TransmissionKeeper } from "./devices/link/keep-transmissions.ts";
import { publishTransmissions } from "./frames/live/live-device-news.ts";
import type { FrameReader } from "./frames/store/frame-store.ts";
import type { Bus } from "./platform/bus/bus.ts";
import type { JobDefinition } from "./platform/jobs/job-definition.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { Sandbox } from "./platform/sandbox/sandbox.ts";
import { testRunJob } from "./tests/runs/run-job.ts";

interface Parts {
  readonly db: Db;
  readonly frames: Pick<FrameReader, "samples">;
  readonly bus: Bus;
  readonly ask: AskDevice;
}

/** TST-01: runs of test routines, with the way to the terminals. */
export function testRuns({ db, frames, bus, ask }: Parts): JobDefinition<unknown> {
  const transmissions = new TransmissionKeeper(db, publishTransmissions(bus));
  return testRunJob({ db, frames, ask, transmissions, runScript: new Sandbox().run, now: Date.now });
}
