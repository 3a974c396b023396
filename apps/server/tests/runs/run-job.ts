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
import { isOnline, type RunLink, runSender } from "./run-link.ts";
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
  const { tenantId, input: told, signal, log } = context;
  const run = tenantId === null ? undefined : await beginRun(services.db, tenantId, told.runId);
  if (tenantId === null || !run) throw new JobFailure("platform.notFound");
  let stage: Stage = "commandSending";
  const enter = async (entered: Stage) => {
    stage = entered;
    await enterStage(services.db, tenantId, told.runId, entered, services.now());
    await context.progress(0, entered);
  };
  const { ask, abandon } = runSender(services, { tenantId, thingsId: told.thingsId, userName: run.userName }, signal);
  try {
    const ports = { ...(await portsOf(services, { ...context, tenantId }, run)), ask, stage: enter };
    const result = await (told.fromMs === null
      ? runStages(ports, run.routine)
      : runStages(storedPorts(ports, told.fromMs), { ...run.routine, frames: [], uds_steps: [] }));
    await endRun(services.db, tenantId, told.runId, endOf(result));
  } catch (error) {
    // Until its end is told no other run begins beside what it still sends.
    if (signal.aborted)
      await abandon().catch((problem) => log.warn({ err: problem }, "what a test run sends could not be stopped"));
    const failure = { stage, ...reasonOf(error, signal) };
    await endRun(services.db, tenantId, told.runId, { ...NOT_JUDGED, verdict: "error", failure });
    throw error instanceof ApiError ? new JobFailure(error.def.code) : error;
  }
}

const NOT_JUDGED = { checks: [], output: "", fromMs: null, toMs: null };

type Context = JobContext<Input> & { readonly tenantId: string };

async function portsOf(
  services: RunServices,
  { tenantId, input: { thingsId }, signal }: Context,
  { routine, script }: StoredRun,
): Promise<Omit<RunPorts, "ask" | "stage">> {
  const device = await findDevice(services.db, tenantId, thingsId);
  if (!device) throw new JobFailure("platform.notFound");
  // Before anything is sent: a routine that could not be judged need not run.
  const signals = await signalsOfRun(services.db, tenantId, routine.signals);
  return {
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
function storedPorts(ports: RunPorts, fromMs: number): RunPorts {
  let nowMs = fromMs;
  const pass = async (ms: number) => {
    nowMs += ms;
  };
  return { ...ports, now: () => nowMs, sleep: pass, isOnline: async () => true };
}

function endOf({ checks, fromMs, toMs, verdict, failure, output }: RunResult) {
  return { verdict, failure, output, fromMs, toMs, checks: checks.map((check) => toldCheck(check, fromMs)) };
}
