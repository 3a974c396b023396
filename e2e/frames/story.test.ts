import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { appendDeviceLog } from "../../apps/server/devices/device-log-store.ts";
import { en as bookEn } from "../../apps/web/devices/bookmarks/bookmark-texts.en.ts";
import { zh as bookZh } from "../../apps/web/devices/bookmarks/bookmark-texts.zh.ts";
import { en as manageEn } from "../../apps/web/devices/details/manage-texts.en.ts";
import { zh as manageZh } from "../../apps/web/devices/details/manage-texts.zh.ts";
import { en as barEn } from "../../apps/web/frames/time-bar/time-bar-texts.en.ts";
import { zh as barZh } from "../../apps/web/frames/time-bar/time-bar-texts.zh.ts";
import { en as troubleEn } from "../../apps/web/frames/troubles/trouble-texts.en.ts";
import { zh as troubleZh } from "../../apps/web/frames/troubles/trouble-texts.zh.ts";
import { writeErrorFrame } from "../../packages/can/bus/error-frame.ts";
import { FLAG_ERROR } from "../../packages/can/frame/frame.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { smallTargets } from "../support/small-targets.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { atRest, eventually, lookOf, signIn, signInAtHome } from "../support/visitors.ts";

const TEXTS = {
  "zh-CN": { ...manageZh, ...barZh, ...bookZh, ...troubleZh },
  "en-US": { ...manageEn, ...barEn, ...bookEn, ...troubleEn },
} as const;
const SLOW = { timeout: 300_000 * PATIENCE };
const MINUTE_MS = 60_000;
const OFF = [...writeErrorFrame({ state: "bus_off", rec: 0, tec: 255 }, 1)];
const PASSIVE = [...writeErrorFrame({ state: "passive", rec: 130, tec: 0 }, 1)];

/** A drive of twenty minutes: its bus went off after five, it was offline after twelve. */
async function driven() {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "EV-01" });
  const startMs = Math.floor(Date.now() / MINUTE_MS) * MINUTE_MS - 30 * MINUTE_MS;
  const at = (minute: number) => startMs + minute * MINUTE_MS;
  const { db } = await database();
  const of = { tenantId: account.tenantId, thingsId: device.thingsId };
  await appendDeviceLog(db, { ...of, kind: "online", atMs: at(-1) });
  await appendDeviceLog(db, { ...of, kind: "diagnosis", content: { action: "opened" }, userName: "li", atMs: at(2) });
  await appendDeviceLog(db, { ...of, kind: "offline", atMs: at(12) });
  const content = { action: "import", name: "drive.asc", frames: 12_000 } as const;
  await appendDeviceLog(db, { ...of, kind: "data", content, userName: "li", atMs: at(18) });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  const frame = (minute: number) => ({ timeUs: at(minute) * 1000, channel: 0, id: 0x100, data: [1] });
  const error = (data: number[]) => (_: unknown, i: number) => ({
    ...{ timeUs: (at(5) + i * 100) * 1000, channel: 0, id: 0, data, flags: FLAG_ERROR },
  });
  const every = (from: number, to: number) => Array.from({ length: (to - from) * 60 }, (_, i) => frame(from + i / 60));
  await terminal.frames(every(0, 5));
  await terminal.frames(Array.from({ length: 20 }, error(PASSIVE)));
  await terminal.frames(Array.from({ length: 3 }, error(OFF)));
  await terminal.frames([...every(9, 12), ...every(17, 20)]);
  return { account, device, at };
}

const rangeOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return { from: Number(searchParams.get("from")), to: Number(searchParams.get("to")) };
};

