import { FLAG_ERROR, FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import { type IdFilter, parseFilter, passes } from "./filter.ts";

const filters = (...texts: string[]): IdFilter[] =>
  texts.map((text) => {
    const filter = parseFilter(text);
    if (!filter.ok) throw new Error(`${text}: ${filter.problem}`);
    return filter.value;
  });

describe("filters [DEV-12]", () => {
  it("let everything pass where there are none", () => {
    expect(passes([], 3, 0x7ff, 0)).toBe(true);
  });

  it("know identifiers, ranges, channels and exclusions", () => {
    const some = filters("100-1FF", "1:7E8", "18FEF100", "!123");
    expect(passes(some, 0, 0x100, 0)).toBe(true);
    expect(passes(some, 0, 0x200, 0)).toBe(false);
    expect(passes(some, 0, 0x123, 0)).toBe(false);
    expect(passes(some, 0, 0x7e8, 0)).toBe(false);
    expect(passes(some, 1, 0x7e8, 0)).toBe(true);
    expect(passes(some, 2, 0x18fef100, FLAG_EXTENDED)).toBe(true);
    expect(passes(some, 0, 0x150, FLAG_EXTENDED)).toBe(false);
  });

  it("let all but the exclusions pass where there are only those, and error frames always", () => {
    const some = filters("!7DF");
    expect(passes(some, 0, 0x100, 0)).toBe(true);
    expect(passes(some, 0, 0x7df, 0)).toBe(false);
    expect(passes(some, 0, 0x7df, FLAG_ERROR)).toBe(true);
  });

  it.each([
    ["", "syntax"],
    ["xyz", "syntax"],
    ["100-", "syntax"],
    ["800", "idOutOfRange"],
    ["20000000", "idOutOfRange"],
    ["200-100", "order"],
  ])("refuse %s: %s", (text, problem) => {
    expect(parseFilter(text)).toEqual({ ok: false, problem });
  });
});
