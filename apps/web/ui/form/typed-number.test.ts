import { expect, it } from "vitest";
import { numberOfText, textOfNumber } from "./typed-number.ts";

/** What a field shows while somebody types these texts one after the other. */
function typing(texts: readonly string[], first: number): string[] {
  let value = first;
  return texts.map((text) => {
    value = numberOfText(text);
    return textOfNumber(text, value);
  });
}

it("a cleared number is an empty field, not a word [UDS-01]", () => {
  expect(typing([""], 400)).toEqual([""]);
  expect(textOfNumber(undefined, Number.NaN)).toBe("");
  expect(textOfNumber("400", Number.NaN)).toBe("");
});

it("decimals and signs can be typed one key at a time, with a comma too", () => {
  const keys = ["1", "1.", "1.0", "1.05", "-", "-2", "1,", "1,5"];
  expect(typing(keys, 0)).toEqual(keys);
  expect(numberOfText("1,5")).toBe(1.5);
});

it("a value that came from elsewhere takes the place of what was typed", () => {
  expect(textOfNumber("1.", 7)).toBe("7");
  expect(textOfNumber("", 7)).toBe("7");
});
