import { BusLoad } from "@canopy/can/bus/bus-load";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import { LiveMeter } from "./live-meter.ts";
import { LiveStatuses } from "./live-statuses.ts";

const RATES = { nominalBps: 500_000 };
const T0_US = 1_790_000_000_000_000;

/** Frames every `everyUs`, `count` of them from `fromUs` on. */
function frames(fromUs: number, count: number, everyUs: number, channel = 0): FrameBatch {
  const batch = new FrameBatch();
  for (let i = 0; i < count; i++) {
    batch.push(T0_US + fromUs + i * everyUs, channel, 0x123, 0, 8, Uint8Array.of(i, i * 3, 0x55, 0, 0xff, 1, 2, 3));
  }
  return batch;
}

describe("the rate and load of a channel", () => {
  it("are those of the terminal's own time, whatever the batches", () => {
    for (const perBatch of [1, 7, 50, 1000]) {
      const meter = new LiveMeter(() => RATES);
      for (let at = 0; at < 3000; at += perBatch) meter.add(frames(at * 1000, perBatch, 1000), at);
      expect(meter.read()[0]?.framesPerSecond).toBeCloseTo(1000, 0);
    }
  });

  it("agree with the exact bus load of the library", () => {
    const batch = frames(0, 2001, 1000);
    const windows: number[] = [];
    const exact = new BusLoad(RATES, ({ loadPercent }) => windows.push(loadPercent));
    exact.add(batch);
    const meter = new LiveMeter(() => RATES);
    meter.add(batch, 0);
    expect(meter.read()[0]?.load).toBeCloseTo((windows[0] ?? 0) / 100, 2);
  });

  it("of a card being read out at ten times the speed are those of the bus", () => {
    const meter = new LiveMeter(() => RATES);
    for (let i = 0; i < 20; i++) meter.add(frames(i * 1_000_000, 100, 10_000), i * 100);
    expect(meter.read()[0]?.framesPerSecond).toBeCloseTo(100, 0);
  });

  it("begin anew where the clock jumps, back or ahead", () => {
    const meter = new LiveMeter(() => RATES);
    meter.add(frames(0, 2000, 1000), 0);
    meter.add(frames(-86_400_000_000, 2000, 1000), 10);
    expect(meter.read()[0]?.framesPerSecond).toBeCloseTo(1000, 0);
    meter.add(frames(86_400_000_000, 2000, 1000), 20);
    expect(meter.read()[0]?.framesPerSecond).toBeCloseTo(1000, 0);
  });

  it("go to nothing when the channel falls silent, the last frame stays", () => {
    const meter = new LiveMeter(() => RATES);
    meter.add(frames(0, 2000, 1000), 1000);
    expect(meter.settle(3000)).toBe(false);
    expect(meter.settle(4000)).toBe(true);
    expect(meter.read()).toEqual([
      { channel: 0, framesPerSecond: 0, load: 0, lastFrameAt: (T0_US + 1_999_000) / 1000 },
    ]);
    expect(meter.settle(5000)).toBe(false);
  });

  it("stand beside what error frames said of the controller; those of another make say nothing", () => {
    const meter = new LiveMeter(() => RATES);
    const errors = () => meter.read().map((one) => one.errors);
    const said = (...data: number[]) => {
      const batch = new FrameBatch();
      batch.push(T0_US, 0, 0, FLAG_ERROR, data.length, Uint8Array.from(data));
      meter.add(batch, 0);
    };
    meter.add(frames(0, 10, 1000), 0);
    expect(errors()).toEqual([undefined]);
    said(0xe3, 0x10, 0, 130, 4);
    expect(errors()).toEqual([{ state: "passive", rec: 130, tec: 4 }]);
    said(0, 4, 0, 0, 0, 0, 96, 0);
    expect(errors()).toEqual([{ state: "passive", rec: 130, tec: 4 }]);
    said(0xe4, 2, 0, 0, 255);
    expect(errors()).toEqual([{ state: "bus_off", rec: 0, tec: 255 }]);
  });

  it("are told per channel; a LIN bus has frames and no CAN load", () => {
    const meter = new LiveMeter(() => RATES);
    const both = frames(0, 2000, 1000, 1);
    const lin = frames(0, 200, 10_000, 33);
    for (let i = 0; i < lin.length; i++) both.pushFrame(lin.at(i));
    expect([...meter.add(both, 0)]).toEqual([1, 33]);
    const [can, other] = meter.read();
    expect(can?.load).toBeGreaterThan(0.2);
    expect(other).toMatchObject({ channel: 33, load: 0 });
    expect(other?.framesPerSecond).toBeCloseTo(100, 0);
  });
});

