import { describe, expect, it } from "vitest";
import { parseDbc } from "../parse/parse.ts";
import { checkTraffic, type ObservedId } from "./traffic.ts";

const { dbc } = parseDbc(`VERSION ""
BU_: A
BO_ 256 Engine: 8 A
 SG_ Speed : 0|16@1+ (1,0) [0|8000] "rpm" A
 SG_ Torque : 23|16@0+ (1,0) [0|0] "Nm" A
BO_ 257 Brake: 4 A
 SG_ Pressure : 0|8@1+ (0.5,0) [0|100] "bar" A
BO_ 258 Silent: 8 A
 SG_ Nothing : 0|8@1+ (1,0) [0|0] "" A
BA_DEF_ BO_ "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_ "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 256 10;
BA_ "GenMsgCycleTime" BO_ 257 20;
BA_ "GenMsgCycleTime" BO_ 258 100;
`);

const seen = (id: number, cycleMs: number, payloads: number[][], length?: number): ObservedId => ({
  id,
  isExtended: false,
  frames: 101,
  firstUs: 0,
  lastUs: cycleMs * 1000 * 100,
  lengths: [length ?? payloads[0]?.length ?? 0],
  payloads: payloads.map((bytes) => Uint8Array.from(bytes)),
});

/** Speed little-endian and torque big-endian, both rising by a small step. */
const rising = (torqueIsIntel = false) =>
  Array.from({ length: 60 }, (_, i) => {
    const speed = 3000 + i * 7;
    const torque = 200 + i;
    const [high, low] = [torque >> 8, torque & 255];
    return [speed & 255, speed >> 8, torqueIsIntel ? low : high, torqueIsIntel ? high : low, 0, 0, 0, 0];
  });

describe("a DBC held against a bus", () => {
  it("that fits has nothing to say but what did not come [DBC-01]", () => {
    const check = checkTraffic(dbc, [seen(256, 10, rising()), seen(257, 20, [[10, 0, 0, 0]])]);
    expect(check).toMatchObject({ frames: 202, matchedFrames: 202, matchedIds: 2, seenMessages: 2, messages: 3 });
    expect([check.unknown, check.lengths, check.outside, check.byteOrders]).toEqual([[], [], [], []]);
    expect(check.cycles).toEqual([{ id: 258, isExtended: false, name: "Silent", expectedMs: 100, foundMs: null }]);
  });

  it("names unknown ids, other lengths, values outside and late cycles [DBC-01]", () => {
    const check = checkTraffic(dbc, [
      seen(256, 55, rising()),
      seen(
        257,
        20,
        [
          [10, 0, 0, 0],
          [250, 0, 0, 0],
          [201, 0, 0, 0],
        ],
        8,
      ),
      seen(0x7ff, 10, [[1]]),
    ]);
    expect(check.unknown).toEqual([{ id: 0x7ff, isExtended: false, frames: 101 }]);
    expect(check.lengths).toMatchObject([{ name: "Brake", expected: 4, found: [8] }]);
    // 100.5 is half a step beyond the limit.
    expect(check.outside).toMatchObject([{ signal: "Pressure", lowest: 5, highest: 125, count: 2, of: 3 }]);
    expect(check.cycles).toMatchObject([{ name: "Engine", expectedMs: 10, foundMs: 55 }, { name: "Silent" }]);
  });

  it("doubts a byte order that makes a smooth signal jump, and no other", () => {
    const check = checkTraffic(dbc, [seen(256, 10, rising(true))]);
    expect(check.byteOrders).toMatchObject([{ name: "Engine", signal: "Torque", declared: "motorola" }]);
    const still = checkTraffic(dbc, [
      seen(
        256,
        10,
        rising().map(() => [1, 2, 3, 4, 0, 0, 0, 0]),
      ),
    ]);
    expect(still.byteOrders).toEqual([]);
  });
});
