import { readDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { describe, expect, it } from "vitest";
import type { SignalInfo } from "../choose/signal-info.ts";
import { LiveSource } from "./live-source.ts";

const FLOAT = `VERSION ""
BU_: A
BO_ 256 Sensor: 4 A
 SG_ Level : 0|32@1- (1,0) [0|0] "V" A
SIG_VALTYPE_ 256 Level : 1;
`;

/** Two senders of one J1939 group, each with a message of its own. */
const [ENGINE, GEARBOX, STRANGER] = [0x0cf00400, 0x0cf0040f, 0x0cf00421];
const extended = (id: number) => id + 2 ** 31;
const SENDERS = `VERSION ""
BU_: A
BO_ ${extended(ENGINE)} Engine: 8 A
 SG_ Level : 0|8@1+ (1,0) [0|0] "" A
BO_ ${extended(GEARBOX)} Gearbox: 8 A
 SG_ Level : 0|8@1+ (1,0) [0|0] "" A
BA_DEF_ "ProtocolType" STRING;
BA_DEF_DEF_ "ProtocolType" "";
BA_ "ProtocolType" "J1939";
`;

/** The first signal of each message, by the name of the message. */
function infosOf(text: string): SignalInfo[] {
  const { dbc } = readDbc(new TextEncoder().encode(text));
  const ofDbc = { dbc, dbcId: "dbc", dbcName: "sensor", revision: 1 };
  const shown = { unit: "", isState: false, stateNames: new Map<number, string>(), cycleUs: undefined };
  return dbc.messages.flatMap((message) => {
    const [signal] = message.signals;
    return signal ? [{ ...ofDbc, ...shown, key: message.name, channel: 0, name: signal.name, message, signal }] : [];
  });
}

const samplesOf = (source: LiveSource, key: string) => {
  const { times, values, length } = source.read(key);
  return [[...times].slice(0, length), [...values].slice(0, length)];
};

it("a float that is no number is no sample, as in stored curves [DBC-05]", () => {
  const source = new LiveSource();
  source.follow(infosOf(FLOAT));
  const batch = new FrameBatch();
  for (const [i, value] of [-1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2.25].entries()) {
    const data = new Uint8Array(4);
    new DataView(data.buffer).setFloat32(0, value, true);
    batch.push(1000 + i, 0, 256, 0, 4, data);
  }
  source.add(batch);
  expect(samplesOf(source, "Sensor")).toEqual([
    [1000, 1003],
    [-1.5, 2.25],
  ]);
});

it("an identifier that the DBC names itself belongs to its own message, other senders to the group, as in stored curves [DBC-04] [DBC-05]", () => {
  const infos = infosOf(SENDERS);
  const batch = new FrameBatch();
  for (const [i, id] of [ENGINE, GEARBOX, STRANGER].entries())
    batch.push(1000 + i, 0, id, FLAG_EXTENDED, 8, new Uint8Array(8).fill(i + 1));
  const levels = (wanted: readonly SignalInfo[], key: string) => {
    const source = new LiveSource();
    source.follow(wanted);
    source.add(batch);
    return samplesOf(source, key)[1];
  };
  const engine = infos.filter(({ key }) => key === "Engine");
  expect([levels(engine, "Engine"), levels(infos, "Engine"), levels(infos, "Gearbox")]).toEqual([[1], [1], [2, 3]]);
});

describe("a time before the newest sample", () => {
  const SECOND = 1_000_000;
  const sensorAt = (...seconds: readonly number[]): FrameBatch => {
    const batch = new FrameBatch();
    for (const at of seconds) batch.push(at * SECOND, 0, 256, 0, 4, new Uint8Array(4));
    return batch;
  };
  const secondsOf = (source: LiveSource) => samplesOf(source, "Sensor")[0]?.map((atUs) => atUs / SECOND);
  const following = (keptSamples: number) => {
    const source = new LiveSource(keptSamples);
    source.follow(infosOf(FLOAT));
    return source;
  };

  it("that stays says that the terminal's clock was set back: the curve goes on there [DBC-05]", () => {
    const source = following(4);
    source.add(sensorAt(30, 101, 102, 103, 104), 0);
    for (let i = 0; i <= 3; i++) source.add(sensorAt(40 + i), i * SECOND);
    expect([secondsOf(source), source.newestUs]).toEqual([[42, 43], 43 * SECOND]);
  });

  it("that comes among new ones is that of a late batch, which takes nothing away [DBC-05]", () => {
    const source = following(10);
    for (let i = 0; i <= 3; i++) {
      source.add(sensorAt(40 + i), i * SECOND);
      source.add(sensorAt(100 + i), i * SECOND);
    }
    source.add(sensorAt(50, 51));
    expect([secondsOf(source), source.newestUs]).toEqual([[40, 41, 42, 43, 50, 51, 100, 101, 102, 103], 103 * SECOND]);
  });
});
