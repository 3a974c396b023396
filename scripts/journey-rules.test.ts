import { expect, it } from "vitest";
import { brokenRules } from "./journey-rules.ts";

it.each([
  `page.locator('[class*="_legend_"]')`,
  `page.locator("dialog [class^='body']")`,
  'document.querySelector(".toolbar")',
  'page.locator(".cell")',
])("refuses a selector of the stylesheet's names: %s", (line) => {
  expect(brokenRules("e2e/a.ts", `one\n${line}`)).toEqual([expect.stringMatching(/^e2e\/a\.ts:2: a class name/)]);
});

it("refuses a fixed wait", () => {
  expect(brokenRules("e2e/a.ts", "await page.waitForTimeout(500);")).toHaveLength(1);
});

it("leaves roles, labels and data attributes alone", () => {
  const source = `page.getByRole("row"); page.locator('[data-cell="id"]'); locator("tbody tr")`;
  expect(brokenRules("e2e/a.ts", source)).toEqual([]);
});
