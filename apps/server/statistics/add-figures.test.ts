import { describe, expect, it } from "vitest";
import { FigureSums, groupsOf } from "./add-figures.ts";
import type { CountedDevice } from "./statistic-store.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

const device = (id: string, more: Partial<CountedDevice> = {}): CountedDevice => ({
  id,
  binding: 1,
  name: id,
  type_id: null,
  type_name: null,
  labels: [],
  created_ms: DAY_MS,
  online_ms: null,
  last_ms: null,
  ...more,
});

describe("sums of figures", () => {
  it("have every day of the range, and leave out what is of no day or device of theirs [STA-01]", () => {
    const sums = new FigureSums({ fromDay: 10, toDay: 12 }, ["a"]);
    sums.add({ day: 11, things_id: null }, { frames: 5 });
    sums.add({ day: 13, things_id: null }, { frames: 7 });
    sums.add({ day: null, things_id: "a" }, { frames: 5, trips: 1 });
    sums.add({ day: null, things_id: "b" }, { frames: 9 });
    expect(sums.days().map(({ day, frames }) => [day, frames])).toEqual([
      [10, 0],
      [11, 5],
      [12, 0],
    ]);
    expect(sums.total()).toMatchObject({ frames: 5, trips: 1 });
  });

  it("add the time online that goes on to its days, inside the range alone [STA-01]", () => {
    const sums = new FigureSums({ fromDay: 1, toDay: 2 }, ["a"]);
    sums.addRunning(device("a", { online_ms: 20 * HOUR_MS }), 2 * DAY_MS + 3 * HOUR_MS);
    expect(sums.days().map(({ online_ms }) => online_ms / HOUR_MS)).toEqual([24, 3]);
    expect(sums.of("a").online_ms).toBe(27 * HOUR_MS);
  });

  it("know a device since it was added, inside the range alone [STA-01]", () => {
    const sums = new FigureSums({ fromDay: 1, toDay: 2 }, ["old", "young", "later"]);
    const nowMs = 2 * DAY_MS + 3 * HOUR_MS;
    for (const [id, created_ms] of [
      ["old", 0],
      ["young", 2 * DAY_MS + HOUR_MS],
      ["later", 4 * DAY_MS],
    ] as const)
      sums.addRunning(device(id, { created_ms }), nowMs);
    expect(["old", "young", "later"].map((id) => sums.of(id).known_ms / HOUR_MS)).toEqual([27, 2, 0]);
    expect(sums.total()).toMatchObject({ known_ms: 29 * HOUR_MS, online_ms: 0 });
  });

  it("count a device of two labels in both, and one without among those without [STA-01]", () => {
    const labels = [
      { id: "x", name: "X" },
      { id: "y", name: "Y" },
    ];
    const devices = [device("a", { labels, last_ms: 5 }), device("b", { last_ms: null }), device("c", { last_ms: 9 })];
    const sums = new FigureSums({ fromDay: 0, toDay: 0 }, ["a", "b", "c"]);
    for (const { id } of devices) sums.add({ day: null, things_id: id }, { frames: 1 });
    expect(groupsOf(devices, sums, "label")).toMatchObject([
      { id: "x", devices: 1, frames: 1, last_time: 5 },
      { id: "y", devices: 1, frames: 1 },
      { id: null, devices: 2, frames: 2, last_time: 9 },
    ]);
    expect(groupsOf(devices, sums, "type")).toMatchObject([{ id: null, devices: 3, frames: 3 }]);
  });
});
