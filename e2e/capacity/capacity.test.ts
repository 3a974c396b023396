import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { recordUsage } from "../../apps/server/devices/link/report-status.ts";
import { counted } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 240_000 * PATIENCE };
const GB = 1024 ** 3;
const BATCHES = 40;
const BATCH_FRAMES = 2000;
/** As the package counts a frame with two bytes. */
const FRAME_BYTES = 17;
const USED_BYTES = BATCHES * BATCH_FRAMES * FRAME_BYTES;

const WORDS = {
  "zh-CN": {
    near: /数据空间仅剩 .+。/,
    full: "数据空间已用满：新数据不再入库，设备在线、实时查看和报警不受影响。",
    known: "我已知晓",
    title: "存储容量",
    file: "文件（OSS）",
    loop: "循环删除，最早的先删",
    sum: /合计 1 MB，共 1 MB/,
    retention: "180 天",
    deviceFull: "数据容量已满",
    request: "申请更多",
    amount: "希望的上限",
    reason: "用途说明",
    send: "提交申请",
    waiting: /已申请 数据空间（GB）：8，等待处理/,
    answer: /^处理 .+ 的申请$/,
    sendAnswer: "答复",
    granted: "容量申请已批准",
    close: "关闭",
    messages: /消息/,
  },
  "en-US": {
    near: /of data space left/,
    full: "Data space is used up: new data is not stored. Devices stay online, live view and alarms go on.",
    known: "I already know",
    title: "Storage capacity",
    file: "Files (OSS)",
    loop: "Loop delete, oldest first",
    sum: /Sum 1 MB of 1 MB/,
    retention: "180 days",
    deviceFull: "Data capacity full",
    request: "Request more",
    amount: "Wanted limit",
    reason: "What for",
    send: "Send request",
    waiting: /Data space \(GB\): 8 was asked for on .+, waiting/,
    answer: /^Answer the request of/,
    sendAnswer: "Send answer",
    granted: "Capacity request granted",
    close: "Close",
    messages: /messages/i,
  },
} as const;

/** A tenant with one device and so many stored bytes. */
async function filledTenant() {
  const account = await newAccount();
  const device = await registerDevice(account.tenantId, { name: "台架 7" });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  const startMs = Date.now() - 600_000;
  for (let i = 0; i < BATCHES; i += 1) await terminal.frames(counted(startMs + i * BATCH_FRAMES, BATCH_FRAMES));
  const { db } = await database();
  await recordUsage(db, [{ bindingNumber: device.bindingNumber, bytes: USED_BYTES }], Date.now());
  const space = (bytes: number | null) =>
    setPackage(db, account.tenantId, {
      ...UNLIMITED_PACKAGE,
      maximum_data_retention_days: 180,
      database_storage_space: bytes === null ? null : bytes / GB,
    });
  return { account, device, space };
}

const ring = (page: Page) => page.locator('[data-part="capacity-ring"]');
const tip = (page: Page) => page.locator('[data-part="capacity-tip"]');
const line = (page: Page) => page.locator('[data-part="capacity-line"]');
const dismissed = (page: Page) => page.evaluate(() => localStorage.getItem("popoverClosed"));
const levelOf = (page: Page) => ring(page).getAttribute("data-level");

