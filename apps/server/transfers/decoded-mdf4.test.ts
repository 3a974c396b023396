import { deflateSync, inflateSync } from "node:zlib";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import { MemoryOutput } from "@canopy/can/logs/memory-output";
import { readMdf4Signals } from "@canopy/can/logs/testing/read-mdf4-signals";
import { expect, it } from "vitest";
import { DecodedMdf4Writer } from "./decoded-mdf4.ts";
import { FirstDecoder } from "./first-decoder.ts";

const DRIVE = `VERSION ""

BU_: ECU

BO_ 256 Gearbox: 4 ECU
 SG_ Gear : 0|4@1+ (1,0) [0|0] "" ECU
 SG_ Page M : 8|8@1+ (1,0) [0|0] "" ECU
 SG_ Temperature m0 : 16|8@1- (0.5,-40) [0|0] "°C" ECU
 SG_ Pressure m1 : 16|16@1+ (1,0) [0|0] "bar" ECU

BO_ 257 Fuel: 1 ECU
 SG_ Level : 0|8@1+ (0.4,0) [0|0] "%" ECU

VAL_ 256 Gear 0 "Park" 3 "Drive" ;
VAL_ 257 Level 254 "error" 255 "absent" ;
`;
const TRUCK = `VERSION ""

BU_: ECU

BO_ 256 Shadowed: 8 ECU
 SG_ Never : 0|8@1+ (1,0) [0|0] "" ECU

BO_ 2364540158 EEC1: 8 ECU
 SG_ EngineSpeed : 24|16@1+ (0.125,0) [0|0] "rpm" ECU

BA_DEF_ "ProtocolType" STRING ;
BA_DEF_DEF_ "ProtocolType" "" ;
BA_ "ProtocolType" "J1939";
`;
const START_US = 1_700_000_000_000_000;
const inflate = (data: Uint8Array, size: number) => inflateSync(data, { maxOutputLength: size });

it("decoded MDF4 has a group for each message of each bus, with units, states and gaps [DAT-03]", () => {
  const dbcs = [DRIVE, TRUCK].map((text) => ({ dbc: parseDbc(text).dbc, channels: [] }));
  const output = new MemoryOutput();
  const writer = new DecodedMdf4Writer(output, new FirstDecoder(dbcs), (data) => deflateSync(data));
  const batch = new FrameBatch();
  const push = (channel: number, id: number, flags: number, bytes: number[]) =>
    batch.push(START_US + batch.length * 1000, channel, id, flags, bytes.length, Uint8Array.from(bytes));
  push(0, 0x700, 0, [1]);
  push(0, 0x100, 0, [3, 0, 0xff, 0]);
  push(0, 0x100, 0, [0, 1, 0x34, 0x12]);
  push(1, 0x100, 0, [7, 9]);
  push(0, 0x100, FLAG_REMOTE, []);
  push(0, 0x101, 0, [254]);
  push(0, 0xcf00400, FLAG_EXTENDED, [0, 0, 0, 0x40, 0x1f, 0, 0, 0]);
  push(0, 0xcf00417, FLAG_EXTENDED, [0, 0, 0, 0x80, 0x3e, 0, 0, 0]);
  writer.write(batch);
  writer.end();
  expect(writer.skipped).toBe(1);
  const at = (...frames: number[]) => frames.map((i) => START_US + i * 1000);
  const states = [
    [0, "Park"],
    [3, "Drive"],
  ];
  expect(readMdf4Signals(output.bytes(), { inflate })).toEqual([
    {
      name: "Gearbox",
      bus: "CAN1",
      timesUs: at(1, 2),
      channels: [
        { name: "Gear", unit: "", states, values: [3, 0] },
        { name: "Page", unit: "", states: [], values: [0, 1] },
        { name: "Temperature", unit: "°C", states: [], values: [-40.5, null] },
        { name: "Pressure", unit: "bar", states: [], values: [null, 0x1234] },
      ],
    },
    {
      name: "Gearbox",
      bus: "CAN2",
      timesUs: at(3),
      channels: [
        { name: "Gear", unit: "", states, values: [7] },
        { name: "Page", unit: "", states: [], values: [9] },
        { name: "Temperature", unit: "°C", states: [], values: [null] },
        { name: "Pressure", unit: "bar", states: [], values: [null] },
      ],
    },
    // A level is a level, though two of its values have names.
    {
      name: "Fuel",
      bus: "CAN1",
      timesUs: at(5),
      channels: [{ name: "Level", unit: "%", states: [], values: [254 * 0.4] }],
    },
    // Two engines send this one: the identifier says which.
    {
      name: "EEC1",
      bus: "CAN1",
      timesUs: at(6, 7),
      channels: [
        { name: "ID", unit: "", states: [], values: [0xcf00400, 0xcf00417] },
        { name: "EngineSpeed", unit: "rpm", states: [], values: [1000, 2000] },
      ],
    },
  ]);
});

it("decoded MDF4 of nothing is a file without groups [DAT-03]", () => {
  const output = new MemoryOutput();
  new DecodedMdf4Writer(output, new FirstDecoder([]), (data) => deflateSync(data)).end();
  expect(readMdf4Signals(output.bytes())).toEqual([]);
});
