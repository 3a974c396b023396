import { describe, expect, it } from "vitest";
import { clockProblem } from "./ingest-clock.ts";
import { DAY_US } from "./ingest-days.ts";
import { usageDifferences } from "./reconcile-usage.ts";
import { expiredOf } from "./retention.ts";

const day = (bindingNumber: number, on: number, frames = 1) => ({ bindingNumber, day: on, frames, bytes: frames });

describe("retention", () => {
  it("lets a day go when it is past the days of its tenant [DAT-06]", () => {
    const keep = new Map([
      [1, 180],
      [2, 7],
    ]);
    expect(expiredOf([day(1, 819), day(2, 819)], 1000, keep)).toEqual({
      days: [day(1, 819), day(2, 819)],
      isWhole: true,
    });
    expect(expiredOf([day(1, 820), day(2, 820)], 1000, keep)).toEqual({ days: [day(2, 820)], isWhole: false });
    expect(expiredOf([day(1, 993), day(2, 993), day(3, 1)], 1000, keep).days).toEqual([]);
  });
});

describe("the nightly count", () => {
  it("corrects what differs, in both directions", () => {
    const counted = [
      { ...day(1, 5, 10), tenantId: "a" },
      { ...day(2, 5, 10), tenantId: "a" },
      { ...day(3, 5, 10), tenantId: "b" },
    ];
    const stored = [day(1, 5, 10), day(2, 5, 7), day(4, 5, 3), day(5, 5, 1)];
    expect(usageDifferences(counted, stored, new Map([[4, "c"]]))).toEqual([
      { ...day(2, 5, -3), tenantId: "a" },
      { ...day(4, 5, 3), tenantId: "c" },
      { ...day(3, 5, -10), tenantId: "b" },
    ]);
  });
});

describe("clocks", () => {
  const nowMs = Date.UTC(2026, 10, 15);
  const at = (timeUs: number) => clockProblem({ firstUs: timeUs, lastUs: timeUs }, nowMs);

  it("are believed from 2000 to a day from now", () => {
    expect(at(Date.UTC(2000, 0, 1) * 1000)).toBeUndefined();
    expect(at(Date.UTC(2000, 0, 1) * 1000 - 1)).toBe("beforeTerminals");
    expect(at(nowMs * 1000 + DAY_US)).toBeUndefined();
    expect(at(nowMs * 1000 + DAY_US + 1)).toBe("inFuture");
    expect(clockProblem({ firstUs: nowMs * 1000 - 3 * DAY_US - 1, lastUs: nowMs * 1000 }, nowMs)).toBe("jumped");
  });
});
