import { platformErrors } from "@canopy/contract/platform/errors";
import {
  cancelPushReplay,
  getPushDelivery,
  listPushDeliveries,
  listPushReplays,
  MAX_REPLAY_DAYS,
  resendPushDelivery,
  resendPushRule,
  startPushReplay,
} from "@canopy/contract/push/deliveries";
import { pushErrors } from "@canopy/contract/push/errors";
import { DAY_US } from "../frames/store/time-window.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { type Route, route } from "../platform/http/route.ts";
import type { Jobs } from "../platform/jobs/jobs.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { deliveriesOf, findDelivery, resendFailed } from "./delivery-store.ts";
import { lockPushRules, secretOf } from "./push-rule-store.ts";
import { dropQueued, insertReplay, replaysOf, runningReplay } from "./replay-store.ts";
import { REPLAY } from "./run-replay.ts";

interface DeliveryServices {
  readonly db: Db;
  readonly jobs: Jobs;
}

/** CAP-01 */
export function deliveryRoutes({ db, jobs }: DeliveryServices): Route[] {
  const mustHave = async ({ tenantId }: Caller, ruleId: string) => {
    if ((await secretOf(db, tenantId, ruleId)) === undefined) throw new ApiError(platformErrors.notFound);
  };
  const replays = async ({ tenantId }: Caller, ruleId: string) => ({ list: await replaysOf(db, tenantId, ruleId) });
  return [
    route(listPushDeliveries, async ({ caller, query }) => {
      const { current_page, page_size, rule_id } = query;
      if (rule_id !== undefined) await mustHave(caller, rule_id);
      const { list, total } = await deliveriesOf(db, caller.tenantId, query);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(getPushDelivery, async ({ caller, params }) => ({ data: await mustFind(db, caller, params.delivery_id) })),
    route(resendPushDelivery, async ({ caller, params: { delivery_id: deliveryId } }) => {
      await mustFind(db, caller, deliveryId);
      if ((await resendFailed(db, caller.tenantId, { deliveryId })) === 0) throw new ApiError(pushErrors.notFailed);
      return { data: await mustFind(db, caller, deliveryId) };
    }),
    route(resendPushRule, async ({ caller, params: { rule_id: ruleId } }) => {
      await mustHave(caller, ruleId);
      return { resent: await resendFailed(db, caller.tenantId, { ruleId }) };
    }),
    route(listPushReplays, async ({ caller, params }) => {
      await mustHave(caller, params.rule_id);
      return replays(caller, params.rule_id);
    }),
    route(startPushReplay, async ({ caller, params, body }) => {
      await mustHave(caller, params.rule_id);
      const range = { fromUs: body.from_time * 1000, toUs: body.to_time * 1000 };
      if (!(range.fromUs < range.toUs) || range.toUs - range.fromUs > MAX_REPLAY_DAYS * DAY_US)
        throw new ApiError(pushErrors.replayRange, { field: "to_time" });
      await startReplay({ db, jobs }, caller, { ruleId: params.rule_id, ...range });
      return replays(caller, params.rule_id);
    }),
    route(cancelPushReplay, async ({ caller, params }) => {
      await mustHave(caller, params.rule_id);
      const id = await runningReplay(db, caller.tenantId, params.rule_id);
      if (id !== undefined) {
        await jobs.cancel(caller.tenantId, id);
        await dropQueued(db, caller.tenantId, id);
      }
      return replays(caller, params.rule_id);
    }),
  ];
}

async function startReplay(
  { db, jobs }: DeliveryServices,
  { tenantId, userId }: Caller,
  input: { ruleId: string; fromUs: number; toUs: number },
): Promise<void> {
  await db.transaction().execute(async (transaction) => {
    await lockPushRules(transaction, tenantId);
    if ((await runningReplay(transaction, tenantId, input.ruleId)) !== undefined)
      throw new ApiError(pushErrors.replayRunning);
    const id = await jobs.enqueue(REPLAY, { tenantId, userId, input, db: transaction });
    await insertReplay(transaction, { id, tenantId, ...input });
  });
}

async function mustFind(db: Db, { tenantId }: Caller, id: string) {
  const found = await findDelivery(db, tenantId, id);
  if (!found) throw new ApiError(platformErrors.notFound);
  return found;
}
