import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { counted } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, framesOfTenant, newAccount, PASSWORD } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 240_000 * PATIENCE };
const FRAMES = 300;

const WORDS = {
  "zh-CN": {
    more: "更多操作",
    range: "删除历史数据",
    quick: "快速删除",
    rows: `该时间范围内共 ${FRAMES} 行`,
    all: "全部时间",
    delete: "删除",
    empty: "请输入密码",
    password: "当前账号的密码",
    wrong: "密码错误",
    done: new RegExp(`已删除 ${FRAMES} 行，释放 .+`),
    limit: "本次任务删除最早的 1,000,000 行，其余 2,412,900 行保留",
    alarms: "7 条报警将失去数据",
    channels: "通道",
    half: `该时间范围内共 ${FRAMES / 2} 行`,
    halfDone: new RegExp(`已删除 ${FRAMES / 2} 行，释放 .+`),
    gone: "已删除 400,000 / 1,000,000 行，剩余 600,000 行 · 250,000 行/秒",
    failed: "清空设备数据失败",
    retry: "重试",
    notListed: "该设备不在快速删除列表中",
    note: new RegExp(`将删除该设备的全部数据：${FRAMES} 行`),
    everything: "全部删除",
    close: "关闭",
  },
  "en-US": {
    more: "More actions",
    range: "Delete history",
    quick: "Quick delete",
    rows: `${FRAMES} rows in this range`,
    all: "All time",
    delete: "Delete",
    empty: "Enter your password",
    password: "Password of your account",
    wrong: "Wrong password",
    done: new RegExp(`${FRAMES} rows were deleted, .+ freed`),
    limit: "This task takes the oldest 1,000,000; 2,412,900 stay",
    alarms: "7 alarms lose their data",
    channels: "Channels",
    half: `${FRAMES / 2} rows in this range`,
    halfDone: new RegExp(`${FRAMES / 2} rows were deleted, .+ freed`),
    gone: "400,000 of 1,000,000 rows deleted, 600,000 left · 250,000 rows/s",
    failed: "empty device data failed",
    retry: "Try again",
    notListed: "This device is not on the quick-delete list",
    note: new RegExp(`All data of the device will be deleted: ${FRAMES} rows`),
    everything: "Delete everything",
    close: "Close",
  },
} as const;

async function storedDevice() {
  const account = await newAccount();
  const device = await registerDevice(account.tenantId, { name: "台架 9" });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  await terminal.frames(counted(Date.now() - 60_000, FRAMES));
  await eventually(() => framesOfTenant(account.tenantId)).toBe(FRAMES);
  return { account, device };
}

type Words = (typeof WORDS)[keyof typeof WORDS];

async function openMenu(page: Page, words: Words, item: "range" | "quick") {
  await page.getByRole("button", { name: words.more, exact: true }).first().click();
  await page.getByRole("menuitem", { name: words[item] }).first().click();
  return page.getByRole("dialog");
}

