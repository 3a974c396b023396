import { describe, expect, it } from "vitest";
import { spansOf, staleWindows, unionOf, WINDOW_US } from "./signal-windows.ts";

const mark = (at: number, frames: number, sumUs = String(frames * 7)) => ({ at, frames, sumUs });
const kept = (at: number, frames: number, series: number[], sumUs?: string) => ({
  ...mark(at, frames, sumUs),
  series: new Set(series),
});

describe("a window is stale", () => {
  it.each([
    ["where it was never kept", [mark(1, 5)], [], [1]],
    ["not where all series have its frames", [mark(1, 5)], [kept(1, 5, [1, 2])], []],
    ["where one series has not", [mark(1, 5)], [kept(1, 5, [1])], [1]],
    ["where more came", [mark(1, 6)], [kept(1, 5, [1, 2])], [1]],
    ["where as many are others", [mark(1, 5, "8")], [kept(1, 5, [1, 2])], [1]],
    ["where all went", [], [kept(1, 5, [1, 2])], [1]],
    ["not where it is known that all went", [], [kept(1, 0, [1, 2], "0")], []],
    ["not where only others kept it", [], [kept(1, 5, [9])], []],
  ])("%s", (_, marks, keptMarks, stale) => {
    expect(staleWindows([1, 2], marks, keptMarks)).toEqual(stale);
  });
});

describe("spans", () => {
  it("join neighbours up to their length", () => {
    expect(spansOf([1, 2, 3, 5], 2)).toEqual([
      { fromUs: WINDOW_US, toUs: 3 * WINDOW_US },
      { fromUs: 3 * WINDOW_US, toUs: 4 * WINDOW_US },
      { fromUs: 5 * WINDOW_US, toUs: 6 * WINDOW_US },
    ]);
  });

  it("of several become few, the nearest joined first", () => {
    const spans = [
      { fromUs: 0, toUs: 1 },
      { fromUs: 10, toUs: 20 },
      { fromUs: 15, toUs: 22 },
      { fromUs: 25, toUs: 30 },
    ];
    expect(unionOf(spans, 9)).toHaveLength(3);
    expect(unionOf(spans, 2)).toEqual([
      { fromUs: 0, toUs: 1 },
      { fromUs: 10, toUs: 30 },
    ]);
  });
});
