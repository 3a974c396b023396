import fc from "fast-check";
import { expect, it } from "vitest";
import type { Fence } from "./fence.ts";
import { crossesFence, isInFence } from "./fence-area.ts";
import { FenceIndex } from "./fence-index.ts";
import type { Place } from "./gcj02.ts";
import { eastwardDeg } from "./track.ts";

const onGlobe = (longitude: number) => eastwardDeg(0, longitude);
/** Around the date line, where two fences of different size are on both sides of it. */
const place = fc
  .tuple(fc.double({ min: -18, max: -16, noNaN: true }), fc.double({ min: 178, max: 182, noNaN: true }))
  .map(([latitude, longitude]): Place => ({ latitude, longitude: onGlobe(longitude) }));
const fence: fc.Arbitrary<Fence> = fc.oneof(
  fc.record({
    kind: fc.constant("circle" as const),
    centre: place,
    radiusM: fc.constantFrom(50, 500, 10_000),
  }),
  fc.record({
    kind: fc.constant("corridor" as const),
    path: fc.array(place, { minLength: 2, maxLength: 4 }),
    halfWidthM: fc.constantFrom(50, 5000),
  }),
  fc.record({ kind: fc.constant("polygon" as const), corners: fc.array(place, { minLength: 3, maxLength: 5 }) }),
  fc.record({
    kind: fc.constant("region" as const),
    rings: fc.array(fc.array(place, { minLength: 3, maxLength: 4 }), { minLength: 1, maxLength: 3 }),
  }),
);

it("finds every fence that a place is in or that a way crosses, also across the date line [GPS-03]", () => {
  fc.assert(
    fc.property(fc.array(fence, { minLength: 1, maxLength: 8 }), place, place, (fences, from, to) => {
      const index = new FenceIndex(fences);
      const near = { place: index.near(to), way: index.near(to, from) };
      for (const [number, one] of fences.entries()) {
        if (isInFence(one, to)) expect(near.place).toContain(number);
        if (crossesFence(one, from, to)) expect(near.way).toContain(number);
      }
      expect(new Set(near.way).size).toBe(near.way.length);
    }),
  );
});

it("looks at few of many fences [GPS-03]", () => {
  const fences = Array.from(
    { length: 10_000 },
    (_, i): Fence => ({
      kind: "circle",
      centre: { latitude: 31 + Math.floor(i / 100) / 100, longitude: 121 + (i % 100) / 100 },
      radiusM: 300,
    }),
  );
  const index = new FenceIndex(fences);
  expect(index.near({ latitude: 31.5, longitude: 121.5 })).toEqual([5050]);
  expect(index.near({ latitude: 31.5, longitude: 121.5 }, { latitude: 31.5, longitude: 121.52 })).toHaveLength(3);
  expect(index.near({ latitude: -31, longitude: 121 })).toEqual([]);
});
