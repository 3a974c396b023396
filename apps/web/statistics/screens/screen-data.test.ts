import type { OverviewRow } from "@canopy/contract/devices/overview";
import { describe, expect, it } from "vitest";
import { firmwareSpread, growthOf, highest, linePoints, loadLevel, onlineByType, tickerAt } from "./screen-data.ts";

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

  it("the ticker tells one event after the other; without any it is empty [STA-02]", () => {
    expect([0, 4999, 5000, 10_000].map((ms) => tickerAt(["a", "b"], ms))).toEqual(["a", "a", "b", "a"]);
    expect(tickerAt([], 7)).toBeUndefined();
  });
});
