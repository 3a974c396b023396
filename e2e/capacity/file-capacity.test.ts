import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { addTraffic } from "../../apps/server/capacity/traffic-store.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { baseUrl, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, looksOf, signIn } from "../support/visitors.ts";

const MB = 1024 ** 2;
const GB = 1024 ** 3;
const FILE_BYTES = 3 * MB;

const WORDS = {
  "zh-CN": {
    near: "文件空间仅剩",
    full: "文件空间已用满：新文件不再保存。",
    downloadNear: "本月下载流量仅剩",
    downloadFull: "本月下载流量已用尽：文件不能再下载。",
    known: "我已知晓",
    title: "存储容量",
    table: "各设备的文件用量",
    notLoaded: "容量加载失败",
    again: "重试",
    clean: "清理",
    cleaned: "清理成功，已释放 3 MB",
    failed: "清理失败：",
    tiles: ["数据空间", "FTP 空间", "云文件空间", "下载流量", "推送", "数据保留"],
    delete: /^(清理|删除)$/,
  },
  "en-US": {
    near: "of file space left.",
    full: "File space is used up: new files are not kept.",
    downloadNear: "of this month's download traffic left.",
    downloadFull: "This month's download traffic is used up: files cannot be downloaded.",
    known: "I already know",
    title: "Storage capacity",
    table: "Files of each device",
    notLoaded: "The capacity could not be loaded",
    again: "Try again",
    clean: "Clean",
    cleaned: "Cleaned, 3 MB freed",
    failed: "Cleaning failed: ",
    tiles: ["Data", "FTP", "Cloud files", "Download", "Push messages", "Retention"],
    delete: /^(Clean|Delete)$/,
  },
} as const;

const TENANT_WORDS = {
  "zh-CN": {
    title: "租户文件",
    none: "还没有租户文件",
    upload: "上传文件",
    file: "文件",
    missing: "请选择文件",
    type: "类型",
    all: "整个租户可读",
    download: "下载 report.pdf",
    remove: "删除 report.pdf",
    confirm: "删除",
  },
  "en-US": {
    title: "The tenant's own files",
    none: "No tenant files yet",
    upload: "Upload a file",
    file: "File",
    missing: "Choose a file",
    type: "Type",
    all: "The whole tenant",
    download: "Download report.pdf",
    remove: "Delete report.pdf",
    confirm: "Delete",
  },
} as const;

const ring = (page: Page) => page.locator('[data-part="capacity-ring"]');
const tip = (page: Page) => page.locator('[data-part="capacity-tip"]');
const line = (page: Page) => page.locator('[data-part="capacity-line"]');

/** A device with a cloud file of 3 MB, sent as its terminal would. */
async function tenantWithFile() {
  const account = await newAccount();
  const { db } = await database();
  await setPackage(db, account.tenantId, UNLIMITED_PACKAGE);
  const device = await registerDevice(account.tenantId, { name: "EV-01" });
  const send = async (path: string, method: string, type: string, body: BodyInit) => {
    const answer = await fetch(`${baseUrl}/v1${path}`, { method, headers: { "content-type": type }, body });
    expect(answer.ok, await answer.clone().text()).toBe(true);
    return answer.json();
  };
  const wanted = { device_id: device.deviceId, key: device.key, name: "drive.rec", size: FILE_BYTES };
  const { data } = await send("/device/files", "POST", "application/json", JSON.stringify(wanted));
  await send(`/file-uploads/${data.upload}`, "PUT", "application/octet-stream", new Uint8Array(FILE_BYTES));
  const limits = (more: Partial<typeof UNLIMITED_PACKAGE>) =>
    setPackage(db, account.tenantId, { ...UNLIMITED_PACKAGE, ...more });
  return { account, device, limits, db };
}

