import { diffDbc } from "@canopy/can/dbc/edit/diff";
import { updateMessage, updateSignal } from "@canopy/can/dbc/edit/edit";
import type { Dbc } from "@canopy/can/dbc/model";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import type { DbcUse } from "@canopy/contract/signals/dbc-uses";
import { expect, it } from "vitest";
import { inByteOrder, readRanges, readStates } from "../dbc-edit/signal-edits.ts";
import { changeText, usesKept, usesTouched } from "./diff-words.ts";

const { dbc } = parseDbc(`BU_: A
BO_ 256 Engine: 8 A
 SG_ Speed : 0|16@1+ (0.25,0) [0|8000] "rpm" A
 SG_ Load : 16|8@1+ (1,0) [0|100] "%" A
`);
const KEY = { id: 256, isExtended: false };
const use = (name: string, signal: string, revision: number | null = null): DbcUse => ({
  kind: "panel",
  id: name,
  name,
  revision,
  signals: [{ message_id: 256, is_extended: false, signal }],
});
const USES = [use("rpm", "Speed"), use("load", "Load"), use("fixed", "Speed", 1)];

function after(edited: ReturnType<typeof updateSignal>): string[] {
  if (!edited.ok) throw new Error(edited.problem.code);
  return usesTouched(diffDbc(dbc, edited.value), USES).map(({ use: { name } }) => name);
}

it("a change names the uses whose signals decode differently now, and no others [DBC-01]", () => {
  expect(after(updateSignal(dbc, KEY, "Speed", { factor: 0.5 }))).toEqual(["rpm"]);
  expect(after(updateSignal(dbc, KEY, "Speed", { comment: "crankshaft" }))).toEqual([]);
  expect(after(updateSignal(dbc, KEY, "Load", { name: "EngineLoad" }))).toEqual(["load"]);
  expect(after(updateMessage(dbc, KEY, { id: 512 }))).toEqual(["rpm", "load"]);
  const gone: Dbc = { ...dbc, messages: [] };
  expect(usesTouched(diffDbc(dbc, gone), USES).map(({ use: { name } }) => name)).toEqual(["rpm", "load"]);
});

it("a use of a fixed revision is named where its signal changes, as one that keeps what it has [DBC-01]", () => {
  const names = (edited: ReturnType<typeof updateSignal>) =>
    edited.ok ? usesKept(diffDbc(dbc, edited.value), USES).map(({ use: { name } }) => name) : edited.problem;
  expect(names(updateSignal(dbc, KEY, "Speed", { factor: 0.5 }))).toEqual(["fixed"]);
  expect(names(updateSignal(dbc, KEY, "Load", { factor: 0.5 }))).toEqual([]);
});

it("values of a change are told in words", () => {
  expect([null, "", [], 0, true].map(changeText)).toEqual(["—", "—", "—", "0", "true"]);
  expect(changeText([{ raw: 1n, text: "On" }])).toBe("1 On");
  expect(
    changeText({
      selector: "Page",
      ranges: [
        { from: 1, to: 1 },
        { from: 3, to: 5 },
      ],
    }),
  ).toBe("Page = 1, 3-5");
  expect(changeText("x".repeat(500))).toHaveLength(201);
});

it("states and selector values are read as they are typed", () => {
  expect(readStates("0 Off\n\n -1 = Not known \n")).toEqual([
    { raw: 0, text: "Off" },
    { raw: -1, text: "Not known" },
  ]);
  expect(readStates("18446744073709551615 All")).toEqual([{ raw: 18446744073709551615n, text: "All" }]);
  expect(readStates("Off")).toBeNull();
  expect(readRanges("3, 5-8")).toEqual([
    { from: 3, to: 3 },
    { from: 5, to: 8 },
  ]);
  expect([readRanges(""), readRanges("a"), readRanges("-1")]).toEqual([null, null, null]);
});

it("a signal of whole bytes stays where it is when its byte order is turned", () => {
  expect(inByteOrder({ startBit: 8, length: 16, byteOrder: "intel" }, "motorola").startBit).toBe(15);
  expect(inByteOrder({ startBit: 15, length: 16, byteOrder: "motorola" }, "intel").startBit).toBe(8);
  expect(inByteOrder({ startBit: 2, length: 3, byteOrder: "intel" }, "motorola").startBit).toBe(4);
});
