import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { DbcDecoder } from "../dbc/decode/decode.ts";
import { parseDbc } from "../dbc/parse/parse.ts";
import { writeDbc } from "../dbc/write/write.ts";
import { readSignalFile } from "../signal-file/read.ts";
import { parseLdf } from "./parse.ts";

const bytes = new Uint8Array(readFileSync(new URL("./fixtures/own_door.ldf", import.meta.url)));
const door = readSignalFile(bytes);
const decoder = new DbcDecoder(door.dbc);

const decoded = (id: number, ...data: number[]) => {
  const frame = decoder.decode({
    timeUs: 0,
    channel: 32,
    id,
    flags: 0,
    size: data.length,
    data: Uint8Array.from(data),
  });
  return frame?.signals.map(({ signal, value, text }) => [signal.name, text ?? value]);
};

describe("an LDF [DBC-11]", () => {
  it("decodes stored LIN frames by their plain identifier, with scales and states", () => {
    expect(door.format).toBe("ldf");
    // 500 in ten bits from bit 3 on, state 2 in bits 0 and 1.
    const low = (500 << 3) | 2;
    expect(decoded(0x21, low & 255, low >> 8, 130, 7)).toEqual([
      ["WindowPosition", 50],
      ["WindowState", "down"],
      ["MotorTemperature", 25],
      ["Battery", 7],
    ]);
    expect(decoded(0x21, 0, 0, 255, 0)?.[2]).toEqual(["MotorTemperature", "invalid"]);
  });

  it("tells a byte array byte by byte", () => {
    expect(decoded(34, 9, 8, 7, 6)).toEqual([9, 8, 7, 6].map((value, i) => [`SerialNumber_${i}`, value]));
  });

  it("knows by its first byte which frame an event is", () => {
    expect(decoded(0x30, 0xa3, 5)).toEqual([
      ["ButtonEvent_frame", "DriverEvent"],
      ["DriverButton", 5],
    ]);
    expect(decoded(0x30, 0x64, 6)?.[1]).toEqual(["PassengerButton", 6]);
  });

  it("names what it holds beyond signals with its line, and keeps nodes, limits and start values", () => {
    expect(door.problems.map(({ code, line, subject }) => [code, line, subject])).toEqual([
      ["notTaken", 55, "Node_attributes"],
      ["notTaken", 63, "Schedule_tables"],
      ["notTaken", 88, "bcd_value"],
      ["severalScales", 96, "Battery"],
    ]);
    expect(door.problems.every(({ severity }) => severity === "warning")).toBe(true);
    const [status] = door.dbc.messages;
    expect(status).toMatchObject({ length: 4, transmitter: "DriverDoor" });
    expect(status?.signals[2]).toMatchObject({
      minimum: -40,
      maximum: 85,
      unit: "degC",
      receivers: ["BodyController"],
    });
    expect(status?.signals[0]?.attributes).toEqual([{ name: "GenSigStartValue", value: 1023 }]);
    expect(door.dbc.nodes.map(({ name }) => name)).toEqual(["BodyController", "DriverDoor", "PassengerDoor"]);
  });

  it("can be written as a DBC that says the same", () => {
    expect(parseDbc(writeDbc(door.dbc)).dbc).toEqual(door.dbc);
  });

  const file = (rest: string) => `LIN_description_file;\nSignals {\n  A: 16, 0, M, S;\n  B: 4, 0, M, S;\n}\n${rest}`;
  it.each([
    ["Frames { F: 1, M, 2 { A, 0; Nope, 8; } }", "unknownSignal", 6, 29, "Nope"],
    ["Frames {\n F: x, M, 2 { A, 0; } }", "numberExpected", 7, 5, "x"],
    ["Frames {\n F: 64, M, 2 { A, 0; } }", "idOutOfRange", 7, 5, "64"],
    ["Frames { F: 1, M, 2 { A, 0; } }\nFancy { a; }", "unknownSection", 7, 7, "Fancy"],
    ["/* no end", "unterminatedComment", 6, 1, ""],
    ["LIN_sig_byte_order_big_endian;\nFrames { F: 1, M, 2 { A, 4; } }", "byteOrderUnclear", 7, 23, "A"],
  ])("%j has its error at its place", (rest, code, line, column, subject) => {
    const errors = parseLdf(file(rest)).problems.filter(({ severity }) => severity === "error");
    expect(errors).toContainEqual({ code, severity: "error", line, column, subject });
  });

  it("takes no longer for being one line", { timeout: 30_000 }, () => {
    // A square would take minutes here; the time limit is the check.
    const signals = Array.from({ length: 120_000 }, (_, i) => `S${i}: 8, 0, M, N;`).join("");
    const text = `LIN_description_file; Signals { ${signals} } Frames { F: x, M, 1 { S0, 0; } }`;
    const place = { line: 1, column: text.indexOf("F: x") + 4 };
    expect(parseLdf(text).problems).toContainEqual(expect.objectContaining({ code: "numberExpected", ...place }));
  });

  it("takes a protected identifier as the plain one, and the length of LIN 1.3 from it", () => {
    const { dbc, problems } = parseLdf(file("Frames { F: 0xE2, M { A, 0; B, 16; } }"));
    expect(problems).toEqual([]);
    expect(dbc.messages[0]).toMatchObject({ id: 34, length: 4 });
  });

  it("reads whole bytes in the order of a big endian file", () => {
    const { dbc } = parseLdf(file("LIN_sig_byte_order_big_endian;\nFrames { F: 1, M, 4 { A, 8; B, 2; } }"));
    const frame = { timeUs: 0, channel: 32, id: 1, flags: 0, size: 4, data: Uint8Array.of(0b10_1000, 1, 2, 0) };
    expect(new DbcDecoder(dbc).decode(frame)?.signals.map(({ raw }) => raw)).toEqual([0x102, 10]);
  });
});
