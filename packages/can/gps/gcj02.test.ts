import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { fromGcj02, isInChina, toGcj02 } from "./gcj02.ts";
import { distanceM } from "./position.ts";

describe("GCJ-02", () => {
  it.each([
    [31.1774276, 121.5272106, 31.17530398364597, 121.531541859215],
    [22.543847, 113.912316, 22.540796131694766, 113.9171764808363],
    [39.911954, 116.377817, 39.91334545536069, 116.38404722455657],
  ])("shows %f, %f where maps of China have it [GPS-01]", (latitude, longitude, shownLatitude, shownLongitude) => {
    const shown = toGcj02({ latitude, longitude });
    expect(shown.latitude).toBeCloseTo(shownLatitude, 6);
    expect(shown.longitude).toBeCloseTo(shownLongitude, 6);
  });

  it.each([
    ["Paris", 48.8566, 2.3522],
    ["Tokyo", 35.68, 139.69],
    ["Seoul", 37.57, 126.98],
    ["Hanoi", 21.03, 105.85],
    ["Sydney", -33.87, 151.21],
  ])("leaves %s where it is [GPS-01]", (_, latitude, longitude) => {
    expect(toGcj02({ latitude, longitude })).toEqual({ latitude, longitude });
    expect(fromGcj02({ latitude, longitude })).toEqual({ latitude, longitude });
  });

  it("moves a place by less than a kilometre, and back to within a centimetre [GPS-01]", () => {
    const inland = fc.record({
      latitude: fc.double({ min: 30, max: 42, noNaN: true }),
      longitude: fc.double({ min: 90, max: 121, noNaN: true }),
    });
    fc.assert(
      fc.property(inland, (place) => {
        const shown = toGcj02(place);
        expect(isInChina(place)).toBe(true);
        expect(distanceM(place, shown)).toBeGreaterThan(20);
        expect(distanceM(place, shown)).toBeLessThan(1000);
        expect(distanceM(place, fromGcj02(shown))).toBeLessThan(0.02);
      }),
    );
  });
});