journeys("deleting stored data", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "of a range asks with the rows and the password, is a task, and is really gone at $width px in $locale [DAT-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await storedDevice();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=history`);
      const dialog = await openMenu(page, words, "range");
      await dialog.getByRole("button", { name: words.all }).click();
      await dialog.getByText(words.rows).waitFor();
      await dialog.getByRole("button", { name: words.delete, exact: true }).click();
      await dialog.getByText(words.empty).waitFor();
      await dialog.getByLabel(words.password, { exact: true }).fill("not this one");
      await dialog.getByRole("button", { name: words.delete, exact: true }).click();
      await dialog.getByText(words.wrong).waitFor();
      expect(await framesOfTenant(account.tenantId)).toBe(FRAMES);
      await screenshot(page, `delete-history-${width}-${locale}`);
      await expectAccessible(page);
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await dialog.getByText(words.done).waitFor({ timeout: 60_000 * PATIENCE });
      await screenshot(page, `delete-history-done-${width}-${locale}`);
      await expectAccessible(page);
      expect(await framesOfTenant(account.tenantId)).toBe(0);
      await dialog.getByRole("button", { name: words.close, exact: true }).last().click();
      await eventually(() => page.locator('[data-cell="data"]').filter({ visible: true }).count()).toBe(0);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "of one channel leaves the others at $width px in $locale [DAT-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "台架 9" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      await terminal.frames(counted(Date.now() - 60_000, FRAMES).map((frame, i) => ({ ...frame, channel: i % 2 })));
      await eventually(() => framesOfTenant(account.tenantId)).toBe(FRAMES);
      const page = await openPage({ locale, width, height: 844 });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=history`);
      const dialog = await openMenu(page, words, "range");
      await dialog.getByRole("button", { name: words.all }).click();
      await dialog.getByText(words.rows).waitFor();
      await dialog.getByLabel(words.channels).selectOption("CAN2");
      await dialog.getByText(words.half).waitFor();
      await screenshot(page, `delete-channel-${width}-${locale}`);
      await expectAccessible(page);
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await dialog.getByRole("button", { name: words.delete, exact: true }).click();
      await dialog.getByText(words.halfDone).waitFor({ timeout: 60_000 * PATIENCE });
      expect(await framesOfTenant(account.tenantId)).toBe(FRAMES / 2);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "of more than a million rows says what stays, and a task that fails says so at $width px in $locale [DAT-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await storedDevice();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      const alarms = [{ event_id: "1", rule_name: "Overheat", start_time: Date.now(), is_pinned: true }];
      const counts = { frames: 3_412_900, limit: 1_000_000, points: 86_400, pinned_windows: 2 };
      const many = { ...counts, channels: [0, 1], alarms, alarm_total: 7 };
      await page.route("**/frames/deletion-preview*", (route) => route.fulfill({ json: many }));
      const rows = { progress: 0.4, done_rows: 400_000, all_rows: 1_000_000, rows_per_second: 250_000 };
      let state: object = { ...rows, state: "running" };
      await page.route("**/api/jobs/*", async (route) => {
        const answer = await route.fetch();
        const { data } = await answer.json();
        return route.fulfill({ response: answer, json: { data: { ...data, ...state, result: null } } });
      });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=history`);
      const dialog = await openMenu(page, words, "range");
      await dialog.getByText(words.limit).waitFor();
      await dialog.getByText(words.alarms).waitFor();
      expect(await dialog.getByRole("checkbox").isChecked()).toBe(false);
      await screenshot(page, `delete-history-many-${width}-${locale}`);
      await expectAccessible(page);
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await dialog.getByRole("button", { name: words.delete, exact: true }).click();
      await dialog.getByText(words.gone).waitFor();
      await screenshot(page, `delete-history-running-${width}-${locale}`);
      state = { state: "failed", message_code: "frames.emptyFailed" };
      await dialog.getByText(words.failed).waitFor();
      await dialog.getByRole("button", { name: words.retry }).click();
      await dialog.getByText(words.limit).waitFor();
    },
  );

  it.each(lookOf("zh-CN", 1440))(
    "of a whole device is for listed devices alone, with the typed ID and the password at $width px in $locale [DAT-05]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await storedDevice();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}`);
      const dialog = await openMenu(page, words, "quick");
      await dialog.getByText(words.notListed).waitFor();
      expect(await dialog.locator('a[href="/doc?type=quickDelete"]').count()).toBe(1);
      await screenshot(page, `quick-delete-not-listed-${width}-${locale}`);
      await page.keyboard.press("Escape");

      const listed = [{ info_model_id: "", third_things_id: device.deviceId }];
      const content = { ...UNLIMITED_PACKAGE, quick_delete_things_list: listed };
      await setPackage((await database()).db, account.tenantId, content);
      await page.reload();
      await openMenu(page, words, "quick");
      await dialog.getByText(words.note).waitFor();
      await dialog.getByRole("textbox").first().fill("0000");
      await dialog.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await dialog.getByRole("button", { name: words.everything }).click();
      await dialog.locator("[aria-invalid=true]").first().waitFor();
      expect(await framesOfTenant(account.tenantId)).toBe(FRAMES);
      await screenshot(page, `quick-delete-${width}-${locale}`);
      await expectAccessible(page);
      await dialog.getByRole("textbox").first().fill(device.deviceId);
      await dialog.getByRole("button", { name: words.everything }).click();
      await dialog.getByText(words.done).waitFor({ timeout: 60_000 * PATIENCE });
      expect(await framesOfTenant(account.tenantId)).toBe(0);
    },
  );
});
