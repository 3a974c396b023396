import type { LinkOutcome } from "../devices/link/device-link.ts";
import { insertPlanned } from "../diagnosis/flashing/create-run.ts";
import { planFlash } from "../diagnosis/flashing/plan-run.ts";
import { approvedRun, endUnbegun } from "../diagnosis/flashing/run-changes.ts";
import { findRun, openRun, vinOfDevice } from "../diagnosis/flashing/run-store.ts";
import { beginWith, orderOf, type Sender, type SendServices, tell } from "../diagnosis/flashing/send-run.ts";
import { findSession } from "../diagnosis/sessions/session-store.ts";
import { type AskedDevice, type DeviceTry, failDevice, putBack } from "../firmware/rollouts/device-store.ts";
import type { RolloutPayload } from "../firmware/rollouts/rollout-payload.ts";
import type { StoredRollout } from "../firmware/rollouts/rollout-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import { type KeptPlan, keptPlan, vehiclesOf } from "./campaign-plan.ts";
import { attachRun, gateDevice } from "./flashed-device-store.ts";
import { settleFlashed } from "./settle-flashed.ts";

/** UDS-04: what the waves of an ECU campaign bring. */
export function ecuPayload(services: SendServices): RolloutPayload {
  return {
    open: async (_db, rollout) => {
      const plan = keptPlan.safeParse(rollout.plan).data;
      const { tenantId, scope, scopeIds } = rollout;
      return {
        isThere: plan !== undefined,
        candidates: async (db) => (plan ? vehiclesOf(db, tenantId, { kind: scope, ids: scopeIds }, plan) : []),
        settle: (db) => settleFlashed(db, rollout),
        tell: async (device) => plan && flash(services, rollout, plan, device),
      };
    },
  };
}

interface Flashing {
  readonly services: SendServices;
  readonly rollout: StoredRollout;
  readonly plan: KeptPlan;
  readonly device: DeviceTry;
}

async function flash(
  services: SendServices,
  rollout: StoredRollout,
  plan: KeptPlan,
  { thingsId, tries }: AskedDevice,
): Promise<void> {
  const { db } = services;
  const { tenantId, id } = rollout;
  const device = { tenantId, id, thingsId, tries };
  const flashing = { services, rollout, plan, device };
  try {
    if (await findSession(db, device)) return await gateDevice(db, device, "tester", "");
    const open = await openRun(db, device);
    if (open) {
      const isOwn = open.ecuId === plan.ecuId && (await goOn(flashing, open.id));
      if (!isOwn) return await gateDevice(db, device, "tester", "");
      if (await openRun(db, device)) return await attachRun(db, device, open.id);
    }
    await begin(flashing);
  } catch (error) {
    // The package, its ECU or its place was changed since: that is told, and no other try would help.
    if (!(error instanceof ApiError)) throw error;
    await failDevice(db, device, "notWritten", error.def.code);
  }
}

const senderOf = ({ tenantId, userId, userName }: StoredRollout): Sender => ({
  tenantId,
  userId: userId ?? "",
  userName,
});

/** A run of an earlier try whose end nobody told. False: the terminal does not say. */
async function goOn({ services, rollout, device }: Flashing, runId: string): Promise<boolean> {
  const { db, now } = services;
  const by = senderOf(rollout);
  const run = await findRun(db, device, runId, by.userId);
  if (!run) return true;
  const outcome = await tell(services, by, run, { method: "flash.retry", params: { run: runId } });
  if (outcome.kind === "done") return true;
  if (outcome.kind !== "failed" || outcome.code !== "unknownRun") return false;
  const end = { code: outcome.code, atMs: now(), outcome: run.past_erase ? ("boot" as const) : null };
  await endUnbegun(db, device, runId, end);
  return true;
}

async function begin({ services, rollout, plan, device }: Flashing): Promise<void> {
  const { db, now } = services;
  const by = senderOf(rollout);
  const { ecuId: ecu_id, packageId: package_id, flowId: flow_id, channel } = plan;
  const vin = await vinOfDevice(db, device);
  if (vin === undefined) return failDevice(db, device, "notWritten", "flash.noVin");
  const wanted = await planFlash(services, rollout.tenantId, { ecu_id, package_id, flow_id, channel });
  const twoPersons = rollout.approvedBy !== null;
  const { userId, userName } = by;
  const runId = await insertPlanned(db, device, wanted, { vin, nowMs: now(), twoPersons, userId, userName });
  if (rollout.approvedBy) await approvedRun(db, device, runId, { ...rollout.approvedBy, atMs: now() });
  const run = await findRun(db, device, runId, userId);
  if (!run) return;
  const params = { ...(await orderOf(services, by, run)) };
  const outcome = await beginWith([services, by, run], { method: "flash.run", params }, ["draft", "approved"]);
  await begun(services, device, runId, outcome);
}

async function begun(
  { db }: SendServices,
  device: DeviceTry,
  runId: string,
  outcome: LinkOutcome | undefined,
): Promise<void> {
  if (outcome === undefined || (outcome.kind === "failed" && outcome.code === "busy"))
    return gateDevice(db, device, "tester", "");
  if (outcome.kind === "done") return attachRun(db, device, runId);
  if (outcome.kind === "offline") return putBack(db, device);
  const code = outcome.kind === "failed" && outcome.code === "noCard" ? "noCard" : "refused";
  await failDevice(db, device, code, outcome.kind === "failed" ? outcome.code.slice(0, 64) : null);
}
