// The monitor screen at 1920 × 1080 over 1,000 devices that all change: p95 of the time between two pictures while its scenes
// are shown in turn, and how the heap grows. `--minutes N` (1), `--devices N` (1000).
import { dirname } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { writeStatusMessage } from "@canopy/contract/frames/live-binary";
import { sql } from "kysely";
import { type CDPSession, chromium, type Page, type WebSocketRoute } from "playwright-core";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { findBrowser } from "../e2e/support/find-browser.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { flag } from "./load/flags.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { type Point, slope } from "./load/slope.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

const SCREENS = ["can_monitor", "can_operation"] as const;
/** Of a picture; and of the heap, as flat as a measurement of minutes can tell. */
const LIMITS: Limits = { atMost: { monitorP95Ms: 50, operationP95Ms: 50, heapMbPerMinute: 0.5 } };
const ROOT = dirname(import.meta.dirname);
const SAMPLE_MS = 5000;
const STEP_MS = 5000;
const GAP_STEP_MS = 0.1;

export async function run(): Promise<BenchResult> {
  await buildWeb(ROOT);
  // The statuses come from here, through the page's own socket and decoder: what is measured is the page.
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  try {
    const ids = await addDevices(store.db, flag("devices", 1000));
    const metrics = await measure(program.baseUrl, ids, flag("minutes", 1));
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await store.close();
    await program.stop();
  }
}

async function addDevices(db: Db, count: number): Promise<string[]> {
  const [master] = await findSignInAccounts(db, DEMO_MASTER);
  if (!master) throw new Error("the demo was not seeded");
  const made = await sql<{ id: string }>`with n as (insert into bindings (tenant_id, third_things_id)
      select ${master.tenantId}::uuid, upper(lpad(to_hex(i), 20, '0')) from generate_series(1, ${count}::int) i
      returning *)
    insert into things (tenant_id, binding, third_things_id, name, key_hash, class, online)
    select tenant_id, number, third_things_id, 'truck ' || number, '', 'ordinary', true from n returning id`.execute(
    db,
  );
  return made.rows.map(({ id }) => id);
}

async function measure(baseUrl: string, ids: readonly string[], minutes: number): Promise<Record<string, number>> {
  const found = await findBrowser();
  if (!found) throw new Error("no browser: set CANOPY_CHROMIUM or install chromium");
  const browser = await chromium.launch({ executablePath: found.executable, args: [...(found.argumentSets[0] ?? [])] });
  try {
    const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1920, height: 1080 } });
    const page = await context.newPage();
    const stop = feedStatuses(page, ids);
    await page.goto("/Login");
    await page.locator("button", { hasText: /演示|demo/ }).click();
    await page.waitForURL("**/Container/HomePage");
    const metrics: Record<string, number> = {};
    for (const screen of SCREENS) {
      const { p95Ms, heapMbPerMinute } = await watch(page, screen, minutes);
      metrics[screen === "can_monitor" ? "monitorP95Ms" : "operationP95Ms"] = p95Ms;
      metrics.heapMbPerMinute = Math.max(metrics.heapMbPerMinute ?? -Infinity, heapMbPerMinute);
    }
    stop();
    return metrics;
  } finally {
    await browser.close();
  }
}

async function watch(page: Page, screen: string, minutes: number): Promise<{ p95Ms: number; heapMbPerMinute: number }> {
  await page.goto(`/${screen}/`);
  await page.locator("[data-figure]").first().waitFor();
  await page.waitForFunction(() => /[1-9]/.test(document.querySelector("[data-figure] strong")?.textContent ?? ""));
  const devtools = await page.context().newCDPSession(page);
  // Each scene has been drawn once: what a scene keeps is no growth.
  for (let scene = 0; scene < 4; scene += 1) await nextScene(page);
  await page.evaluate(countPictures);
  const heap: Point[] = [];
  const began = performance.now();
  let steppedMs = began;
  while (performance.now() - began < minutes * 60_000) {
    const [minute, mb] = [(performance.now() - began) / 60_000, await heapMb(devtools)];
    if (Math.floor(minute) > Math.floor(heap.at(-1)?.x ?? -1))
      console.error(`${screen}, minute ${Math.floor(minute)}: ${mb.toFixed(2)} MB`);
    heap.push({ x: minute, y: mb });
    if (performance.now() - steppedMs >= STEP_MS) {
      await nextScene(page);
      steppedMs = performance.now();
    }
    await sleep(SAMPLE_MS);
  }
  const counts = await page.evaluate(() => [...(globalThis as unknown as { gapCounts: Uint32Array }).gapCounts]);
  return { p95Ms: percentile95(counts) * GAP_STEP_MS, heapMbPerMinute: slope(heap) };
}

async function nextScene(page: Page): Promise<void> {
  await page.keyboard.press("ArrowRight");
  await sleep(500);
}

/** Runs in the page: how often each time between two pictures came, in steps of 0.1 ms; a list of them would grow the heap. */
function countPictures(): void {
  const gapCounts = new Uint32Array(20_000);
  Object.assign(globalThis, { gapCounts });
  let last = performance.now();
  const step = (now: number) => {
    const place = Math.min(gapCounts.length - 1, Math.round((now - last) * 10));
    gapCounts[place] = (gapCounts[place] ?? 0) + 1;
    last = now;
    requestAnimationFrame(step);
  };
  requestAnimationFrame(step);
}

/** The place in a histogram below which 95 % lie. */
function percentile95(counts: readonly number[]): number {
  let left = 0.95 * counts.reduce((sum, count) => sum + count, 0);
  return counts.findIndex((count) => {
    left -= count;
    return left <= 0;
  });
}

async function heapMb(devtools: CDPSession): Promise<number> {
  await devtools.send("HeapProfiler.collectGarbage");
  const { usedSize } = await devtools.send("Runtime.getHeapUsage");
  return usedSize / 1e6;
}

/** Plays the server's side of the live stream: half of all devices, twice a second. */
function feedStatuses(page: Page, ids: readonly string[]): () => void {
  let timer: ReturnType<typeof setInterval> | undefined;
  let half = 0;
  const messageOf = (some: readonly string[]) => {
    const at = Date.now();
    const statuses = some.map((deviceId) => {
      const framesPerSecond = 500 + Math.floor(Math.random() * 2000);
      const channels = [0, 1].map((channel) => ({ channel, framesPerSecond, load: Math.random(), lastFrameAt: at }));
      return { deviceId, online: true, at, framesPerSecond: 2 * framesPerSecond, channels };
    });
    return Buffer.from(writeStatusMessage(statuses, at));
  };
  const serve = (socket: WebSocketRoute) => {
    socket.onMessage((text) => {
      const { type } = JSON.parse(String(text)) as { type: string };
      if (type === "hello") socket.send(JSON.stringify({ type: "welcome" }));
      if (type !== "status") return;
      socket.send(messageOf(ids));
      clearInterval(timer);
      timer = setInterval(() => {
        half = 1 - half;
        socket.send(messageOf(ids.filter((_, i) => i % 2 === half)));
      }, 500);
    });
  };
  void page.routeWebSocket(/\/live$/, serve);
  return () => clearInterval(timer);
}
