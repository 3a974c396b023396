import type { OverviewRow } from "@canopy/contract/devices/overview";
import { describe, expect, it } from "vitest";
import {
  curvePoints,
  firmwareSpread,
  growthOf,
  highest,
  linePoints,
  loadLevel,
  onlineByType,
  onlineParts,
  tickerAt,
} from "./screen-data.ts";

const row = (id: string, more: Partial<OverviewRow> = {}): OverviewRow => ({
  ...({ id, name: id, info_model_name: "van", firmware_version: "4.17.02", created_time: 0 } as OverviewRow),
  ...more,
});

describe("what the screens count", () => {
  it("online devices by type, the largest type first [STA-02]", () => {
    const rows = [row("a"), row("b"), row("c", { info_model_name: "bus" })];
    expect(onlineByType(rows, ({ id }) => id !== "b")).toEqual([
      { name: "van", part: 1, whole: 2 },
      { name: "bus", part: 1, whole: 1 },
    ]);
  });

  it("online devices without and with an open alarm, and the others [STA-02]", () => {
    const rows = ["a", "b", "c", "d"].map((id) => row(id));
    const alarms = new Set(["b", "d"]);
    expect(onlineParts(rows, ({ id }) => id !== "d", alarms)).toEqual({ fine: 2, ringing: 1, offline: 1 });
  });

  it("versions of firmware, devices that said none apart [STA-03]", () => {
    expect(firmwareSpread([row("a"), row("b"), row("c", { firmware_version: null })])).toEqual([
      { name: "4.17.02", part: 2, whole: 3 },
      { name: "", part: 1, whole: 3 },
    ]);
  });

  it("devices at the end of each day [STA-03]", () => {
    const day = 86_400_000;
    expect(
      growthOf([row("a"), row("b", { created_time: day }), row("c", { created_time: 2 * day })], [0, 1, 2]),
    ).toEqual([1, 2, 3]);
    expect(highest([1, 5, 3], 2, (n) => n)).toEqual([5, 3]);
  });

  it("a line leaves out what is not known, and its highest value is at the top [STA-02]", () => {
    expect(linePoints([Number.NaN, 0, 10])).toBe("1,98 2,4");
    expect([0.6, 0.61, 0.81].map(loadLevel)).toEqual([undefined, "ordinary", "urgent"]);
  });

  it("a curve of a minute keeps the peak of every column and leaves out what is older [STA-02]", () => {
    const times = Float64Array.from({ length: 6001 }, (_, i) => i * 10_000);
    const values = times.map((_, i) => (i === 3001 ? 1000 : i % 2));
    const samples = { times, values, length: times.length, pixelUs: null };
    const points = curvePoints(samples, { fromUs: 0, toUs: 60_000_000 }).split(" ");
    expect(points.length).toBeLessThanOrEqual(2 * 241);
    expect(points.filter((point) => point.endsWith(",4.0"))).toEqual(["50.00,4.0"]);
    expect(curvePoints(samples, { fromUs: 60_000_000, toUs: 61_000_000 })).toBe("0.00,50.0");
    expect(curvePoints(samples, { fromUs: 70_000_000, toUs: 71_000_000 })).toBe("");
  });

  it("the ticker tells one event after the other; without any it is empty [STA-02]", () => {
    expect([0, 4999, 5000, 10_000].map((ms) => tickerAt(["a", "b"], ms))).toEqual(["a", "a", "b", "a"]);
    expect(tickerAt([], 7)).toBeUndefined();
  });
});
