import { dayText } from "@canopy/contract/statistics/figure-columns";
import type { FleetStatistics } from "@canopy/contract/statistics/fleet";
import { describe, expect, it } from "vitest";
import { figureOf, onlineShare, shownValue, statisticsCsv } from "./statistic-figures.ts";

const FIGURES = {
  frames: 1200,
  bytes: 2048,
  online_ms: 5_400_000,
  known_ms: 86_400_000,
  tip: 1,
  ordinary: 2,
  urgent: 3,
  distance_m: 12_340,
  trips: 2,
};

describe("figures of the fleet", () => {
  it("are shown in their units [STA-01]", () => {
    const shown = (["frames", "bytes", "online", "alarms", "distance"] as const).map((metric) =>
      shownValue(figureOf(FIGURES, metric), metric).replaceAll("\u00a0", " "),
    );
    expect(shown).toEqual(["1,200", "2 KB", "1.5 h", "6", "12.3 km"]);
  });

  it("know the share of the time that has passed, and none before there was any [STA-01]", () => {
    expect(onlineShare({ online_ms: 43_200_000, known_ms: 86_400_000 })).toBe(50);
    expect(onlineShare({ online_ms: 0, known_ms: 0 })).toBeNull();
  });

  it("are written as a table of rows and one of days [STA-01]", () => {
    const group = { ...FIGURES, id: "a", name: "=EV", devices: 1, last_time: 0 };
    const fleet: FleetStatistics = {
      devices: 1,
      all_devices: 1,
      total: FIGURES,
      days: [{ ...FIGURES, day: 0 }],
      groups: [group],
    };
    const lines = statisticsCsv(fleet, ({ name }) => name).split("\r\n");
    expect(lines[1]).toBe("'=EV,1,1200,2048,5400,1,2,3,12340,2,1970-01-01T00:00:00.000Z");
    expect(lines[4]).toBe("1970-01-01,1200,2048,5400,1,2,3,12340,2");
    expect(dayText(20_000)).toBe("2024-10-04");
  });
});
