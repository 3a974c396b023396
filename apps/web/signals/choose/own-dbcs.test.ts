import { expect, it } from "vitest";
import { ownFirst } from "./own-dbcs.ts";

const files = ["alpha", "body", "engine", "truck"].map((dbc_id) => ({ dbc_id }));
const order = (bindings: { channel: number; dbc_id: string }[], channel: number) =>
  ownFirst(files, bindings, channel).map(({ dbc_id }) => dbc_id);

it("a device's own DBCs come first, those of the channel before those of its others, the rest as it was [DBC-05]", () => {
  const bindings = [
    { channel: 0, dbc_id: "truck" },
    { channel: 1, dbc_id: "engine" },
    { channel: 1, dbc_id: "truck" },
    { channel: 3, dbc_id: "gone" },
  ];
  expect(order(bindings, 0)).toEqual(["truck", "engine", "alpha", "body"]);
  expect(order(bindings, 1)).toEqual(["engine", "truck", "alpha", "body"]);
  expect(order([], 0)).toEqual(["alpha", "body", "engine", "truck"]);
});
