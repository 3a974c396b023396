import { CAMPAIGN_ASKED, type newCampaign } from "@canopy/contract/campaigns/campaigns";
import { flashErrors } from "@canopy/contract/diagnosis/flashing/errors";
import { rolloutErrors } from "@canopy/contract/firmware/rollout-errors";
import { REMINDER } from "@canopy/contract/messages/messages";
import { platformErrors } from "@canopy/contract/platform/errors";
import { fill } from "@canopy/contract/platform/language";
import type { z } from "zod";
import type { ProveOwnPassword, Prover } from "../accounts/prove-password.ts";
import { listManagers } from "../accounts/user-store.ts";
import { planFlash } from "../diagnosis/flashing/plan-run.ts";
import { asksTwoPersons } from "../diagnosis/packages/flow-store.ts";
import { checkScope, checkTime, checkWaves } from "../firmware/rollouts/create-rollout.ts";
import { appendHistory } from "../firmware/rollouts/history-store.ts";
import { approveRollout, insertRollout, lockRollout } from "../firmware/rollouts/rollout-store.ts";
import type { NewUserMessage, Recipient } from "../messages/user-message-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { type KeptPlan, keptPlanOf, vehiclesOf } from "./campaign-plan.ts";

export interface CampaignServices {
  readonly db: Db;
  readonly now: () => number;
  readonly proveOwnPassword: ProveOwnPassword;
  readonly messageUsers: (to: readonly Recipient[], message: NewUserMessage) => Promise<void>;
}

type Asked = z.output<typeof newCampaign>;
/** Who asks, and from where. */
type By = Prover & { readonly caller: Caller };

/** UDS-04: written down; where the tenant asks for two persons it begins after the other one's word. */
export async function createCampaign(services: CampaignServices, by: By, asked: Asked): Promise<string> {
  const { db, now } = services;
  const { caller } = by;
  const { tenantId, userId, userName } = caller;
  const found = await planFlash(services, tenantId, asked);
  const { scope, name } = await checkScope(db, tenantId, asked);
  const { startMs, window } = checkTime(asked, now());
  checkWaves(asked.waves);
  const plan = keptPlanOf(found, asked.flow_id ?? null, asked.channel);
  const vehicles = await vehiclesOf(db, tenantId, scope, plan);
  if (asked.when === "now" && vehicles.every(({ reason }) => reason !== null))
    throw new ApiError(rolloutErrors.nothingToUpgrade, { field: "scope" });
  await requirePassword(services, by, asked.password);
  const state = (await asksTwoPersons(db, tenantId)) ? "asked" : "scheduled";
  const row = { tenantId, imageId: null, plan, state, version: plan.version, scope, scopeName: name } as const;
  const id = await db.transaction().execute(async (trx) => {
    const made = await insertRollout(trx, { ...row, startMs, window, waves: asked.waves, userId, userName });
    await appendHistory(trx, { tenantId, rolloutId: made, kind: "created", userName });
    return made;
  });
  if (state === "asked") await tellManagers(services, caller, { id, plan, scope: name });
  return id;
}

/** Another manager than the one who asks. */
export async function approveCampaign(services: CampaignServices, by: By, id: string, password: string): Promise<void> {
  const { tenantId, userId, userName } = by.caller;
  await services.db.transaction().execute(async (trx) => {
    const rollout = await lockRollout(trx, tenantId, id);
    if (!rollout) throw new ApiError(platformErrors.notFound);
    if (rollout.state !== "asked") throw new ApiError(rolloutErrors.wrongState);
    if (rollout.userId === userId) throw new ApiError(flashErrors.ownApproval);
    await requirePassword(services, by, password);
    await approveRollout(trx, rollout, { userId, userName });
    await appendHistory(trx, { tenantId, rolloutId: id, kind: "approve", userName });
  });
}

async function requirePassword(services: CampaignServices, by: By, password: string): Promise<void> {
  if (!(await services.proveOwnPassword(by, password)))
    throw new ApiError(flashErrors.passwordWrong, { field: "password" });
}

async function tellManagers(
  { db, messageUsers }: CampaignServices,
  caller: Caller,
  { id, plan, scope }: { id: string; plan: KeptPlan; scope: string },
): Promise<void> {
  const others = (await listManagers(db, caller.tenantId)).filter(({ userId }) => userId !== caller.userId);
  const values = { user: caller.userName, ecu: plan.ecuName, version: plan.version, scope };
  const { title, content } = CAMPAIGN_ASKED;
  await messageUsers(others, {
    title,
    content: { zh: fill(content.zh, values), en: fill(content.en, values) },
    type: "system",
    reminderMode: REMINDER.icon,
    link: `/Container/Rollout?id=${id}`,
  });
}
