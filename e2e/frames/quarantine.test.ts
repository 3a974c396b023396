import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount, PASSWORD } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const BATCH_FRAMES = 40;

const WORDS = {
  "zh-CN": {
    logged: [
      /^40 帧时钟有误的数据已平移 \+.+ 并入历史$/,
      "80 帧时钟有误的数据已按到达时间并入历史",
      "2 帧时钟有误的数据已删除",
    ],
    notice: (count: number) => `${count} 帧因设备时钟有误而单独保存`,
    open: "查看与处理",
    title: "时钟有误的数据",
    reasons: ["早于 2000 年", "超前一天以上"],
    shift: "平移量",
    bad: "请输入平移量",
    suggest: "使用建议值",
    preview: /所示批次将位于 20\d\d-/,
    differ: "所需的平移量不同",
    oneShift: "统一平移",
    arrival: "各自移到到达时间",
    batch: /到达的批次$/,
    chosen: "已选：1 批，40 帧",
    all: /全部：4 批，122 帧/,
    takeOver: "并入历史数据",
    done: (count: number) => `${count} 帧已并入历史数据`,
    show: "查看这些帧",
    left: "1 批（2 帧）仍留在这里",
    remove: "删除",
    password: "当前账号的密码",
    wrong: "密码错误",
    removed: "已删除 2 帧",
    empty: "没有时钟有误的数据",
    close: "关闭",
  },
  "en-US": {
    logged: [
      /^40 frames with a wrong clock were moved into history, shifted by \+/,
      "80 frames with a wrong clock were moved into history at the time of their arrival",
      "2 frames with a wrong clock deleted",
    ],
    notice: (count: number) => `${count} frames with a wrong clock are kept apart`,
    open: "Look at them",
    title: "Data with a wrong clock",
    reasons: ["Before 2000", "Over a day ahead"],
    shift: "Shift",
    bad: "Enter a shift",
    suggest: "Take the proposed one",
    preview: /The batches shown will be at 20\d\d-/,
    differ: "need different shifts",
    oneShift: "By one shift",
    arrival: "Each to its arrival",
    batch: /Batch that arrived/,
    chosen: "Chosen: 1 batches, 40 frames",
    all: /All: 4 batches, 122 frames/,
    takeOver: "Move into history",
    done: (count: number) => `${count} frames are part of the history now`,
    show: "Show these frames",
    left: "1 batches (2 frames) stay here",
    remove: "Delete",
    password: "Password of your account",
    wrong: "Wrong password",
    removed: "2 frames were deleted",
    empty: "No data with a wrong clock",
    close: "Close",
  },
} as const;

/** A device whose clock began at 1970, ran far ahead once, and was set right within its last batch. */
async function wrongClocks() {
  const account = await newAccount();
  const device = await registerDevice(account.tenantId, { name: "收割机 03" });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  const batch = (number: number, startMs: number) =>
    Array.from({ length: BATCH_FRAMES }, (_, i) => ({
      timeUs: (startMs + 25 * i) * 1000,
      channel: 0,
      id: 0x310 + number,
      data: [0xc1, number, i],
    }));
  await terminal.frames(batch(1, 60_000));
  await terminal.frames(batch(2, 61_000));
  await terminal.frames(batch(3, Date.now() + 40 * 86_400_000));
  const jumped = { channel: 0, id: 0x310, data: [0xc1, 4] };
  await terminal.frames([
    { ...jumped, timeUs: 62_000_000 },
    { ...jumped, timeUs: Date.now() * 1000 },
  ]);
  return { account, device };
}

const hasNoSidewaysScroll = (page: Page) =>
  page.evaluate(() => {
    const scrolls = (element: Element) =>
      element.scrollWidth > element.clientWidth && /auto|scroll/.test(getComputedStyle(element).overflowX);
    const root = document.documentElement;
    const inside = [...document.querySelectorAll("dialog[open], dialog[open] *")];
    return root.scrollWidth <= root.clientWidth && !inside.some(scrolls);
  });

