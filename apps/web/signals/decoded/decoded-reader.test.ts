import { parseDbc } from "@canopy/can/dbc/parse/parse";
import type { DecodedColumn, DecodedRow } from "@canopy/contract/signals/decoded";
import { describe, expect, it } from "vitest";
import { frameOfDecoded, splitSignals, titleOf } from "./decoded-reader.ts";

const found: DecodedColumn = { state: "found", message: "Engine", unit: "rpm", revision: 1, places: 2 };
const gone: DecodedColumn = { state: "failed", code: "signals.signalGone", message: "gone" };
const row: DecodedRow = {
  key: "1700000000000001.3",
  time: "1700000000000001",
  channel: 1,
  id: 0x100,
  extended: false,
  type: "classic",
  direction: "received",
  brs: false,
  esi: false,
  length: 2,
  data: "0A0B",
  cells: [
    { value: 1234.5, text: null, held: false },
    null,
    { value: 1, text: "Drive", held: true },
    { value: "9007199254740993", text: null, held: false },
  ],
};

describe("rows of decoded values", () => {
  it("are frames of the one table, with a text for each chosen signal [DBC-07]", () => {
    const frame = frameOfDecoded(row, [found, gone, found, found]);
    expect(frame).toMatchObject({ key: row.key, timeUs: 1700000000000001, channel: 1, id: 0x100, size: 2 });
    expect([...frame.bytes]).toEqual([0x0a, 0x0b]);
    expect(frame.cells).toEqual([
      { text: "1,234.50", held: false },
      null,
      { text: "Drive", held: true },
      { text: "9007199254740993", held: false },
    ]);
  });

  it("are missing for messages sent in several frames, which are named [UDS-06] [DBC-07]", () => {
    const { dbc } = parseDbc(`VERSION ""
BU_: E
BO_ 2566841342 EC1: 39 E
 SG_ SpeedPoint : 160|16@1+ (1,0) [0|0] "" E
BO_ 2566844926 CCVS: 8 E
 SG_ Wheel : 8|16@1+ (1,0) [0|0] "" E
BO_ 256 Wide: 64 E
 SG_ Level : 8|16@1+ (1,0) [0|0] "" E
`);
    const infos = dbc.messages.flatMap((message) => message.signals.map(({ name }) => ({ name, message })));
    expect([infos.length, splitSignals(infos)]).toEqual([3, ["SpeedPoint"]]);
  });

  it("have the unit in the title of the column, where the signal is known [DBC-07]", () => {
    const signal = { channel: 0, dbc_id: "a", message_id: 1, is_extended: false, signal: "Speed" };
    expect(titleOf(signal, found)).toBe("Speed (rpm)");
    expect(titleOf(signal, gone)).toBe("Speed");
    expect(titleOf(signal, undefined)).toBe("Speed");
  });
});
