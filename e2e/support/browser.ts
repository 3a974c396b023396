// What every journey needs: a page in a real browser that fails the test when the browser complains.
import { mkdirSync } from "node:fs";
import { dirname, join } from "node:path";
import { AxeBuilder } from "@axe-core/playwright";
import { type Browser, chromium, type Page } from "playwright-core";
import { describe, expect, inject, onTestFinished } from "vitest";
import { browserForJourneys, type FoundBrowser, findBrowser, WEBGL } from "./find-browser.ts";
import { PATIENCE } from "./patience.ts";
import type { RunningProgram } from "./program.setup.ts";

const SCREENS = join(dirname(dirname(import.meta.dirname)), "docs/screens");

const found = browserForJourneys(await findBrowser(), Boolean(process.env.CI));

/** The program of this worker, which other journeys had before: each makes tenants of its own. */
export const { baseUrl, dataFolder } = await programOfWorker();

/** `describe` for journeys: they skip where there is no browser. */
export const journeys = describe.skipIf(found === undefined);

async function programOfWorker(): Promise<RunningProgram> {
  const answer = await fetch(`${inject("programs")}/${process.env.VITEST_POOL_ID}`);
  if (!answer.ok) throw new Error(await answer.text());
  return (await answer.json()) as RunningProgram;
}

/** One with WebGL, one without: most journeys do not pay for it. They serve all files of a worker and end with it. */
const running = new Map<boolean, Promise<Browser>>();

function browserWith(hasWebgl: boolean, { executable, argumentSets, env }: FoundBrowser): Promise<Browser> {
  const sets = argumentSets.map((set) => [...set, ...(hasWebgl ? WEBGL.on : WEBGL.off)]);
  const browser = running.get(hasWebgl) ?? launch({ executable, env, argumentSets: sets });
  running.set(hasWebgl, browser);
  return browser;
}

async function launch({ executable, argumentSets, env }: FoundBrowser): Promise<Browser> {
  let failure: unknown;
  for (const args of argumentSets) {
    try {
      return await chromium.launch({ executablePath: executable, args: [...args], env: { ...process.env, ...env } });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}

interface PageOptions {
  width?: number;
  height?: number;
  locale?: "zh-CN" | "en-US";
  theme?: "light" | "dark";
  /** Another one than the machine's. */
  timezone?: string;
  /** Maps are drawn by WebGL; without it on a canvas. */
  webgl?: boolean;
  /** A screen that is touched. */
  touch?: boolean;
  /** Complaints of the browser that this journey provokes on purpose. */
  allow?: readonly RegExp[];
}

/** A fresh visitor: own cookies, own storage. Closed with the test, which fails if the browser complained. */
export async function openPage(options: PageOptions = {}): Promise<Page> {
  const {
    width = 1440,
    height = 900,
    locale = "zh-CN",
    theme,
    timezone,
    allow = [],
    webgl = false,
    touch = false,
  } = options;
  if (found === undefined) throw new Error("no browser: put openPage inside journeys()");
  const context = await (await browserWith(webgl, found)).newContext({
    baseURL: baseUrl,
    viewport: { width, height },
    locale,
    ...(timezone ? { timezoneId: timezone } : {}),
    reducedMotion: "reduce",
    hasTouch: touch,
  });
  context.setDefaultTimeout(30_000 * PATIENCE);
  // The product keeps the chosen language by its own name, and is Chinese when none is kept (ACC-12).
  const language = locale === "zh-CN" ? "中文" : "English";
  await context.addInitScript(
    (kept) => {
      for (const [key, value] of Object.entries(kept))
        if (localStorage.getItem(key) === null) localStorage.setItem(key, value);
    },
    { "canopy.language": language, ...(theme && { "canopy.theme": theme }) },
  );
  const page = await context.newPage();
  const complaints = collectComplaints(page);
  onTestFinished(async () => {
    await context.close();
    expect(complaints.filter((text) => !allow.some((pattern) => pattern.test(text)))).toEqual([]);
  });
  return page;
}

/** Console errors (among them every CSP violation) and uncaught exceptions. */
function collectComplaints(page: Page): string[] {
  const complaints: string[] = [];
  page.on("pageerror", (error) => complaints.push(`exception: ${error.message}`));
  page.on("console", (message) => {
    // The browser also reports every refused call; a 4xx answer is part of many journeys, a 5xx never is.
    const refusedCall = /^Failed to load resource: .* status of 4\d\d/.test(message.text());
    if (message.type() === "error" && !refusedCall) complaints.push(`console: ${message.text()}`);
  });
  return complaints;
}

/** Kept for people to look at; written only when asked for (CANOPY_SCREENS=1), so that test runs leave no changes. */
export async function screenshot(page: Page, name: string): Promise<void> {
  if (process.env.CANOPY_SCREENS !== "1") return;
  mkdirSync(SCREENS, { recursive: true });
  await page.screenshot({ path: join(SCREENS, `${name}.png`), animations: "disabled" });
}

export async function expectAccessible(page: Page): Promise<void> {
  // Violations alone, by one run in the page (no page here has frames): the rest costs more than the rules.
  const { violations } = await new AxeBuilder({ page })
    .options({ runOnly: ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa"], resultTypes: ["violations"] })
    .setLegacyMode()
    .analyze();
  const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.target.join(" ")).join(", ")}`);
  expect(found).toEqual([]);
}
