import type { Figures } from "@canopy/contract/statistics/fleet";
import { readLedger } from "../../files/ledger/read-ledger.ts";
import type { Caller } from "../../platform/http/caller.ts";
import { readFleet } from "../../statistics/read-fleet-statistics.ts";
import type { OutputRange } from "../clock/output-clock.ts";
import type { OutputServices } from "../output-parts.ts";
import type { OutputDevice } from "../owner.ts";
import { type AlarmCount, alarmCounts } from "./alarm-count-store.ts";

/** Of the time in which anything was recorded; they add up to 1. */
export interface Coverage {
  readonly here: number;
  readonly card: number;
  readonly held: number;
  readonly lost: number;
  readonly unknown: number;
}

type Counted = Pick<Figures, "frames" | "bytes" | "online_ms" | "distance_m" | "trips">;

export interface ReportDevice extends Counted {
  readonly name: string;
  /** Undefined: nothing was recorded. */
  readonly coverage: Coverage | undefined;
}

interface ReportDays {
  readonly fromDay: number;
  readonly toDay: number;
}

export interface Report {
  readonly range: OutputRange;
  readonly zone: string;
  /** Of the figures, days of UTC since 1970, both inside; undefined: none ended in the range. */
  readonly days: ReportDays | undefined;
  readonly devices: readonly ReportDevice[];
  readonly total: Counted;
  readonly alarms: readonly AlarmCount[];
}

interface Asked extends OutputRange {
  readonly zone: string;
  readonly devices: readonly OutputDevice[];
}

const DAY_MS = 86_400_000;
const NOTHING: Counted = { frames: 0, bytes: 0, online_ms: 0, distance_m: 0, trips: 0 };

/**
 * The counters are of days of UTC: those that ended within the range, so that each is whole and is in one report. The rest
 * is of the range itself.
 */
export async function gatherReport(
  services: OutputServices,
  owner: Caller,
  { devices, zone, ...range }: Asked,
  signal: AbortSignal,
): Promise<Report> {
  const days = daysOf(range);
  const groups = days ? (await readFleet(services, owner, { ...days, by: "device", labelId: null })).groups : [];
  const figures = new Map(groups.map((group) => [group.id, group]));
  const rows: ReportDevice[] = [];
  for (const { id, name } of devices) {
    signal.throwIfAborted();
    const counted = figures.get(id) ?? NOTHING;
    rows.push({ ...countedOf(counted), name, coverage: await coverageOf(services, owner.tenantId, id, range) });
  }
  const ids = devices.map(({ id }) => id);
  return {
    range,
    zone,
    days,
    devices: rows,
    total: rows.reduce(sumOf, NOTHING),
    alarms: await alarmCounts(services.db, owner, ids, range),
  };
}

/** None ends in a day of 23 hours that begins with one of UTC, where the clock is put forward: the next report has it. */
export function daysOf({ fromMs, toMs }: OutputRange): ReportDays | undefined {
  const fromDay = Math.floor(fromMs / DAY_MS);
  const toDay = Math.floor(toMs / DAY_MS) - 1;
  return toDay < fromDay ? undefined : { fromDay, toDay };
}

async function coverageOf(
  services: OutputServices,
  tenantId: string,
  thingsId: string,
  range: OutputRange,
): Promise<Coverage | undefined> {
  const ledger = await readLedger(services, { tenantId, thingsId }, range);
  if (ledger === undefined) return undefined;
  const { here, card, held, lost, unknown } = ledger;
  return here + card + held + lost + unknown === 0 ? undefined : { here, card, held, lost, unknown };
}

const countedOf = ({ frames, bytes, online_ms, distance_m, trips }: Counted): Counted => ({
  frames,
  bytes,
  online_ms,
  distance_m,
  trips,
});

const sumOf = (sum: Counted, one: Counted): Counted => ({
  frames: sum.frames + one.frames,
  bytes: sum.bytes + one.bytes,
  online_ms: sum.online_ms + one.online_ms,
  distance_m: sum.distance_m + one.distance_m,
  trips: sum.trips + one.trips,
});
