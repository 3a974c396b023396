import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice, newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    none: "无样本",
    loading: "正在加载样本",
    find: "查找信号",
    range: /时间范围: /,
    start: "开始时间",
    exports: "导出",
    csv: "所绘数据（CSV）",
    whole: "完整分辨率：全部采样点…",
    dialog: /下载 .* 的数据/,
    narrow: "缩小到最初 1 分钟",
    download: "下载…",
    young: /添加后 .+ 内在线 \d+\.\d\s%/,
  },
  "en-US": {
    none: "no samples",
    loading: "The samples are being loaded",
    find: "Find a signal",
    range: /Time range: /,
    start: "Start",
    exports: "Export",
    csv: "What is drawn (CSV)",
    whole: "Full resolution: every sample…",
    dialog: /Download data of/,
    narrow: "Narrow to the first minute",
    download: "Download…",
    young: /online \d+\.\d\s% since it was added .+ ago/,
  },
} as const;

const DBC = `VERSION ""

BU_: ECU

BO_ 256 Engine: 8 ECU
 SG_ Speed : 0|16@1+ (0.01,0) [0|655] "km/h" ECU
`;
/** A drive of three years ago, more than 10,000 frames at 100 Hz from .020 s on. */
const START_MS = Date.UTC(2023, 10, 14, 22, 30, 0, 20);
const FRAMES = 10_500;

async function oldDrive() {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "Engine bench" });
  const bytes = Buffer.from(DBC);
  await createDbc((await database()).db, account.tenantId, "engine.dbc", {
    bytes,
    remark: "",
    draft: false,
    author: "",
  });
  const terminal = await connectTerminal(device);
  for (let from = 0; from < FRAMES; from += 5000) {
    const length = Math.min(5000, FRAMES - from);
    await terminal.frames(
      Array.from({ length }, (_, i) => {
        const raw = 5000 + ((from + i) % 700);
        const data = [raw & 0xff, raw >> 8, 0, 0, 0, 0, 0, 0];
        return { timeUs: (START_MS + 10 * (from + i)) * 1000, channel: 0, id: 256, data };
      }),
    );
  }
  await terminal.close();
  return { account, device };
}

afterAll(closeStore);

journeys("what figures say", SLOW, () => {
  it.each(lookOf("zh-CN", 1440))(
    "curves that are loading do not say there is nothing; old data say their year, at $width px in $locale [DBC-06]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await oldDrive();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const { promise: gate, resolve: release } = Promise.withResolvers<void>();
      await page.route(/\/signals\/curves$/, async (route) => {
        await gate;
        await route.continue();
      });
      const [from, to] = [START_MS, START_MS + 1357];
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=dbc&sub=curve&from=${from}&to=${to}`);
      await page.getByRole("searchbox", { name: words.find }).fill("Speed");
      await page.getByRole("checkbox", { name: "Speed", exact: true }).first().check();
      const figures = page.locator('tbody[data-signal="Speed"]');
      await figures.getByRole("status", { name: words.loading }).waitFor();
      await eventually(() => page.locator("[data-coming]").count()).toBe(1);
      expect(await page.getByText(words.none, { exact: true }).count()).toBe(0);
      await screenshot(page, `curve-coming-${width}-${locale}`);
      release();
      // The places of the signal, as at a cursor.
      await eventually(() => figures.textContent()).toMatch(/50\.00/);
      await eventually(() => page.locator("[data-coming]").count()).toBe(0);

      const range = page.getByRole("button", { name: words.range });
      expect(await range.textContent()).toMatch(/2023-11-1[45] \d\d:\d\d:00\.020 – \d\d:\d\d:01\.377/);
      await range.click();
      expect(await page.getByRole("textbox", { name: words.start, exact: true }).first().inputValue()).toMatch(
        /^2023-11-1[45] \d\d:\d\d:00\.020$/,
      );
      await screenshot(page, `old-range-${width}-${locale}`);
      await page.keyboard.press("Escape");

      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: words.exports }).click();
      await page.getByRole("menuitem", { name: words.csv }).click();
      const csv = readFileSync(await (await saved).path(), "utf8")
        .trimEnd()
        .split("\r\n")
        .slice(1);
      expect(csv.length).toBeGreaterThan(100);
      for (const line of csv) expect(line).toMatch(/Z,\d+(\.\d{1,2})?$/);
      await page.getByRole("button", { name: words.exports }).click();
      await page.getByRole("menuitem", { name: words.whole }).click();
      await page.getByRole("dialog", { name: words.dialog }).waitFor();
      expect(Number(new URL(page.url()).searchParams.get("to"))).toBe(to);
      await page.keyboard.press("Escape");
    },
  );

  it.each(lookOf("en-US", 390))(
    "two ways out of too many frames stand apart, and a young device is judged since it was added, at $width px in $locale [DAT-02] [DEV-07]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await oldDrive();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const to = START_MS + 10 * FRAMES;
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=history&from=${START_MS}&to=${to}`);
      const narrow = page.getByRole("button", { name: words.narrow });
      await narrow.waitFor({ timeout: 60_000 * PATIENCE });
      const beside = narrow.locator("xpath=following-sibling::button");
      const [one, other] = [await narrow.boundingBox(), await beside.boundingBox()];
      if (!one || !other) throw new Error("not on the page");
      const isBelow = other.y >= one.y + one.height - 2;
      expect(isBelow || other.x - (one.x + one.width) >= 8).toBe(true);
      await screenshot(page, `history-many-${width}-${locale}`);
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=overview`);
      await page.getByText(words.young).waitFor();
      await screenshot(page, `young-device-${width}-${locale}`);
      await expectAccessible(page);
    },
  );

  it("the load of the bus has no drop at its right edge, where a second is not over yet", async () => {
    const { account, device } = await drivenDevice("ev", "EV 09");
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    const answer = page.waitForResponse((response) => response.url().includes("/frames/bus-health"));
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=bus`);
    const { data } = await (await answer).json();
    const ends = data.load.map((_: number, i: number) => data.start_time + ((i + 1) * data.bucket_us) / 1000);
    expect(data.whole_until).toBeLessThan(ends.at(-1));
    await page.getByRole("img").first().waitFor();
    await screenshot(page, "bus-edge-1440-en-US");
  });
});
