import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { expect, it } from "vitest";
import { sourceOfSignal, sourceOfText, textOfSource } from "./gate-source-text.ts";

it("sources of gates are written and read as text [UDS-04]", () => {
  for (const text of ["", "terminal", "0:101:0:16:0.01:0:1", "2:18FEF100x:7m:12s:1:-40:1,2"]) {
    expect(textOfSource(sourceOfText(text) ?? null)).toBe(text);
  }
  expect(sourceOfText("0:0x101:54:1")).toMatchObject({ id: 0x101, start_bit: 54, values: [1] });
  for (const wrong of ["x", "0:101", "0:ZZZ:0:1", "0:101:0:99"]) expect(sourceOfText(wrong)).toBeUndefined();
});

it("a signal of a DBC becomes the source of a gate, with its name [UDS-04]", () => {
  const { dbc } = parseDbc(
    'VERSION ""\nBU_: V\nBO_ 2566844672 Brake: 8 V\n SG_ Applied : 7|2@0+ (1,0) [0|3] "" V\n SG_ Pressure : 8|16@1- (0.1,-5) [0|0] "bar" V\n',
  );
  const [message] = dbc.messages;
  const [applied, pressure] = message?.signals ?? [];
  if (!message || !applied || !pressure) throw new Error("the DBC was not understood");
  const picked = sourceOfSignal({ message, signal: applied, channel: 1, values: [1, 2] });
  expect(picked).toEqual({ text: "1:18FEF100x:7m:2:1:0:1,2", name: "Brake.Applied" });
  expect(sourceOfText(sourceOfSignal({ message, signal: pressure, channel: 0, values: [1] }).text)).toMatchObject({
    start_bit: 8,
    length: 16,
    byte_order: "intel",
    signed: true,
    factor: 0.1,
    offset: -5,
  });
});
