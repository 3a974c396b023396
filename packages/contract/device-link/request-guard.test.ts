import { expect, it } from "vitest";
import { isLate, RequestGuard } from "./request-guard.ts";

it("the same id twice is one request, on one connection [DEV-12]", () => {
  const guard = new RequestGuard();
  expect([guard.isNew("1"), guard.isNew("2"), guard.isNew("1")]).toEqual([true, true, false]);
  guard.disconnected();
  expect(guard.isNew("1")).toBe(true);
});

it("remembers the newest ids alone [DEV-12]", () => {
  const guard = new RequestGuard();
  for (let id = 0; id < 1000; id++) guard.isNew(String(id));
  expect([guard.isNew("0"), guard.isNew("999")]).toEqual([true, false]);
});

it("a request is late behind its deadline by the server's clock, and never where that is unknown [DEV-12]", () => {
  expect([isLate(1000, 1001), isLate(1000, 1000), isLate(1000, undefined), isLate(undefined, 1001)]).toEqual([
    true,
    false,
    false,
    false,
  ]);
});
