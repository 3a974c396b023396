import { listBusTroubles, listTroubledDevices, TROUBLED_HOURS } from "@canopy/contract/frames/bus-troubles";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { pageOfTroubles, troubledDevices } from "./trouble-store.ts";

const HOUR_MS = 3_600_000;

/** DEV-13 */
export function troubleRoutes({ db, now }: { readonly db: Db; now(): number }): Route[] {
  return [
    route(listBusTroubles, async ({ caller, params, query }) => {
      const { current_page, page_size, start_time, end_time } = query;
      if (start_time !== undefined && end_time !== undefined && start_time >= end_time)
        throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
      if (!(await findDevice(db, caller.tenantId, params.things_id))) throw new ApiError(platformErrors.notFound);
      const page = { start_time, end_time, limit: page_size, offset: (current_page - 1) * page_size };
      const { list, total } = await pageOfTroubles(db, caller.tenantId, params.things_id, page);
      return { list, pagination: { current_page, page_size, total_size: total } };
    }),
    route(listTroubledDevices, ({ caller }) => troubledDevices(db, caller, now() - TROUBLED_HOURS * HOUR_MS)),
  ];
}
