// The live curve with ten signals at 100 Hz, and zoom and pan of stored curves, in a real browser (DBC-05).
// `npm run bench -- browser-curve`: half a minute of drawing.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { DEMO_MASTER } from "../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../apps/server/accounts/user-store.ts";
import { ensureDevice } from "../apps/server/devices/fleet/register-device.ts";
import { newLicenceKey } from "../apps/server/devices/licences/licence-key.ts";
import { createDbc } from "../apps/server/signals/dbc/keep-dbc.ts";
import { testTerminal } from "../apps/server/testing/terminals/test-terminal.ts";
import { openProgramDatabase } from "../e2e/support/program-database.ts";
import { deviceIdOf } from "../packages/contract/devices/device-id.ts";
import { newThing } from "../packages/contract/devices/thing.ts";
import { launchBrowser, openDemo, startWithPages } from "./load/launch-browser.ts";
import { againstLimits, limitsOf } from "./load/limits.ts";
import { quantile } from "./load/quantile.ts";
import type { BenchResult } from "./run.ts";

const SIGNALS = 10;
const STEP_MS = 10;
const DRAW_MS = 30_000;
const WARM_UP_MS = 8000;
/** What is stored of all signals before the live ones. */
const PAST_MS = 600_000;
const OPENINGS = 9;
/** DBC-05, and the figures of the curves: a frame in 33 ms, zoom and pan in 50, ten minutes drawn in 300 and whole in 600. */
const LIMITS = {
  atMost: { frameP95Ms: 33, zoomP95Ms: 50, panP95Ms: 50, drawnP50Ms: 300, refinedP50Ms: 600 },
};

/** Each signal in a message of its own, so that ten are decoded apart. */
const DBC = `VERSION ""\n\nBU_: ECU\n\n${Array.from(
  { length: SIGNALS },
  (_, i) => `BO_ ${256 + i} M${i}: 8 ECU\n SG_ S${i} : 0|16@1+ (0.1,0) [0|0] "u${i % 4}" ECU\n`,
).join("\n")}`;

export async function run(): Promise<BenchResult> {
  const program = await startWithPages();
  const store = await openProgramDatabase(program.dataFolder);
  let browser: Browser | undefined;
  let sending: ReturnType<typeof setInterval> | undefined;
  try {
    const [master] = await findSignInAccounts(store.db, DEMO_MASTER);
    if (!master) throw new Error("the demo was not seeded");
    const id = deviceIdOf([0x0a, 0x1b, 0, 0, 0, 0, 0, 0, 0x78]);
    const { key } = newLicenceKey();
    const thing = newThing.parse({ name: "curves", third_things_id: id });
    const device = await ensureDevice(store.db, master.tenantId, thing, key);
    if (!device) throw new Error("the device is taken");
    const given = { bytes: Buffer.from(DBC), remark: "", draft: false, author: "" };
    const dbcId = await createDbc(store.db, master.tenantId, "bench_curve.dbc", given);
    const { url } = JSON.parse(readFileSync(join(program.dataFolder, "fleet.json"), "utf8"));
    const terminal = await testTerminal(url, { deviceId: id, key });
    let sentMs = Date.now() - PAST_MS;
    while (Date.now() - sentMs > 1000) {
      const toMs = Math.min(sentMs + 4000, Date.now());
      const frames = [];
      for (; sentMs < toMs; sentMs += STEP_MS) for (let i = 0; i < SIGNALS; i++) frames.push(frameOf(i, sentMs));
      await terminal.frames(frames);
    }
    sending = setInterval(() => {
      const now = Date.now();
      const frames = [];
      for (; sentMs + STEP_MS <= now; sentMs += STEP_MS)
        for (let i = 0; i < SIGNALS; i++) frames.push(frameOf(i, sentMs));
      if (frames.length > 0) void terminal.frames(frames);
    }, 100);
    browser = await launchBrowser();
    const page = await openDemo(browser, program.baseUrl);
    const items = Array.from({ length: SIGNALS }, (_, i) => `0!${dbcId}!${(256 + i).toString(16)}!S${i}*${i + 1}`);
    const panels = encodeURIComponent(`Panel 1~${items.slice(0, 5).join("~")};Panel 2~${items.slice(5).join("~")}`);
    const at = `${program.baseUrl}/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc&panels=${panels}`;
    const live = await watchLive(page, `${at}&sub=live`);
    const stored = await watchStored(page, `${at}&sub=curve&last=60`);
    const opened = await watchOpening(page, at);
    clearInterval(sending);
    await terminal.close();
    const metrics = { ...live, ...stored, ...opened };
    return { metrics, peers: { limit: limitsOf(LIMITS) }, ratios: againstLimits(metrics, LIMITS) };
  } finally {
    clearInterval(sending);
    await browser?.close();
    await store.close();
    await program.stop();
  }
}

