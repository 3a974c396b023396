import { expect, it } from "vitest";
import { type JobView, remainingMs, shareDone } from "./jobs.ts";

const job: JobView = { id: "1", title: "t", state: "running", done: 25, total: 100, perSecond: 5 };

it("tells the share done and the time left", () => {
  expect(shareDone(job)).toBe(0.25);
  expect(remainingMs(job)).toBe(15_000);
});

it("does not guess without total or rate", () => {
  const { total: _, ...open } = job;
  expect(shareDone(open)).toBeUndefined();
  expect(remainingMs(open)).toBeUndefined();
  expect(remainingMs({ ...job, perSecond: 0 })).toBeUndefined();
  expect(remainingMs({ ...job, state: "failed" })).toBeUndefined();
  expect(shareDone({ ...job, total: 0 })).toBeUndefined();
});

it("never leaves 0 to 1: a total may grow less than what was done", () => {
  expect(shareDone({ ...job, done: 120 })).toBe(1);
  expect(shareDone({ ...job, state: "done", done: 3 })).toBe(1);
});
