import { ruleDraft } from "@canopy/contract/alarms/rule-content";
import { expect, it } from "vitest";
import { stepOf, whatIfs } from "./what-if.ts";

const dbc_id = "00000000-0000-4000-8000-000000000001";
const signal = { kind: "signal", dbc_id, message_id: 1, is_extended: false, signal: "Temp", operator: "gt", value: 55 };
const frame = { kind: "frame", is_extended: false, id_from: 1, id_to: 1, operator: "lt", value: 10 };
const triesOf = (draft: object) => whatIfs(ruleDraft.parse(draft)).map(({ key, to }) => [key, to]);

it("a step is about a twentieth of the value, in round numbers [TRG-07]", () => {
  expect([stepOf(55), stepOf(100), stepOf(0.8), stepOf(-4000), stepOf(0)]).toEqual([2, 5, 0.05, 200, 1]);
});

it("a rule on a signal is tried farther out, for longer, and back later [TRG-07]", () => {
  expect(triesOf({ conditions: [signal] })).toEqual([
    ["value", 57],
    ["hold", 10],
    ["back", 53],
  ]);
  expect(triesOf({ conditions: [{ ...signal, operator: "lt", back: 60 }], hold_s: 12 })).toEqual([
    ["value", 53],
    ["back", 62],
  ]);
});

it("a rule on frames has no way back, and one without a limit is only tried for longer [TRG-07]", () => {
  expect(triesOf({ conditions: [frame] })).toEqual([
    ["value", 9.5],
    ["hold", 10],
  ]);
  expect(triesOf({ conditions: [{ ...frame, operator: "seen" }] })).toEqual([["hold", 10]]);
});

it("every try is a rule that the server takes [TRG-07]", () => {
  const draft = ruleDraft.parse({ conditions: [frame, signal], connector: "or" });
  for (const { changes } of whatIfs(draft)) expect(ruleDraft.safeParse({ ...draft, ...changes }).success).toBe(true);
});
