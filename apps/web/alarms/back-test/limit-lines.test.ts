import { type BusCondition, condition, type SignalCondition } from "@canopy/contract/alarms/conditions";
import { describe, expect, it } from "vitest";
import { handleShifts, type Limited, linesOf, movedTo, rangeAround, snapped, withLine } from "./limit-lines.ts";

const dbc_id = "00000000-0000-4000-8000-000000000001";
const base = { kind: "signal", dbc_id, message_id: 1, is_extended: false, signal: "Temp", operator: "gt", value: 55 };
const signal = (more: object) => condition.parse({ ...base, ...more }) as SignalCondition;
const heights = (one: Limited) => linesOf(one).map(({ key, at }) => [key, at]);

describe("the lines of a limit", () => {
  it("are one, two for a range, and one for where it is back [TRG-07]", () => {
    expect(heights(signal({}))).toEqual([["value", 55]]);
    expect(heights(signal({ back: 50 }))).toEqual([
      ["value", 55],
      ["back", 50],
    ]);
    expect(heights(signal({ operator: "out", value_to: 60 }))).toEqual([
      ["value", 55],
      ["value_to", 60],
    ]);
  });

  it("never pass each other, however they are moved [TRG-07]", () => {
    expect(withLine(signal({ back: 50 }), "value", 45)).toMatchObject({ value: 45, back: 45 });
    expect(withLine(signal({ back: 50 }), "value", 70)).toMatchObject({ value: 70, back: 50 });
    expect(withLine(signal({ operator: "lt", back: 58 }), "value", 60)).toMatchObject({ value: 60, back: 60 });
    const [, back] = linesOf(signal({ back: 50 }));
    expect(back && movedTo(back, 56)).toBe(55);
    const [from, to] = linesOf(signal({ operator: "in", value_to: 60 }));
    expect([from && movedTo(from, 61), to && movedTo(to, 54)]).toEqual([60, 55]);
  });

  it("stay within what can be compared [TRG-07]", () => {
    const byte = condition.parse({ kind: "frame", is_extended: false, id_from: 1, id_to: 1, operator: "gt", value: 9 });
    const load = condition.parse({ kind: "bus", metric: "load", operator: "gt", value: 80 }) as BusCondition;
    expect([byte as Limited, load].map((one) => linesOf(one)[0])).toMatchObject([
      { least: 0, most: 255 },
      { least: 0, most: 200 },
    ]);
  });

  it("take the steps of the signal, or round ones where a pixel is coarser [TRG-07]", () => {
    expect([snapped(55.3, 0.5, 0.1), snapped(55.34, 0.01, 0.3), snapped(-7.26, 0.1, 0.01)]).toEqual([55.5, 55.5, -7.3]);
  });

  it("have handles that do not cover each other [TRG-07]", () => {
    expect(handleShifts([10, 100], 22)).toEqual([0, 0]);
    expect(handleShifts([110, 100], 22)).toEqual([12, 0]);
    expect(handleShifts([50, 50], 22)).toEqual([0, 22]);
  });

  it("are always in the picture [TRG-07]", () => {
    const { from, to } = rangeAround([40, null, 60], linesOf(signal({ value: 90, back: 20 })));
    expect(from).toBeLessThan(20);
    expect(to).toBeGreaterThan(90);
    expect(rangeAround([], [])).toEqual({ from: 0, to: 1 });
  });
});
