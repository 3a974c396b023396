import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { eventually, type Locale, lookOf, signIn } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";

const WORDS = {
  "zh-CN": {
    id: "帧 ID（十六进制）",
    data: "数据（十六进制）",
    cyclic: "循环",
    send: "发送",
    chip: /^正在发送 0x7DF，每 100 ms · 已发 [1-9][\d,]* 帧$/,
    transmitting: /正在循环发送/,
    falseEnd: "设备已发送 1 / 1 帧",
    stop: "停止",
    leaveTitle: "设备仍在发送",
    stay: "留在此页",
    stopAndLeave: "停止并离开",
    home: "返回",
    logged: /发送帧 · 1 \/ 1 条成功 · 已执行 · 发送于 .* 结束 · 共发送 [1-9]/,
    done: "已执行",
  },
  "en-US": {
    id: "Frame ID (hex)",
    data: "Data (hex)",
    cyclic: "Cyclic",
    send: "Send",
    chip: /^Sending 0x7DF every 100 ms · [1-9][\d,]* sent$/,
    transmitting: /transmitting/,
    falseEnd: "1 of 1 frames sent by the device",
    stop: "Stop",
    leaveTitle: "The device goes on sending",
    stay: "Stay",
    stopAndLeave: "Stop and leave",
    home: "Back",
    logged: /Send frames · 1 of 1 done · Done · sending ended .* · [1-9][\d,]* frames sent/,
    done: "Done",
  },
} as const;

const chipOf = (page: Page, locale: Locale) => page.getByRole("button", { name: WORDS[locale].chip });

async function startCyclic(page: Page, thingsId: string, locale: Locale): Promise<void> {
  const words = WORDS[locale];
  await page.goto(`${DETAILS}?id=${thingsId}&tab=data&sub=live&send=1`);
  await page.getByLabel(words.id).fill("7DF");
  await page.getByLabel(words.data).fill("02 01 0C 00 00 00 00 00");
  await page.getByText(words.cyclic, { exact: true }).click();
  await page.getByRole("button", { name: words.send, exact: true }).last().click();
  await page.getByRole("log").getByText(words.transmitting).waitFor();
}

journeys("a cyclic send", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 390))(
    "stands in the header of every tab and visitor, after a reload too, until it is stopped, at $width px in $locale [DEV-06]",
    { timeout: 300_000 * PATIENCE },
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "试验车 7");
      const look = { locale, width, height: width === 390 ? 844 : 900 };
      const page = await openPage(look);
      await signIn(page, account);
      await startCyclic(page, device.thingsId, locale);
      expect(await page.getByText(words.falseEnd).count()).toBe(0);
      await chipOf(page, locale).waitFor();
      await screenshot(page, `sending-pane-${width}-${locale}`);

      const other = await openPage(look);
      await signIn(other, account);
      await other.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=overview`);
      await chipOf(other, locale).waitFor();
      await other.reload();
      await chipOf(other, locale).click();
      await other.getByRole("dialog").getByText("0x7DF [8] 02 01 0C").waitFor();
      await other.getByRole("dialog").getByText(account.name).waitFor();
      expect(await other.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
      await screenshot(other, `sending-${width}-${locale}`);
      await expectAccessible(other);
      await other.keyboard.press("Escape");
      const count = async () =>
        Number(/[\d,]+(?= sent| 帧$)/.exec((await chipOf(other, locale).textContent()) ?? "")?.[0]?.replace(",", ""));
      const before = await count();
      await eventually(count).toBeGreaterThan(before);

      await other.getByRole("button", { name: words.stop, exact: true }).click();
      await chipOf(page, locale).waitFor({ state: "detached" });
      await chipOf(other, locale).waitFor({ state: "detached" });

      // The log and the list of commands tell the same of it, and how much went out.
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=log`);
      await page.getByText(words.logged).filter({ visible: true }).first().waitFor();
      await screenshot(page, `sending-log-${width}-${locale}`);
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=commands`);
      await page.getByText(words.done, { exact: true }).filter({ visible: true }).first().waitFor();
    },
  );

  it.each(lookOf("en-US", 1440))(
    "asks who started it before he leaves the device to it, in $locale [DEV-06]",
    { timeout: 300_000 * PATIENCE },
    async ({ locale }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "试验车 8");
      const page = await openPage({ locale });
      await signIn(page, account);
      await startCyclic(page, device.thingsId, locale);
      await chipOf(page, locale).waitFor();
      // A window that is closed asks too.
      const asks = await page.evaluate(() => {
        const leaving = new Event("beforeunload", { cancelable: true });
        window.dispatchEvent(leaving);
        return leaving.defaultPrevented;
      });
      expect(asks).toBe(true);
      // Another tab of the same device is no leaving.
      await page.getByRole("tab").first().click();
      await chipOf(page, locale).waitFor();
      const back = page.getByRole("button", { name: words.home, exact: true });
      await back.click();
      const dialog = page.getByRole("dialog", { name: words.leaveTitle });
      await dialog.waitFor();
      await screenshot(page, `sending-leave-1440-${locale}`);
      await dialog.getByRole("button", { name: words.stay }).click();
      await chipOf(page, locale).waitFor();
      await back.click();
      await dialog.getByRole("button", { name: words.stopAndLeave }).click();
      await page.waitForURL(/HomePage$/);
      await page.goto(`${DETAILS}?id=${device.thingsId}`);
      await page.getByRole("tab").first().waitFor();
      expect(await chipOf(page, locale).count()).toBe(0);
    },
  );
});
