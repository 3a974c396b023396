import { execFile } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import type { Frame } from "../../packages/can/frame/frame.ts";
import { written } from "../../packages/can/logs/testing/collect.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { bindPack } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, framesOfTenant, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, looksOf, reach, signIn } from "../support/visitors.ts";

const run = promisify(execFile);

const WORDS = {
  "zh-CN": {
    analyse: "解析到历史",
    success: "成功 · 1,200 帧",
    openInHistory: "在历史中打开",
    gaps: "间断超过 1 秒：1",
    ids: "2 个 ID 中 1 个已知",
    analyses: "解析记录",
    actions: (name: string) => `${name} 的操作`,
    download: "下载",
    downloadOne: "下载 1 个",
    tick: "选择 drive.log",
    folder: "文件夹",
    remove: "删除",
    password: "生成密码",
    space: "空间（GB）",
    resize: "修改 FTP 空间",
    ofSpace: (gigabytes: string) => `共 ${gigabytes} GB`,
    mode: "被动模式，终端支持时使用显式 TLS",
    repeats: "重复上传 1 次",
    notALog: "不是可识别的日志格式",
    close: "关闭",
    toCloud: "转存到云存储",
    inCloud: "1 个文件已在云存储中",
    load: "CAN1：平均",
  },
  "en-US": {
    analyse: "Analyse into history",
    success: "success · 1,200 frames",
    openInHistory: "Open in history",
    gaps: "Gaps of more than 1 s: 1",
    ids: "1 of 2 IDs known",
    analyses: "Analyses",
    actions: (name: string) => `Actions of ${name}`,
    download: "Download",
    downloadOne: "Download 1",
    tick: "Select drive.log",
    folder: "Folder",
    remove: "Delete",
    password: "Make a password",
    space: "Space (GB)",
    resize: "Change the FTP space",
    ofSpace: (gigabytes: string) => `of ${gigabytes} GB`,
    mode: "passive, with explicit TLS where the terminal can",
    repeats: "sent again (1×)",
    notALog: "a known log format",
    close: "Close",
    toCloud: "To cloud files",
    inCloud: "1 file is in the cloud files",
    load: "CAN1: ",
  },
} as const;

const startUs = (Math.floor(Date.now() / 1000) - 1800) * 1_000_000;
/** With five seconds of silence in the middle. */
const frames: Frame[] = Array.from({ length: 1200 }, (_, i) => ({
  timeUs: startUs + i * 1000 + (i < 600 ? 0 : 5_000_000),
  channel: i % 2,
  id: 0x100 + (i % 2),
  flags: 0,
  size: 2,
  data: Uint8Array.of(i & 255, i >> 8),
}));
const LOG = Buffer.from(written("candump", frames).file);

async function deviceOfTenant() {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return { account, device: await registerDevice(account.tenantId, { name: "EV-01" }) };
}

