import { expect, it } from "vitest";
import { RateRing, RING_SECONDS, sparkPoints } from "./rate-ring.ts";

const values = (ring: RateRing) => Array.from({ length: RING_SECONDS }, (_, i) => ring.at(i));

it("holds a minute: what stays is held, what is older than a minute is gone, what was not known is open [DEV-01]", () => {
  const ring = new RateRing();
  ring.push(10_000, 100);
  ring.push(13_000, 50);
  expect(values(ring).slice(-4)).toEqual([100, 100, 100, 50]);
  expect(values(ring).slice(0, -4).every(Number.isNaN)).toBe(true);
  ring.advance(13_000 + 70_000);
  expect(new Set(values(ring))).toEqual(new Set([50]));
});

it("a clock that goes back draws nothing twice [DEV-01]", () => {
  const ring = new RateRing();
  ring.push(10_000, 1);
  ring.push(9_000, 2);
  expect(values(ring).at(-1)).toBe(2);
});

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
