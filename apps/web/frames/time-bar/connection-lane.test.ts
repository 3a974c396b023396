import { expect, it } from "vitest";
import { onlineShare, sinceCreated, staysWithin } from "./connection-lane.ts";

const span = { fromMs: 1000, toMs: 2000 };

it("stays are cut at the edges of the span; one that goes on reaches its end [DEV-07]", () => {
  const stays = [
    { online_time: 1900, offline_time: null },
    { online_time: 500, offline_time: 1100 },
    { online_time: 100, offline_time: 900 },
  ];
  const inside = staysWithin(stays, span);
  expect(inside).toEqual([
    { fromMs: 1900, toMs: 2000 },
    { fromMs: 1000, toMs: 1100 },
  ]);
  expect(onlineShare(inside, span)).toBeCloseTo(0.2);
});

it("a device that is younger than the span is judged since it was added [DEV-07]", () => {
  const young = sinceCreated(span, 1900);
  expect(young).toEqual({ fromMs: 1900, toMs: 2000 });
  expect(onlineShare(staysWithin([{ online_time: 1910, offline_time: null }], young), young)).toBeCloseTo(0.9);
  expect(sinceCreated(span, 500)).toBe(span);
  expect(sinceCreated(span, 9000).toMs).toBeGreaterThan(sinceCreated(span, 9000).fromMs);
});
