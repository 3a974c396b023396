import { rolloutErrors } from "@canopy/contract/firmware/rollout-errors";
import type { RolloutAction } from "@canopy/contract/firmware/rollouts";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { cancelOpen, retryFailed, sumsOf } from "./device-store.ts";
import { appendHistory } from "./history-store.ts";
import { changeRollout, lockRollout, type StoredRollout } from "./rollout-store.ts";

/** DEV-08: from now on; what is being installed goes on. */
export async function actOnRollout(db: Db, caller: Caller, id: string, action: RolloutAction): Promise<void> {
  const { tenantId, userName } = caller;
  await db.transaction().execute(async (trx) => {
    const rollout = await lockRollout(trx, tenantId, id);
    if (!rollout) throw new ApiError(platformErrors.notFound);
    await ACTIONS[action](trx, rollout);
    await appendHistory(trx, { tenantId, rolloutId: id, kind: action, userName });
  });
}

const wrongState = () => new ApiError(rolloutErrors.wrongState);

const ACTIONS: Record<RolloutAction, (db: Db, rollout: StoredRollout) => Promise<void>> = {
  async pause(db, rollout) {
    if (rollout.state !== "running") throw wrongState();
    await changeRollout(db, rollout, { state: "paused", halt: null });
  },
  async resume(db, rollout) {
    if (rollout.state !== "paused") throw wrongState();
    await goOn(db, rollout);
  },
  async stop(db, rollout) {
    if (rollout.state === "done" || rollout.state === "stopped") throw wrongState();
    await cancelOpen(db, rollout);
    await changeRollout(db, rollout, { state: "stopped", halt: null });
  },
  async retry(db, rollout) {
    if (rollout.state === "scheduled" || rollout.state === "asked" || (await retryFailed(db, rollout)) === 0)
      throw wrongState();
    // A stopped one ends with the retried devices: the others were cancelled.
    await changeRollout(db, rollout, { state: "running", halt: null, passedMs: null, acceptedBoot: 0 });
  },
};

/** Whoever goes on has seen the failures: they stop it no more. */
async function goOn(db: Db, rollout: StoredRollout): Promise<void> {
  const sums = await sumsOf(db, rollout);
  const accepted = rollout.waves.map((_, i) => sums.find(({ wave }) => wave === i)?.failed ?? 0);
  const acceptedBoot = sums.reduce((sum, { boot }) => sum + boot, 0);
  await changeRollout(db, rollout, { state: "running", halt: null, accepted, acceptedBoot });
}
