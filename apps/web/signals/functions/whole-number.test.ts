import { expect, it } from "vitest";
import { clamped, typedNumber } from "./whole-number.ts";

it("a number that is still typed is not clamped: 256 begins with 2, and a field may be empty for a moment [DBC-08]", () => {
  expect(["", "2", "25", "256"].map((text) => typedNumber(text, 10, 500))).toEqual([undefined, undefined, 25, 256]);
  expect(["-", "1.5", "501", "x"].map((text) => typedNumber(text, 0, 500))).toEqual(Array(4).fill(undefined));
});

it("is brought within its limits once it is typed; what is no number changes nothing [DBC-08]", () => {
  expect(["2", "25.4", "70000", "-3"].map((text) => clamped(text, 10, 500))).toEqual([10, 25, 500, 10]);
  expect(["", " ", "x"].map((text) => clamped(text, 10, 500))).toEqual([undefined, undefined, undefined]);
});
