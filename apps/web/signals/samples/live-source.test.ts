import { readDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { expect, it } from "vitest";
import type { SignalInfo } from "../choose/signal-info.ts";
import { LiveSource } from "./live-source.ts";

const TEXT = `VERSION ""
BU_: A
BO_ 256 Sensor: 4 A
 SG_ Level : 0|32@1- (1,0) [0|0] "V" A
SIG_VALTYPE_ 256 Level : 1;
`;

it("a float that is no number is no sample, as in stored curves [DBC-05]", () => {
  const { dbc } = readDbc(new TextEncoder().encode(TEXT));
  const [message] = dbc.messages;
  const [signal] = message?.signals ?? [];
  if (!message || !signal) throw new Error("the DBC has no signal");
  const info: SignalInfo = {
    key: "Level",
    channel: 0,
    name: "Level",
    unit: "V",
    message,
    signal,
    dbc,
    dbcId: "dbc",
    dbcName: "sensor",
    revision: 1,
    isState: false,
    stateNames: new Map(),
    cycleUs: undefined,
  };
  const source = new LiveSource();
  source.follow([info]);
  const batch = new FrameBatch();
  for (const [i, value] of [-1.5, Number.NaN, Number.NEGATIVE_INFINITY, 2.25].entries()) {
    const data = new Uint8Array(4);
    new DataView(data.buffer).setFloat32(0, value, true);
    batch.push(1000 + i, 0, 256, 0, 4, data);
  }
  source.add(batch);
  const { times, values, length } = source.read("Level");
  expect([[...times].slice(0, length), [...values].slice(0, length)]).toEqual([
    [1000, 1003],
    [-1.5, 2.25],
  ]);
});
