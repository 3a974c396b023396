import { platformErrors } from "@canopy/contract/platform/errors";
import { statisticsErrors } from "@canopy/contract/statistics/errors";
import { type FleetStatistics, MOST_STATISTIC_DAYS, type StatisticGroup } from "@canopy/contract/statistics/fleet";
import { asUnavailable } from "../frames/as-unavailable.ts";
import type { FrameStore } from "../frames/store/frame-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { FigureSums, groupsOf } from "./add-figures.ts";
import {
  alarmSums,
  type CountedDevice,
  countDevices,
  countedDevices,
  type DayRange,
  distanceSums,
  hasLabel,
  onlineSums,
} from "./statistic-store.ts";

export interface StatisticServices {
  readonly db: Db;
  readonly frames: { readonly usage: Pick<FrameStore["usage"], "sums"> };
  now(): number;
}

export interface StatisticsAsked extends DayRange {
  readonly by: StatisticGroup;
  readonly labelId: string | null;
}

/** STA-01: from the counters that the stores keep; nothing is scanned. */
export async function readFleet(
  services: StatisticServices,
  caller: Caller,
  { by, labelId, ...range }: StatisticsAsked,
): Promise<FleetStatistics> {
  const { db, now } = services;
  const devices = await devicesOf(services, caller, { labelId, ...range });
  const sums = await addAll(services, caller, devices, range);
  for (const device of devices) sums.addRunning(device, now());
  return {
    devices: devices.length,
    all_devices: await countDevices(db, caller.tenantId),
    total: sums.total(),
    days: sums.days(),
    groups: groupsOf(devices, sums, by),
  };
}

/** Those that are counted, where the range and the label are right. */
export async function devicesOf(
  { db }: Pick<StatisticServices, "db">,
  caller: Caller,
  { labelId, ...range }: Omit<StatisticsAsked, "by">,
): Promise<CountedDevice[]> {
  refuseRange(range);
  if (labelId !== null && !(await hasLabel(db, caller.tenantId, labelId))) throw new ApiError(platformErrors.notFound);
  return countedDevices(db, caller, labelId);
}

function refuseRange({ fromDay, toDay }: DayRange): void {
  if (fromDay > toDay || toDay - fromDay >= MOST_STATISTIC_DAYS)
    throw new ApiError(statisticsErrors.rangeInvalid, { field: "from_day", values: { most: MOST_STATISTIC_DAYS } });
}

async function addAll(
  { db, frames }: StatisticServices,
  caller: Caller,
  devices: readonly CountedDevice[],
  range: DayRange,
): Promise<FigureSums> {
  const ids = devices.map(({ id }) => id);
  const bindings = new Map(devices.map(({ id, binding }) => [binding, id]));
  const asked = { tenantId: caller.tenantId, ids, grouping: "apart", ...range } as const;
  const sums = new FigureSums(range, ids);
  const [stored, online, distances, alarms] = await Promise.all([
    asUnavailable(() => frames.usage.sums([...bindings.keys()], range.fromDay, range.toDay + 1)),
    onlineSums(db, asked),
    distanceSums(db, asked),
    alarmSums(db, caller, asked),
  ]);
  for (const { day, bindingNumber, frames: counted, bytes } of stored)
    sums.add({ day, things_id: bindings.get(bindingNumber ?? -1) ?? null }, { frames: counted, bytes });
  for (const { day, things_id, ...more } of [...online, ...distances, ...alarms]) sums.add({ day, things_id }, more);
  return sums;
}
