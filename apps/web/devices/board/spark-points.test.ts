import { RateRing, RING_SECONDS } from "@canopy/contract/devices/rate-ring";
import { expect, it } from "vitest";
import { sparkPoints } from "./spark-points.ts";

it("the line begins where something was known and never leaves its box [DEV-01]", () => {
  const ring = new RateRing();
  expect(sparkPoints(ring, { width: 90, height: 20 })).toEqual({ line: "", area: "" });
  for (let s = 0; s < 90; s += 1) ring.push(s * 1000, s % 7 === 0 ? 0 : 20_000 * Math.random());
  const { line } = sparkPoints(ring, { width: 90, height: 20 });
  const points = [...line.matchAll(/([\d.]+) ([\d.]+)/g)].map(([, x, y]) => [Number(x), Number(y)]);
  expect(points).toHaveLength(RING_SECONDS);
  for (const [x = -1, y = -1] of points) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(90);
    expect(y).toBeGreaterThanOrEqual(0);
    expect(y).toBeLessThanOrEqual(20);
  }
});