function frameOf(signal: number, atMs: number) {
  const value = Math.round(3000 + 2000 * Math.sin(atMs / 700 + signal));
  return {
    timeUs: atMs * 1000 + signal,
    channel: 0,
    id: 256 + signal,
    data: [value & 255, value >> 8, 0, 0, 0, 0, 0, 0],
  };
}

/** The time between two frames of the screen while ten lines move. */
async function watchLive(page: Page, address: string) {
  await page.goto(address);
  await page.locator('canvas[data-curve="lines"]').nth(1).waitFor();
  await page.waitForTimeout(WARM_UP_MS);
  const gaps = await page.evaluate(
    (ms) =>
      new Promise<number[]>((resolve) => {
        const found: number[] = [];
        const start = performance.now();
        let before = start;
        requestAnimationFrame(function step(now) {
          found.push(now - before);
          before = now;
          if (now - start < ms) requestAnimationFrame(step);
          else resolve(found.slice(1));
        });
      }),
    DRAW_MS,
  );
  return { frameP50Ms: quantile(gaps, 0.5), frameP95Ms: quantile(gaps, 0.95) };
}

/** From the turn of the wheel, or the move of the hand, to the picture. */
async function watchStored(page: Page, address: string) {
  await page.goto(address);
  await page.locator("[data-curve-kind]").waitFor({ state: "attached", timeout: 60_000 });
  const plot = page.locator('canvas[data-curve="lines"]').first();
  const box = await plot.boundingBox();
  if (!box) throw new Error("no plot");
  const [x, y] = [box.x + box.width / 2, box.y + 60];
  await page.mouse.move(x, y);
  const took = (type: string, events: number) =>
    page.evaluate(
      async ({ type: name, count, px, py }) => {
        const target = document.elementsFromPoint(px, py).find((one) => one instanceof HTMLCanvasElement);
        const times: number[] = [];
        const painted = () => new Promise<void>((done) => requestAnimationFrame(() => setTimeout(done)));
        const pointer = { bubbles: true, pointerId: 1, button: 0, clientY: py };
        for (let i = 0; i < count; i++) {
          await painted();
          const from = performance.now();
          if (name === "wheel")
            target?.dispatchEvent(
              new WheelEvent("wheel", {
                bubbles: true,
                cancelable: true,
                deltaY: i % 2 ? 120 : -120,
                clientX: px,
                clientY: py,
              }),
            );
          else target?.dispatchEvent(new PointerEvent("pointermove", { ...pointer, clientX: px + (i % 40) }));
          await painted();
          times.push(performance.now() - from);
        }
        return times;
      },
      { type, count: events, px: x, py: y },
    );
  const zoom = await took("wheel", 60);
  await page.mouse.down();
  const pan = await took("pan", 60);
  await page.mouse.up();
  return {
    zoomP50Ms: quantile(zoom, 0.5),
    zoomP95Ms: quantile(zoom, 0.95),
    panP50Ms: quantile(pan, 0.5),
    panP95Ms: quantile(pan, 0.95),
  };
}

/** From the click on the tab of stored curves to the first picture of ten minutes, and to the one of full width. */
async function watchOpening(page: Page, at: string) {
  const drawn: number[] = [];
  const refined: number[] = [];
  const toMs = Date.now();
  await page.goto(`${at}&sub=curve&from=${toMs - PAST_MS}&to=${toMs}`);
  const tab = page.getByRole("radio", { name: /^(历史曲线|History curve)$/ });
  for (let i = 0; i < OPENINGS; i++) {
    await page.locator("[data-curve-kind]").waitFor({ state: "attached", timeout: 60_000 });
    await page.getByText(/^(高级功能|Functions)$/).click();
    await page.locator("[data-drawn]").first().waitFor({ state: "detached" });
    await page.waitForLoadState("networkidle");
    const times = tab.evaluate(
      (radio: HTMLInputElement) =>
        new Promise<{ drawnMs: number; refinedMs: number }>((resolve) => {
          const from = performance.now();
          let drawnMs: number | undefined;
          radio.click();
          requestAnimationFrame(function look() {
            const passed = performance.now() - from;
            if (document.querySelector("[data-drawn]")) drawnMs ??= passed;
            const isWhole = document.querySelector("[data-curve-kind]") && !document.querySelector("[data-loading]");
            if (drawnMs !== undefined && isWhole) resolve({ drawnMs, refinedMs: passed });
            else requestAnimationFrame(look);
          });
        }),
    );
    const { drawnMs, refinedMs } = await times;
    drawn.push(drawnMs);
    refined.push(refinedMs);
  }
  return {
    drawnP50Ms: quantile(drawn, 0.5),
    drawnP95Ms: quantile(drawn, 0.95),
    refinedP50Ms: quantile(refined, 0.5),
    refinedP95Ms: quantile(refined, 0.95),
  };
}
