import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { statisticsOf } from "../signals/samples/window-statistics.ts";
import { LocalSamples } from "./local-samples.ts";
import { followedOf } from "./use-followed.ts";

const { dbc } = parseDbc(`VERSION ""

BU_: ECU

BO_ 256 Engine: 8 ECU
 SG_ Page M : 0|8@1+ (1,0) [0|1] "" ECU
 SG_ Speed m0 : 8|16@1+ (0.1,0) [0|6553] "km/h" ECU
 SG_ Torque m1 : 8|16@1- (0.5,0) [-16384|16383] "Nm" ECU

BO_ 2364540158 EEC1: 8 ECU
 SG_ EngineSpeed : 24|16@1+ (0.125,0) [0|8031] "rpm" ECU

BO_ 2364539905 EEC1_other: 8 ECU
 SG_ OtherSpeed : 24|16@1+ (0.125,0) [0|8031] "rpm" ECU

BA_DEF_ "ProtocolType" STRING ;
BA_DEF_DEF_ "ProtocolType" "";
BA_ "ProtocolType" "J1939";
`);

const START = 1_700_000_000_000_000;
const STEP = 1000;
const COUNT = 20_000;
const whole = { fromUs: START, toUs: START + COUNT * STEP };

/** Two channels in turns, the pages of a multiplexed message in turns, the speed 10 but for one sample. */
function logWith(peakAt: number, peak: number): FrameBatch {
  const frames = new FrameBatch();
  for (let i = 0; i < COUNT; i += 1) {
    const raw = i === peakAt ? peak : 100;
    frames.push(
      START + i * STEP,
      i % 4 < 2 ? 0 : 1,
      256,
      0,
      8,
      Uint8Array.of(i % 2, raw & 255, raw >> 8, 0, 0, 0, 0, 0),
    );
  }
  return frames;
}

function infoOf(messageName: string, name: string, channel = 0, revision = 1) {
  const message = dbc.messages.find((one) => one.name === messageName);
  const signal = message?.signals.find((one) => one.name === name);
  if (!message || !signal) throw new Error(`no signal ${name}`);
  const shown = { key: `${channel} ${name}`, channel, name, unit: signal.unit, isState: false, stateNames: new Map() };
  return { ...shown, dbc, message, signal, dbcId: "one", dbcName: "one.dbc", revision, cycleUs: undefined };
}

function opened(frames: FrameBatch, ...infos: ReturnType<typeof infoOf>[]): LocalSamples {
  const samples = new LocalSamples(frames);
  // As it comes to a worker.
  samples.follow(structuredClone(followedOf(infos)));
  return samples;
}

function curveOf(samples: LocalSamples, key: string, span = whole, pixels = 300) {
  const curve = samples.curves({ span, pixels, keys: [key] }).get(key);
  if (!curve?.ok) throw new Error(`no curve of ${key}`);
  return { ...curve, values: [...curve.samples.values.subarray(0, curve.samples.length)] };
}

describe("signals of a log that is open in the browser", () => {
  it("show a peak of a single sample wherever it is, at any zoom", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: COUNT / 4 - 1 }),
        fc.integer({ min: 200, max: 65_535 }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.integer({ min: 20, max: 2600 }),
        (place, peak, before, after, pixels) => {
          const at = place * 4;
          const atUs = START + at * STEP;
          const samples = opened(logWith(at, peak), infoOf("Engine", "Speed"));
          const span = {
            fromUs: atUs - before * (atUs - whole.fromUs),
            toUs: atUs + 1 + after * (whole.toUs - atUs),
          };
          const { values, samples: drawn } = curveOf(samples, "0 Speed", span, pixels);
          const highest = values.indexOf(Math.max(...values));
          expect(values[highest]).toBeCloseTo(peak / 10, 9);
          expect(drawn.times[highest]).toBe(atUs);
        },
      ),
      { numRuns: 40 },
    );
  });

  it("hold the samples of their own page and channel, and count every one", () => {
    const samples = opened(logWith(1001, 60_000), infoOf("Engine", "Speed"), infoOf("Engine", "Torque"));
    const speed = curveOf(samples, "0 Speed", whole, COUNT);
    expect(speed).toMatchObject({ count: COUNT / 4, revision: 1 });
    expect(speed.samples).toMatchObject({ pixelUs: null, cycleUs: 4 * STEP });
    expect(new Set(speed.values)).toEqual(new Set([10]));
    const torque = curveOf(samples, "0 Torque");
    expect(torque.samples.pixelUs).not.toBeNull();
    expect(Math.min(...torque.values)).toBe((60_000 - 65_536) / 2);
    const asked = [{ key: "0 Torque", gapUs: undefined }];
    const every = curveOf(samples, "0 Torque", whole, COUNT).samples;
    expect(samples.count(whole, asked).get("0 Torque")).toEqual({
      statistics: statisticsOf(every, whole),
      states: [],
      exact: true,
      state: "here",
    });
  });

  it("are in the order of time in a file that is not, without what is no value", () => {
    const frames = new FrameBatch();
    const push = (atMs: number, page: number, raw: number, flags = 0) =>
      frames.push(START + atMs * 1000, 0, 256, flags, 8, Uint8Array.of(page, raw, 0, 0, 0, 0, 0, 0));
    push(30, 0, 3);
    push(10, 0, 1);
    push(15, 0, 9, FLAG_REMOTE);
    push(20, 0, 2);
    push(20, 1, 7);
    push(40, 0, 4);
    const { samples, values } = curveOf(opened(frames, infoOf("Engine", "Speed")), "0 Speed");
    expect([...samples.times].map((at) => (at - START) / 1000)).toEqual([10, 20, 30, 40]);
    expect(values.map((value) => Math.round(value * 10))).toEqual([1, 2, 3, 4]);
  });

  it("of one J1939 message are not those of another with its group", () => {
    const frames = new FrameBatch();
    const push = (i: number, id: number, raw: number) =>
      frames.push(START + i * STEP, 0, id, FLAG_EXTENDED, 8, Uint8Array.of(0, 0, 0, raw, 0, 0, 0, 0));
    push(0, 0x0cf004fe, 24);
    push(1, 0x0cf00401, 16);
    // An identifier without a message of its own: the group decides, and of two messages with one group the last
    // counts.
    push(2, 0x0cf00405, 8);
    const one = opened(frames, infoOf("EEC1", "EngineSpeed"));
    expect(curveOf(one, "0 EngineSpeed").values).toEqual([3]);
    const other = opened(frames, infoOf("EEC1_other", "OtherSpeed"));
    expect(curveOf(other, "0 OtherSpeed").values).toEqual([2, 1]);
  });

  it("are decoded anew by another revision, and forgotten when nobody draws them", () => {
    const samples = opened(logWith(0, 100), infoOf("Engine", "Speed"));
    expect(curveOf(samples, "0 Speed").values[0]).toBe(10);
    const newer = infoOf("Engine", "Speed", 0, 2);
    const message = {
      ...newer.message,
      signals: newer.message.signals.map((one) => (one.name === "Speed" ? { ...one, factor: 1 } : one)),
    };
    const changed = { ...dbc, messages: dbc.messages.map((one) => (one === newer.message ? message : one)) };
    samples.follow(followedOf([{ ...newer, dbc: changed, message }]));
    expect(curveOf(samples, "0 Speed")).toMatchObject({ revision: 2 });
    expect(curveOf(samples, "0 Speed").values[0]).toBe(100);
    samples.follow([]);
    expect(samples.curves({ span: whole, pixels: 300, keys: ["0 Speed"] }).size).toBe(0);
  });
});
