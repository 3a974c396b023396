// The rows of a frame table as a person sees them. Its elements are filled again and again: their order in the document
// says nothing, their place on the page does.
import type { Locator, Page } from "playwright-core";

export const rowsOf = (page: Page): Locator =>
  page.getByRole("grid").locator('[role="row"][data-state="data"]:visible');

/** What a column says from the upper row to the lower one; of the bytes those in sight. */
export function cellTexts(page: Page, column: string): Promise<string[]> {
  return page
    .getByRole("grid")
    .first()
    .evaluate((table, key) => {
      const rows = [...table.querySelectorAll<HTMLElement>('[role="row"][data-state="data"]')].filter(
        ({ hidden }) => !hidden,
      );
      const top = (row: HTMLElement) => row.getBoundingClientRect().top;
      const text = (row: HTMLElement) => {
        const cell = row.querySelector(`[data-cell="${key}"]`);
        if (key !== "data") return cell?.textContent ?? "";
        return [...(cell?.children ?? [])]
          .map((byte) => (byte.hasAttribute("hidden") ? "" : byte.textContent))
          .join("");
      };
      return rows.sort((a, b) => top(a) - top(b)).map(text);
    }, column);
}

/** Over the rows, as a person's wheel goes: down by so many pixels. */
export async function wheel(page: Page, pixels: number): Promise<void> {
  const table = page.getByRole("grid");
  await table.scrollIntoViewIfNeeded();
  const box = await table.boundingBox();
  if (!box) throw new Error("no table");
  const height = page.viewportSize()?.height ?? 0;
  // On a phone the table may reach beyond the lower edge.
  await page.mouse.move(box.x + box.width / 2, Math.min(box.y + box.height / 2, height - 20));
  await page.mouse.wheel(0, pixels);
}
