import { setTimeout as sleep } from "node:timers/promises";
import type { Stage } from "@canopy/contract/tests/runs";
import { z } from "zod";
import { findDevice } from "../../devices/find-device.ts";
import type { FrameReader } from "../../frames/store/frame-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { defineJob, type JobContext, type JobDefinition, JobFailure } from "../../platform/jobs/job-definition.ts";
import type { RunScript } from "../../platform/sandbox/sandbox.ts";
import { signalsOfRun } from "../routines/routine-signals.ts";
import { toldCheck } from "../scripts/run-on-sample.ts";
import { runTestScript } from "../scripts/run-test-script.ts";
import type { ScriptData } from "../scripts/script-api.ts";
import { collected } from "./collected.ts";
import { reasonOf } from "./run-failure.ts";
import { isOnline, type RunLink, toDevice } from "./run-link.ts";
import { type RunPorts, type RunResult, runStages } from "./run-stages.ts";
import { beginRun, endRun, enterStage, type StoredRun } from "./run-store.ts";

export interface RunServices extends RunLink {
  readonly frames: Pick<FrameReader, "samples">;
  readonly runScript: RunScript;
}

/** `fromMs`: judges what is stored from then on, and sends nothing. */
const input = z.object({ runId: z.string(), thingsId: z.string(), fromMs: z.number().nullable() });
type Input = z.output<typeof input>;
export const TEST_RUN = { kind: "tests.run", input };
/** Nearly all of its time a run waits. */
const AT_ONCE = 50;
/** The longest routine: an hour of data, its frames, UDS steps that are all late, and its script. */
const TIMEOUT_MS = 7_800_000;

/** Not tried again: its commands may have been sent. */
export function testRunJob(services: RunServices): JobDefinition<Input> {
  return defineJob(TEST_RUN.kind, {
    input,
    retry: { limit: 0, delaySeconds: 0 },
    timeoutMs: TIMEOUT_MS,
    concurrency: AT_ONCE,
    handler: (context) => work(services, context),
  });
}

async function work(services: RunServices, context: JobContext<Input>): Promise<void> {
  const { tenantId, input: told, signal } = context;
  const run = tenantId === null ? undefined : await beginRun(services.db, tenantId, told.runId);
  if (tenantId === null || !run) throw new JobFailure("platform.notFound");
  let stage: Stage = "commandSending";
  const enter = async (entered: Stage) => {
    stage = entered;
    await enterStage(services.db, tenantId, told.runId, entered, services.now());
    await context.progress(0, entered);
  };
  try {
    const ports = await portsOf(services, { ...context, tenantId }, run);
    const result = await (told.fromMs === null
      ? runStages({ ...ports, stage: enter }, run.routine)
      : runStages({ ...storedPorts(ports, told.fromMs), stage: enter }, { ...run.routine, frames: [], uds_steps: [] }));
    await endRun(services.db, tenantId, told.runId, endOf(result));
  } catch (error) {
    const failure = { stage, ...reasonOf(error, signal) };
    const nothing = { checks: [], output: "", fromMs: null, toMs: null };
    await endRun(services.db, tenantId, told.runId, { verdict: "error", failure, ...nothing });
    throw error instanceof ApiError ? new JobFailure(error.def.code) : error;
  }
}

type Context = JobContext<Input> & { readonly tenantId: string };

async function portsOf(
  services: RunServices,
  { tenantId, input: { thingsId }, signal }: Context,
  { routine, script, userName }: StoredRun,
): Promise<Omit<RunPorts, "stage">> {
  const device = await findDevice(services.db, tenantId, thingsId);
  if (!device) throw new JobFailure("platform.notFound");
  // Before anything is sent: a routine that could not be judged need not run.
  const signals = await signalsOfRun(services.db, tenantId, routine.signals);
  return {
    ask: toDevice(services, { tenantId, thingsId, userName }),
    now: services.now,
    sleep: (ms) => sleep(ms, undefined, { signal }),
    isOnline: () => isOnline(services.db, tenantId, thingsId),
    read: (fromMs, toMs) => {
      const window = { bindingNumber: device.bindingNumber, fromUs: fromMs * 1000, toUs: toMs * 1000 };
      return collected(services.frames, signals, window, signal);
    },
    runScript: script === null ? undefined : (data: ScriptData) => runTestScript(services.runScript, script, data),
  };
}

/** On stored data time stands where the window begins, and passes at once. */
function storedPorts<Ports extends Omit<RunPorts, "stage">>(ports: Ports, fromMs: number): Ports {
  let nowMs = fromMs;
  const pass = async (ms: number) => {
    nowMs += ms;
  };
  return { ...ports, now: () => nowMs, sleep: pass, isOnline: async () => true };
}

function endOf({ checks, fromMs, toMs, verdict, failure, output }: RunResult) {
  return { verdict, failure, output, fromMs, toMs, checks: checks.map((check) => toldCheck(check, fromMs)) };
}