journeys("data with a wrong clock", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "is seen beside the history, moved into it, deleted, and told of in the log at $width px in $locale [DAT-08] [DEV-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await wrongClocks();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=history`);
      await page.getByText(words.notice(122)).waitFor();
      await screenshot(page, `quarantine-notice-${width}-${locale}`);
      await expectAccessible(page);

      // By keyboard: in, and out again to where one was.
      const open = page.getByRole("button", { name: words.open });
      await open.press("Enter");
      const dialog = page.getByRole("dialog", { name: words.title });
      await dialog.getByRole("checkbox", { name: words.batch }).first().waitFor();
      await page.keyboard.press("Escape");
      await eventually(() => dialog.count()).toBe(0);
      await eventually(() => open.evaluate((button) => button === document.activeElement)).toBe(true);
      await open.press("Enter");
      const ticks = dialog.getByRole("checkbox", { name: words.batch });
      await eventually(() => ticks.count()).toBe(4);
      for (const reason of words.reasons) await dialog.getByText(reason).first().waitFor();
      await dialog.getByText(words.all).waitFor();
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await screenshot(page, `quarantine-${width}-${locale}`);
      await expectAccessible(page);

      // Clocks that were off by different amounts: one shift for all is possible, and warned of.
      expect(await dialog.getByLabel(words.arrival).isChecked()).toBe(true);
      await dialog.getByText(words.oneShift, { exact: true }).click();
      await dialog.getByText(words.differ).waitFor();
      expect(await hasNoSidewaysScroll(page)).toBe(true);

      // The oldest batch alone, by a shift that is proposed, and may be another.
      await ticks.last().press("Space");
      await dialog.getByText(words.chosen).waitFor();
      await eventually(() => dialog.getByText(words.differ).count()).toBe(0);
      const shift = dialog.getByLabel(words.shift, { exact: true });
      const proposed = await shift.inputValue();
      expect(proposed).toMatch(/^\+\d{5} d \d\d:\d\d:\d\d\.\d{3}$/);
      await shift.fill("tomorrow");
      await dialog.getByText(words.bad).waitFor();
      await dialog.getByRole("button", { name: words.takeOver, exact: true }).click();
      expect(await page.getByRole("dialog").count()).toBe(1);
      await dialog.getByRole("button", { name: words.suggest }).click();
      expect(await shift.inputValue()).toBe(proposed);
      await dialog.getByText(words.preview).waitFor();
      await dialog.getByRole("button", { name: words.takeOver, exact: true }).click();
      const confirm = page.getByRole("dialog").last();
      await confirm.getByText(proposed).waitFor();
      await screenshot(page, `quarantine-confirm-${width}-${locale}`);
      await confirm.getByRole("button", { name: words.takeOver, exact: true }).click();
      await dialog.getByText(words.done(40)).waitFor({ timeout: 60_000 * PATIENCE });
      await dialog.getByRole("button", { name: words.show }).click();
      await page
        .locator('[data-cell="data"]')
        .filter({ hasText: /^C10100$/ })
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByText(words.notice(82)).waitFor();

      // The others each to its arrival; what no shift can put right stays, and is said.
      await open.click();
      await eventually(() => dialog.getByLabel(words.arrival).isChecked()).toBe(true);
      await dialog.getByRole("button", { name: words.takeOver, exact: true }).click();
      await page.getByRole("dialog").last().getByRole("button", { name: words.takeOver, exact: true }).click();
      await dialog.getByText(words.done(80)).waitFor({ timeout: 60_000 * PATIENCE });
      await dialog.getByText(words.left).waitFor();
      await eventually(() => ticks.count()).toBe(1);
      expect(await hasNoSidewaysScroll(page)).toBe(true);
      await screenshot(page, `quarantine-left-${width}-${locale}`);
      await expectAccessible(page);

      await dialog.getByRole("button", { name: words.remove, exact: true }).click();
      const asked = page.getByRole("dialog").last();
      await asked.getByLabel(words.password, { exact: true }).fill("not this one");
      await asked.getByRole("button", { name: words.remove, exact: true }).click();
      await asked.getByText(words.wrong).waitFor();
      await expectAccessible(page);
      await asked.getByLabel(words.password, { exact: true }).fill(PASSWORD);
      await page.keyboard.press("Enter");
      await dialog.getByText(words.removed).waitFor({ timeout: 60_000 * PATIENCE });
      await dialog.getByText(words.empty).waitFor();
      await screenshot(page, `quarantine-empty-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.close, exact: true }).last().click();
      await eventually(() => page.getByText(words.open).count()).toBe(0);

      // All of it is in the device's log, with who did it.
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=management&sub=log`);
      for (const entry of words.logged) await page.getByText(entry).filter({ visible: true }).first().waitFor();
    },
  );

  it("a task that fails says why, and everything is where it was [DAT-08]", SLOW, async () => {
    const words = WORDS["zh-CN"];
    const { account, device } = await wrongClocks();
    const page = await openPage();
    await page.route("**/api/jobs/*", async (route) => {
      const answer = await route.fetch();
      const { data } = await answer.json();
      const failed = { ...data, state: "failed", message_code: "frames.diskNearlyFull", result: null };
      return route.fulfill({ response: answer, json: { data: failed } });
    });
    await page.route("**/quarantine/take-over", (route) => route.continue({ postData: { shift_ms: 0 } }));
    await signIn(page, account);
    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=history`);
    await page.getByRole("button", { name: words.open }).click();
    const dialog = page.getByRole("dialog", { name: words.title });
    await dialog.getByRole("button", { name: words.takeOver, exact: true }).click();
    await page.getByRole("dialog").last().getByRole("button", { name: words.takeOver, exact: true }).click();
    await dialog.getByText("服务器磁盘空间不足").waitFor();
    await dialog.getByText(words.all).waitFor();
    await screenshot(page, "quarantine-failed-1440-zh-CN");
    await expectAccessible(page);
  });
});
