import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { makeTestEvent } from "../../apps/server/alarms/events/test-event.ts";
import { makeTestRule } from "../../apps/server/alarms/rules/test-rule.ts";
import { makeTestFence, testCircle } from "../../apps/server/places/test-fence.ts";
import { PALETTE, TRACK_COLOURS } from "../../apps/web/ui/marks/palette.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, lookOf, reach, signIn } from "../support/visitors.ts";
import { drawByWebgl } from "./draw-by-webgl.ts";
import { parkedDrive } from "./parked-drive.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    map: "轨迹地图",
    trips: "行程",
    export: "导出",
    play: "播放",
    pause: "暂停",
    position: "播放位置",
    fences: "围栏",
    alarms: /^报警/,
    here: "此处 2 条报警",
    evidence: "证据",
  },
  "en-US": {
    map: "Map of the track",
    trips: "Trips",
    export: "Export",
    play: "Play",
    pause: "Pause",
    position: "Position of playing",
    fences: "fences",
    alarms: /^alarms/,
    here: "2 alarms here",
    evidence: "Evidence",
  },
} as const satisfies Record<Locale, Record<string, string | RegExp>>;

/** A device of a fresh tenant that has driven, and its page opened at that time. */
async function openTrack(page: Page) {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "EV-01" });
  const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
  const terminal = await connectTerminal(device);
  await parkedDrive(terminal, startMs);
  await terminal.close();
  await signIn(page, account);
  const range = `from=${startMs - 60_000}&to=${startMs + 1_500_000}`;
  await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=gps&sub=track&${range}`);
  return { account, device, startMs };
}

/** Pixels of the map as it is seen that have one of the colours of a track, without those of its legend. */
async function trackPixels(page: Page, map: Locator): Promise<number> {
  const all = await pixelsOf(page, map, TRACK_COLOURS.light);
  return all - (await pixelsOf(page, map.getByTestId("track-legend"), TRACK_COLOURS.light));
}

async function pixelsOf(page: Page, map: Locator, colours: readonly string[]): Promise<number> {
  const png = (await map.screenshot()).toString("base64");
  return page.evaluate(
    async ({ png, colours }) => {
      const picture = await createImageBitmap(new Blob([Uint8Array.from(atob(png), (c) => c.charCodeAt(0))]));
      const ctx = new OffscreenCanvas(picture.width, picture.height).getContext("2d");
      ctx?.drawImage(picture, 0, 0);
      const data = ctx?.getImageData(0, 0, picture.width, picture.height).data ?? new Uint8ClampedArray();
      const isTrack = (at: number) =>
        colours.some(([r = 0, g = 0, b = 0]) => [r, g, b].every((part, i) => Math.abs((data[at + i] ?? 0) - part) < 4));
      let count = 0;
      for (let at = 0; at < data.length; at += 4) if (isTrack(at)) count += 1;
      return count;
    },
    { png, colours: colours.map(parts) },
  );
}

const parts = (hex: string) => [1, 3, 5].map((at) => Number.parseInt(hex.slice(at, at + 2), 16));
/** A line across the narrowest map has more. */
const LINE_PIXELS = 600;

const mapOf = (page: Page, label: string) => page.getByRole("region", { name: label, exact: true });

journeys("the track of a device", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "is drawn by WebGL with trips, a stop, one cursor and files [GPS-01] %o",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const page = await openPage({ locale, width, webgl: true });
      const foreign: string[] = [];
      page.on("request", (request) => {
        if (!request.url().startsWith("blob:") && new URL(request.url()).hostname !== "127.0.0.1")
          foreign.push(request.url());
      });
      const { startMs } = await openTrack(page);
      const map = mapOf(page, words.map);
      await drawByWebgl(map, locale);
      await eventually(() => page.getByTestId("track-facts").textContent()).toMatch(/1,440.*1/);
      await eventually(() => trackPixels(page, map)).toBeGreaterThan(LINE_PIXELS);
      const trips = page.getByRole("region", { name: words.trips, exact: true }).getByRole("button");
      await eventually(() => trips.count()).toBe(3);

      await trips.last().click();
      await eventually(() => new URL(page.url()).searchParams.get("trip")).toBe("2");
      await page.getByRole("slider", { name: words.position }).fill("5000");
      await eventually(() => page.getByTestId("track-readout").textContent()).toMatch(/km\/h/);
      const at = Number(new URL(page.url()).searchParams.get("at"));
      expect(at).toBeGreaterThan(startMs);
      await map.getByRole("button", { name: words.play, exact: true }).click();
      await eventually(() => Number(new URL(page.url()).searchParams.get("at"))).toBeGreaterThan(at);
      await map.getByRole("button", { name: words.pause, exact: true }).click();

      await (await reach(page.getByRole("button", { name: words.export, exact: true }))).click();
      const [file] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("menuitem", { name: "GPX" }).first().click(),
      ]);
      expect(file.suggestedFilename()).toMatch(/^EV-01-.*\.gpx$/);
      await screenshot(page, `track-${locale}-${width}`);
      await expectAccessible(page);
      expect(foreign).toEqual([]);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "is drawn on a canvas where there is no WebGL, and says so [GPS-01] %o",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const page = await openPage({ locale, width, height: 844 });
      await openTrack(page);
      const map = mapOf(page, words.map);
      await eventually(() => map.getAttribute("data-map")).toBe("canvas");
      await eventually(() => map.textContent()).toContain("WebGL");
      await eventually(() => page.getByTestId("track-legend").textContent()).toMatch(/80 km\/h/);
      await eventually(() => trackPixels(page, map)).toBeGreaterThan(LINE_PIXELS);
      await screenshot(page, `track-${locale}-${width}`);
      await expectAccessible(page);
    },
  );

  it.each(lookOf("en-US", 1440))(
    "has the fences near the view and the alarms of the range, each of which opens its event [GPS-01] [GPS-02] [TRG-05] %o",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const page = await openPage({ locale, width });
      const { account, device, startMs } = await openTrack(page);
      const { db } = await database();
      const owner = { tenantId: account.tenantId, userId: account.userId, userName: account.name };
      const yard = await makeTestFence(db, owner, testCircle(2000, 31.2, 121.4));
      const far = await makeTestFence(db, owner, testCircle(2000, 45, 90));
      const ruleId = await makeTestRule(db, owner, { name: "Cell too hot", level: "urgent" });
      const event = (second: number, change: number) =>
        makeTestEvent(db, {
          ...owner,
          thingsId: device.thingsId,
          ruleId,
          binding: device.bindingNumber,
          startedUs: (startMs + second * 1000) * 1000,
          change,
        });
      // Two at the first position, one on the way, one half an hour before the drive.
      await Promise.all([event(0, 1), event(1, 2), event(-1800, 3)]);
      const onTheWay = await event(400, 4);
      await page.reload();

      const map = mapOf(page, words.map);
      await map.locator(`[data-fence="${yard}"]`).waitFor();
      expect(await map.locator(`[data-fence="${far}"]`).count()).toBe(0);
      const border = () => pixelsOf(page, map, [PALETTE.light.green]);
      await eventually(border).toBeGreaterThan(100);
      const drawn = await border();
      await (await reach(page.getByRole("checkbox", { name: words.alarms }))).check();
      await eventually(() => new URL(page.url()).searchParams.get("alarms")).toBe("1");
      await map.getByRole("button", { name: words.here }).waitFor();
      await screenshot(page, `track-overlays-${locale}-${width}`);
      await expectAccessible(page);
      await (await reach(page.getByRole("checkbox", { name: words.fences }))).uncheck();
      await eventually(() => map.locator(`[data-fence="${yard}"]`).count()).toBe(0);
      await eventually(border).toBeLessThan(drawn / 2);

      await map.getByRole("button", { name: /Cell too hot/ }).click();
      await eventually(() => new URL(page.url()).searchParams.get("event")).toBe(onTheWay);
      // The evidence has the drive of the ten minutes, and where the alarm began.
      const evidence = page.getByRole("region", { name: words.evidence, exact: true });
      await evidence.getByRole("region", { name: words.map, exact: true }).waitFor();
      await eventually(() => evidence.getByTestId("track-readout").count()).toBe(1);
      await screenshot(page, `alarm-evidence-map-${locale}-${width}`);
      await expectAccessible(page);
      await page.goBack();
      await map.getByRole("button", { name: words.here }).click();
      await eventually(() => page.getByRole("menuitem", { name: /Cell too hot/ }).count()).toBe(2);
      await page
        .getByRole("menuitem", { name: /Cell too hot/ })
        .first()
        .click();
      await eventually(() => new URL(page.url()).searchParams.get("tab")).toBe("triggers");
    },
  );
});
