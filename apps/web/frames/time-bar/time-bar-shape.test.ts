import { expect, it } from "vitest";
import { barSpan, bucketPath, clusters, gapBoxes, zoomOn } from "./time-bar-shape.ts";

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

it("a mark is looked at with half a minute around it, a long one whole, and never beyond now [DEV-13]", () => {
  const day = { fromMs: 0, toMs: 86_400_000 };
  expect(zoomOn([{ atMs: 60_000 }], day, 86_400_000)).toEqual({ fromMs: 45_000, toMs: 75_000 });
  expect(zoomOn([{ atMs: 100_000, toMs: 200_000 }], day, 86_400_000)).toEqual({ fromMs: 80_000, toMs: 220_000 });
  expect(zoomOn([{ atMs: 60_000 }, { atMs: 160_000 }], day, 86_400_000)).toEqual({ fromMs: 40_000, toMs: 180_000 });
  expect(zoomOn([{ atMs: 60_000 }], day, 61_000)).toEqual({ fromMs: 31_000, toMs: 61_000 });
});

it("a range that is narrow already stays where it is", () => {
  const near = { fromMs: 50_000, toMs: 70_000 };
  expect(zoomOn([{ atMs: 60_000 }], near, 86_400_000)).toBeUndefined();
  expect(zoomOn([{ atMs: 90_000 }], near, 86_400_000)).toEqual({ fromMs: 75_000, toMs: 105_000 });
});
