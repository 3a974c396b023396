import { describe, expect, it } from "vitest";
import { isTooLong, readAsked, readSpan, spanOf, targetOf, wordsOf } from "./find-address.ts";

const RANGE = { fromMs: 1_000_000, toMs: 1_060_000 };
const asked = (words: Record<string, string>) => readAsked(words);

describe("the address of a search for a signal [DBC-10]", () => {
  it("keeps what is known of the signal, each moment once and in order", () => {
    const words = wordsOf({ way: "moments", momentsMs: [1_030_000, 1_010_000, 1_030_000], toleranceMs: 200 });
    expect(words).toMatchObject({ marks: "1010000.1030000", tol: "200", run: undefined, pick: undefined });
    expect(asked({ marks: "1010000.1030000", tol: "200" })).toMatchObject({
      way: "moments",
      momentsMs: [1_010_000, 1_030_000],
      toleranceMs: 200,
    });
    const window = { fromMs: 1_000_000, toMs: null };
    expect(asked({ way: "windows", wa: wordsOf({ a: window }).wa ?? "" }).a).toEqual(window);
  });

  it("falls back where it was typed wrong", () => {
    const read = asked({ way: "magic", marks: "x.-1.1e99", tol: "0", wa: "1-2-3", ref: "nonsense" });
    expect(read).toEqual({
      way: "moments",
      momentsMs: [],
      toleranceMs: 500,
      a: { fromMs: null, toMs: null },
      b: { fromMs: null, toMs: null },
      signal: undefined,
    });
    expect(readSpan("9-3")).toBeUndefined();
  });

  it("searches the range of the page with all that is marked, and windows far apart by themselves", () => {
    expect(spanOf(asked({ marks: "1090000" }), RANGE)).toEqual({ fromMs: 1_000_000, toMs: 1_090_001 });
    const windows = asked({ way: "windows", wa: "9000000-9010000", wb: "9020000-9030000" });
    expect(spanOf(windows, RANGE)).toEqual({ fromMs: 9_000_000, toMs: 9_030_001 });
    expect(isTooLong(spanOf(asked({ marks: "9000000" }), RANGE))).toBe(true);
  });

  it("is no question before both windows are whole", () => {
    expect(targetOf(asked({ way: "windows", wa: "1-2", wb: "3-" }))).toBeUndefined();
    expect(targetOf(asked({ way: "windows", wa: "1-2", wb: "3-4" }))).toEqual({
      way: "windows",
      a: { from: "1000", to: "2000" },
      b: { from: "3000", to: "4000" },
    });
    expect(targetOf(asked({}))).toBeUndefined();
    expect(targetOf(asked({ marks: "5" }))).toEqual({ way: "moments", times: ["5000"], tolerance_ms: 500 });
  });
});
