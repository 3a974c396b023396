import { expect, it } from "vitest";
import { ownAndOthers } from "./own-dbcs.ts";

const files = ["alpha", "body", "engine", "truck"].map((dbc_id) => ({ dbc_id }));
const order = (bindings: { channel: number; dbc_id: string }[], channel: number) => {
  const { own, others } = ownAndOthers(files, bindings, channel);
  return [own.map(({ dbc_id }) => dbc_id), others.map(({ dbc_id }) => dbc_id)];
};

it("a device's own DBCs come first, those of the channel before those of its others, the rest apart [DBC-05]", () => {
  const bindings = [
    { channel: 0, dbc_id: "truck" },
    { channel: 1, dbc_id: "engine" },
    { channel: 1, dbc_id: "truck" },
    { channel: 3, dbc_id: "gone" },
  ];
  const others = ["alpha", "body"];
  expect(order(bindings, 0)).toEqual([["truck", "engine"], others]);
  expect(order(bindings, 1)).toEqual([["engine", "truck"], others]);
  expect(order([], 0)).toEqual([["alpha", "body", "engine", "truck"], []]);
});
