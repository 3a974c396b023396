import { describe, expect, it } from "vitest";
import { DAY_US } from "../store/time-window.ts";
import { clockProblem } from "./ingest-clock.ts";

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
