import { expect, it } from "vitest";
import { numberOf, shownNumber } from "./number-text.ts";

const BOUNDS = [-100, 100] as const;

it("a number that is being typed stays as it is typed [STA-05]", () => {
  // A field of numbers gives nothing for "-".
  const shown = ["", "-", "-4", "-40.", "1e"].map((typed) => {
    const value = numberOf(typed, BOUNDS) ?? 0;
    return shownNumber(typed, value, BOUNDS);
  });
  expect(shown).toEqual(["", "-", "-4", "-40.", "1e"]);
});

it("no number is none, and one beyond the bounds is the bound [STA-05]", () => {
  expect(["", " ", "-", "a"].map((text) => numberOf(text, BOUNDS))).toEqual(Array(4).fill(undefined));
  expect(["-400", "12.5", "400"].map((text) => numberOf(text, BOUNDS))).toEqual([-100, 12.5, 100]);
});

it("a value from elsewhere, as an undo, takes the place of what was typed", () => {
  expect(shownNumber("5", 7, BOUNDS)).toBe("7");
  expect(shownNumber(undefined, 7, BOUNDS)).toBe("7");
});