journeys("file space and download traffic", { timeout: 240_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "warn at their levels, are shown with all of the package, and are cleaned, $locale at $width [CAP-03] [CAP-04] [CAP-06] [NAV-14]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, limits, db } = await tenantWithFile();
      await limits({ file_storage_space: FILE_BYTES / 0.951 / GB });
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900, allow: [/status of 503/] });
      await signIn(page, account);
      await page.goto("/Container/HomePage");
      // Less than 5 % remain.
      await tip(page).getByText(words.near).waitFor();
      expect(await ring(page).getAttribute("data-level")).toBe("warning");
      await limits({ file_storage_space: FILE_BYTES / GB });
      await page.reload();
      await tip(page).getByText(words.full).waitFor();
      await line(page).getByText(words.full).waitFor();
      await screenshot(page, `file-space-full-${locale}-${width}`);

      // A list that cannot be read says so, and is asked for again.
      const away = { status: 503, json: { code: "platform.unavailable", message: "away", errorMsg: "away" } };
      const listed = (url: URL) => url.pathname.endsWith("/file-storage");
      await page.route(listed, (route) => route.fulfill(away));
      await page.goto("/Container/HomePage#capacity-file");
      const dialog = page.getByRole("dialog", { name: words.title });
      await dialog.getByText(words.notLoaded).first().waitFor();
      await page.unroute(listed);
      await dialog.getByRole("button", { name: words.again }).first().click();
      const clean = dialog.getByRole("button", { name: new RegExp(words.clean) }).first();
      await dialog.getByText(device.deviceId).waitFor();
      const pageSize = dialog.getByRole("navigation", { name: new RegExp(words.table) }).getByRole("combobox");
      expect(await pageSize.inputValue()).toBe("5");
      await pageSize.selectOption("10");
      await expectAccessible(page);
      await screenshot(page, `file-space-dialog-${locale}-${width}`);
      await page.route("**/file-storage/**", (route) =>
        route.request().method() === "DELETE" ? route.fulfill(away) : route.fallback(),
      );
      const confirm = async () => {
        await clean.click();
        await page.getByRole("dialog").last().getByRole("button", { name: words.delete }).last().click();
      };
      await confirm();
      await page.getByText(words.failed).first().waitFor();
      await page.unroute("**/file-storage/**");
      await page.reload();
      await dialog.getByText(device.deviceId).waitFor();
      expect(await pageSize.inputValue()).toBe("10");
      await confirm();
      await page.getByText(words.cleaned).first().waitFor();
      await eventually(() => dialog.getByText(device.deviceId).count()).toBe(0);

      await limits({ device_file_traffic_management: 301 * MB });
      await addTraffic(db, account.tenantId, MB, Date.now());
      await page.goto("/Container/HomePage");
      await page.reload();
      await tip(page).getByText(words.downloadNear).waitFor();
      await addTraffic(db, account.tenantId, 300 * MB, Date.now());
      await page.reload();
      await tip(page).getByText(words.downloadFull).waitFor();
      await limits({ device_file_traffic_management: null });
      await page.goto("/Container/HomePage#capacity-data");
      await page.reload();
      await eventually(() => ring(page).getAttribute("data-level")).toBe("normal");
      for (const name of words.tiles) await dialog.locator("dl > div").filter({ hasText: name }).first().waitFor();
    },
  );

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "the tenant's own files are uploaded, downloaded and deleted beside them, $locale at $width [FIL-05]",
    async ({ locale, width }) => {
      const words = TENANT_WORDS[locale];
      const account = await newAccount();
      const { db } = await database();
      await setPackage(db, account.tenantId, UNLIMITED_PACKAGE);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto("/Container/HomePage#capacity-file");
      const files = page.getByRole("region", { name: words.title });
      await files.getByText(words.none).waitFor();
      await files.getByRole("button", { name: words.upload }).click();
      const form = page.getByRole("dialog", { name: words.upload });
      await form.getByRole("button", { name: words.upload }).click();
      await form.getByText(words.missing).waitFor();
      await form.getByLabel(words.file, { exact: true }).setInputFiles({
        name: "report.pdf",
        mimeType: "application/pdf",
        buffer: Buffer.alloc(MB, 7),
      });
      await form.getByLabel(words.type).fill("report");
      await form.getByRole("checkbox", { name: words.all }).check();
      await expectAccessible(page);
      await form.getByRole("button", { name: words.upload }).click();
      await files.getByText("report.pdf").waitFor();
      await files.getByText(words.all).waitFor();
      await screenshot(page, `tenant-files-${locale}-${width}`);
      await expectAccessible(page);
      const begun = page.waitForEvent("download");
      await files.getByRole("button", { name: words.download }).click();
      expect((await begun).suggestedFilename()).toBe("report.pdf");
      await files.getByRole("button", { name: words.remove }).click();
      await page.getByRole("dialog").last().getByRole("button", { name: words.confirm, exact: true }).click();
      await files.getByText(words.none).waitFor();
    },
  );
});
