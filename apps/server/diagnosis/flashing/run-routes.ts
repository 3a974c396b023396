import { brokenAt } from "@canopy/contract/device-link/flash/flash-trace";
import * as calls from "@canopy/contract/diagnosis/flashing/runs";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import * as act from "./act-on-run.ts";
import { createRun } from "./create-run.ts";
import { type FlashServices, mustFindRun } from "./flash-services.ts";
import { traceOf } from "./run-changes.ts";
import { pageOfRuns } from "./run-store.ts";

/** Entries of one run: a block is two, and 16 MB are at most 64,000 blocks. */
const MOST_TRACE = 200_000;

/** UDS-04 */
export function runRoutes(services: FlashServices): Route[] {
  const { db, publish } = services;
  type OfRun = { things_id: string; run_id: string };
  const found = (caller: Caller, { things_id, run_id }: OfRun) => mustFindRun(services, caller, things_id, run_id);
  const told = async (caller: Caller, params: OfRun) => {
    publish({ tenantId: caller.tenantId, thingsId: params.things_id });
    return { data: await found(caller, params) };
  };
  return [
    route(calls.listFlashRuns, async ({ caller, params, query: { current_page, page_size } }) => {
      const device = { tenantId: caller.tenantId, thingsId: params.things_id };
      const page = { limit: page_size, offset: (current_page - 1) * page_size, userId: caller.userId };
      const { list, total } = await pageOfRuns(db, device, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(calls.getFlashRun, async ({ caller, params }) => ({ data: await found(caller, params) })),
    route(calls.createFlashRun, async ({ caller, params, body }) => {
      const run_id = await createRun(services, caller, params.things_id, body);
      return told(caller, { ...params, run_id });
    }),
    route(calls.actOnFlash, async ({ caller, params, body, language }) => {
      await act.actOn(body.action, [services, caller, await found(caller, params)], language);
      return told(caller, params);
    }),
    route(calls.approveFlash, async (context) => {
      const { caller, params, body } = context;
      await act.approve([services, caller, await found(caller, params)], { ...body, prover: context });
      return told(caller, params);
    }),
    route(calls.startFlash, async (context) => {
      const { caller, params, body, language } = context;
      await act.start([services, caller, await found(caller, params)], { ...body, prover: context }, language);
      return told(caller, params);
    }),
    route(calls.listFlashTrace, async ({ caller, params, query }) => {
      const run = await found(caller, params);
      const all = await traceOf(db, caller.tenantId, run.run_id, 0, MOST_TRACE);
      const list = all.slice(query.from, query.from + calls.TRACE_PAGE);
      return { list, total: all.length, broken_at: brokenAt(all) };
    }),
  ];
}
