import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { startFleet } from "../apps/simulator/fleet.ts";
import { alarmDevice, call, makeRule } from "./alarm-fleet.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "./browser.ts";
import { seedFleet } from "./home-fleet.ts";
import { closeStore, database, newAccount } from "./store.ts";
import { atRest, eventually, type Locale, lookOf, signInAtHome } from "./visitors.ts";

const SLOW = { timeout: 300_000 };
/** A wall of full HD, and one of four times as many pixels. */
const WALLS = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];
/** Pages, E4: nothing on a canvas of 1920 is smaller; the credit of the map is no news. */
const SMALLEST_PX = 28;

const WORDS = {
  "zh-CN": { none: "还没有设备", lost: /连接中断，数据截至 \d\d:\d\d:\d\d/, live: "实时", order: "待处理" },
  "en-US": { none: "No devices yet", lost: /Connection lost, data of \d\d:\d\d:\d\d/, live: "live", order: "Pending" },
} as const satisfies Record<Locale, Record<string, string | RegExp>>;

/** A fleet of eleven, three of which drive, and one more that rings. */
async function drivingTenant() {
  const account = await newAccount();
  const devices = await seedFleet((await database()).db, account);
  const { url } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  const fleet = startFleet({ url, devices, log: () => undefined });
  onTestFinished(() => fleet.stop());
  return { account, hot: await alarmDevice(account.tenantId, "EV Van 02") };
}

const figure = (page: Page, name: string) => page.locator(`[data-figure="${name}"] strong`);
const sceneOf = (page: Page) => page.locator("[data-scene]").getAttribute("data-scene");

/** Steps by key until this scene is shown. */
async function toScene(page: Page, scene: string): Promise<void> {
  await eventually(async () => {
    if ((await sceneOf(page)) !== scene) await page.keyboard.press("ArrowRight");
    return sceneOf(page);
  }).toBe(scene);
}

/** Texts that people across the room could not read, on a canvas of 1920. */
const tooSmall = (page: Page, smallestPx: number) =>
  page.evaluate((limit) => {
    const unit = Math.min(innerWidth / 1920, innerHeight / 1080);
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const found: string[] = [];
    for (let text = texts.nextNode(); text; text = texts.nextNode()) {
      const around = text.parentElement;
      if (!around?.checkVisibility() || !text.textContent?.trim() || around.closest("p, [role=tooltip]")) continue;
      const scale = around.getBoundingClientRect().width / Math.max(1, around.offsetWidth || 1);
      const shown = parseFloat(getComputedStyle(around).fontSize) * (around.closest("[data-map]") ? scale : 1);
      if (around.closest("svg") === null && shown < limit * unit - 0.5) found.push(`${shown} ${text.textContent}`);
    }
    return found;
  }, smallestPx);

