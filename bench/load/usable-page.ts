// When a page can be used: its title stands, its heading and content are drawn, and nothing of it is on its way any more.
import type { Page } from "playwright-core";

export interface Visited {
  readonly address: string;
  readonly title: string;
  /** The page that the click is made on. */
  readonly from: string;
}

export interface Opened {
  readonly usableMs: number;
  readonly longestTaskMs: number;
}

/** A skeleton is drawn 300 ms after what it stands for was asked for: so long a page stays as it is before it counts. */
const RESTS_MS = 400;
const WITHIN_MS = 30_000;

/** What the measuring keeps in the page. */
interface Kept {
  longTasks: number[];
  restsSince: number | undefined;
}

/** From the address to the page, with all of the program started anew. */
export async function openCold(page: Page, { address, title }: Visited): Promise<Opened> {
  await page.goto(address, { waitUntil: "commit" });
  return usable(page, title, 0);
}

/** From a page that is at rest to another one, by the router, as a link that was not hovered before. */
export async function openByClick(page: Page, { from, address, title }: Visited): Promise<Opened> {
  await page.goto(from);
  await page.waitForFunction(restsSince, [undefined, RESTS_MS] as const, { timeout: WITHIN_MS, polling: "raf" });
  const began = await page.evaluate((to) => {
    const kept = globalThis as unknown as Kept;
    kept.longTasks = [];
    kept.restsSince = undefined;
    const now = performance.now();
    history.pushState({}, "", to);
    return now;
  }, address);
  return usable(page, title, began);
}

async function usable(page: Page, title: string, began: number): Promise<Opened> {
  const wanted = [title, RESTS_MS] as const;
  const since = await page.waitForFunction(restsSince, wanted, { timeout: WITHIN_MS, polling: "raf" });
  const tasks = await page.evaluate(() => (globalThis as unknown as Kept).longTasks);
  return { usableMs: Number(await since.jsonValue()) - began, longestTaskMs: Math.max(0, ...tasks) };
}

/** From the start of each document on. */
export function watchTasks(page: Page): Promise<unknown> {
  return page.addInitScript(() => {
    const kept = globalThis as unknown as Kept;
    kept.longTasks = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.longTasks.push(entry.duration);
    });
    observer.observe({ type: "longtask", buffered: true });
  });
}

/** Runs in the page at each picture: since when it has been usable, once it stayed so for a while. */
function restsSince([title, restsMs]: readonly [string | undefined, number]): number | false {
  const kept = globalThis as unknown as Kept;
  const isShown = (element: Element) => element.checkVisibility();
  const busy = [...document.querySelectorAll('[data-skeleton], [aria-busy="true"], [data-loading="true"]')];
  const rests =
    (title === undefined || document.title === title) &&
    [...document.querySelectorAll("h1")].some(isShown) &&
    !busy.some(isShown);
  kept.restsSince = rests ? (kept.restsSince ?? performance.now()) : undefined;
  return kept.restsSince !== undefined && performance.now() - kept.restsSince >= restsMs && kept.restsSince;
}
