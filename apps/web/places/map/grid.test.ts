import { describe, expect, it } from "vitest";
import { gridFeatures, gridOf, gridText } from "./grid.ts";

const view = { centre: { latitude: 31.2, longitude: 121.5 }, zoom: 10, width: 800, height: 600 };

describe("the grid of the map", () => {
  it("has lines at round degrees that cross the view", () => {
    const lines = gridOf(view);
    const meridians = lines.filter(({ axis }) => axis === "longitude").map(({ degrees }) => degrees);
    expect(meridians).toContain(121.5);
    expect(new Set(meridians.slice(1).map((degrees, i) => (degrees - (meridians[i] ?? 0)).toFixed(4))).size).toBe(1);
    expect(lines.length).toBeLessThan(20);
  });

  it("goes on across the date line", () => {
    const lines = gridOf({ ...view, centre: { latitude: 0, longitude: 179.9 } });
    const beyond = lines.filter(({ axis, degrees }) => axis === "longitude" && degrees > 180);
    expect(beyond.length).toBeGreaterThan(0);
    expect(gridText(beyond[0] as (typeof beyond)[number])).toMatch(/^179\.\d+° W$/);
  });

  it("is drawn beyond the view, so that a pull shows no edge", () => {
    const { features } = gridFeatures(view);
    const [lines] = features.map(({ geometry }) => (geometry.type === "MultiLineString" ? geometry.coordinates : []));
    expect(lines?.length).toBeGreaterThan(gridOf(view).length);
  });

  it.each([
    [{ axis: "latitude", degrees: -5.5 }, "5.5° S"],
    [{ axis: "latitude", degrees: 0 }, "0°"],
    [{ axis: "longitude", degrees: 121.25 }, "121.25° E"],
  ] as const)("names %j", (line, text) => {
    expect(gridText(line)).toBe(text);
  });
});