journeys("the big screens", () => {
  afterAll(closeStore);

  it.each([
    { locale: "zh-CN" as const, ...WALLS[0] },
    { locale: "en-US" as const, ...WALLS[1] },
  ])(
    "the fleet at $width × $height in $locale: live figures, map, alarms, ring, loads and curves by turns and keys [STA-02]",
    SLOW,
    async ({ locale, width = 0, height = 0 }) => {
      const { account, hot } = await drivingTenant();
      const page = await openPage({ locale, width, height });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await page.goto("/can_monitor/");
      await eventually(() => figure(page, "online").textContent()).toBe("4");
      await eventually(async () =>
        Number((await figure(page, "rate").textContent())?.replace(/,/g, "")),
      ).toBeGreaterThan(0);
      const map = page.locator("[data-map]");
      await eventually(() => map.locator("[data-device], [data-count]").count()).toBeGreaterThan(0);

      // An urgent alarm brings the map back from whatever scene is shown.
      await toScene(page, "loads");
      await hot.fire(page);
      await eventually(() => sceneOf(page)).toBe("map");
      await page.getByRole("list").getByText("Cell too hot").waitFor();
      await eventually(() => figure(page, "alarms").textContent()).toBe("1");
      await page.locator("footer").getByText("Cell too hot").waitFor();

      for (const scene of ["map", "online", "loads", "curves"]) {
        await toScene(page, scene);
        await eventually(() => tooSmall(page, SMALLEST_PX), scene).toEqual([]);
        if (scene === "loads") await eventually(() => page.getByText(/· CAN1$/).count()).toBeGreaterThan(1);
        if (scene === "curves")
          await eventually(() => page.locator("polyline").first().getAttribute("points")).toMatch(/,.* .*,/);
        await screenshot(page, `monitor-${scene}-${width}-${locale}`);
      }
      await expectAccessible(page);
    },
  );

  it("scenes turn by themselves, wait while they are held, and F fills the screen [STA-02]", SLOW, async () => {
    const account = await newAccount();
    await seedFleet((await database()).db, account);
    const page = await openPage({ locale: "en-US", width: 1920, height: 1080 });
    await signInAtHome(page, account);
    await page.goto("/can_monitor/");
    await eventually(() => sceneOf(page)).toBe("map");
    await page.locator('[data-scene="online"]').waitFor();
    await page.keyboard.press("Space");
    await page.getByText("on hold").waitFor();
    await page.getByRole("button", { name: "Go on" }).click();
    await page.getByText(/next: channel loads · in \d+ s/).waitFor();
    await page.keyboard.press("f");
    await eventually(() => page.evaluate(() => document.fullscreenElement !== null)).toBe(true);
    await page.getByRole("button", { name: "中文" }).click();
    await page.getByRole("heading", { name: "监控大屏" }).waitFor();
  });

  it.each(lookOf("en-US", 1440))(
    "a lost connection is told and the last data stays, and it goes on by itself; a fleet without devices says so [STA-02]",
    SLOW,
    async ({ locale }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width: 1920, height: 1080 });
      let isCut = false;
      let cut: (() => void) | undefined;
      await page.routeWebSocket(/\/live/, (socket) => {
        if (isCut) return void socket.close();
        const server = socket.connectToServer();
        cut = () => {
          void server.close();
          void socket.close();
        };
      });
      await signInAtHome(page, account);
      await page.goto("/can_monitor/");
      await page.getByText(words.none).waitFor();
      await seedFleet((await database()).db, account);
      await page.reload();
      await eventually(() => figure(page, "online").locator("xpath=..").textContent()).toMatch(/0\s*\/ 11/);
      await page.getByText(words.live, { exact: true }).waitFor();
      isCut = true;
      cut?.();
      const told = page.getByRole("status").filter({ hasText: words.lost });
      await told.waitFor();
      expect(await figure(page, "online").locator("xpath=..").textContent()).toMatch(/0\s*\/ 11/);
      await screenshot(page, `monitor-lost-${locale}`);
      isCut = false;
      await told.waitFor({ state: "detached" });
    },
  );

  it.each([
    { locale: "en-US" as const, ...WALLS[0] },
    { locale: "zh-CN" as const, ...WALLS[1] },
  ])(
    "the business at $width × $height in $locale: growth, capacity, firmware, alarms, top devices and work orders [STA-03]",
    SLOW,
    async ({ locale, width = 0, height = 0 }) => {
      const { account, hot } = await drivingTenant();
      const page = await openPage({ locale, width, height });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await hot.fire(page);
      const order = {
        name: "Loose clamp",
        type: "problem",
        function: "devices",
        phone: "",
        description: "It rattles.",
      };
      await call(page, "POST", "/work-orders", order);
      await page.goto("/can_operation/");
      await eventually(() => figure(page, "devices").textContent()).toBe("12");
      await eventually(() => figure(page, "orders").textContent()).toBe("1");
      await eventually(() => figure(page, "alarms").textContent()).toBe("1");
      await eventually(() => figure(page, "stored").textContent()).toMatch(/\d/);

      await toScene(page, "spread");
      await page.getByText("4.12.00", { exact: true }).waitFor();
      const counts = () => page.getByRole("listitem").locator("b").allTextContents();
      await eventually(async () => (await counts()).reduce((sum, count) => sum + Number(count), 0)).toBe(12);
      await toScene(page, "desk");
      await page.getByRole("list").getByText("Loose clamp").waitFor();
      await page.getByText(WORDS[locale].order).first().waitFor();
      for (const scene of ["growth", "capacity", "spread", "desk"]) {
        await toScene(page, scene);
        await eventually(() => tooSmall(page, SMALLEST_PX), scene).toEqual([]);
        await screenshot(page, `operation-${scene}-${width}-${locale}`);
      }
      await expectAccessible(page);
      expect(await atRest(() => page.evaluate(() => document.documentElement.scrollHeight <= innerHeight))).toBe(true);
    },
  );
});