const openTab = (page: Page, thingsId: string, sub: "cloud" | "ftp") =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=${sub}`);

journeys("files of a device", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "a cloud file is uploaded, analysed into history, shown, downloaded and deleted, $locale at $width [FIL-04]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant();
      await bindPack(account, device.thingsId);
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openTab(page, device.thingsId, "cloud");
      const picker = page.locator('input[type="file"]');
      await picker.setInputFiles([
        { name: "drive.log", mimeType: "text/plain", buffer: LOG },
        { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no log at all") },
      ]);
      const choose = async (name: string, item: string) => {
        await page.getByRole("button", { name: words.actions(name) }).click();
        await page.getByRole("menuitem", { name: item }).click();
      };
      await choose("notes.txt", words.analyse);
      await page
        .getByText(words.notALog)
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await choose("drive.log", words.analyse);
      const result = page.getByRole("button", { name: words.success });
      await result.waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `cloud-files-${locale}-${width}`);
      expect(await framesOfTenant(account.tenantId)).toBe(1200);

      await result.click();
      const sheet = page.getByRole("dialog");
      await sheet.getByRole("heading", { name: words.gaps }).waitFor();
      await sheet.getByRole("heading", { name: words.ids }).waitFor();
      await sheet.getByText(words.load).waitFor();
      await expectAccessible(page);
      await screenshot(page, `analysis-result-${locale}-${width}`);
      await sheet.getByRole("button", { name: words.openInHistory }).click();
      await page.waitForURL(/sub=history.*from=/);
      await page.goBack();

      const coming = page.waitForEvent("download");
      await choose("drive.log", words.download);
      expect(readFileSync(await (await coming).path()).equals(LOG)).toBe(true);
      if (width === 1440) {
        await page.getByRole("checkbox", { name: words.tick }).check();
        const again = page.waitForEvent("download");
        await (await reach(page.getByRole("button", { name: words.downloadOne }))).click();
        expect(readFileSync(await (await again).path()).equals(LOG)).toBe(true);
      }

      await (await reach(page.getByText(words.analyses, { exact: true }))).click();
      await page.waitForURL(/view=analyses/);
      await page.getByRole("button", { name: words.success }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `analyses-${locale}-${width}`);

      const has = async (filters: string, name: string, isThere: boolean) => {
        await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=cloud&${filters}`);
        const other = name === "drive.log" ? "notes.txt" : "drive.log";
        await page.getByRole("button", { name: words.actions(isThere ? name : other) }).waitFor();
        expect(await page.getByRole("button", { name: words.actions(name) }).count()).toBe(isThere ? 1 : 0);
      };
      await has("status=1", "notes.txt", false);
      await has("status=2", "notes.txt", true);
      const startMs = startUs / 1000;
      await has(`dfrom=${startMs - 1000}&dto=${startMs + 1000}`, "notes.txt", false);
      await openTab(page, device.thingsId, "cloud");
      await choose("drive.log", words.remove);
      await page.getByRole("dialog").getByRole("button", { name: words.remove, exact: true }).click();
      await eventually(() => page.getByRole("button", { name: words.actions("drive.log") }).count()).toBe(0);
      expect(await framesOfTenant(account.tenantId)).toBe(1200);
    },
  );

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "a terminal gets an FTP account and its files appear, repeated ones once, $locale at $width [FIL-03]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openTab(page, device.thingsId, "ftp");
      await page.getByText(words.mode).waitFor();
      await page.getByRole("button", { name: words.password }).click();
      const asked = page.getByRole("dialog");
      await asked.getByLabel(words.space).fill("2");
      await expectAccessible(page);
      await asked.getByRole("button", { name: words.password }).click();
      const password = (await page.getByTestId("ftp-password").textContent()) ?? "";
      await expectAccessible(page);
      await screenshot(page, `ftp-password-${locale}-${width}`);
      const dialog = page.getByRole("dialog");
      const address = /ftp:\/\/[\w.-]+:\d+/.exec((await dialog.textContent()) ?? "")?.[0] ?? "";
      await dialog.getByRole("button", { name: words.close }).last().click();
      await eventually(() => page.getByText(password).count()).toBe(0);
      await page.getByText(words.ofSpace("2")).waitFor();
      await page.getByRole("button", { name: words.resize }).click();
      await asked.getByLabel(words.space).fill("3");
      await asked.getByRole("button", { name: words.resize }).click();
      await page.getByText(words.ofSpace("3")).waitFor();

      const folder = mkdtempSync(join(tmpdir(), "canopy-e2e-ftp-"));
      onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
      const path = join(folder, "CAN1_0412.log");
      writeFileSync(path, LOG);
      const send = (...more: string[]) =>
        run("curl", ["-sS", "-u", `${device.deviceId}:${password}`, ...more, "-T", path, `${address}/day/`]);
      await send("--ftp-create-dirs");
      await send("--ssl-reqd", "-k");
      await page.getByText(words.repeats).waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `ftp-files-${locale}-${width}`);
      await (await reach(page.getByRole("combobox", { name: words.folder }))).selectOption("/day");
      await page.waitForURL(/folder=%2Fday|folder=\/day/);
      await page.getByRole("button", { name: words.actions("CAN1_0412.log") }).click();
      await page.getByRole("menuitem", { name: words.analyse }).click();
      await page.getByRole("button", { name: words.success }).waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByRole("button", { name: words.actions("CAN1_0412.log") }).click();
      await page.getByRole("menuitem", { name: words.toCloud }).click();
      await page.getByText(words.inCloud).last().waitFor();
      await openTab(page, device.thingsId, "cloud");
      await page.getByRole("button", { name: words.actions("CAN1_0412.log") }).waitFor();
    },
  );
});
