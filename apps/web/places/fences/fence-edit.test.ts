import { checkFence } from "@canopy/can/gps/fence";
import { distanceM } from "@canopy/can/gps/position";
import { type FenceShape, fenceOf } from "@canopy/contract/places/fence-shape";
import { describe, expect, it } from "vitest";
import { beginHistory, type EditAction, editHistory } from "../../ui/form/edit-history.ts";
import { fenceLayers } from "./fence-layers.ts";
import { drawnAt, handlesOf, nudged, placeOfText, withCornerAfter, withHandle, withoutHandle } from "./shape-edit.ts";

const place = (latitude: number, longitude: number) => ({ latitude, longitude });
const drawn = (kind: FenceShape["kind"], ...clicks: [number, number][]) =>
  clicks.reduce<FenceShape | undefined>((shape, at) => drawnAt(shape, kind, place(...at)), undefined) as FenceShape;
const isGood = (shape: FenceShape) => checkFence(fenceOf(shape)).ok;

describe("drawing a fence", () => {
  it("makes a good border from the clicks that each type needs [GPS-02]", () => {
    expect(isGood(drawn("circle", [31, 121]))).toBe(true);
    expect(isGood(drawn("rectangle", [31, 121]))).toBe(true);
    expect(isGood(drawn("rectangle", [-17, 180]))).toBe(true);
    expect(isGood(drawn("polygon", [31, 121], [31, 121.1], [31.1, 121]))).toBe(true);
    expect(isGood(drawn("corridor", [31, 121], [31, 121.1]))).toBe(true);
    expect(isGood(drawn("polygon", [31, 121], [31, 121.1]))).toBe(false);
  });

  it("moves handles, and keeps a radius within its limits [GPS-02]", () => {
    const circle = drawn("circle", [31, 121]);
    const wide = withHandle(circle, "edge", place(31, 121.5));
    expect(wide).toMatchObject({ radius_m: 10_000 });
    expect(withHandle(circle, "edge", place(31, 121.0001))).toMatchObject({ radius_m: 50 });
    expect(withHandle(circle, "centre", place(30, 190))).toMatchObject({ centre: place(30, -170) });
    const rectangle = withHandle(drawn("rectangle", [31, 121]), "2", place(32, 122));
    expect(rectangle).toMatchObject({ north: 32, east: 122 });
    expect(handlesOf(rectangle)[2]?.at).toEqual(place(32, 122));
  });

  it("adds and removes corners [GPS-02]", () => {
    const polygon = drawn("polygon", [0, 0], [0, 2], [2, 0]);
    const more = withCornerAfter(polygon, 0);
    expect(handlesOf(more).map(({ at }) => at.longitude)).toEqual([0, 1, 2, 0]);
    expect(withoutHandle(more, "1")).toEqual(polygon);
    expect(withoutHandle(drawn("circle", [0, 0]), "centre")).toEqual(drawn("circle", [0, 0]));
  });

  it("moves a place by a metre, with Shift by ten [GPS-02]", () => {
    const at = place(31, 121);
    for (const key of ["ArrowUp", "ArrowDown", "ArrowLeft", "ArrowRight"]) {
      expect(distanceM(at, nudged(at, key, false) ?? at)).toBeCloseTo(1, 3);
      expect(distanceM(at, nudged(at, key, true) ?? at)).toBeCloseTo(10, 3);
    }
    expect(nudged(at, "a", false)).toBeUndefined();
  });

  it("reads typed places", () => {
    expect(placeOfText("31.2304, 121.4737")).toEqual(place(31.2304, 121.4737));
    expect([placeOfText("Shanghai"), placeOfText("91, 0"), placeOfText("1")]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it("is undone and done again; a drag is one step [GPS-02]", () => {
    const run = (...actions: EditAction<number>[]) => actions.reduce(editHistory<number>, beginHistory(0));
    const drag = [1, 2, 3].map((value) => ({ kind: "set", value, step: "a" }) as const);
    expect(run(...drag, { kind: "settle" }, { kind: "undo" })).toMatchObject({ now: 0, future: [3] });
    expect(run(...drag, { kind: "undo" }, { kind: "redo" }).now).toBe(3);
    expect(run({ kind: "set", value: 1 }, { kind: "undo" }, { kind: "set", value: 2 }, { kind: "redo" }).now).toBe(2);
    expect(run({ kind: "undo" }, { kind: "redo" }).now).toBe(0);
  });
});

it("a fence is drawn with its border, and the line where leaving counts around it [GPS-02]", () => {
  const { area, border, exit } = fenceLayers([drawn("circle", [31, 121])], "#0f8a4f");
  expect([area.kind, border.kind, exit.kind]).toEqual(["areas", "lines", "lines"]);
  const [ring] = border.data.features;
  if (ring?.geometry.type !== "LineString") throw new Error("no line");
  expect(ring.geometry.coordinates[0]).toEqual(ring.geometry.coordinates.at(-1));
  expect(exit.dash).toBeDefined();
});