describe("statuses of a process", () => {
  const device = { bindingNumber: 1, deviceId: "d", tenantId: "t", thingsId: "thing", keyVersion: 1 };
  const batch = (count: number, receivedAtMs: number) => ({
    ...device,
    epoch: 1,
    sequence: 1,
    raw: undefined,
    receivedAtMs,
    frames: frames(receivedAtMs * 1000, count, 1000),
  });

  it("are told once per turn and only when something changed", () => {
    const statuses = new LiveStatuses(() => RATES);
    statuses.connected(device, 0);
    for (let i = 0; i < 10; i++) statuses.count(batch(100, i * 100));
    expect(statuses.takeChanged(1000).get("t")).toHaveLength(1);
    expect(statuses.takeChanged(1500).size).toBe(0);
    // Silent for three seconds: that is news, once.
    expect(statuses.takeChanged(4000).get("t")?.[0]).toMatchObject({ online: true, framesPerSecond: 0 });
    expect(statuses.takeChanged(4500).size).toBe(0);
  });

  it("say that a terminal went, then forget it; one that another process took is not told as gone", () => {
    const statuses = new LiveStatuses(() => RATES);
    statuses.connected(device, 0);
    statuses.count(batch(2000, 0));
    statuses.disconnected(device, 10);
    const [row] = statuses.takeChanged(20).get("t") ?? [];
    expect(row).toMatchObject({ deviceId: "thing", online: false, framesPerSecond: 0, at: 10 });
    expect(statuses.all("t")).toEqual([]);
    statuses.connected(device, 30);
    statuses.takeChanged(40);
    statuses.forget(device);
    expect(statuses.takeChanged(50).size).toBe(0);
  });

  it("tell what the terminal reports of its controllers, when it is news", () => {
    const statuses = new LiveStatuses(() => RATES);
    statuses.connected(device, 0);
    statuses.count(batch(100, 0));
    statuses.takeChanged(10);
    const report = (channels: Parameters<LiveStatuses["controllers"]>[1]) => {
      statuses.controllers(device, channels, 20);
      return statuses.takeChanged(30).get("t")?.[0]?.channels[0]?.errors;
    };
    expect(report([{ channel: 0, state: "warning", rec: 100, tec: 0 }])).toEqual({
      state: "warning",
      rec: 100,
      tec: 0,
    });
    expect(report([{ channel: 0, state: "warning", rec: 100, tec: 0 }])).toBeUndefined();
    // Counters alone tell the state; a channel that says nothing changes nothing.
    expect(report([{ channel: 0, rec: 0, tec: 128 }])).toEqual({ state: "passive", rec: 0, tec: 128 });
    expect(report([{ channel: 0, frames_per_second: 7 }])).toBeUndefined();
  });

  it("of a tenant are told to it alone", () => {
    const statuses = new LiveStatuses(() => RATES);
    statuses.connected(device, 0);
    statuses.connected({ ...device, bindingNumber: 2, tenantId: "u", thingsId: "other" }, 0);
    statuses.card(device, "recording", 5);
    expect(statuses.all("u").map(({ deviceId }) => deviceId)).toEqual(["other"]);
    expect(statuses.takeChanged(10).get("t")?.[0]).toMatchObject({ sdState: "recording", at: 5 });
  });
});
