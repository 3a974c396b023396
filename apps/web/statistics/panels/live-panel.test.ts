import { formatSignal } from "@canopy/contract/signals/signal-reference";
import type { Widget } from "@canopy/contract/statistics/panel-widgets";
import type { PanelData, SignalData } from "@canopy/contract/statistics/panels";
import { describe, expect, it } from "vitest";
import type { SignalInfo } from "../../signals/choose/signal-info.ts";
import { NO_SAMPLES, type Samples } from "../../signals/samples/samples.ts";
import { isAllLive, type LiveParts, liveSignals, withLive } from "./live-panel.ts";

const DBC = "00000000-0000-4000-8000-000000000001";
const speed = { channel: 0, dbc_id: DBC, message_id: 1, is_extended: false, signal: "Speed" };
const key = formatSignal(speed);
const infos = new Map([[key, { key, unit: "km/h", stateNames: new Map([[9, "Nine"]]) } as unknown as SignalInfo]]);
const widgetOf = (kind: Widget["kind"], id: string, device = "van") =>
  ({ id, kind, device_ids: [device], signals: kind === "map" ? [] : [speed] }) as unknown as Widget;
const device = (things_id: string) => ({ things_id, name: things_id, online: true, place: null });
const read: SignalData = {
  state: "read",
  unit: "km/h",
  value: 1,
  text: null,
  time: 1000,
  times: [0, 1000],
  values: [5, 1],
};
const data = (one: SignalData = read): PanelData => ({
  now: 1500,
  devices: [device("van")],
  signals: { a: [one] },
});
const samples = (timesMs: number[], values: number[]): Samples => ({
  times: Float64Array.from(timesMs, (ms) => ms * 1000),
  values: Float64Array.from(values),
  length: values.length,
  pixelUs: null,
});
const parts = (found: Samples, more: Partial<LiveParts> = {}): LiveParts => ({
  live: { read: () => found, shownUs: () => 4_000_000 },
  infos,
  placeOf: () => undefined,
  nowMs: 90_000,
  ...more,
});

describe("what a panel shows live [STA-05]", () => {
  it("is the newest sample, as old as its terminal says by its own clock", () => {
    const shown = withLive(data(), [widgetOf("value", "a")], parts(samples([900, 2000], [1, 7])));
    expect(shown).toMatchObject({ now: 90_000, signals: { a: [{ value: 7, text: null, time: 88_000 }] } });
    const named = withLive(data(), [widgetOf("value", "a")], parts(samples([2000], [9])));
    expect(named.signals.a).toEqual([expect.objectContaining({ value: 9, text: "Nine" })]);
  });

  it("stays what was read where nothing newer came, and a signal that went stays gone", () => {
    expect(withLive(data(), [widgetOf("value", "a")], parts(samples([1000], [7]))).signals.a).toEqual([read]);
    expect(withLive(data(), [widgetOf("value", "a")], parts(NO_SAMPLES)).signals.a).toEqual([read]);
    const gone: SignalData = { state: "failed", code: "signals.signalGone", message: "gone" };
    expect(withLive(data(gone), [widgetOf("value", "a")], parts(samples([2000], [7]))).signals.a).toEqual([gone]);
  });

  it("of a curve goes on after the stored points, none of them twice", () => {
    const [shown] = withLive(data(), [widgetOf("curve", "a")], parts(samples([500, 1000, 1500, 2000], [3, 1, 2, 8])))
      .signals.a as SignalData[];
    expect(shown).toMatchObject({ times: [0, 1000, 1500, 2000], values: [5, 1, 2, 8], value: 8 });
  });

  it("of a map is the newer position", () => {
    const place = { deviceId: "van", time: 5, latitude: 1, longitude: 2, speedKmh: 3, course: null };
    const shown = withLive(data(), [widgetOf("map", "m")], parts(NO_SAMPLES, { placeOf: () => place }));
    expect(shown.devices[0]?.place).toEqual({ time: 5, latitude: 1, longitude: 2, speed_kmh: 3, course: null });
  });

  it("follows the signals of at most 32 devices, each once, and none of a device that may not be read", () => {
    const ids = Array.from({ length: 40 }, (_, i) => `d${i}`);
    const widgets = ids.flatMap((id) => [widgetOf("value", `a${id}`, id), widgetOf("bar", `b${id}`, id)]);
    const known = { ...data(), devices: ids.slice(1).map(device) };
    const followed = liveSignals(widgets, known, infos);
    expect(followed.map(({ thingsId }) => thingsId)).toEqual(ids.slice(1, 33));
    expect(isAllLive(widgets, followed)).toBe(false);
    expect(isAllLive(widgets.slice(2, 66), followed)).toBe(true);
    expect(liveSignals(widgets, undefined, infos)).toEqual([]);
  });
});
