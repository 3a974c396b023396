import fc from "fast-check";
import { expect, it } from "vitest";
import { clustersOf, type Dot } from "./clusters.ts";

const RADIUS = 0.01;
const dots = fc
  .array(fc.record({ x: fc.double({ min: 0, max: 1, noNaN: true }), y: fc.double({ min: 0, max: 1, noNaN: true }) }))
  .map((all) => all.map((place, i): Dot => ({ id: String(i), ...place })));

it("each device stands in one cluster, never farther from its first than the radius [GPS-04]", () => {
  fc.assert(
    fc.property(dots, (all) => {
      const clusters = clustersOf(all, RADIUS);
      expect(clusters.flatMap(({ ids }) => ids).sort()).toEqual(all.map(({ id }) => id).sort());
      const at = new Map(all.map((dot) => [dot.id, dot]));
      for (const { ids } of clusters) {
        const near = ids.filter((id) => {
          const [one, other] = [at.get(ids[0] ?? ""), at.get(id)];
          return one && other && Math.hypot(one.x - other.x, one.y - other.y) <= 2 * RADIUS;
        });
        expect(near).toEqual(ids);
      }
    }),
  );
});

it("devices parked together are one number, also across the edge of a cell; others stay alone [GPS-04]", () => {
  const parked = [0.0999, 0.1, 0.1001].map((x, i) => ({ id: `p${i}`, x, y: 0.5 }));
  const clusters = clustersOf([...parked, { id: "far", x: 0.9, y: 0.5 }], RADIUS);
  expect(clusters.map(({ ids }) => [...ids].sort())).toEqual([["p0", "p1", "p2"], ["far"]]);
  expect(clusters[0]?.x).toBeCloseTo(0.1, 6);
});

it("10,000 devices are arranged at once", () => {
  const fleet = Array.from({ length: 10_000 }, (_, i) => ({ id: String(i), x: (i % 100) / 100, y: i / 10_000 }));
  expect(clustersOf(fleet, 1e-6)).toHaveLength(10_000);
  expect(
    clustersOf(
      fleet.map((dot) => ({ ...dot, x: 0.5, y: 0.5 })),
      1e-6,
    ),
  ).toHaveLength(1);
});
