// The live table at 20,000 frames/s of one device, in a real browser against the whole program (DAT-01).
// `npm run bench -- page-live [--minutes 5]`: a minute by default.

import { performance } from "node:perf_hooks";
import type { Browser, Page } from "playwright-core";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { launchBrowser, openDemo, startWithPages } from "./load/launch-browser.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import { streamingDevice } from "./load/streaming-device.ts";
import type { BenchResult } from "./run.ts";

const FRAMES_PER_SECOND = 20_000;
const WARM_UP_MS = 8000;
/** DAT-01 */
const LIMITS = {
  atLeast: { "ids.fpsP50": 30, "ids.fpsP95": 30, "all.fpsP50": 30, "all.fpsP95": 30 },
  atMost: { "ids.memoryGrowthMb": 20, "all.memoryGrowthMb": 20 },
};

export async function run(): Promise<BenchResult> {
  const minutes = Number(process.argv[process.argv.indexOf("--minutes") + 1]) || 1;
  const program = await startWithPages();
  const store = await openProgramDatabase(program.dataFolder);
  let browser: Browser | undefined;
  try {
    const device = await streamingDevice(program, store, FRAMES_PER_SECOND);
    browser = await launchBrowser(["--js-flags=--expose-gc", "--enable-precise-memory-info"]);
    const page = await openDemo(browser, program.baseUrl);
    const half = (minutes * 60_000) / 2;
    const at = `${program.baseUrl}/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=live`;
    const byId = await watch(page, at, half);
    const all = await watch(page, `${at}&view=all`, half);
    await device.stop();
    const metrics = { ...named("ids", byId), ...named("all", all) };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await browser?.close();
    await store.close();
    await program.stop();
  }
}

interface Watched {
  framesPerSecond: number;
  /** Of the frames that the browser drew: the rate that half, and 95 in 100, of them kept. */
  fpsP50: number;
  fpsP95: number;
  leftOut: number;
  longTasks: number;
  longestTaskMs: number;
  memoryMb: number;
  memoryGrowthMb: number;
}

async function watch(page: Page, address: string, forMs: number): Promise<Watched> {
  await page.goto(address);
  await page.getByRole("grid").getByRole("gridcell").first().waitFor();
  await page.waitForTimeout(WARM_UP_MS);
  const began = performance.now();
  const seen = await page.evaluate(async (ms) => {
    const memory = () => {
      (globalThis as { gc?: () => void }).gc?.();
      return (performance as unknown as { memory: { usedJSHeapSize: number } }).memory.usedJSHeapSize / 2 ** 20;
    };
    const tasks: number[] = [];
    const observer = new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) tasks.push(entry.duration);
    });
    observer.observe({ type: "longtask" });
    const first = memory();
    const gaps: number[] = [];
    await new Promise<void>((resolve) => {
      const start = performance.now();
      let before = start;
      requestAnimationFrame(function step(now) {
        gaps.push(now - before);
        before = now;
        if (now - start < ms) requestAnimationFrame(step);
        else resolve();
      });
    });
    observer.disconnect();
    return { gaps: gaps.slice(1), tasks, first, last: memory() };
  }, forMs);
  const said = (await page.getByTestId("live-facts").textContent()) ?? "";
  if (performance.now() - began < forMs * 0.9) throw new Error("the measurement ended early");
  return {
    framesPerSecond: numberIn(said, /([\d,]+)\s*(?:帧\/秒|frames\/s)/),
    // The server leaves frames out for a browser that reads too slowly; the others were drawn, or scrolled by.
    leftOut: numberIn(said, /未传送\s*([\d,]+)|([\d,]+) left out/),
    fpsP50: 1000 / quantile(seen.gaps, 0.5),
    fpsP95: 1000 / quantile(seen.gaps, 0.95),
    longTasks: seen.tasks.length,
    longestTaskMs: Math.max(0, ...seen.tasks),
    memoryMb: seen.last,
    memoryGrowthMb: seen.last - seen.first,
  };
}

function numberIn(text: string, pattern: RegExp): number {
  const found = pattern.exec(text);
  return Number((found?.[1] ?? found?.[2] ?? "0").replaceAll(",", ""));
}

function named(view: string, watched: Watched): Record<string, number> {
  return Object.fromEntries(Object.entries(watched).map(([name, value]) => [`${view}.${name}`, value]));
}
