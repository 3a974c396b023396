import { type FlashedRun, flashedRuns } from "../diagnosis/flashing/vehicle-store.ts";
import { type DeviceTry, failDevice } from "../firmware/rollouts/device-store.ts";
import { appendHistory } from "../firmware/rollouts/history-store.ts";
import type { StoredRollout } from "../firmware/rollouts/rollout-store.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { endFlashed, gateDevice, moveFlashed, runsUnderWay } from "./flashed-device-store.ts";

/** Stages of a flash as states of a rollout's device. */
const STATES: Readonly<Record<string, string>> = {
  downloading: "downloading",
  verifying: "verifying",
  gates: "verifying",
  flashing: "installing",
  readingBack: "restarting",
};

/** UDS-04: takes over what became of the runs of a campaign. */
export async function settleFlashed(db: Db, rollout: StoredRollout): Promise<void> {
  const { tenantId, id } = rollout;
  const under = await runsUnderWay(db, rollout);
  const ids = under.map(({ runId }) => runId);
  const runs = new Map((await flashedRuns(db, tenantId, ids)).map((run) => [run.runId, run]));
  for (const { thingsId, tries, runId } of under) {
    const run = runs.get(runId);
    if (run) await settleRun(db, { tenantId, id, thingsId, tries }, run);
  }
}

async function settleRun(db: Db, device: DeviceTry, run: FlashedRun): Promise<void> {
  const { tenantId, id, thingsId } = device;
  if (run.state !== "ended") {
    const { bytes, heardMs } = run;
    return moveFlashed(db, device, { state: STATES[run.stage ?? ""] ?? "downloading", bytes, heardMs });
  }
  if (run.outcome === "new") {
    await endFlashed(db, device);
    return appendHistory(db, { tenantId, rolloutId: id, thingsId, kind: "done" });
  }
  if (run.cause === "denied" && run.outcome !== "boot") return gateDevice(db, device, "gates", run.denied.join(" "));
  return failDevice(db, device, codeOf(run), run.cause ?? run.code);
}

function codeOf({ outcome, cause, code }: FlashedRun): string {
  if (outcome === "boot") return "boot";
  return cause === null && code !== null ? code : "notWritten";
}
