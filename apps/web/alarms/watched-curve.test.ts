import { condition } from "@canopy/contract/alarms/conditions";
import { expect, it } from "vitest";
import { watchedOf } from "./watched-curve.ts";

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

it("the load of a bus is drawn by its channel; error frames and silence have no curve [TRG-07]", () => {
  const bus = { kind: "bus", metric: "load", operator: "gt", value: 80 };
  expect(watched(bus)).toMatchObject({ watched: { kind: "load", channel: 1 }, place: 0, limits: [80] });
  expect(watched({ kind: "bus", metric: "silence", value: 60 })).toBeUndefined();
});
