import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { MemoryOutput } from "@canopy/can/logs/memory-output";
import { expect, it } from "vitest";
import { DecodedCsvWriter } from "./decoded-csv.ts";

const DBC = `VERSION ""

BU_: ECU

BO_ 256 Engine: 8 ECU
 SG_ Speed : 0|16@1+ (0.1,0) [0|0] "km/h" ECU
`;

it("decoded CSV has no noise behind its numbers [DAT-03]", () => {
  const output = new MemoryOutput();
  const writer = new DecodedCsvWriter(output, [{ dbc: parseDbc(DBC).dbc, channels: [] }]);
  const batch = new FrameBatch();
  for (const raw of [6, 3, 17, 10]) batch.push(raw * 1000, 0, 256, 0, 8, Uint8Array.of(raw, 0, 0, 0, 0, 0, 0, 0));
  writer.write(batch);
  writer.end();
  const lines = new TextDecoder().decode(output.bytes()).trimEnd().split("\n").slice(1);
  expect(lines.map((line) => line.split(",")[5])).toEqual(["0.6", "0.3", "1.7", "1"]);
});
