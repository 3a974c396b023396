import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { type Drive, drivenTerminal } from "../../apps/server/testing/terminals/driven-terminal.ts";
import { OLD_FIRMWARE_BYTES } from "../../packages/contract/files/recalls.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, framesOfTenant } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, looksOf, reach, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    offline: "设备离线，无法下发指令",
    read: "从设备读取列表",
    some: "召回 2 个",
    recall: (name: string) => `召回 ${name}`,
    cancel: (name: string) => `取消召回 ${name}`,
    retry: (name: string) => `重试 ${name}`,
    progress: (name: string) => `${name} 的进度`,
    getting: "文件获取",
    left: "剩余",
    cancelled: "已取消",
    inHistory: "已在历史中",
    failed: "文件获取失败",
    tooLarge: "超过 60 MB：请升级到 4.17.00",
  },
  "en-US": {
    offline: "Device offline, commands cannot be sent",
    read: "Read the list from the device",
    some: "Recall 2",
    recall: (name: string) => `Recall ${name}`,
    cancel: (name: string) => `Cancel the recall of ${name}`,
    retry: (name: string) => `Retry ${name}`,
    progress: (name: string) => `Progress of ${name}`,
    getting: "file getting",
    left: "left",
    cancelled: "cancelled",
    inHistory: "in history",
    failed: "File fetch failed",
    tooLarge: "over 60 MB: upgrade to 4.17.00",
  },
} as const;

/** So slow that one sees it. */
const SLOW = 120 * 1024;

async function deviceWithCard() {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "EV-01" });
  const connect = (drive: Drive) => {
    const { url }: { url: string } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
    const driven = drivenTerminal(device, url, drive);
    onTestFinished(() => driven.close());
    return driven;
  };
  return { account, device, connect };
}

