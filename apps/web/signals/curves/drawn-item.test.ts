import { stateNamesOf } from "@canopy/can/dbc/decode/states";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { expect, it } from "vitest";
import type { CurveLook } from "../paint/curve-look.ts";
import { runsOf } from "../paint/paint-lane.ts";
import { shapeOf } from "../paint/paint-panel.ts";
import { CurveScene, type CurveSource } from "./curve-scene.ts";
import { type DrawnItem, linesOf } from "./drawn-item.ts";

const { dbc } = parseDbc(`BU_: A
BO_ 256 Engine: 8 A
 SG_ Speed : 0|16@1+ (1,0) [0|0] "rpm" A
 SG_ Gear : 16|8@1+ (1,0) [0|0] "" A
VAL_ 256 Gear 0 "Park" 1 "Drive" ;
`);
const LOOK = { colourOf: () => "#000000", dashOf: () => [], inkOf: () => undefined } as unknown as CurveLook;

const items = (dbc.messages[0]?.signals ?? []).map((signal, i): DrawnItem => {
  const isState = signal.name === "Gear";
  const own = { key: signal.name, channel: 0, name: signal.name, unit: signal.unit, signal, isState };
  const file = { dbc, message: dbc.messages[0] as DrawnItem["info"]["message"], dbcId: "a", dbcName: "a", revision: 1 };
  return { info: { ...own, ...file, stateNames: stateNamesOf(signal), cycleUs: undefined }, colour: i + 1 };
});

/** One value every ten units of time. */
function sourceOf(beginUs: number, values: readonly number[]): CurveSource {
  const times = Float64Array.from(values, (_, i) => beginUs + 10 * i);
  const samples = { times, values: Float64Array.from(values), length: values.length, pixelUs: null };
  return { read: () => samples, readAt: () => samples, stateOf: () => "here" };
}

it("another drive has its lines below this drive's, and a lane of its own below each of this drive's [DBC-06]", () => {
  const scene = new CurveScene(sourceOf(1000, [0, 0, 1, 1]), { fromUs: 1000, toUs: 1030 });
  const names = (overlay: Parameters<typeof linesOf>[2]) =>
    linesOf(items, scene, overlay, LOOK).map(({ name }) => name);
  expect(names(null)).toEqual(["Speed", "Gear"]);

  const overlay = { source: sourceOf(200, [1, 0, 0, 0]), shiftUs: 800 };
  const lines = linesOf(items, scene, overlay, LOOK);
  expect(lines.map(({ name, shiftUs }) => [name, shiftUs])).toEqual([
    ["Speed", 800],
    ["Speed", undefined],
    ["Gear", undefined],
    ["↳ Gear", 800],
  ]);
  const { lanes } = shapeOf(lines, { width: 500, height: 100, gutters: { left: 100, right: 10 } });
  expect(lanes).toHaveLength(2);
  expect(lanes[1]?.top).toBeGreaterThanOrEqual((lanes[0]?.top ?? 0) + (lanes[0]?.height ?? 0));
  // In its own time: the states of the overlaid drive.
  const other = lines[3];
  if (!other) throw new Error("no lane");
  expect(runsOf(other, { fromUs: 200, toUs: 230 })).toEqual([
    { value: 1, fromUs: 200, toUs: 210 },
    { value: 0, fromUs: 210, toUs: 230 },
  ]);
  expect(other.stateText?.(1)).toBe("Drive");
});
