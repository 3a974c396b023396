import { csvText } from "@canopy/contract/platform/csv";
import { statisticsErrors } from "@canopy/contract/statistics/errors";
import { dayText, FIGURE_COLUMNS, figureCells } from "@canopy/contract/statistics/figure-columns";
import { MOST_EXPORTED_ROWS } from "@canopy/contract/statistics/fleet";
import { asUnavailable } from "../frames/as-unavailable.ts";
import type { FrameStore } from "../frames/store/frame-store.ts";
import { ApiError } from "../platform/http/api-error.ts";
import type { Caller } from "../platform/http/caller.ts";
import { FigureSums, groupsOf } from "./add-figures.ts";
import { devicesOf, type StatisticServices, type StatisticsAsked } from "./read-fleet-statistics.ts";
import { alarmSums, type CountedDevice, type DayRange, distanceSums, onlineSums } from "./statistic-store.ts";

export interface ExportServices extends Pick<StatisticServices, "db" | "now"> {
  readonly frames: { readonly usage: Pick<FrameStore["usage"], "daysOfEach"> };
}

const HEAD = ["day (UTC)", "id", "name", "devices", ...FIGURE_COLUMNS];
/** Figures of a day of a device that are held at once; a fleet of any size is read in pieces of its range. */
const MOST_AT_ONCE = 200_000;

/** STA-01: a row for each day of each device, type or label, also where nothing was counted. */
export async function exportDays(
  services: ExportServices,
  caller: Caller,
  { by, labelId, ...range }: StatisticsAsked,
): Promise<string> {
  const devices = await devicesOf(services, caller, { labelId, ...range });
  const groups = groupsOf(devices, new FigureSums({ fromDay: 0, toDay: -1 }, []), by).length;
  const rows = groups * (range.toDay - range.fromDay + 1);
  if (rows > MOST_EXPORTED_ROWS)
    throw new ApiError(statisticsErrors.tooManyRows, { values: { rows, most: MOST_EXPORTED_ROWS } });
  const parts = [`\ufeff${csvText([HEAD])}`];
  const step = Math.max(1, Math.floor(MOST_AT_ONCE / Math.max(1, devices.length)));
  for (let fromDay = range.fromDay; fromDay <= range.toDay; fromDay += step) {
    const piece = { fromDay, toDay: Math.min(range.toDay, fromDay + step - 1) };
    for (const [day, sums] of await sumsByDay(services, caller, devices, piece))
      parts.push(
        csvText(
          groupsOf(devices, sums, by).map((group) => [
            dayText(day),
            group.id ?? "",
            group.name,
            String(group.devices),
            ...figureCells(group),
          ]),
        ),
      );
  }
  return parts.join("");
}

async function sumsByDay(
  { db, frames, now }: ExportServices,
  caller: Caller,
  devices: readonly CountedDevice[],
  range: DayRange,
): Promise<ReadonlyMap<number, FigureSums>> {
  const ids = devices.map(({ id }) => id);
  const bindings = new Map(devices.map(({ id, binding }) => [binding, id]));
  const asked = { tenantId: caller.tenantId, ids, grouping: "crossed", ...range } as const;
  const [stored, online, distances, alarms] = await Promise.all([
    asUnavailable(() => frames.usage.daysOfEach([...bindings.keys()], range.fromDay, range.toDay + 1)),
    onlineSums(db, asked),
    distanceSums(db, asked),
    alarmSums(db, caller, asked),
  ]);
  const days = Array.from({ length: range.toDay - range.fromDay + 1 }, (_, i) => range.fromDay + i);
  const byDay = new Map(days.map((day) => [day, new FigureSums({ fromDay: day, toDay: day }, ids)]));
  for (const { day, bindingNumber, frames: counted, bytes } of stored)
    byDay.get(day)?.add({ day: null, things_id: bindings.get(bindingNumber) ?? null }, { frames: counted, bytes });
  for (const { day, things_id, ...more } of [...online, ...distances, ...alarms])
    if (day !== null) byDay.get(day)?.add({ day: null, things_id }, more);
  for (const sums of byDay.values()) for (const device of devices) sums.addRunning(device, now());
  return byDay;
}
