import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { createDbc, reviseDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, signIn } from "../support/visitors.ts";
import { ENGINE_DBC, giveDbc, inked, newPanel, plotBox, sendDrive, tick } from "./curve-drive.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const DETAILS = "/Container/HomePage/DeviceDetails";
const SPEED_SAMPLES = 3000;

const WORDS = {
  "zh-CN": {
    newest: /^最新数据：/,
    away: "无法读取曲线",
    retry: "重试",
    paused: "已暂停",
    resume: "继续",
  },
  "en-US": {
    newest: /^Newest data: /,
    away: "The curves could not be read",
    retry: "Try again",
    paused: "Paused",
    resume: "Resume",
  },
} as const;

const answered = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 * PATIENCE });
const rangeOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return Number(searchParams.get("to")) - Number(searchParams.get("from"));
};
const panelsOf = (page: Page) =>
  (new URL(page.url()).searchParams.get("panels") ?? "").split(";").map((panel) =>
    panel
      .split("~")
      .slice(1)
      .map((item) => item.replace(/^.*!([^!*]+)\*\d+$/, "$1")),
  );

/** How many columns of pixels of a part of the first plot have a point of a curve. */
const drawnColumns = (page: Page, from: number, to: number) =>
  page
    .locator('canvas[data-curve="lines"]')
    .first()
    .evaluate(
      (canvas: HTMLCanvasElement, [start, end]) => {
        const data = canvas.getContext("2d")?.getImageData(0, 0, canvas.width, canvas.height).data;
        if (!data) return 0;
        let columns = 0;
        for (let x = Math.floor(canvas.width * start); x < canvas.width * end; x++) {
          for (let y = 0; y < canvas.height; y++) {
            const at = (y * canvas.width + x) * 4;
            const [r = 0, g = 0, b = 0] = [data[at], data[at + 1], data[at + 2]];
            // Grid and text are grey.
            if ((data[at + 3] ?? 0) > 100 && Math.max(r, g, b) - Math.min(r, g, b) > 60) {
              columns++;
              break;
            }
          }
        }
        return columns;
      },
      [from, to] as const,
    );

async function engineBench(locale: Locale, allow: readonly RegExp[] = []) {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "Engine bench" });
  const page = await openPage({ locale, width: 1440, height: 900, allow });
  await signIn(page, account);
  return { account, device, page };
}

afterAll(closeStore);

