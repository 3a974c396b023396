import { deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it } from "vitest";
import { MemoryOutput } from "../memory-output.ts";
import { collect } from "../testing/collect.ts";
import { readMdf4Signals } from "../testing/read-mdf4-signals.ts";
import { Mdf4SignalWriter } from "./signal-writer.ts";
import { type SignalSamples, writeMdf4Signals } from "./write-signals.ts";

const START_US = 1_700_000_000_000_000;
const inflate = (data: Uint8Array, size: number) => inflateSync(data, { maxOutputLength: size });
const NO_STATES = new Map<number, string>();

it("every signal is a group with its own times, unit and names of states", () => {
  const signal = (name: string, unit: string, points: [number, number][], states: [number, string][] = []) =>
    ({
      name,
      unit,
      times: Float64Array.from(points, ([time]) => START_US + time),
      values: Float64Array.from(points, ([, value]) => value),
      states: new Map(states),
    }) satisfies SignalSamples;
  const speed: [number, number][] = [
    [0, 1.5],
    [10_000, -2],
    [20_000, 3e9],
  ];
  const gears: [number, string][] = [
    [0, "Park"],
    [1, "Drive"],
  ];
  const signals = [signal("速度", "km/h", speed), signal("Gear", "", [[5000, 1]], gears), signal("None", "V", [])];
  const groups = readMdf4Signals(writeMdf4Signals(signals));
  const told = new TextDecoder().decode(writeMdf4Signals(signals, "lowest and highest values"));
  expect(told).toContain("<TX>lowest and highest values</TX>");
  expect(groups).toEqual([
    {
      name: "速度",
      bus: "",
      timesUs: speed.map(([at]) => START_US + at),
      channels: [{ name: "速度", unit: "km/h", states: [], values: [1.5, -2, 3e9] }],
    },
    {
      name: "Gear",
      bus: "",
      timesUs: [START_US + 5000],
      channels: [{ name: "Gear", unit: "", states: gears, values: [1] }],
    },
    { name: "None", bus: "", timesUs: [], channels: [{ name: "None", unit: "V", states: [], values: [] }] },
  ]);
});

describe.each([undefined, deflateSync])("groups of several signals, packed by %o", (deflate) => {
  it("begin when they turn up and say which values are not there", () => {
    const output = new MemoryOutput();
    const writer = new Mdf4SignalWriter(output, START_US, deflate);
    const channels = Array.from({ length: 10 }, (_, i) => ({ name: `S${i}`, unit: "V", states: NO_STATES }));
    const wide = writer.group({ name: "Wide", bus: "CAN1", channels });
    const rows = 20_000;
    const late = { number: -1, from: 9000 };
    for (let i = 0; i < rows; i += 1) {
      const values = channels.map((_, k) => ((i + k) % 7 === 0 ? Number.NaN : i + k / 16));
      writer.add(wide, START_US + i * 100, values);
      if (i === late.from) late.number = writer.group({ name: "Late", bus: "CAN2", channels: channels.slice(0, 1) });
      if (i >= late.from) writer.add(late.number, START_US + i * 100 + 1, [i]);
    }
    writer.end();
    const file = output.bytes();
    const [first, second] = readMdf4Signals(file, { inflate });
    expect(first).toMatchObject({ name: "Wide", bus: "CAN1" });
    expect(first?.timesUs).toEqual(Array.from({ length: rows }, (_, i) => START_US + i * 100));
    expect(first?.channels.map(({ values }) => values)).toEqual(
      channels.map((_, k) => Array.from({ length: rows }, (_, i) => ((i + k) % 7 === 0 ? null : i + k / 16))),
    );
    expect(second?.channels[0]?.values).toEqual(Array.from({ length: rows - late.from }, (_, i) => i + late.from));
    // A log of signals is a log without frames, not a broken one.
    const log = collect("mdf4", file, { inflate });
    expect([log.frames, log.problems]).toEqual([[], []]);
  });
});

it("a thousand groups are held in the memory of a few, and nothing is lost", { timeout: 60_000 }, () => {
  let waiting = 0;
  let most = 0;
  const output = new MemoryOutput();
  const counted = {
    append(bytes: Uint8Array) {
      waiting = 0;
      output.append(bytes);
    },
    patch: (at: number, bytes: Uint8Array) => output.patch(at, bytes),
  };
  const writer = new Mdf4SignalWriter(counted, START_US);
  const channels = Array.from({ length: 20 }, (_, i) => ({ name: `S${i}`, unit: "", states: NO_STATES }));
  const groups = Array.from({ length: 1000 }, (_, i) => writer.group({ name: `M${i}`, bus: "CAN1", channels }));
  const values = new Float64Array(20);
  for (let i = 0; i < 60; i += 1) {
    for (const group of groups) {
      writer.add(group, START_US + i, values.fill(i));
      waiting += 171;
      most = Math.max(most, waiting);
    }
  }
  writer.end();
  expect(most).toBeLessThan(9 * 1024 * 1024);
  const read = readMdf4Signals(output.bytes());
  expect(read.map(({ timesUs }) => timesUs.length)).toEqual(groups.map(() => 60));
  expect(read.at(-1)?.channels[19]?.values).toEqual(Array.from({ length: 60 }, (_, i) => i));
});
