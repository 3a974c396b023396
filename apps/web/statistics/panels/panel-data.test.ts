import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData, SignalData } from "@canopy/contract/statistics/panels";
import { describe, expect, it } from "vitest";
import { gaugeShare, lineOf, missingOf, readingOf, settledData } from "./panel-data.ts";

const signal = { channel: 0, dbc_id: "d", message_id: 1, is_extended: false, signal: "Speed" };
const widget = { id: "a", kind: "value", device_ids: ["x"], signals: [signal] } as unknown as Widget;
const device = { things_id: "x", name: "Van", online: true, place: null };
const data: PanelData = { now: 10_000, devices: [device], signals: {} };
const read = (time: number): SignalData => ({
  state: "read",
  unit: "V",
  value: 1,
  text: null,
  time,
  times: [],
  values: [],
});

describe("what a widget shows [STA-05]", () => {
  it("a value older than five seconds is stale", () => {
    expect(readingOf(read(5000), 10_000)?.isStale).toBe(false);
    expect(readingOf(read(4999), 10_000)?.isStale).toBe(true);
  });

  it("a device or a signal that went is told; what is not known yet is not", () => {
    const failed = { state: "failed", code: "signals.signalGone", message: "gone" } as const;
    expect(missingOf(widget, undefined)).toBeUndefined();
    expect(missingOf(widget, { ...data, devices: [] })).toEqual({ kind: "device" });
    expect(missingOf(widget, { ...data, signals: { a: [failed] } })).toEqual({ kind: "signal", text: "gone" });
    expect(missingOf(widget, data)).toBeUndefined();
  });

  it("in the designer nothing is known of a widget that shows something else than was saved", () => {
    expect(settledData(widget, [widget], data)).toBe(data);
    expect(settledData({ ...widget, device_ids: ["y"] }, [widget], data)).toBeUndefined();
    expect(settledData(widget, [], data)).toBeUndefined();
  });

  it("a gauge stays within its ends, a line within its box", () => {
    expect([-1, 5, 11].map((value) => gaugeShare(value, { min: 0, max: 10 }))).toEqual([0, 0.5, 1]);
    expect(lineOf([0, 10], [1, 3], 0, 10)).toEqual({ points: "0.00,96.00 100.00,4.00", least: 1, most: 3 });
    expect(lineOf([], [], 0, 10)).toBeUndefined();
  });
});
