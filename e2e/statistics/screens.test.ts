import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { startFleet } from "../../apps/simulator/fleet.ts";
import { alarmDevice, call, makeRule } from "../alarms/alarm-fleet.ts";
import { seedFleet } from "../devices/home-fleet.ts";
import { bindPack } from "../support/bound-device.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { atRest, eventually, type Locale, lookOf, signInAtHome } from "../support/visitors.ts";

const SEND_MS = 500;
const SLOW = { timeout: 300_000 * PATIENCE };
/** A wall of full HD, and one of four times as many pixels. */
const WALLS = [
  { width: 1920, height: 1080 },
  { width: 3840, height: 2160 },
];
/** Pages, E4: nothing on a canvas of 1920 is smaller; the credit of the map is no news. */
const SMALLEST_PX = 28;

const WORDS = {
  "zh-CN": {
    none: "还没有设备",
    lost: /连接中断，数据截至 \d\d:\d\d:\d\d/,
    live: "实时",
    order: "待处理",
    far: /远看/,
    ringing: /在线有报警\s*1/,
  },
  "en-US": {
    none: "No devices yet",
    lost: /Connection lost, data of \d\d:\d\d:\d\d/,
    live: "live",
    order: "Pending",
    far: /^Far/,
    ringing: /online with alarm\s*1/,
  },
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

/** Beside a fleet of eleven that is offline: a truck bound to a DBC and one that is not; both send what they are told. */
async function sendingTrucks() {
  const account = await newAccount();
  await seedFleet((await database()).db, account);
  const trucks = await Promise.all([truck(account.tenantId, "Truck 7"), truck(account.tenantId, "Truck 8")]);
  await bindPack(account, trucks[0].thingsId);
  return { account, bound: trucks[0], other: trucks[1] };
}

async function truck(tenantId: string, name: string) {
  const device = await registerDevice(tenantId, { name });
  const terminal = await connectTerminal(device);
  const sent = { value: 0 };
  const timer = setInterval(() => {
    const data = [sent.value >> 8, sent.value & 255];
    void terminal.frames([{ timeUs: Date.now() * 1000, channel: 0, id: 0x100, data }]).catch(() => undefined);
  }, SEND_MS);
  onTestFinished(() => {
    clearInterval(timer);
    return terminal.close();
  });
  return { thingsId: device.thingsId, sent };
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

/** Whether the rows of a card lie within it. */
const isWhole = (card: Locator) =>
  card.evaluate((box) => {
    const { bottom } = box.getBoundingClientRect();
    return [...box.querySelectorAll("li, h3")].every((row) => row.getBoundingClientRect().bottom <= bottom + 1);
  });

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

  it.each([
    { locale: "zh-CN" as const, width: 1920, height: 1080 },
    { locale: "en-US" as const, width: 1440, height: 900 },
    { locale: "en-US" as const, width: 390, height: 844 },
  ])(
    "the near size shows figures, ring, loads, map, alarms and curves all at once, $width px in $locale [STA-02]",
    SLOW,
    async ({ locale, width, height }) => {
      const { account, hot } = await drivingTenant();
      const page = await openPage({ locale, width, height });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await page.goto("/can_monitor/");
      await eventually(() => sceneOf(page)).toBe("map");
      await page.keyboard.press("n");
      await page.locator('[data-size="near"]').waitFor();
      expect(new URL(page.url()).searchParams.get("size")).toBe("near");
      await page.reload();
      const card = (name: string) => page.locator(`[data-card="${name}"]`);
      const note = (name: string) => page.locator(`[data-figure="${name}"]`).textContent();
      await eventually(() => note("online")).toMatch(/4 \/ 12/);
      await eventually(async () =>
        Number((await figure(page, "rate").textContent())?.replace(/,/g, "")),
      ).toBeGreaterThan(0);
      await hot.fire(page);
      await card("alarms").getByText("Cell too hot").waitFor();
      await eventually(() => card("online").textContent()).toMatch(WORDS[locale].ringing);
      await eventually(() => card("loads").getByRole("listitem").count()).toBeGreaterThan(1);
      await eventually(() => card("curves").locator("polyline").first().getAttribute("points")).toMatch(/,.* .*,/);
      await eventually(() => page.locator("[data-map] [data-device], [data-map] [data-count]").count()).toBeGreaterThan(
        0,
      );
      if (width >= 768) {
        // All at once: nothing lies below the edge, and no text is smaller than the smallest of the product.
        expect(await page.evaluate(() => document.documentElement.scrollHeight <= innerHeight)).toBe(true);
        expect(await tooSmall(page, width === 1920 ? 13 : 0)).toEqual([]);
        for (const name of ["online", "loads", "alarms", "curves"]) expect(await isWhole(card(name)), name).toBe(true);
      } else expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await expectAccessible(page);
      await screenshot(page, `monitor-near-${width}-${locale}`);
      await page.getByRole("button", { name: WORDS[locale].far }).click();
      await eventually(() => page.locator("[data-scene]").count()).toBe(1);
      expect(new URL(page.url()).searchParams.get("size")).toBeNull();
    },
  );

  it.each(lookOf("en-US", 1440))(
    "signals of bound DBC files as curves with value and unit: chosen by themselves or by people, kept in the address with scene and label [STA-02]",
    SLOW,
    async ({ locale }) => {
      const { account, bound, other } = await sendingTrucks();
      const page = await openPage({ locale, width: 1920, height: 1080 });
      await signInAtHome(page, account);
      const { data: label } = await call<{ data: { id: string } }>(page, "POST", "/things/labels", {
        name: "Road test A",
      });
      await call(page, "PUT", `/things/${other.thingsId}/labels`, { label_ids: [label.id] });
      await page.goto("/can_monitor/?scene=curves");
      const curve = page.locator('[data-signal="Voltage"]');
      bound.sent.value = 1234;
      // By itself: the first bound signal of the device that is online.
      await eventually(() => curve.locator("strong").textContent()).toMatch(/^123\.4\sV$/);
      bound.sent.value = 2345;
      await eventually(() => curve.locator("strong").textContent()).toMatch(/^234\.5\sV$/);
      await eventually(() => curve.locator("polyline").getAttribute("points")).toMatch(/,.* .*,/);
      expect(await curve.locator("h2").textContent()).toContain("Truck 7 · Voltage");
      expect(await tooSmall(page, SMALLEST_PX)).toEqual([]);
      await screenshot(page, `monitor-signals-1920-${locale}`);

      // By people, with the key: the choice, the label and the scene are in the address and survive a reload.
      await page.keyboard.press("s");
      const dialog = page.getByRole("dialog", { name: "What the screen shows" });
      await dialog.getByLabel("Device", { exact: true }).selectOption({ label: "Truck 8" });
      await dialog.getByRole("button", { name: "Choose signals…" }).click();
      const picker = page.getByRole("dialog").last();
      await picker.getByRole("checkbox", { name: "Voltage (V)" }).click();
      await page.keyboard.press("Escape");
      await dialog.getByText("Curves: 1 of 4").waitFor();
      await screenshot(page, `monitor-choice-1920-${locale}`);
      await dialog.getByLabel("Devices with label").selectOption({ label: "Road test A" });
      await page.keyboard.press("Escape");
      await eventually(() => figure(page, "online").locator("xpath=..").textContent()).toMatch(/^1\s*\/ 1$/);
      await page.reload();
      other.sent.value = 3456;
      await eventually(() => curve.locator("strong").textContent()).toMatch(/^345\.6\sV$/);
      expect(await curve.locator("h2").textContent()).toContain("Truck 8 · Voltage");
      const asked = new URL(page.url()).searchParams;
      expect(Object.fromEntries(asked)).toMatchObject({ scene: "curves", label: label.id });
      expect(asked.get("signals")).toMatch(new RegExp(`^${other.thingsId}~`));
      await eventually(() => figure(page, "online").locator("xpath=..").textContent()).toMatch(/^1\s*\/ 1$/);
      await page.goto(page.url().replace(/label=[^&]*/, "label=none"));
      await eventually(() => figure(page, "online").locator("xpath=..").textContent()).toMatch(/^2\s*\/ 13$/);
    },
  );

  it(
    "a new alarm sounds once the sound is switched on, by its key or its button, and not before [STA-02]",
    SLOW,
    async () => {
      const account = await newAccount();
      const hot = await alarmDevice(account.tenantId, "EV Van 02");
      const cold = await alarmDevice(account.tenantId, "EV Van 03");
      const page = await openPage({ locale: "en-US", width: 1920, height: 1080 });
      await page.addInitScript(() => {
        const made = AudioContext.prototype.createOscillator;
        Object.assign(window, { tones: 0 });
        AudioContext.prototype.createOscillator = function () {
          Object.assign(window, { tones: Number(Reflect.get(window, "tones")) + 1 });
          return made.call(this);
        };
      });
      const tones = () => page.evaluate(() => Number(Reflect.get(window, "tones")));
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await page.goto("/can_monitor/");
      await page.getByRole("button", { name: "Alarm sound off (M)" }).waitFor();
      await page.keyboard.press("ArrowRight");
      await hot.fire(page);
      await eventually(() => figure(page, "alarms").textContent()).toBe("1");
      expect(await tones()).toBe(0);
      await page.keyboard.press("m");
      await page.getByRole("button", { name: "Alarm sound on (M)" }).waitFor();
      // Two tones say that it is on, six that something urgent is new.
      expect(await tones()).toBe(2);
      await cold.fire(page);
      await eventually(() => figure(page, "alarms").textContent()).toBe("2");
      await eventually(tones).toBe(8);
      await page.getByRole("button", { name: "Alarm sound on (M)" }).click();
      await page.getByRole("button", { name: "Alarm sound off (M)" }).waitFor();
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
