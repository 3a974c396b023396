// HomePage in a real browser over 10,000 devices, of which 1,000 a second change: how smoothly it scrolls, how soon it lives.
import { dirname } from "node:path";
import { writeStatusMessage } from "@canopy/contract/frames/live-binary";
import { sql } from "kysely";
import { chromium, type Page, type WebSocketRoute } from "playwright-core";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import type { Db } from "../apps/server/platform/postgres/schema.ts";
import { findBrowser } from "../e2e/support/find-browser.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { buildWeb } from "../scripts/build-web.ts";
import { againstLimits, type Limits, limitsOf } from "./load/limits.ts";
import { startWithoutFrames } from "./load/without-frames.ts";
import type { BenchResult } from "./run.ts";

const DEVICES = 10_000;
const CHANGES_PER_SECOND = 1_000;
const SCROLL_MS = 10_000;
/** DEV-01: at least so many pictures a second, no task above so many, the first live row within so many. */
const LIMITS: Limits = { atLeast: { fps: 50 }, atMost: { longestMs: 100, firstLiveRowMs: 1000 } };
const ROOT = dirname(import.meta.dirname);

export async function run(): Promise<BenchResult> {
  await buildWeb(ROOT);
  // The statuses come from here, through the page's own socket and decoder: what is measured is the page.
  const program = await startWithoutFrames();
  const store = await openProgramDatabase(program.dataFolder);
  try {
    const ids = await addDevices(store.db);
    const metrics = await measure(program.baseUrl, ids);
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    await store.close();
    await program.stop();
  }
}

async function addDevices(db: Db): Promise<string[]> {
  const [master] = await findSignInAccounts(db, DEMO_MASTER);
  if (!master) throw new Error("the demo was not seeded");
  const made = await sql<{ id: string }>`with n as (insert into bindings (tenant_id, third_things_id)
      select ${master.tenantId}::uuid, upper(lpad(to_hex(i), 20, '0')) from generate_series(1, ${DEVICES}::int) i
      returning *)
    insert into things (tenant_id, binding, third_things_id, name, key_hash, class, online)
    select tenant_id, number, third_things_id, 'truck ' || number, '', 'ordinary', true from n returning id`.execute(
    db,
  );
  return made.rows.map(({ id }) => id);
}

async function measure(baseUrl: string, ids: readonly string[]): Promise<Record<string, number>> {
  const found = await findBrowser();
  if (!found) throw new Error("no browser: set CANOPY_CHROMIUM or install chromium");
  const browser = await chromium.launch({ executablePath: found.executable, args: [...(found.argumentSets[0] ?? [])] });
  try {
    const context = await browser.newContext({ baseURL: baseUrl, viewport: { width: 1440, height: 900 } });
    const page = await context.newPage();
    const feeding = feedStatuses(page, ids);
    await page.goto("/Login");
    await page.locator("button", { hasText: /演示|demo/ }).click();
    await page.waitForURL("**/Container/HomePage");
    await page.locator("[data-channel]").first().waitFor();
    const firstLiveRowMs = await openAgain(page);
    await page.waitForFunction((count) => Number(document.querySelector("table")?.ariaRowCount) > count, DEVICES);
    const figures = await scroll(page);
    feeding.stop();
    return { firstLiveRowMs, ...figures, statusesPerSecond: feeding.perSecond() };
  } finally {
    await browser.close();
  }
}

/** From opening the address to a rate on the screen. */
async function openAgain(page: Page): Promise<number> {
  await page.reload({ waitUntil: "commit" });
  await page.waitForFunction(() =>
    [...document.querySelectorAll('[data-live="rate"]')].some((cell) => /[1-9]/.test(cell.textContent ?? "")),
  );
  return page.evaluate(() => performance.now());
}

/** Up and down through all of it; frames and long tasks counted by the browser itself. */
function scroll(page: Page): Promise<Record<string, number>> {
  return page.evaluate(async (forMs) => {
    const box = document.querySelector("table")?.parentElement;
    if (!box) throw new Error("no list");
    let longTasks = 0;
    let longestMs = 0;
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) {
        longTasks += 1;
        longestMs = Math.max(longestMs, duration);
      }
    }).observe({ type: "longtask" });
    const gaps: number[] = [];
    const began = performance.now();
    let last = began;
    let direction = 1;
    await new Promise<void>((resolve) => {
      const step = (now: number) => {
        gaps.push(now - last);
        last = now;
        if (box.scrollTop + box.clientHeight >= box.scrollHeight - 1) direction = -1;
        if (box.scrollTop <= 0) direction = 1;
        box.scrollTop += direction * 240;
        if (now - began < forMs) requestAnimationFrame(step);
        else resolve();
      };
      requestAnimationFrame(step);
    });
    const sorted = [...gaps].sort((a, b) => a - b);
    const fps = (1000 * gaps.length) / (last - began);
    return { fps, frameP95Ms: sorted[Math.floor(0.95 * sorted.length)] ?? 0, longTasks, longestMs };
  }, SCROLL_MS);
}

/** Plays the server's side of the live stream: all devices once, then so many changes a second, twice a second. */
function feedStatuses(page: Page, ids: readonly string[]) {
  let sent = 0;
  let timer: ReturnType<typeof setInterval> | undefined;
  const began = Date.now();
  const status = (at: number) => {
    const framesPerSecond = 500 + Math.floor(Math.random() * 2000);
    const channels = [0, 1].map((channel) => ({ channel, framesPerSecond, load: Math.random(), lastFrameAt: at }));
    return {
      deviceId: ids[sent++ % ids.length] ?? "",
      online: true,
      at,
      framesPerSecond: 2 * framesPerSecond,
      channels,
    };
  };
  const messageOf = (count: number) => {
    const at = Date.now();
    return Buffer.from(
      writeStatusMessage(
        Array.from({ length: count }, () => status(at)),
        at,
      ),
    );
  };
  const serve = (socket: WebSocketRoute) => {
    socket.onMessage((text) => {
      const { type } = JSON.parse(String(text)) as { type: string };
      if (type === "hello") socket.send(JSON.stringify({ type: "welcome" }));
      if (type !== "status") return;
      socket.send(messageOf(ids.length));
      clearInterval(timer);
      timer = setInterval(() => socket.send(messageOf(CHANGES_PER_SECOND / 2)), 500);
    });
  };
  void page.routeWebSocket(/\/live$/, serve);
  return {
    stop: () => clearInterval(timer),
    perSecond: () => Math.max(0, sent - 2 * ids.length) / Math.max(1, (Date.now() - began) / 1000),
  };
}
