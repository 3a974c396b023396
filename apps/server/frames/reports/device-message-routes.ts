import { listConnections, listDeviceEvents, listDeviceLogLines } from "@canopy/contract/frames/device-messages";
import { historyErrors } from "@canopy/contract/frames/errors";
import { platformErrors } from "@canopy/contract/platform/errors";
import { findDevice } from "../../devices/find-device.ts";
import { pageOfConnections } from "../../devices/link/connection-store.ts";
import { ApiError } from "../../platform/http/api-error.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { type Route, route } from "../../platform/http/route.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { pageOfReports } from "./device-report-store.ts";

interface PageQuery {
  readonly current_page: number;
  readonly page_size: number;
  readonly start_time?: number | undefined;
  readonly end_time?: number | undefined;
}

/** DEV-07: messages and connection times of a terminal. */
export function deviceMessageRoutes(db: Db): Route[] {
  const bindingOf = async (caller: Caller, thingsId: string): Promise<number> => {
    const device = await findDevice(db, caller.tenantId, thingsId);
    if (!device) throw new ApiError(platformErrors.notFound);
    return device.bindingNumber;
  };
  return [
    route(listDeviceEvents, async ({ caller, params, query }) => {
      const { kind, ...rest } = query;
      const filter = { ...rest, ...rangeOf(query), kind: "event", name: kind } as const;
      const binding = await bindingOf(caller, params.things_id);
      const { list, total } = await pageOfReports(db, caller.tenantId, binding, filter);
      const rows = list.map(({ name, words: _, ...report }) => ({ ...report, kind: name }));
      return { list: rows, pagination: pagination(query, total) };
    }),
    route(listDeviceLogLines, async ({ caller, params, query }) => {
      const filter = { ...query, ...rangeOf(query), kind: "log" } as const;
      const binding = await bindingOf(caller, params.things_id);
      const { list, total } = await pageOfReports(db, caller.tenantId, binding, filter);
      const rows = list.map(({ id, time, received_time, level, words }) => ({
        id,
        time,
        received_time,
        level,
        text: words,
      }));
      return { list: rows, pagination: pagination(query, total) };
    }),
    route(listConnections, async ({ caller, params, query }) => {
      const filter = { ...query, ...rangeOf(query) };
      const { list, total } = await pageOfConnections(db, caller.tenantId, params.things_id, filter);
      return { list, pagination: pagination(query, total) };
    }),
  ];
}

function rangeOf({ current_page, page_size, start_time, end_time }: PageQuery) {
  if (start_time !== undefined && end_time !== undefined && start_time >= end_time)
    throw new ApiError(historyErrors.rangeReversed, { field: "end_time" });
  return { limit: page_size, offset: (current_page - 1) * page_size };
}

const pagination = ({ current_page, page_size }: PageQuery, total_size: number) => ({
  current_page,
  page_size,
  total_size,
});
