import type {
  DayFigures,
  Figures,
  FleetStatistics,
  GroupFigures,
  StatisticGroup,
} from "@canopy/contract/statistics/fleet";
import type { CountedDevice, DayRange } from "./statistic-store.ts";

const DAY_MS = 86_400_000;

const NONE: Figures = {
  frames: 0,
  bytes: 0,
  online_ms: 0,
  known_ms: 0,
  tip: 0,
  ordinary: 0,
  urgent: 0,
  distance_m: 0,
  trips: 0,
};
const NAMES = Object.keys(NONE) as (keyof Figures)[];

/** Sums of days and of devices, as they come in. */
export class FigureSums {
  readonly #days: Map<number, Figures>;
  readonly #devices: Map<string, Figures>;

  constructor({ fromDay, toDay }: DayRange, ids: readonly string[]) {
    const days = Array.from({ length: toDay - fromDay + 1 }, (_, i) => fromDay + i);
    this.#days = new Map(days.map((day) => [day, { ...NONE }]));
    this.#devices = new Map(ids.map((id) => [id, { ...NONE }]));
  }

  /** What is of no day or device of these is left out. */
  add(of: { readonly day: number | null; readonly things_id: string | null }, more: Partial<Figures>): void {
    const sum = of.day === null ? this.#devices.get(of.things_id ?? "") : this.#days.get(of.day);
    if (sum) addTo(sum, more);
  }

  /** What goes on until now: a device is known since it was added, and one that is online now is so since then. */
  addRunning({ id, created_ms, online_ms }: CountedDevice, nowMs: number): void {
    this.#addSince(id, "known_ms", created_ms, nowMs);
    if (online_ms !== null) this.#addSince(id, "online_ms", online_ms, nowMs);
  }

  #addSince(id: string, name: "known_ms" | "online_ms", sinceMs: number, nowMs: number): void {
    for (const [day, sum] of this.#days) {
      const shared = Math.min(nowMs, (day + 1) * DAY_MS) - Math.max(sinceMs, day * DAY_MS);
      if (shared <= 0) continue;
      sum[name] += shared;
      addTo(this.#devices.get(id) ?? { ...NONE }, { [name]: shared });
    }
  }

  days(): DayFigures[] {
    return [...this.#days].map(([day, sum]) => ({ day, ...sum }));
  }

  of(id: string): Figures {
    return this.#devices.get(id) ?? NONE;
  }

  total(): Figures {
    const sum = { ...NONE };
    for (const one of this.#devices.values()) addTo(sum, one);
    return sum;
  }
}

function addTo(sum: Figures, more: Partial<Figures>): void {
  for (const name of NAMES) sum[name] += more[name] ?? 0;
}

/** STA-01: by device, type or label; a device of two labels counts in both. */
export function groupsOf(
  devices: readonly CountedDevice[],
  sums: FigureSums,
  by: StatisticGroup,
): FleetStatistics["groups"] {
  const groups = new Map<string | null, GroupFigures>();
  for (const device of devices)
    for (const { id, name } of keysOf(device, by)) {
      const group = groups.get(id) ?? { ...NONE, id, name, devices: 0, last_time: null };
      addTo(group, sums.of(device.id));
      group.devices += 1;
      group.last_time = latest(group.last_time, device.last_ms);
      groups.set(id, group);
    }
  return [...groups.values()];
}

function keysOf(device: CountedDevice, by: StatisticGroup): { id: string | null; name: string }[] {
  if (by === "device") return [device];
  if (by === "type") return [{ id: device.type_id, name: device.type_name ?? "" }];
  return device.labels.length > 0 ? [...device.labels] : [{ id: null, name: "" }];
}

function latest(a: number | null, b: number | null): number | null {
  if (a === null || b === null) return a ?? b;
  return Math.max(a, b);
}