const openTab = (page: Page, thingsId: string) =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=stored&size=25`);

async function doneOf(thingsId: string): Promise<number> {
  const { db } = await database();
  const done = await sql<{ n: number }>`select count(*)::int as n from recalls where things_id = ${thingsId}
    and state = 'done'`.execute(db);
  return done.rows[0]?.n ?? 0;
}

const TASK_WORDS = {
  "zh-CN": {
    tasks: "任务",
    progress: "从 EV-01 召回 CAN1_0001.rec 进度",
    cancel: "取消任务 从 EV-01 召回 CAN2_0001.rec",
    left: "剩余",
    bell: "消息，1 条未读",
    message: "EV-01：召回已结束，1 个文件已取回，0 个失败",
  },
  "en-US": {
    tasks: "Tasks",
    progress: "Progress of Recall of CAN1_0001.rec from EV-01",
    cancel: "Cancel task Recall of CAN2_0001.rec from EV-01",
    left: "left",
    bell: "Messages, 1 unread",
    message: "EV-01: recall ended, 1 files fetched, 0 failed",
  },
} as const;

journeys("files on the card of a device", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "are listed, recalled in their stages, cancelled and brought into history, $locale at $width [FIL-02]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, connect } = await deviceWithCard();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openTab(page, device.thingsId);
      const read = page.getByRole("button", { name: words.read });
      await read.waitFor();
      expect(await read.getAttribute("aria-disabled")).toBe("true");
      await expectAccessible(page);
      await screenshot(page, `card-offline-${locale}-${width}`);

      const driven = connect({ minutes: 3, uploadBytesPerS: SLOW });
      await eventually(() => read.getAttribute("aria-disabled")).toBe(null);
      await read.click();
      const recall = (name: string) => page.getByRole("button", { name: words.recall(name), exact: true });
      await recall("CAN1_0001.rec")
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `card-files-${locale}-${width}`);

      // The second is asked for before the first has been answered.
      const both = Promise.withResolvers<void>();
      await page.route("**/recalls", (route) => both.promise.then(() => route.continue()));
      await (await reach(recall("CAN1_0001.rec"))).click();
      await (await reach(recall("CAN2_0001.rec"))).click();
      both.resolve();
      await page
        .getByRole("progressbar", { name: words.progress("CAN1_0001.rec") })
        .waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByText(words.left).first().waitFor();
      // Before anything that takes long: its turn may come.
      await page.getByRole("button", { name: words.cancel("CAN2_0001.rec") }).click();
      await page.getByText(words.cancelled, { exact: true }).waitFor();
      await screenshot(page, `card-getting-${locale}-${width}`);
      await expectAccessible(page);
      await page.getByText(words.inHistory, { exact: true }).waitFor({ timeout: 120_000 * PATIENCE });
      const lines = Buffer.from(driven.terminal.card.read("CAN1_0001.rec") ?? "").filter((byte) => byte === 0x0a);
      expect(await framesOfTenant(account.tenantId)).toBe(lines.length);

      await page.getByRole("checkbox", { name: "CAN2_0002.rec" }).check();
      await page.getByRole("checkbox", { name: "DI_0002.rec" }).check();
      await (await reach(page.getByRole("button", { name: words.some, exact: true }))).click();
      await eventually(() => doneOf(device.thingsId)).toBe(3);
    },
  );

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "that cannot come say why, and what to do, $locale at $width [FIL-02]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, connect } = await deviceWithCard();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      const driven = connect({ minutes: 2 });
      await openTab(page, device.thingsId);
      const read = page.getByRole("button", { name: words.read });
      await read.waitFor();
      await eventually(() => read.getAttribute("aria-disabled")).toBe(null);
      await read.click();
      const recall = page.getByRole("button", { name: words.recall("CAN1_0001.rec"), exact: true });
      await recall.first().waitFor({ timeout: 60_000 * PATIENCE });
      driven.terminal.card.format();
      await (await reach(recall)).click();
      await page.getByText(words.failed).waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByRole("button", { name: words.retry("CAN1_0001.rec") }).waitFor();
      const { db } = await database();
      await sql`update things set firmware_version = '4.16.09' where id = ${device.thingsId}`.execute(db);
      await sql`update card_files set size = ${OLD_FIRMWARE_BYTES + 1} where things_id = ${device.thingsId}
        and name = 'CAN2_0001.rec'`.execute(db);
      await page.getByText(words.tooLarge).waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `card-failed-${locale}-${width}`);
      await driven.close();
      await eventually(() => recall.first().getAttribute("aria-disabled")).toBe("true");
      await page.getByText(words.offline).first().waitFor({ state: "attached" });
    },
  );

  it.each(lookOf("en-US", 1440))("are recalled by a key, $locale at $width [FIL-02]", async ({ locale, width }) => {
    const words = WORDS[locale];
    const { account, device, connect } = await deviceWithCard();
    const page = await openPage({ locale, width });
    await signIn(page, account);
    connect({ minutes: 2 });
    await openTab(page, device.thingsId);
    const read = page.getByRole("button", { name: words.read });
    await read.waitFor();
    await eventually(() => read.getAttribute("aria-disabled")).toBe(null);
    await read.click();
    await page.getByRole("checkbox", { name: "CAN2_0001.rec" }).check();
    await page.keyboard.press("r");
    await eventually(() => doneOf(device.thingsId)).toBe(1);
  });

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "are tasks that go on when the page is left, and a message tells their end, $locale at $width [FIL-02]",
    async ({ locale, width }) => {
      const words = { ...WORDS[locale], ...TASK_WORDS[locale] };
      const { account, device, connect } = await deviceWithCard();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      connect({ minutes: 2, uploadBytesPerS: SLOW / 2 });
      await openTab(page, device.thingsId);
      const read = page.getByRole("button", { name: words.read });
      await eventually(() => read.getAttribute("aria-disabled")).toBe(null);
      await read.click();
      for (const name of ["CAN1_0001.rec", "CAN2_0001.rec"])
        await (await reach(page.getByRole("button", { name: words.recall(name), exact: true }))).click();
      await page.goto("/Container/HomePage");
      await page.getByRole("button", { name: words.tasks, exact: true }).click();
      const drawer = page.getByRole("dialog", { name: words.tasks });
      await drawer.getByRole("progressbar", { name: words.progress }).waitFor({ timeout: 30_000 * PATIENCE });
      await drawer.getByRole("button", { name: words.cancel }).click();
      await drawer.getByText(words.left).first().waitFor();
      await drawer.getByText(words.getting).first().waitFor();
      await screenshot(page, `recall-tasks-${locale}-${width}`);
      await drawer.getByText(locale === "zh-CN" ? "已取消" : "Cancelled").waitFor();
      await page.keyboard.press("Escape");
      await drawer.waitFor({ state: "hidden" });
      // As if it had been left for longer.
      const { db } = await database();
      await sql`update recalls set watched_at = now() - interval '1 minute' where things_id = ${device.thingsId}`.execute(
        db,
      );
      const bell = page.getByRole("button", { name: words.bell });
      await bell.waitFor({ timeout: 60_000 * PATIENCE });
      await bell.click();
      await page.getByText(words.message).first().waitFor();
      expect(await doneOf(device.thingsId)).toBe(1);
      await expectAccessible(page);
      await screenshot(page, `recall-message-${locale}-${width}`);
    },
  );
});
