import { randomUUID } from "node:crypto";
import { alarmErrors } from "@canopy/contract/alarms/errors";
import {
  cancelAlarmSearch,
  getAlarmSearch,
  MAX_RUNNING_SEARCHES,
  MAX_SEARCHED_DEVICES,
  startAlarmSearch,
} from "@canopy/contract/alarms/search";
import { platformErrors } from "@canopy/contract/platform/errors";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Jobs } from "../../platform/jobs/jobs.ts";
import { testedWindow } from "../back-test/compile-draft.ts";
import { mustCompile, type SearchServices, searchJob } from "./run-search.ts";
import { findSearch, insertSearch, isWithinToken, readableDevices, runningSearches } from "./search-store.ts";
import { totalOf } from "./search-total.ts";

/** TRG-07 */
export function searchRoutes({ jobs, ...services }: SearchServices & { readonly jobs: Jobs }): Route[] {
  const { db } = services;
  const job = searchJob(services);
  const found = async (caller: Caller, id: string) => {
    const search = await findSearch(db, caller, id);
    if (!search) throw new ApiError(platformErrors.notFound);
    return search;
  };
  const view = async (caller: Caller, id: string) => {
    const { job_id, ...data } = await found(caller, id);
    return { data: { ...data, total: totalOf(data.list) } };
  };
  return [
    route(startAlarmSearch, async ({ caller, body }) => {
      testedWindow(body);
      await mustCompile(db, caller.tenantId, body);
      const thingsIds = await readableDevices(db, caller, body.scope, MAX_SEARCHED_DEVICES + 1);
      if (thingsIds.length > MAX_SEARCHED_DEVICES)
        throw new ApiError(alarmErrors.searchDevices, { values: { limit: MAX_SEARCHED_DEVICES } });
      if ((await runningSearches(db, caller)) >= MAX_RUNNING_SEARCHES)
        throw new ApiError(alarmErrors.searchRunning, { values: { limit: MAX_RUNNING_SEARCHES } });
      const id = randomUUID();
      const { tenantId, userId } = caller;
      await db.transaction().execute(async (transaction) => {
        const jobId = await jobs.enqueue(job, { tenantId, userId, input: { searchId: id }, db: transaction });
        await insertSearch(transaction, caller, { id, jobId, request: body, thingsIds });
      });
      return view(caller, id);
    }),
    route(getAlarmSearch, ({ caller, params }) => view(caller, params.search_id)),
    route(cancelAlarmSearch, async ({ caller, params }) => {
      const { job_id } = await found(caller, params.search_id);
      if (!(await isWithinToken(db, caller, params.search_id))) throw new ApiError(platformErrors.forbidden);
      await jobs.cancel(caller.tenantId, job_id);
      return view(caller, params.search_id);
    }),
  ];
}
