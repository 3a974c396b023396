import * as calls from "@canopy/contract/campaigns/campaigns";
import { platformErrors } from "@canopy/contract/platform/errors";
import { planFlash } from "../diagnosis/flashing/plan-run.ts";
import { checkScope } from "../firmware/rollouts/create-rollout.ts";
import { readRollout } from "../firmware/rollouts/rollout-list-store.ts";
import { previewOf } from "../firmware/rollouts/rollout-routes.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import { keptPlanOf, vehiclesOf } from "./campaign-plan.ts";
import { approveCampaign, type CampaignServices, createCampaign } from "./create-campaign.ts";

/** UDS-04, DEV-08 */
export function campaignRoutes(services: CampaignServices): Route[] {
  const { db } = services;
  const found = async (caller: Caller, id: string) => {
    const rollout = await readRollout(db, caller, id);
    if (!rollout) throw new ApiError(platformErrors.notFound);
    return { data: rollout };
  };
  return [
    route(calls.previewCampaign, async ({ caller, body }) => {
      const plan = await planFlash(services, caller.tenantId, body);
      const { scope } = await checkScope(db, caller.tenantId, body);
      const kept = keptPlanOf(plan, body.flow_id ?? null, body.channel);
      return { data: previewOf(await vehiclesOf(db, caller.tenantId, scope, kept)) };
    }),
    route(calls.createCampaign, async (context) =>
      found(context.caller, await createCampaign(services, context, context.body)),
    ),
    route(calls.approveCampaign, async (context) => {
      const { caller, params, body } = context;
      await approveCampaign(services, context, params.rollout_id, body.password);
      return found(caller, params.rollout_id);
    }),
  ];
}
