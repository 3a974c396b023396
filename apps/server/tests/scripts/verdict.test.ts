import { describe, expect, it } from "vitest";
import { verdictOf } from "./verdict.ts";

const of = (...outcomes: ("passed" | "failed" | "noData")[]) => verdictOf(outcomes.map((outcome) => ({ outcome })));

describe("the verdict over the checks of a test [TST-01]", () => {
  it("is pass only where every check passed", () => expect(of("passed", "passed")).toBe("pass"));
  it("is fail with one failed check, also where data is missing", () =>
    expect(of("passed", "noData", "failed")).toBe("fail"));
  it("is inconclusive where data is missing or nothing was judged", () => {
    expect(of("passed", "noData")).toBe("inconclusive");
    expect(of()).toBe("inconclusive");
  });
});