journeys("storage capacity", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "warns at each level once, says it is full in a red line, and shows what fills it at $width px in $locale [CAP-02] [CAP-03] [CAP-04] [CAP-06]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, space } = await filledTenant();
      // Exactly 5 % remain: no warning yet.
      await space(USED_BYTES / 0.95);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto("/Container/HomePage");
      await eventually(() => levelOf(page)).toBe("normal");
      expect(await tip(page).count()).toBe(0);

      // The header looks again by itself within its 30 s.
      await space(USED_BYTES / 0.96);
      await tip(page)
        .getByText(words.near)
        .waitFor({ timeout: 45_000 * PATIENCE });
      expect(await levelOf(page)).toBe("warning");
      await screenshot(page, `capacity-warning-${width}-${locale}`);
      await expectAccessible(page);
      await tip(page).getByRole("button", { name: words.known }).click();
      await eventually(() => tip(page).count()).toBe(0);
      expect(await dismissed(page)).toBe('["closely"]');
      await page.reload();
      await eventually(() => levelOf(page)).toBe("warning");
      expect(await tip(page).count()).toBe(0);

      await space(USED_BYTES);
      await page.reload();
      await tip(page).getByText(words.full).waitFor();
      await line(page).getByText(words.full).waitFor();
      await screenshot(page, `capacity-full-${width}-${locale}`);
      await expectAccessible(page);
      await tip(page).getByRole("button", { name: words.known }).click();
      expect(await dismissed(page)).toBe('["closely","fully"]');
      await line(page).waitFor();

      await ring(page).click();
      const dialog = page.getByRole("dialog", { name: words.title });
      await dialog.getByText(device.deviceId).waitFor();
      await dialog.getByText(words.sum).waitFor();
      await dialog.getByText(words.retention).waitFor();
      expect(await page.evaluate(() => location.hash)).toBe("#capacity-data");
      for (const type of ["package", "quickDelete"])
        expect(await dialog.locator(`a[href="/doc?type=${type}"]`).count()).toBe(1);
      await screenshot(page, `capacity-dialog-${width}-${locale}`);
      await expectAccessible(page);
      await dialog.getByText(words.file, { exact: true }).click();
      await eventually(() => page.evaluate(() => location.hash)).toBe("#capacity-file");
      await screenshot(page, `capacity-files-${width}-${locale}`);
      await page.keyboard.press("Escape");
      await eventually(() => dialog.count()).toBe(0);

      // Back to normal, the next warning is told again.
      await space(null);
      await page.reload();
      await eventually(() => levelOf(page)).toBe("normal");
      await eventually(() => dismissed(page)).toBe("[]");
      expect(await line(page).count()).toBe(0);
      await space(USED_BYTES / 0.96);
      await page.reload();
      await tip(page).waitFor();

      // Not while it is full: the oldest data would go at once.
      await ring(page).click();
      await dialog.getByLabel(words.loop).check();
      await eventually(() => dialog.getByLabel(words.loop).isChecked()).toBe(true);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "that is full is told on the device too at $width px in $locale [CAP-05]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, space } = await filledTenant();
      await space(USED_BYTES);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=live`);
      await page.getByText(words.deviceFull).waitFor();
      await screenshot(page, `capacity-device-${width}-${locale}`);
      await tip(page).getByRole("button", { name: words.known }).click();
      await ring(page).click();
      const dialog = page.getByRole("dialog", { name: words.title });
      await dialog.getByText(device.deviceId).waitFor();
      await screenshot(page, `capacity-dialog-${width}-${locale}`);
      await expectAccessible(page);
    },
  );

  it("of an unknown package is 1,024 MB, and its retention is not known [CAP-02] [DAT-06]", SLOW, async () => {
    const { account } = await filledTenant();
    const page = await openPage({ locale: "en-US" });
    await page.route("**/package", (route) => route.fulfill({ status: 404, json: { code: "platform.notFound" } }));
    await signIn(page, account);
    await page.goto("/Container/HomePage#capacity-data");
    const dialog = page.getByRole("dialog", { name: WORDS["en-US"].title });
    await dialog.getByText(/Sum 1 MB of 1,024 MB/).waitFor();
    const retention = dialog.locator("dl > div").filter({ hasText: "Retention" });
    expect(await retention.locator("strong").textContent()).toBe("--");
  });

  it(
    "more is asked for by the manager, granted by the system manager, and told to both [NAV-16] [CAP-01]",
    SLOW,
    async () => {
      const words = WORDS["en-US"];
      const { account, space } = await filledTenant();
      await space(USED_BYTES);
      const operator = await newAccount({ tenantKind: "platform", role: "system" });
      const page = await openPage({ locale: "en-US" });
      await signIn(page, account);
      await page.goto("/Container/HomePage#capacity-request");
      const form = page.getByRole("dialog");
      await form.getByLabel(words.amount).fill("");
      await form.getByRole("button", { name: words.send }).click();
      await form.getByRole("textbox", { name: words.amount }).and(page.locator("[aria-invalid=true]")).waitFor();
      await form.getByLabel(words.amount).fill("8");
      await form.getByLabel(words.reason).fill("winter tests");
      await screenshot(page, "capacity-request-1440-en-US");
      await expectAccessible(page);
      await form.getByRole("button", { name: words.send }).click();
      await page.getByText(words.waiting).waitFor();

      const console_ = await openPage({ locale: "en-US" });
      await signIn(console_, operator);
      await console_.goto("/Container/Operating/Requests?size=25");
      await console_.getByText("winter tests").first().waitFor();
      await screenshot(console_, "capacity-requests-1440-en-US");
      await expectAccessible(console_);
      const row = console_.locator("tr").filter({ hasText: account.name });
      await row.getByRole("button", { name: words.answer }).click();
      await console_.getByRole("dialog").getByRole("button", { name: words.sendAnswer }).click();
      await row.getByText("Granted").waitFor();

      await page.goto("/Container/HomePage");
      await eventually(() => levelOf(page)).toBe("normal");
      await page.getByRole("button", { name: words.messages }).first().click();
      await page.getByText(words.granted).first().waitFor();
    },
  );

  it("the system manager sets a tenant's package and erases a tenant [CAP-01]", SLOW, async () => {
    const { account } = await filledTenant();
    const operator = await newAccount({ tenantKind: "platform", role: "system" });
    const page = await openPage({ locale: "en-US" });
    await signIn(page, operator);
    await page.goto(`/Container/Operating/Tenants?keyword=${account.name}`);
    const more = page.getByRole("button", { name: `More about ${account.name}` });
    await more.click();
    await page.getByRole("menuitem", { name: "Package" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("Devices", { exact: true }).fill("many");
    await dialog.getByText("Enter a number of at least 0, or nothing").waitFor();
    await dialog.getByLabel("Devices", { exact: true }).fill("7");
    await screenshot(page, "package-dialog-1440-en-US");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Save package" }).click();
    await page.getByText("The package was saved").first().waitFor();

    await more.click();
    await page.getByRole("menuitem", { name: "Erase tenant" }).click();
    await dialog.getByRole("button", { name: "Erase tenant" }).click();
    await dialog.getByText(`Type ${account.name}`, { exact: false }).first().waitFor();
    await dialog.getByRole("textbox").first().fill(account.name);
    await dialog.getByLabel("Password of your account", { exact: true }).fill(PASSWORD);
    await screenshot(page, "erase-tenant-1440-en-US");
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "Erase tenant" }).click();
    await page
      .getByText("Finished: Erase a tenant")
      .first()
      .waitFor({ timeout: 60_000 * PATIENCE });
    const { pool } = await database();
    expect((await pool.query("select 1 from tenants where name = $1", [account.name])).rows).toEqual([]);
  });
});
