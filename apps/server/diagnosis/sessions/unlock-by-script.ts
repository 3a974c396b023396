import { setTimeout as sleep } from "node:timers/promises";
import { formatHex, parseHex } from "@canopy/can/bytes/hex";
import type { JobRequest } from "@canopy/contract/diagnosis/job-request";
import type { DiagnosisJob } from "@canopy/contract/diagnosis/sessions";
import { findJob, traceOf } from "./job-store.ts";
import type { SessionServices } from "./keep-session.ts";
import type { DiagnosedDevice } from "./session-store.ts";

const LOOK_MS = 50;
const SECURITY_ACCESS = 0x27;

export type KeyOf = (level: number, seed: Uint8Array) => Promise<Uint8Array>;
type RunPart = (request: JobRequest) => Promise<DiagnosisJob>;

interface Scripted {
  readonly device: DiagnosedDevice;
  readonly request: JobRequest;
  readonly keyOf: KeyOf;
  /** Runs requests without an unlocking. */
  readonly run: RunPart;
}

/**
 * UDS-03: a script makes the key on the server, not on the terminal: the requests up to the seed run as one job, the key
 * and those behind it as the next. The last one that ran is given back.
 */
export async function runWithScript(
  { db, now }: Pick<SessionServices, "db" | "now">,
  { device, request, keyOf, run }: Scripted,
): Promise<DiagnosisJob> {
  let before: JobRequest["steps"] = [];
  for (const [place, step] of request.steps.entries()) {
    if (!("unlock" in step)) {
      before.push(step);
      continue;
    }
    const asks = { data: formatHex(Uint8Array.of(SECURITY_ACCESS, step.unlock)), functional: false };
    const steps = [...before, asks];
    const begun = await run({ ...request, steps, go_on: false });
    const untilMs = now() + request.settings.execution_time_s * 1000;
    const job = await ended(
      async () => (await findJob(db, device, begun.id)) ?? begun,
      () => now() < untilMs,
    );
    const seed = job.state === "done" ? await seedOf(db, device, job.id, steps.length - 1) : undefined;
    // The trace says why there is no seed.
    if (seed === undefined) return job;
    const isOpen = seed.every((byte) => byte === 0);
    const isLast = place === request.steps.length - 1;
    if (isOpen && isLast) return job;
    before = isOpen ? [] : [keyStep(step.unlock, await keyOf(step.unlock, seed))];
  }
  return run({ ...request, steps: before });
}

function keyStep(level: number, key: Uint8Array) {
  return { data: formatHex(Uint8Array.of(SECURITY_ACCESS, level + 1, ...key)), functional: false };
}

/** The terminal may take the execution time; a job without an end counts as it is. */
async function ended(look: () => Promise<DiagnosisJob>, isInTime: () => boolean): Promise<DiagnosisJob> {
  let job = await look();
  while (job.state === "running" && isInTime()) {
    await sleep(LOOK_MS);
    job = await look();
  }
  return job;
}

async function seedOf(db: SessionServices["db"], device: DiagnosedDevice, jobId: string, step: number) {
  const events = await traceOf(db, device, { jobId, from: 0 });
  const answer = events.findLast((event) => event.kind === "positive" && event.step === step);
  const bytes = parseHex(answer?.data ?? "");
  return bytes.ok && bytes.value.length > 2 ? bytes.value.subarray(2) : undefined;
}
