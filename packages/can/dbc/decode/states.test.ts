import { expect, it } from "vitest";
import { plainSignal } from "./plain-signal.ts";
import { isStateSignal } from "./states.ts";

const named = (length: number, raws: readonly number[], unit = "") => ({
  ...plainSignal("S", { startBit: 0, length, byteOrder: "intel" }),
  unit,
  values: raws.map((raw) => ({ raw, text: `name ${raw}` })),
});

it("a signal of which only the last values have names is a number, not a state [DBC-05]", () => {
  const isState = [
    named(8, [0, 1, 2, 255]),
    named(3, [0, 1]),
    named(2, [2, 3]),
    named(8, [254, 255]),
    named(16, [65534, 65535]),
    named(8, [0, 1], "%"),
    named(8, [0]),
  ].map(isStateSignal);
  expect(isState).toEqual([true, true, true, false, false, false, false]);
});
