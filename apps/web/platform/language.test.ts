import { expect, it } from "vitest";
import { languageOfWord, wordOfLanguage } from "./language.ts";

it.each([
  [null, "zh"],
  ["中文", "zh"],
  ["English", "en"],
  ["", "en"],
  ["zh", "en"],
] as const)("the kept word %j means %s [ACC-12]", (word, language) => {
  expect(languageOfWord(word)).toBe(language);
});

it("is kept as 中文 or English [ACC-12]", () => {
  expect([wordOfLanguage("zh"), wordOfLanguage("en")]).toEqual(["中文", "English"]);
});
