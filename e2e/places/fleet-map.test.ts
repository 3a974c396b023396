import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { makeTestEvent } from "../../apps/server/alarms/events/test-event.ts";
import { makeTestRule } from "../../apps/server/alarms/rules/test-rule.ts";
import { testDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal } from "../support/terminal.ts";
import { eventually, type Locale, lookOf, signIn, signInAtHome } from "../support/visitors.ts";
import { drawByWebgl } from "./draw-by-webgl.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const METRES_PER_DEG = 111_194.93;
const SEND_MS = 500;
const YARD = { latitude: 31.3, longitude: 121.3 };

const WORDS = {
  "zh-CN": {
    map: "车队实时地图",
    shownAs: "显示方式",
    asMap: "地图",
    asList: "列表",
    devices: "设备",
    never: "1 台从未有定位",
    neverList: "从未有定位的设备",
    all: "显示全部设备",
    together: "此处 2 台设备",
    track: "轨迹",
    trackMap: "轨迹地图",
    search: "名称 / ID / 标签",
    fresh: /刚刚|[12] 秒前/,
    list: /^列表 · /,
    close: "关闭",
  },
  "en-US": {
    map: "Live map of the fleet",
    shownAs: "Shown as",
    asMap: "Map",
    asList: "List",
    devices: "Devices",
    never: "1 never had a position",
    neverList: "Devices that never had a position",
    all: "Show all devices",
    together: "2 devices here",
    track: "Track",
    trackMap: "Map of the track",
    search: "Name / ID / label",
    fresh: /just now|\b[12] s ago/,
    list: /^List · /,
    close: "Close",
  },
} as const satisfies Record<Locale, Record<string, string | RegExp>>;

/** A tenant's fleet: one drives east, one drove north and left, one rings, two are parked together, one is new. */
async function drivingFleet() {
  const account = await newTenant();
  const { db } = await database();
  const add = async (name: string) => testDevice(db, account.tenantId, { name });
  const [car, gone, hot, one, two] = [
    await add("EV-01"),
    await add("Truck 7"),
    await add("Bus 121"),
    await add("Yard A"),
    await add("Yard B"),
  ];
  await add("Never");
  const parked = { ...YARD, speed_kmh: 0, course: 10 };
  for (const device of [one, two]) await report(device, () => parked);
  await report(hot, () => ({ latitude: 31.2, longitude: 121.6, speed_kmh: 40, course: 180 }));
  const leave = await report(gone, () => ({ latitude: 31.4, longitude: 121.5, speed_kmh: 60, course: 0 }));
  const startMs = Date.now();
  const metres = () => ((Date.now() - startMs) / 1000) * 15;
  await report(car, () => ({
    latitude: 31.25,
    longitude: 121.4 + metres() / METRES_PER_DEG,
    speed_kmh: 54,
    course: 90,
  }));
  const owner = { tenantId: account.tenantId, userId: account.userId, userName: account.name };
  const ruleId = await makeTestRule(db, owner);
  await makeTestEvent(db, { ...owner, thingsId: hot.thingsId, ruleId, binding: hot.bindingNumber });
  return { account, car, gone, hot, one, two, leave };
}

type Device = Awaited<ReturnType<typeof testDevice>>;

/** Reports twice a second by MQTT until the test ends, or it leaves. */
async function report(device: Device, position: () => Omit<Parameters<Sender["positions"]>[0][number], "time">) {
  const terminal = await connectTerminal(device);
  const send = () => terminal.positions([{ time: Date.now(), ...position() }]).catch(() => undefined);
  await send();
  const timer = setInterval(() => void send(), SEND_MS);
  let isGone = false;
  const leave = async () => {
    clearInterval(timer);
    if (!isGone) await terminal.close();
    isGone = true;
  };
  onTestFinished(leave);
  return leave;
}
type Sender = Awaited<ReturnType<typeof connectTerminal>>;

const mapOf = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const markOf = (map: Locator, { thingsId }: Device) => map.locator(`[data-device="${thingsId}"]`);
const word = (page: Page, key: string) => new URL(page.url()).searchParams.get(key);

/** Names that reach over an edge of the map, or not wholly shown. */
const cutLabels = (map: Locator) =>
  map.locator("[data-label]").evaluateAll((labels) =>
    labels
      .filter((label) => {
        const { left, right } = label.getBoundingClientRect();
        return left < 0 || right > innerWidth || label.scrollWidth > label.clientWidth;
      })
      .map((label) => label.textContent),
  );

