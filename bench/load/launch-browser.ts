import { dirname } from "node:path";
import { type Browser, chromium, type Page } from "playwright-core";
import { findBrowser } from "../../e2e/support/find-browser.ts";
import { type Program, startProgram } from "../../e2e/support/program.ts";
import { buildWeb } from "../../scripts/build-web.ts";

/** The whole program with the pages of this tree. */
export async function startWithPages(): Promise<Program> {
  await buildWeb(dirname(dirname(import.meta.dirname)));
  return startProgram();
}

/** The browser of the journeys; `more` are its arguments beside those it needs here. */
export async function launchBrowser(more: readonly string[] = []): Promise<Browser> {
  const found = await findBrowser();
  if (!found) throw new Error("no browser: set CANOPY_CHROMIUM or install chromium");
  const args = [...(found.argumentSets[0] ?? []), ...more];
  return chromium.launch({ executablePath: found.executable, args, env: { ...process.env, ...found.env } });
}

/** A page of 1440 × 900, signed in to the demo fleet. */
export async function openDemo(browser: Browser, baseUrl: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(`${baseUrl}/Login`);
  await page.getByRole("button", { name: /进入演示车队|Open the demo fleet/ }).click();
  await page.waitForURL(/\/Container\//);
  return page;
}
