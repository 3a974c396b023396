import { expect, it } from "vitest";
import { actsOf, type JobView, remainingMs, shareDone, withRates } from "./jobs.ts";

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

it("a job that does not say how fast it is gets its rate from two looks, and with it the time left", () => {
  const looks = new Map();
  const at = (done: number, nowMs: number) =>
    withRates([{ id: "a", title: "", state: "running", done, total: 1, amount: "share" }], looks, nowMs)[0];
  expect(at(0.1, 0)?.perSecond).toBeUndefined();
  expect(at(0.3, 2000)?.perSecond).toBeCloseTo(0.1);
  expect(at(0.3, 2400)?.perSecond).toBeCloseTo(0.1);
  const job = at(0.5, 4000);
  expect(job && remainingMs(job)).toBeCloseTo(5000);
  expect(at(0.05, 6000)?.perSecond, "another stage").toBeUndefined();
});

it("is tried again and deleted once it is over, and cancelled where its kind says so", () => {
  const any: JobView = { ...job, canRetry: true, canRemove: true };
  expect(actsOf({ ...any, canCancel: true })).toEqual(["cancel"]);
  expect(actsOf({ ...any, state: "failed" })).toEqual(["retry", "remove"]);
  expect(actsOf({ ...any, state: "done", canCancel: true })).toEqual(["cancel", "retry", "remove"]);
});