journeys("the time bar as the story of a drive", SLOW, () => {
  afterAll(closeStore);

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 390)])(
    "tells bus-off, diagnosis, imports and why frames are missing, and a mark leads there, $locale at $width [DEV-13]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device, at } = await driven();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const path = "/Container/HomePage/DeviceDetails";
      await page.goto(`${path}?id=${device.thingsId}&tab=data&sub=history&from=${at(0)}&to=${at(20)}`);
      const bar = page.getByRole("region", { name: t["frames.bar.label"] });
      const off = bar.getByRole("button", { name: `${t["frames.mark.busOff"]} · CAN1` });
      // The frames are written a little after they came.
      await eventually(async () => {
        await page.reload();
        if (width === 390) await bar.getByRole("button", { expanded: false }).last().click();
        await bar.getByRole("button", { name: t["devices.log.diagnosisOpened"] }).waitFor();
        return off.count();
      }).toBe(1);
      await bar.getByRole("button", { name: `${t["frames.mark.import"]} · drive.asc` }).waitFor();
      await bar
        .getByRole("img", { name: new RegExp(t["frames.gap.busOff"]) })
        .first()
        .waitFor();
      await bar
        .getByRole("img", { name: new RegExp(t["frames.gap.offline"]) })
        .first()
        .waitFor();
      await expectAccessible(page);
      await screenshot(page, `story-${width}-${locale}`);

      await off.click();
      // On a phone marks near each other are one heap, which is shown whole.
      const most = width === 390 ? 6 * MINUTE_MS : 30_000;
      await eventually(() => rangeOf(page).to - rangeOf(page).from).toBeLessThanOrEqual(most);
      expect(rangeOf(page).from).toBeLessThan(at(5));
      expect(rangeOf(page).to).toBeGreaterThan(at(5));
      await screenshot(page, `story-zoomed-${width}-${locale}`);
    },
  );

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 390)])(
    "has bookmarks that are written, seen, found, changed and deleted, $locale at $width [DEV-13]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device, at } = await driven();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const words = `tab=data&sub=history&from=${at(0)}&to=${at(20)}&at=${at(10)}`;
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&${words}`);
      const bar = page.getByRole("region", { name: t["frames.bar.label"] });
      await bar.waitFor();
      if (width === 390) await bar.getByRole("button", { expanded: false }).last().click();
      const open = bar.getByRole("button", { name: t["devices.bookmark.open"] });
      await open.waitFor();

      // An empty one is refused in words.
      const dialog = page.getByRole("dialog");
      if (width === 390) {
        await open.click();
        await dialog.getByText(t["devices.bookmark.empty"]).waitFor();
        await dialog.getByRole("button", { name: t["devices.bookmark.add"] }).click();
      } else await page.keyboard.press("b");
      const save = dialog.getByRole("button", { name: t["devices.bookmark.save"] });
      await save.click();
      await dialog.getByText("devices.bookmarkText").first().waitFor();
      await dialog.getByLabel(t["devices.bookmark.text"]).fill("Brake noise");
      await expectAccessible(page);
      await screenshot(page, `bookmark-form-${width}-${locale}`);
      await save.click();
      if (width === 390) {
        await dialog.getByRole("button", { name: /^Brake noise/ }).waitFor();
        await page.keyboard.press("Escape");
      }
      const mark = (text: string) => bar.getByRole("button", { name: `${t["frames.mark.bookmark"]} · ${text}` });
      await mark("Brake noise").waitFor();

      await open.click();
      await dialog.getByLabel(t["devices.bookmark.search"]).fill("nothing of it");
      await dialog.getByText(t["devices.bookmark.none"].replace("{word}", "nothing of it")).waitFor();
      await dialog.getByLabel(t["devices.bookmark.search"]).fill("BRAKE");
      const of = (key: "editOne" | "deleteOne", text: string) =>
        dialog.getByRole("button", { name: t[`devices.bookmark.${key}`].replace("{text}", text) });
      await of("editOne", "Brake noise").waitFor();
      await expectAccessible(page);
      if (width === 390) expect(await atRest(() => smallTargets(page))).toEqual([]);
      await screenshot(page, `bookmarks-${width}-${locale}`);
      await of("editOne", "Brake noise").click();
      await dialog.getByLabel(t["devices.bookmark.text"]).fill("Brake noise, left");
      await save.click();
      await dialog.getByRole("button", { name: /^Brake noise, left/ }).click();
      await eventually(() => rangeOf(page).to - rangeOf(page).from).toBe(30_000);
      expect(rangeOf(page).from).toBe(at(10) - 15_000);
      await mark("Brake noise, left").waitFor();

      await open.click();
      await of("deleteOne", "Brake noise, left").click();
      await dialog.getByText(t["devices.bookmark.deleteNote"].replace("{text}", "Brake noise, left")).waitFor();
      await dialog.getByRole("button", { name: t["devices.bookmark.delete"], exact: true }).click();
      await dialog.getByText(t["devices.bookmark.empty"]).waitFor();
      await page.keyboard.press("Escape");
      await eventually(() => mark("Brake noise, left").count()).toBe(0);
    },
  );

  it.each([...lookOf("zh-CN", 1440), ...lookOf("en-US", 390)])(
    "begins at Home, which names devices with trouble on their bus, $locale at $width [DEV-13]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device, at } = await driven();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      const title = page.getByText(t["frames.trouble.title"].replace("{total}", "1"));
      await eventually(async () => {
        await page.reload();
        // The line comes after the list, or not at all.
        const wait = { timeout: 5000 * PATIENCE };
        return title.waitFor(wait).then(
          () => 1,
          () => 0,
        );
      }).toBe(1);
      await expectAccessible(page);
      if (width === 390) expect(await atRest(() => smallTargets(page))).toEqual([]);
      await screenshot(page, `home-troubles-${width}-${locale}`);
      await page.getByRole("button", { name: /^EV-01 CAN1/ }).click();
      await page.waitForURL(new RegExp(`DeviceDetails\\?.*${device.thingsId}.*tab=bus`));
      expect(rangeOf(page).from).toBe(at(5) - 30_000);
    },
  );
});
