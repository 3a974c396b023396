import {
  exportDeviceLog,
  LOG_EXPORT_MAX_ROWS,
  type LogEntry,
  listDeviceLog,
} from "@canopy/contract/devices/device-log";
import { csvText } from "@canopy/contract/platform/csv";
import { HttpReply, type Route, route } from "../platform/http/route.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { countDeviceLog, listDeviceLogEntries } from "./device-log-store.ts";

/** DEV-07 */
export function deviceLogRoutes(db: Db): Route[] {
  return [
    route(listDeviceLog, async ({ caller, params, query }) => {
      const { current_page, page_size, ...filter } = query;
      const range = { limit: page_size, offset: (current_page - 1) * page_size };
      const list = await listDeviceLogEntries(db, caller.tenantId, params.things_id, { ...filter, ...range });
      const total_size = await countDeviceLog(db, caller.tenantId, params.things_id, filter);
      return { list, pagination: { current_page, page_size, total_size } };
    }),
    route(exportDeviceLog, async ({ caller, params, query }) => {
      const range = { limit: LOG_EXPORT_MAX_ROWS, offset: 0 };
      const list = await listDeviceLogEntries(db, caller.tenantId, params.things_id, { ...query, ...range });
      return new HttpReply(logCsv(list), 200, { "content-disposition": 'attachment; filename="device-log.csv"' });
    }),
  ];
}

function logCsv(entries: readonly LogEntry[]): string {
  const rows = entries.map(({ id, kind, content, user_name, time }) => [
    String(id),
    new Date(time).toISOString(),
    kind,
    user_name ?? "",
    JSON.stringify(content),
  ]);
  return csvText([["id", "time", "kind", "user", "content"], ...rows]);
}
