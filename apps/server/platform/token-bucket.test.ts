import { expect, it } from "vitest";
import { TokenBucket } from "./token-bucket.ts";

const takes = (bucket: TokenBucket, times: number, nowMs: number) =>
  Array.from({ length: times }, () => bucket.take(nowMs)).filter(Boolean).length;

it("gives a burst at once, then its rate, and never more than a burst", () => {
  const bucket = new TokenBucket(2, 5, 0);
  expect(takes(bucket, 9, 0)).toBe(5);
  expect(takes(bucket, 9, 1500)).toBe(3);
  expect(takes(bucket, 9, 60_000)).toBe(5);
});

it("owes what was charged beyond it, and a clock that goes back gives nothing", () => {
  const bucket = new TokenBucket(1, 2, 1000);
  bucket.charge(4, 1000);
  expect(takes(bucket, 1, 3000)).toBe(0);
  expect(takes(bucket, 1, 0)).toBe(0);
  expect(takes(bucket, 2, 1000)).toBe(1);
});
