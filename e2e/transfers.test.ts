import { readFileSync } from "node:fs";
import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../apps/server/capacity/package-store.ts";
import { FLAG_EXTENDED, type Frame } from "../packages/can/frame/frame.ts";
import { collect, written } from "../packages/can/logs/testing/collect.ts";
import { UNLIMITED_PACKAGE } from "../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "./browser.ts";
import { closeStore, database, newAccount, PASSWORD } from "./store.ts";
import { registerDevice } from "./terminal.ts";
import { eventually, signIn } from "./visitors.ts";

const WORDS = {
  "zh-CN": {
    import: "导入…",
    start: "开始导入",
    stored: "已存储 1,200 帧",
    repeated: "1,200 帧此前已导入",
    another: "导入其他文件",
    show: "查看历史",
    download: "下载…",
    startDownload: "开始下载任务",
    format: "格式",
    counted: "1,200 帧",
    waiting: "等待下载",
    close: "关闭",
    tasks: "任务",
    file: /^下载 [\d.]+/,
    choose: "打开本地日志",
    notALog: "不是可识别的日志格式",
    filter: "过滤帧",
  },
  "en-US": {
    import: "Import…",
    start: "Start the import",
    stored: "1,200 frames stored",
    repeated: "1,200 frames were imported before",
    another: "Import another file",
    show: "Show in the history",
    download: "Download…",
    startDownload: "Start download task",
    format: "Format",
    counted: "1,200 frames",
    waiting: "Waiting to download",
    close: "Close",
    tasks: "Tasks",
    file: /^Download [\d.]+/,
    choose: "Open a local log",
    notALog: "is no log format",
    filter: "Filter frames",
  },
} as const;

const startUs = (Math.floor(Date.now() / 1000) - 1800) * 1_000_000;
const frames: Frame[] = Array.from({ length: 1200 }, (_, i) => ({
  timeUs: startUs + i * 1000,
  channel: i % 2,
  id: i % 3 === 0 ? 0x18ff0001 : 0x100 + (i % 7),
  flags: i % 3 === 0 ? FLAG_EXTENDED : 0,
  size: 8,
  data: Uint8Array.of(i & 255, i >> 8, 1, 2, 3, 4, 5, 6),
}));
const fileOf = (format: "candump" | "blf") =>
  Buffer.from(written(format, frames, { deflate: (data) => deflateSync(data) }).file);

async function deviceOfTenant(name: string) {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return { account, device: await registerDevice(account.tenantId, { name }) };
}

const openTab = (page: Page, thingsId: string, sub: "history" | "local") =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=${sub}`);

journeys("logs in and out", { timeout: 300_000 }, () => {
  afterAll(closeStore);

  it.each([
    { locale: "zh-CN", width: 1440 },
    { locale: "en-US", width: 390 },
  ] as const)(
    "a log becomes history once and comes out again as it was, $locale at $width [DAT-07] [DAT-03]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant("Log car");
      const page = await openPage({ locale, width });
      await signIn(page, { locale, name: account.name, password: PASSWORD });
      await openTab(page, device.thingsId, "history");
      await page.getByRole("button", { name: words.import }).click();
      const dialog = page.getByRole("dialog");
      const log = { name: "drive.log", mimeType: "text/plain", buffer: fileOf("candump") };
      await dialog.locator('input[type="file"]').setInputFiles(log);
      await dialog.getByRole("button", { name: words.start }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `import-${locale}-${width}`);
      await dialog.getByRole("button", { name: words.start }).click();
      await dialog.getByText(words.stored).waitFor({ timeout: 60_000 });
      await dialog.getByRole("button", { name: words.another }).click();
      await dialog.locator('input[type="file"]').setInputFiles(log);
      await dialog.getByRole("button", { name: words.start }).click();
      await dialog.getByText(words.repeated).waitFor({ timeout: 60_000 });
      await dialog.getByRole("button", { name: words.show }).click();

      await page.getByRole("button", { name: words.download }).first().click();
      await dialog.getByText(words.counted).first().waitFor();
      await dialog.getByLabel(words.format, { exact: true }).selectOption("blf");
      await dialog.getByRole("button", { name: words.startDownload }).click();
      await dialog.getByText(words.waiting).waitFor({ timeout: 60_000 });
      await expectAccessible(page);
      await screenshot(page, `download-${locale}-${width}`);
      const coming = page.waitForEvent("download");
      await dialog.getByRole("button", { name: words.file }).click();
      const saved = await (await coming).path();
      const { inflateZlib } = await import("../packages/can/bytes/inflate.ts");
      expect(collect("blf", readFileSync(saved), { inflate: inflateZlib }).frames).toEqual(frames);
    },
  );

  it("a log of one's own machine is read in the page, and nothing is sent", async () => {
    const words = WORDS["en-US"];
    const { account, device } = await deviceOfTenant("Local car");
    const page = await openPage({ locale: "en-US" });
    await signIn(page, { locale: "en-US", name: account.name, password: PASSWORD });
    await openTab(page, device.thingsId, "local");
    await page.getByRole("button", { name: words.choose }).first().waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && request.url().includes("import")) sent.push(request.url());
    });
    const input = page.getByLabel(words.choose).and(page.locator("input"));
    await input.setInputFiles({ name: "drive.blf", mimeType: "application/octet-stream", buffer: fileOf("blf") });
    await page.getByText("BLF · 1,200 frames").waitFor();
    await eventually(() => page.getByRole("table").getByText("0x18FF0001").count()).toBeGreaterThan(0);
    await page.getByRole("textbox", { name: words.filter }).fill("id 101");
    const wanted = frames.filter(({ id }) => id === 0x101).length;
    await page.getByText(`BLF · ${wanted} frames`).waitFor();
    await expectAccessible(page);
    await screenshot(page, "local-log-en-US-1440");
    await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("just words") });
    await page.getByText(words.notALog).waitFor();
    expect(sent).toEqual([]);
  });
});
