import { condition } from "@canopy/contract/alarms/conditions";
import { expect, it } from "vitest";
import { watchedOf } from "./evidence.ts";

const frame = { kind: "frame", is_extended: false, id_from: 0x310, id_to: 0x310, operator: "gt", value: 50 };
const watched = (...given: object[]) => watchedOf({ channel: 1, conditions: given.map((one) => condition.parse(one)) });

it("an event draws the first condition that compares a value, with its limits [TRG-05]", () => {
  expect(watched({ ...frame, operator: "seen" })).toBeUndefined();
  expect(watched({ ...frame, operator: "seen" }, { ...frame, byte: 2 })).toMatchObject({
    watched: { kind: "byte", definition: { id: 0x310, start_bit: 16, length: 8, factor: 1 } },
    limits: [50],
  });
  const dbc_id = "00000000-0000-4000-8000-000000000000";
  const signal = { kind: "signal", dbc_id, message_id: 1, is_extended: false, signal: "Speed" };
  expect(watched({ ...signal, operator: "out", value: 5, value_to: 9 })).toMatchObject({
    watched: { kind: "signal", reference: { channel: 1, signal: "Speed" } },
    limits: [5, 9],
  });
});

it("the bits of a mask are drawn with the value that the rule compares [TRG-05]", () => {
  expect(watched({ ...frame, mask: 0b0011_1000 })?.watched).toMatchObject({
    definition: { start_bit: 3, length: 3, factor: 8 },
  });
  expect(watched({ ...frame, mask: 0b0100_0001 })).toBeUndefined();
});