journeys("the live map of the fleet", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "shows each device where it is now, its heading, state and alarms, and leads to it [GPS-04] %o",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const fleet = await drivingFleet();
      const page = await openPage({ locale, width, webgl: true });
      await signInAtHome(page, fleet.account);
      await page.getByText(words.asMap, { exact: true }).click();
      const map = mapOf(page, words.map);
      await drawByWebgl(map, locale);

      const car = markOf(map, fleet.car);
      await eventually(() => car.getAttribute("data-state")).toBe("live");
      expect(await car.getAttribute("data-heading")).toBe("90");
      await eventually(() => markOf(map, fleet.hot).getByRole("img").count()).toBe(1);
      await fleet.leave();
      await eventually(() => markOf(map, fleet.gone).getAttribute("data-state")).toBe("offline");

      const list = page.getByRole("region", { name: words.devices, exact: true });
      await list.getByRole("button", { name: /EV-01/ }).focus();
      await page.keyboard.press("Enter");
      const card = page.getByTestId("fleet-card");
      await eventually(() => card.textContent()).toMatch(/EV-01.*54\.0\skm\/h.*90°/);
      await eventually(() => card.locator("time").textContent()).toMatch(words.fresh);
      const before = await card.getByText(/^31\.25000, /).textContent();
      await eventually(() => card.getByText(/^31\.25000, /).textContent()).not.toBe(before);
      expect(word(page, "device")).toBe(fleet.car.thingsId);
      await screenshot(page, `fleet-map-${locale}-${width}`);
      await expectAccessible(page);

      await map.locator('[data-count="2"]').click();
      const together = page.getByTestId("fleet-together");
      await eventually(() => together.textContent()).toContain(words.together);
      await together.getByRole("button", { name: "Yard B" }).click();
      await eventually(() => word(page, "device")).toBe(fleet.two.thingsId);

      await page.getByRole("button", { name: words.never }).click();
      const never = page.getByRole("region", { name: words.neverList });
      await eventually(() => never.getByRole("listitem").allTextContents()).toEqual([expect.stringContaining("Never")]);
      await page.getByRole("button", { name: words.all }).click();
      await page.getByRole("searchbox", { name: words.search }).fill("EV-");
      await eventually(() => list.getByRole("listitem").count()).toBe(1);
      await eventually(() => word(page, "keyword")).toBe("EV-");
      await eventually(() => map.locator("[data-device]").count()).toBe(1);

      await car.click();
      await card.getByRole("link", { name: words.track, exact: true }).click();
      await eventually(() => word(page, "id")).toBe(fleet.car.thingsId);
      await mapOf(page, words.trackMap).waitFor();
      await page.goBack();
      await eventually(() => word(page, "keyword")).toBe("EV-");
      await mapOf(page, words.map).waitFor();
      const shownAs = page.getByRole("group", { name: words.shownAs });
      await shownAs.getByText(words.asList, { exact: true }).click();
      await page.waitForURL(/HomePage\?.*keyword=EV-/);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "fills a phone, with its list as a sheet, also without WebGL [GPS-04] %o",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const fleet = await drivingFleet();
      const page = await openPage({ locale, width, height: 844, theme: "dark" });
      await signIn(page, fleet.account);
      await page.goto("/Container/TrailingMap");
      const map = mapOf(page, words.map);
      await eventually(() => map.getAttribute("data-map")).toBe("canvas");
      await eventually(() => markOf(map, fleet.car).getAttribute("data-state")).toBe("live");
      const box = await map.boundingBox();
      expect(box?.width).toBe(width);
      expect(box?.height).toBeGreaterThan(844 * 0.6);
      // The easternmost stands at the right edge, its name before it.
      await eventually(() => markOf(map, fleet.hot).locator("[data-label]").getAttribute("data-side")).toBe("before");
      await eventually(() => cutLabels(map)).toEqual([]);
      await map.getByRole("button", { name: words.list }).click();
      const list = page.getByRole("region", { name: words.devices, exact: true });
      await list.getByRole("button", { name: /Bus 121/ }).click();
      const card = page.getByTestId("fleet-card");
      await eventually(() => card.textContent()).toMatch(/Bus 121.*40\.0\skm\/h/);
      expect(await list.count()).toBe(0);
      await screenshot(page, `fleet-map-${locale}-${width}`);
      await expectAccessible(page);
      await card.getByRole("button", { name: words.close, exact: true }).click();
      await eventually(() => word(page, "device")).toBeNull();
    },
  );
});
