import * as calls from "@canopy/contract/firmware/rollouts";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { actOnRollout } from "./act-on-rollout.ts";
import { checkScope, createRollout, mustFindImage } from "./create-rollout.ts";
import { listHistory } from "./history-store.ts";
import { listRolloutDevices } from "./rollout-device-list.ts";
import { listRollouts, readRollout } from "./rollout-list-store.ts";
import { type Candidate, candidatesOf } from "./scope-store.ts";

/** Of those left out. */
const MOST_NAMED = 100;

/** DEV-08 */
export function rolloutRoutes({ db, now }: { readonly db: Db; readonly now: () => number }): Route[] {
  const found = async (caller: Caller, id: string) => {
    const rollout = await readRollout(db, caller, id);
    if (!rollout) throw new ApiError(platformErrors.notFound);
    return { data: rollout };
  };
  const paged = ({ current_page, page_size }: { current_page: number; page_size: number }) => ({
    limit: page_size,
    offset: (current_page - 1) * page_size,
  });
  return [
    route(calls.previewRollout, async ({ caller, body }) => {
      const image = await mustFindImage(db, caller.tenantId, body.image_id);
      const { scope } = await checkScope(db, caller.tenantId, body);
      return { data: previewOf(await candidatesOf(db, caller.tenantId, scope, image)) };
    }),
    route(calls.createRollout, async ({ caller, body }) => found(caller, await createRollout(db, caller, body, now()))),
    route(calls.listRollouts, async ({ caller, query }) => {
      const { current_page, page_size, ...filter } = query;
      const { list, total } = await listRollouts(db, caller, { ...filter, ...paged(query) });
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.readRollout, ({ caller, params }) => found(caller, params.rollout_id)),
    route(calls.listRolloutDevices, async ({ caller, params, query }) => {
      await found(caller, params.rollout_id);
      const { current_page, page_size, ...filter } = query;
      const wanted = { ...filter, ...paged(query) };
      const { list, total } = await listRolloutDevices(db, caller.tenantId, params.rollout_id, wanted);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.listRolloutHistory, async ({ caller, params, query }) => {
      await found(caller, params.rollout_id);
      const { current_page, page_size } = query;
      const { list, total } = await listHistory(db, caller.tenantId, params.rollout_id, paged(query));
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.actOnRollout, async ({ caller, params, body }) => {
      await actOnRollout(db, caller, params.rollout_id, body.action);
      return found(caller, params.rollout_id);
    }),
  ];
}

export function previewOf(found: readonly Candidate[]) {
  const count = (reason: calls.LeftOut | null) => found.filter((one) => one.reason === reason).length;
  const others = found.flatMap(({ thingsId, name, reason }) => (reason ? [{ things_id: thingsId, name, reason }] : []));
  const left_out = { offline: 0, already: 0, busy: 0, invalid: 0, base: 0, vehicle: 0, older: 0 };
  for (const reason of calls.LEFT_OUT) left_out[reason] = count(reason);
  return { total: found.length, idle: count(null), left_out, named: others.slice(0, MOST_NAMED) };
}
