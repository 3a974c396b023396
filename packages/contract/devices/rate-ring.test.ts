import { expect, it } from "vitest";
import { RateRing, RING_SECONDS } from "./rate-ring.ts";

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

it("a minute that is told fills what is not known here, and no more [DEV-01]", () => {
  const ring = new RateRing();
  ring.push(100_000, 7);
  ring.push(101_000, 8);
  // Told at 99.5 s: the seconds 40 to 99.
  ring.fill(
    99_500,
    Float32Array.from({ length: RING_SECONDS }, (_, i) => 40 + i),
  );
  expect(values(ring)).toEqual([...Array.from({ length: 58 }, (_, i) => 42 + i), 7, 8]);
  const empty = new RateRing();
  empty.fill(
    99_500,
    Float32Array.from({ length: RING_SECONDS }, (_, i) => 40 + i),
  );
  empty.advance(101_000);
  expect(values(empty).slice(-3)).toEqual([99, 99, 99]);
});
