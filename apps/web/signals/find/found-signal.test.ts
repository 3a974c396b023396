import { DbcDecoder } from "@canopy/can/dbc/decode/decode";
import { EMPTY_DBC } from "@canopy/can/dbc/model";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { writeDbc } from "@canopy/can/dbc/write/write";
import { describe, expect, it } from "vitest";
import { freeName, overlapsOf, withFound } from "./found-signal.ts";

const PLACE = {
  channel: 1,
  id: 0x2a0,
  is_extended: false,
  size: 8,
  start_bit: 12,
  length: 9,
  byte_order: "motorola",
  is_signed: false,
} as const;
const NAMES = { message: "Wheel", name: "Speed", unit: "km/h", factor: 0.25, offset: -1 };

describe("a found field as a signal of a DBC [DBC-10]", () => {
  it("brings its message into an empty file, and the written file decodes it", () => {
    const made = withFound(EMPTY_DBC, PLACE, NAMES);
    if (!made.ok) throw new Error(made.problem.code);
    const data = Uint8Array.of(0, 0x10, 0x80, 0, 0, 0, 0, 0);
    const decoder = new DbcDecoder(parseDbc(writeDbc(made.value)).dbc);
    const decoded = decoder.decode({ timeUs: 0, channel: 0, id: 0x2a0, flags: 0, size: 8, data });
    expect(decoded?.message.name).toBe("Wheel");
    expect(decoded?.signals.map(({ signal, value }) => [signal.name, signal.unit, value])).toEqual([
      ["Speed", "km/h", (0b1_0000_1000 & 511) * 0.25 - 1],
    ]);
  });

  it("goes into the message that is there, lengthens one that is too short and keeps its signals", () => {
    const { dbc } = parseDbc('VERSION ""\nBU_: E\nBO_ 672 Known: 2 E\n SG_ Old : 8|8@1+ (1,0) [0|1] "" E\n');
    expect(overlapsOf(dbc, PLACE)).toEqual(["Old"]);
    expect(overlapsOf(dbc, { ...PLACE, start_bit: 24, length: 4, byte_order: "intel" })).toEqual([]);
    const made = withFound(dbc, PLACE, NAMES);
    if (!made.ok) throw new Error(made.problem.code);
    const [message] = made.value.messages;
    expect([message?.name, message?.length, message?.signals.map(({ name }) => name)]).toEqual([
      "Known",
      8,
      ["Old", "Speed"],
    ]);
    expect(withFound(made.value, PLACE, NAMES)).toMatchObject({ ok: false, problem: { code: "nameTaken" } });
    expect(freeName(dbc, "Known")).toBe("Known_2");
  });
});
