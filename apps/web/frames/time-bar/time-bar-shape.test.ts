import { expect, it } from "vitest";
import { barSpan, bucketPath, clusters, gapBoxes } from "./time-bar-shape.ts";

const span = { fromMs: 0, toMs: 1000 };

it("the bar stays where it is while the range is well seen in it [DEV-13]", () => {
  const shown = { fromMs: 0, toMs: 10_000 };
  expect(barSpan(shown, { fromMs: 2000, toMs: 4000 }, false)).toBe(shown);
  expect(barSpan(shown, { fromMs: 2000, toMs: 2100 }, false)).not.toBe(shown);
  expect(barSpan(shown, { fromMs: 9000, toMs: 12_000 }, false)).toEqual({ fromMs: 7000, toMs: 13_000 });
  const live = { fromMs: 5000, toMs: 9000 };
  expect(barSpan(shown, live, true)).toBe(live);
});

it("a bucket with any frame is seen, one without leaves nothing [DEV-13]", () => {
  const presence = { startMs: 0, bucketMs: 250, frames: [1000, 0, 1, 500], gaps: [] };
  const path = bucketPath(presence, span, { width: 400, height: 16 });
  expect(path.split("Z").filter(Boolean)).toHaveLength(3);
  expect(path).toContain("M0 16V0");
  expect(path).not.toContain("M100 ");
  expect(bucketPath({ ...presence, frames: [0, 0] }, span, { width: 400, height: 16 })).toBe("");
});

it("buckets outside the bar are cut at its edges", () => {
  const path = bucketPath({ startMs: -500, bucketMs: 1000, frames: [5, 5, 5], gaps: [] }, span, {
    width: 100,
    height: 10,
  });
  expect(path.split("Z").filter(Boolean)).toHaveLength(2);
  expect(path).toContain("H99V");
});

it("gaps are boxes inside the bar; those under two pixels are left out", () => {
  expect(
    gapBoxes(
      [
        { fromMs: -100, toMs: 100 },
        { fromMs: 500, toMs: 505 },
      ],
      span,
      100,
    ),
  ).toEqual([{ x: 0, width: 10 }]);
});

it("marks that would lie on each other become one, those outside are not drawn", () => {
  const marks = [{ atMs: 900 }, { atMs: 100 }, { atMs: 110 }, { atMs: 2000 }];
  const placed = clusters(marks, span, 500, 14);
  expect(placed.map(({ x, marks: all }) => [x, all.length])).toEqual([
    [50, 2],
    [450, 1],
  ]);
});
