import { expect, it } from "vitest";
import { clamped, numberOfText, textOfNumber, textWithin, typedWithin } from "./typed-number.ts";

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

const WHOLE = { least: 10, most: 500, whole: true } as const;
const ANY = { least: -100, most: 100 } as const;

it("a number with limits that is still typed is not clamped: 256 begins with 2, and a field may be empty for a moment [DBC-08]", () => {
  expect(["", "2", "25", "256"].map((text) => typedWithin(text, WHOLE))).toEqual([undefined, undefined, 25, 256]);
  expect(["-", "10.5", "501", "x"].map((text) => typedWithin(text, WHOLE))).toEqual(Array(4).fill(undefined));
});

it("it is brought within its limits once it is typed; what is no number changes nothing [DBC-08] [STA-05]", () => {
  expect(["2", "25.4", "70000", "-3"].map((text) => clamped(text, WHOLE))).toEqual([10, 25, 500, 10]);
  expect(["-400", "12.5", "400"].map((text) => clamped(text, ANY))).toEqual([-100, 12.5, 100]);
  expect(["", " ", "-", "x"].map((text) => clamped(text, ANY))).toEqual(Array(4).fill(undefined));
});

it("the field shows what is typed while it means the value or nothing yet, else the value [STA-05]", () => {
  const shown = ["", "-", "-4", "-40.", "1e", "400"].map((typed) =>
    textWithin(typed, typedWithin(typed, ANY) ?? 0, ANY),
  );
  expect(shown).toEqual(["", "-", "-4", "-40.", "1e", "400"]);
  expect([textWithin("5", 7, ANY), textWithin(undefined, 7, ANY)]).toEqual(["7", "7"]);
  expect([textWithin(undefined, null, ANY), textWithin("", null, ANY)]).toEqual(["", ""]);
});