journeys("the desk of curves", SLOW, () => {
  it.for(["en-US", "zh-CN"] as const)(
    "an empty range leads to the newest data, a burst of the wheel is one step back, a store that is away says why, %s [DBC-06]",
    async (locale) => {
      const words = WORDS[locale];
      const { account, device, page } = await engineBench(locale, [/ERR_FAILED/]);
      await giveDbc(account.tenantId, "engine.dbc", Buffer.from(ENGINE_DBC));
      const base = Math.floor(Date.now() / 1000) * 1000 - 10 * 60_000;
      await sendDrive(device, base);
      const empty = `${DETAILS}?id=${device.thingsId}&tab=dbc&sub=curve&from=${base - 900_000}&to=${base - 800_000}`;
      await page.goto(empty);
      await tick(page, locale, "Speed");
      await page.getByRole("button", { name: words.newest }).click();
      await answered(() => inked(page)).toBeGreaterThan(1000);
      expect(rangeOf(page)).toBe(100_000);
      await answered(() => page.locator('[data-loading="true"]').count()).toBe(0);

      const box = await plotBox(page);
      const [x, y] = [box.x + box.width / 2, box.y + 60];
      await page.mouse.move(x, y);
      for (let notch = 0; notch < 6; notch++) await page.mouse.wheel(0, -240);
      await eventually(() => rangeOf(page)).toBeLessThan(20_000);
      await page.mouse.dblclick(x, y);
      await eventually(() => rangeOf(page)).toBe(100_000);

      // The server is away: what is drawn stays, with the reason and another try.
      await page.route(/\/signals\/curves$/, (route) => route.abort());
      // Beside the samples that the wheel has loaded before.
      await page.mouse.move(box.x + box.width / 4, y);
      await page.mouse.wheel(0, -2000);
      const notice = page.getByRole("alert").filter({ has: page.getByRole("button", { name: words.retry }) });
      await notice.waitFor({ timeout: 60_000 * PATIENCE });
      expect(await inked(page)).toBeGreaterThan(500);
      await page.unroute(/\/signals\/curves$/);
      await notice.getByRole("button", { name: words.retry }).click();
      await answered(() => notice.count()).toBe(0);
      await page.route(/\/signals\/curves$/, (route) => route.abort());
      await page.goto(
        `${DETAILS}?id=${device.thingsId}&tab=dbc&sub=curve&from=${base}&to=${base + 60_000}&${new URL(page.url()).search.match(/panels=[^&]+/)?.[0]}`,
      );
      await page.getByText(words.away).waitFor({ timeout: 60_000 * PATIENCE });
      await page.unroute(/\/signals\/curves$/);
      await page.getByRole("button", { name: words.retry }).click();
      await answered(() => inked(page)).toBeGreaterThan(1000);
      await screenshot(page, `curve-desk-1440-${locale}`);
      await expectAccessible(page);
    },
  );

  it("a ticked signal goes into the active panel, chosen by click, by key or as a new one [DBC-05]", async () => {
    const locale = "en-US";
    const { account, device, page } = await engineBench(locale);
    const { db } = await database();
    const given = { remark: "", draft: false, author: "" };
    await createDbc(db, account.tenantId, "engine.dbc", { ...given, bytes: Buffer.from(ENGINE_DBC) });
    const base = Math.floor(Date.now() / 1000) * 1000 - 10 * 60_000;
    await sendDrive(device, base);
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=dbc&sub=curve&from=${base}&to=${base + 60_000}`);
    await tick(page, locale, "Speed", "Gear");
    await eventually(() => panelsOf(page)).toEqual([["Speed", "Gear"]]);
    await newPanel(page, locale);
    await tick(page, locale, "Torque");
    await eventually(() => panelsOf(page)).toEqual([["Speed", "Gear"], ["Torque"]]);
    const active = page.locator('section[aria-current="true"]');
    await eventually(() => active.getAttribute("aria-label")).toBe("Panel 2");
    const box = await plotBox(page);
    await page.mouse.click(box.x + box.width / 2, box.y + 40);
    await eventually(() => active.getAttribute("aria-label")).toBe("Panel 1");
    await tick(page, locale, "Bit0");
    await eventually(() => panelsOf(page)).toEqual([["Speed", "Gear", "Bit0"], ["Torque"]]);
    await page.getByRole("group", { name: "Curves", exact: true }).focus();
    await page.keyboard.press("2");
    await eventually(() => active.getAttribute("aria-label")).toBe("Panel 2");
    await tick(page, locale, "Bit1");
    await eventually(() => panelsOf(page)).toEqual([
      ["Speed", "Gear", "Bit0"],
      ["Torque", "Bit1"],
    ]);
    // `?` lists the keys of this page.
    await page.getByRole("group", { name: "Curves", exact: true }).focus();
    await page.keyboard.press("?");
    await page.getByRole("dialog").getByText("Put cursor A or B at the pointer").waitFor();
    await page.keyboard.press("Escape");
  });

  it("a DBC that gets another revision is read anew where its curves are shown [DBC-06]", async () => {
    const locale = "en-US";
    const { account, device, page } = await engineBench(locale);
    const { db } = await database();
    const given = { remark: "", draft: false, author: "" };
    const bytes = Buffer.from(ENGINE_DBC);
    const dbcId = await createDbc(db, account.tenantId, "engine.dbc", { ...given, bytes });
    const base = Math.floor(Date.now() / 1000) * 1000 - 10 * 60_000;
    await sendDrive(device, base);
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=dbc&sub=curve&from=${base}&to=${base + 60_000}`);
    await tick(page, locale, "Speed");
    const figures = page.locator('tbody[data-signal="Speed"]');
    await answered(() => figures.textContent()).toContain("max 640.0");
    const halved = Buffer.from(ENGINE_DBC.replace("(0.1,0) [0|6553]", "(0.05,0) [0|6553]"));
    await reviseDbc(db, account.tenantId, dbcId, { ...given, bytes: halved });
    await answered(() => figures.textContent()).toContain("max 320.00");
  });

  it("a live curve begins with its stored window, and pulled to the past it goes on into what is stored [DBC-05]", async () => {
    const locale = "en-US";
    const words = WORDS[locale];
    const { account, device, page } = await engineBench(locale);
    await giveDbc(account.tenantId, "engine.dbc", Buffer.from(ENGINE_DBC));
    const terminal = await connectTerminal(device);
    const frameAt = (atMs: number) => {
      const speed = Math.round(600 + 300 * Math.sin(atMs / 4000));
      return { timeUs: atMs * 1000, channel: 0, id: 0x100, data: [speed & 255, speed >> 8, 0, 0, 0, 0, 0, 0] };
    };
    let sentMs = Math.floor(Date.now() / 10) * 10 - 120_000;
    const send = async (toMs: number) => {
      const frames = [];
      for (; sentMs < toMs && frames.length < SPEED_SAMPLES; sentMs += 10) frames.push(frameAt(sentMs));
      if (frames.length > 0) await terminal.frames(frames);
    };
    while (sentMs < Date.now() - 100) await send(Date.now());
    const sending = setInterval(() => void send(Date.now()), 100);
    onTestFinished(async () => {
      clearInterval(sending);
      await terminal.close();
    });
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=dbc&sub=live`);
    await tick(page, locale, "Speed");
    // Half a minute is shown, of which the page has seen a few seconds: the left part is there all the same.
    await eventually(() => drawnColumns(page, 0.1, 0.35)).toBeGreaterThan(200);
    const box = await plotBox(page);
    await page.mouse.move(box.x + 200, box.y + 60);
    await page.mouse.down();
    await page.mouse.move(box.x + box.width - 120, box.y + 60, { steps: 5 });
    await page.mouse.up();
    await page.getByText(words.paused).waitFor();
    await answered(() => drawnColumns(page, 0.1, 0.9)).toBeGreaterThan(500);
    await screenshot(page, "curve-live-past-1440-en-US");
    await page.getByRole("button", { name: words.resume, exact: true }).click();
    await eventually(() => page.getByText(words.paused).count()).toBe(0);
  });
});
