import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { checkFence, type Fence, MAX_CORNERS } from "./fence.ts";
import { crossesFence, distanceFromFence, isInFence } from "./fence-area.ts";
import type { Place } from "./gcj02.ts";
import { distanceM } from "./position.ts";
import { eastwardDeg } from "./track.ts";

const place = (latitude: number, longitude: number): Place => ({ latitude, longitude: eastwardDeg(0, longitude) });
const problem = (fence: Fence) => {
  const checked = checkFence(fence);
  return checked.ok ? undefined : checked.problem;
};
const circle = (radiusM: number, centre = place(31, 121)): Fence => ({ kind: "circle", centre, radiusM });
const polygon = (...corners: Place[]): Fence => ({ kind: "polygon", corners });
const METRES_PER_DEG = 111_194.93;
const north = (from: Place, metres: number): Place => place(from.latitude + metres / METRES_PER_DEG, from.longitude);
const east = (from: Place, metres: number): Place =>
  place(from.latitude, from.longitude + metres / METRES_PER_DEG / Math.cos((from.latitude * Math.PI) / 180));

/** Each shape some hundred metres wide around this place. */
function shapesAt(centre: Place): Fence[] {
  const at = (x: number, y: number) => north(east(centre, x), y);
  const [low, high] = [at(-400, -300), at(400, 300)];
  return [
    circle(400, centre),
    polygon(at(-400, -300), at(400, -300), at(0, 100), at(-400, 300)),
    { kind: "rectangle", south: low.latitude, west: low.longitude, north: high.latitude, east: high.longitude },
    { kind: "corridor", path: [at(-500, 0), at(100, 50), at(200, 600)], halfWidthM: 80 },
  ];
}

describe("the form of a fence", () => {
  it("is taken within its limits [GPS-02]", () => {
    for (const fence of [circle(50), circle(10_000), ...shapesAt(place(31, 121)), ...shapesAt(place(-17, 180))])
      expect(problem(fence)).toBeUndefined();
  });

  it("is refused with the reason [GPS-02]", () => {
    const path = [place(0, 0), place(1, 1)];
    const many = Array.from({ length: MAX_CORNERS + 1 }, (_, i) => place(i / 1000, (i * i) / 1e6));
    const rectangle = { kind: "rectangle", south: 0, north: 1 } as const;
    const refused: [string, Fence][] = [
      ["fenceSize", circle(49.9)],
      ["fenceSize", circle(10_000.1)],
      ["fenceSize", circle(Number.NaN)],
      ["fenceSize", { kind: "corridor", path, halfWidthM: 20 }],
      ["fenceOffEarth", circle(100, { latitude: 90.1, longitude: 0 })],
      ["fenceOffEarth", circle(100, { latitude: 0, longitude: -180.1 })],
      ["fenceTooFewCorners", polygon(place(0, 0), place(1, 1))],
      ["fenceTooFewCorners", { kind: "corridor", path: [place(0, 0)], halfWidthM: 100 }],
      ["fenceTooManyCorners", polygon(...many)],
      ["fenceTooWide", polygon(place(0, -100), place(0, 0), place(0, 100), place(10, 0))],
      ["fenceTooWide", { ...rectangle, west: -100, east: 100 }],
      ["fenceTooWide", { ...rectangle, west: -180, east: 180 }],
      ["fenceEmpty", { ...rectangle, west: 5, east: 5 }],
      ["fenceEmpty", { ...rectangle, south: 1, west: 5, east: 6 }],
    ];
    expect(refused.map(([, fence]) => problem(fence)?.code)).toEqual(refused.map(([code]) => code));
  });

  it("names the two sides of a border that meet, also across the date line [GPS-02]", () => {
    const bow = (longitude: number) =>
      polygon(place(0, longitude), place(1, longitude + 1), place(1, longitude), place(0, longitude + 1));
    expect(problem(bow(10))).toEqual({ code: "fenceCrossesItself", sides: [1, 3] });
    expect(problem(bow(179.5))).toEqual({ code: "fenceCrossesItself", sides: [1, 3] });
    const spike = polygon(place(0, 0), place(0, 2), place(0, 1), place(1, 1));
    expect(problem(spike)?.code).toBe("fenceCrossesItself");
    expect(problem(polygon(place(0, 0), place(0, 1), place(0, 2)))?.code).toBe("fenceCrossesItself");
  });

  it("is never refused for a star around its middle [GPS-02]", () => {
    const radii = fc.array(fc.double({ min: 0.01, max: 1, noNaN: true }), { minLength: 3, maxLength: 30 });
    fc.assert(
      fc.property(radii, fc.double({ min: -180, max: 180, noNaN: true }), (given, longitude) => {
        const corners = given.map((radius, i) => {
          const angle = (2 * Math.PI * i) / given.length;
          return place(10 + radius * Math.sin(angle), longitude + radius * Math.cos(angle));
        });
        expect(problem(polygon(...corners))).toBeUndefined();
        expect(isInFence(polygon(...corners), place(10, longitude))).toBe(true);
      }),
    );
  });
});

describe("the area of a fence", () => {
  const offset = fc.double({ min: -2000, max: 2000, noNaN: true });

  it("is measured in metres from the border, inside negative [GPS-02]", () => {
    const centre = place(31, 121);
    expect(distanceFromFence(circle(400, centre), east(centre, 500))).toBeCloseTo(100, 1);
    const [, , rectangle, corridor] = shapesAt(centre) as [Fence, Fence, Fence, Fence];
    expect(distanceFromFence(rectangle, centre)).toBeCloseTo(-300, 0);
    expect(distanceFromFence(rectangle, east(centre, 450))).toBeCloseTo(50, 0);
    expect(distanceFromFence(corridor, east(centre, -600))).toBeCloseTo(20, 0);
  });

  it("is the same on the date line as elsewhere [GPS-02]", () => {
    fc.assert(
      fc.property(offset, offset, (x, y) => {
        const distances = [place(-17, 100), place(-17, 180), place(-17, -179.999)].map((centre) =>
          shapesAt(centre).map((fence) => distanceFromFence(fence, north(east(centre, x), y))),
        );
        for (const other of distances.slice(1))
          for (const [i, distance] of other.entries()) expect(distance).toBeCloseTo(distances[0]?.[i] ?? Number.NaN, 3);
      }),
    );
  });

  it("is crossed where a place on the way is inside, and nowhere else [GPS-03]", () => {
    fc.assert(
      fc.property(fc.tuple(offset, offset, offset, offset), fc.constantFrom(0, 1, 2, 3), (ends, shape) => {
        const centre = place(48, 180);
        const fence = shapesAt(centre)[shape] as Fence;
        const [x1, y1, x2, y2] = ends;
        const between = (share: number) => north(east(centre, x1 + (x2 - x1) * share), y1 + (y2 - y1) * share);
        const [from, to] = [between(0), between(1)];
        const steps = Math.max(1, Math.ceil(distanceM(from, to)));
        const least = Math.min(
          ...Array.from({ length: steps + 1 }, (_, i) => distanceFromFence(fence, between(i / steps))),
        );
        if (least < -2) expect(crossesFence(fence, from, to)).toBe(true);
        if (least > 2) expect(crossesFence(fence, from, to)).toBe(false);
      }),
      { numRuns: 60 },
    );
  });
});
