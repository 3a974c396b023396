import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { describe, expect, it } from "vitest";
import { movedField, resizedField, spannedField } from "./byte-drag.ts";
import { branchesOf, gridUse, segmentsOf, signalsOfBranch } from "./byte-grid.ts";

const intel = { startBit: 16, length: 10, byteOrder: "intel" } as const;
const motorola = { startBit: 7, length: 12, byteOrder: "motorola" } as const;

describe("a field on the grid", () => {
  it("lies in each byte side by side, from the first byte to the last", () => {
    expect(segmentsOf(intel)).toMatchObject([
      { byte: 2, high: 7, low: 0, holdsLsb: true },
      { byte: 3, high: 1, low: 0, holdsMsb: true },
    ]);
    expect(segmentsOf(motorola)).toMatchObject([
      { byte: 0, high: 7, low: 0, holdsMsb: true },
      { byte: 1, high: 7, low: 4, holdsLsb: true },
    ]);
  });

  it("is carried by bits, by whole bytes, and never out of its message", () => {
    expect(movedField(intel, 16, 18, 8)).toEqual({ ...intel, startBit: 18 });
    expect(movedField(motorola, 7, 15, 8)).toEqual({ ...motorola, startBit: 15 });
    expect(movedField(motorola, 7, 6, 8)).toEqual({ ...motorola, startBit: 6 });
    expect(movedField(intel, 16, 63, 8)).toEqual({ ...intel, startBit: 54 });
    expect(movedField(motorola, 7, 56, 8)).toMatchObject({ startBit: 51 });
    expect(movedField(intel, 25, 0, 8)).toEqual({ ...intel, startBit: 0 });
  });

  it("grows to the bit that its end is drawn to", () => {
    expect(resizedField(intel, 31)).toEqual({ ...intel, length: 16 });
    expect(resizedField(motorola, 8)).toEqual({ ...motorola, length: 16 });
    expect(resizedField(intel, 3)).toEqual({ ...intel, length: 1 });
    expect(spannedField(39, 32)).toEqual({ startBit: 32, length: 8, byteOrder: "intel" });
  });
});

it("a branch of a multiplexed message shows what is there at once, and what lies on other bits", () => {
  const { dbc } = parseDbc(`BU_: A
BO_ 1 M: 4 A
 SG_ Page M : 0|4@1+ (1,0) [0|0] "" A
 SG_ Sub m0M : 4|4@1+ (1,0) [0|0] "" A
 SG_ A m0 : 8|8@1+ (1,0) [0|0] "" A
 SG_ B m1 : 8|8@1+ (1,0) [0|0] "" A
 SG_ Deep m3 : 16|8@1+ (1,0) [0|0] "" A
 SG_ Over : 28|8@1+ (1,0) [0|0] "" A
SG_MUL_VAL_ 1 Deep Sub 3-3;
`);
  const [message] = dbc.messages;
  if (!message) throw new Error("no message");
  expect(branchesOf(message).map(({ key }) => key)).toEqual(["Page=0", "Page=1", "Sub=3"]);
  const shown = (key: string) =>
    signalsOfBranch(
      message,
      branchesOf(message).find((branch) => branch.key === key),
    ).map(({ name }) => name);
  expect(shown("Page=1")).toEqual(["Page", "B", "Over"]);
  expect(shown("Sub=3")).toEqual(["Page", "Sub", "Deep", "Over"]);
  expect(gridUse(message, message.signals)).toEqual({ used: 28, overlaps: ["B", "A"] });
});
