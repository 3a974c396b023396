import { deviceUsage, diskUsage } from "@canopy/contract/capacity/capacity";
import { pageOfUsage } from "../../devices/fleet/usage-list-store.ts";
import { type Route, route } from "../../platform/http/route.ts";
import { asUnavailable } from "../as-unavailable.ts";
import { dayOf } from "../store/time-window.ts";
import { readDiskUsage, type UsageParts } from "./disk-usage.ts";

const DAY_MS = 86_400_000;
/** Whole days whose mean is shown as the growth of a device. */
const GROWTH_DAYS = 7;

interface UsageServices extends UsageParts {
  now(): number;
}

/** CAP-02, CAP-04: figures of the stores, of the tenant and of each device. */
export function usageRoutes(services: UsageServices): Route[] {
  const { db, frames, now } = services;
  const today = () => dayOf(now() * 1000);
  return [
    route(diskUsage, ({ params }) => asUnavailable(() => readDiskUsage(services, params.tenantId, today()))),
    route(deviceUsage, async ({ caller, query }) => {
      const { list, total } = await pageOfUsage(db, caller, query);
      const bindings = list.map(({ bindingNumber }) => bindingNumber);
      const [from, to] = [today() - GROWTH_DAYS, today()];
      const recent = await asUnavailable(() => frames.usage.recent(bindings, from, to));
      const found = new Map(recent.map((one) => [one.bindingNumber, one]));
      const rows = list.map(({ bindingNumber, ...row }) => {
        const { bytes = 0, oldestDay } = found.get(bindingNumber) ?? {};
        const days = oldestDay === undefined ? 1 : Math.max(1, Math.min(GROWTH_DAYS, to - oldestDay));
        const oldest_time = oldestDay === undefined ? null : oldestDay * DAY_MS;
        return { ...row, bytes_per_day: Math.round(bytes / days), oldest_time };
      });
      const { current_page, page_size } = query;
      return { list: rows, pagination: { current_page, page_size, total_size: total } };
    }),
  ];
}
