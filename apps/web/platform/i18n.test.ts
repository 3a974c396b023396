import { afterEach, expect, it } from "vitest";
import { registerTexts, type TextKey, translate } from "./i18n.ts";
import { languageStore } from "./language.ts";

registerTexts({
  zh: {
    "test.plain": "设备",
    "test.device": "{name} 在线",
    "test.rows_one": "{count} 行",
    "test.rows_other": "{count} 行",
  },
  en: {
    "test.plain": "Device",
    "test.device": "{name} is online",
    "test.rows_one": "{count} row",
    "test.rows_other": "{count} rows",
  },
});
const text = (key: string, values?: Record<string, string | number>) => translate(key as TextKey, values);

afterEach(() => languageStore.set("zh"));

it("speaks the chosen language at once", () => {
  languageStore.set("zh");
  expect(text("test.plain")).toBe("设备");
  languageStore.set("en");
  expect(text("test.plain")).toBe("Device");
});

it("one and many have their own sentence where the language tells them apart", () => {
  expect([0, 1, 2].map((count) => text("test.rows", { count }))).toEqual(["0 行", "1 行", "2 行"]);
  languageStore.set("en");
  expect([0, 1, 2].map((count) => text("test.rows", { count }))).toEqual(["0 rows", "1 row", "2 rows"]);
  // Counts come formatted too.
  expect(["1", "1,234"].map((count) => text("test.rows", { count }))).toEqual(["1 row", "1,234 rows"]);
});

it("a value is text, whatever stands in it", () => {
  const name = "$t(test.plain) {count} <b>";
  expect(text("test.device", { name, count: 3 })).toBe(`${name} 在线`);
});
