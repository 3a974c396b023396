import type { DecodedColumn, DecodedRow } from "@canopy/contract/signals/decoded";
import { describe, expect, it } from "vitest";
import { frameOfDecoded, titleOf } from "./decoded-reader.ts";

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

  it("have the unit in the title of the column, where the signal is known [DBC-07]", () => {
    const signal = { channel: 0, dbc_id: "a", message_id: 1, is_extended: false, signal: "Speed" };
    expect(titleOf(signal, found)).toBe("Speed (rpm)");
    expect(titleOf(signal, gone)).toBe("Speed");
    expect(titleOf(signal, undefined)).toBe("Speed");
  });
});
