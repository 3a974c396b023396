import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_EXTENDED } from "@canopy/can/frame/frame";
import { MemoryOutput } from "@canopy/can/logs/memory-output";
import { describe, expect, it } from "vitest";
import { DecodedCsvWriter } from "./decoded-csv.ts";
import { FirstDecoder } from "./first-decoder.ts";

const DBC = `VERSION ""

BU_: ECU

BO_ 256 Engine: 8 ECU
 SG_ Speed : 0|16@1+ (0.1,0) [0|0] "km/h" ECU
`;

/** Engine configuration 1: group FEE3, 39 bytes, a value in byte 20 that only the third packet has. */
const EC1_ID = 0x18fee3fe;
const LONG = `VERSION ""

BU_: ECU

BO_ ${EC1_ID + 0x80000000} EC1: 39 ECU
 SG_ SpeedPoint : 160|16@1+ (0.125,0) [0|8031] "rpm" ECU
`;
const J1939 = `
BA_DEF_ "ProtocolType" STRING;
BA_DEF_DEF_ "ProtocolType" "";
BA_ "ProtocolType" "J1939";
`;

/** The lines of batches that are written one after the other, each into a file of its own. */
function linesOf(dbc: string, batches: readonly FrameBatch[]): string[] {
  const decoder = new FirstDecoder([{ dbc: parseDbc(dbc).dbc, channels: [] }]);
  return batches.flatMap((batch) => {
    const output = new MemoryOutput();
    const writer = new DecodedCsvWriter(output, decoder);
    writer.write(batch);
    writer.end();
    return new TextDecoder().decode(output.bytes()).trimEnd().split("\n").slice(1);
  });
}

it("decoded CSV has no noise behind its numbers [DAT-03]", () => {
  const batch = new FrameBatch();
  for (const raw of [6, 3, 17, 10]) batch.push(raw * 1000, 0, 256, 0, 8, Uint8Array.of(raw, 0, 0, 0, 0, 0, 0, 0));
  const lines = linesOf(DBC, [batch]);
  expect(lines.map((line) => line.split(",")[5])).toEqual(["0.6", "0.3", "1.7", "1"]);
});

describe("a J1939 message of several frames", () => {
  /** An announcement and six packets, 50 ms apart, in two batches. */
  const broadcast = (source: number, rpm: number): FrameBatch[] => {
    const payload = new Uint8Array(42).fill(0xff);
    new DataView(payload.buffer).setUint16(20, rpm * 8, true);
    const batches = [new FrameBatch(), new FrameBatch()];
    const push = (i: number, id: number, data: Uint8Array) =>
      batches[i < 3 ? 0 : 1]?.push(i * 50_000, 1, id + source, FLAG_EXTENDED, 8, data);
    push(0, 0x18ecff00, Uint8Array.of(0x20, 39, 0, 6, 0xff, 0xe3, 0xfe, 0));
    for (let i = 1; i <= 6; i++) push(i, 0x18ebff00, Uint8Array.of(i, ...payload.subarray((i - 1) * 7, i * 7)));
    return batches;
  };

  it("is in decoded CSV at the time of its last packet, whichever file it began in [UDS-06] [DAT-03]", () => {
    expect(linesOf(LONG + J1939, broadcast(0x21, 1500))).toEqual(["0.300000,1,0x18FEE321,EC1,SpeedPoint,1500,rpm,"]);
  });

  it("has its one sender in a DBC that is not of J1939 [UDS-06] [DAT-03]", () => {
    expect(linesOf(LONG, broadcast(0x21, 1500))).toEqual([]);
    expect(linesOf(LONG, broadcast(0xfe, 1500))).toEqual(["0.300000,1,0x18FEE3FE,EC1,SpeedPoint,1500,rpm,"]);
  });
});
