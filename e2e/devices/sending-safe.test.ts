import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { WORDS as ENTRY, eventually, type Locale, signIn } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const CONFIG = "/Container/UserManager/SystemConfig";

const WORDS = {
  "zh-CN": {
    id: "帧 ID（十六进制）",
    cyclic: "循环",
    send: "发送",
    two: /^正在发送 2 组帧/,
    one: /^正在发送 0x7E0，每 100 ms/,
    stopFirst: "停止 0x7DF",
    stopAll: "全部停止",
    by: "发起人",
    open: "已打开",
    gone: /发送者的页面已关闭$/,
    who: "谁可以发送帧",
    nobody: "任何人都不可以",
    managers: "仅管理员",
    orphans: "发送者的页面关闭后",
    show: "继续发送，并在设备上标明",
    stopRule: "停止循环发送",
    off: "本租户不允许发送帧",
    notManager: "本租户只有管理员可以发送帧",
    signOutTitle: "设备仍在发送您启动的帧",
    stay: "不退出",
    stopAndOut: "停止并退出",
    logged: /发送者的页面已关闭，循环发送于 .* 停止/,
    words: /0x7DF \[\d\].*，每 100 ms，直到停止/,
  },
  "en-US": {
    id: "Frame ID (hex)",
    cyclic: "Cyclic",
    send: "Send",
    two: /^Sending 2 lists/,
    one: /^Sending 0x7E0 every 100 ms/,
    stopFirst: "Stop 0x7DF",
    stopAll: "Stop all",
    by: "By",
    open: "open",
    gone: /its sender's page is gone$/,
    who: "Who may send frames",
    nobody: "Nobody",
    managers: "Managers only",
    orphans: "When the sender's page is gone",
    show: "Go on, and say so on the device",
    stopRule: "Stop the cyclic send",
    off: "Nobody of this tenant may send frames",
    notManager: "Only managers of this tenant may send frames",
    signOutTitle: "Devices go on sending what you started",
    stay: "Stay signed in",
    stopAndOut: "Stop and sign out",
    logged: /stopped .*, as the sender's page was gone/,
    words: /0x7DF \[\d\].* every 100 ms until stopped/,
  },
} as const;

const LOOKS = [
  { locale: "zh-CN", width: 390 },
  { locale: "en-US", width: 1440 },
] as const;
const SLOW = { timeout: 300_000 * PATIENCE };
/** A page is gone after half a minute; the worker looks every five seconds. */
const GONE_WITHIN_MS = 60_000 * PATIENCE;

async function startCyclic(page: Page, thingsId: string, locale: Locale, id: string): Promise<void> {
  const words = WORDS[locale];
  await page.goto(`${DETAILS}?id=${thingsId}&tab=data&sub=live&send=1`);
  await page.getByLabel(words.id).fill(id);
  await page.getByText(words.cyclic, { exact: true }).click();
  await page.getByRole("button", { name: words.send, exact: true }).last().click();
  await page
    .getByRole("button", { name: new RegExp(`0x${id}|${words.two.source.slice(1)}`) })
    .first()
    .waitFor();
}

const chip = (page: Page, name: RegExp) => page.getByRole("button", { name });
const choose = async (page: Page, field: string, option: string) => {
  await page.getByLabel(field, { exact: true }).selectOption({ label: option });
  await eventually(() => page.getByLabel(field, { exact: true }).isEnabled()).toBe(true);
};

journeys("sending as a safe state", () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "one of two sends is stopped, and signing out asks about the other, at $width px in $locale [DEV-06]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "试验车 11");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await startCyclic(page, device.thingsId, locale, "7DF");
      await startCyclic(page, device.thingsId, locale, "7E0");
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=overview`);
      await chip(page, words.two).waitFor();
      await page.getByRole("button", { name: words.stopAll, exact: true }).waitFor();
      await chip(page, words.two).click();
      const facts = page.getByRole("dialog");
      expect(await facts.getByText(words.open, { exact: true }).count()).toBe(2);
      await expectAccessible(page);
      // What lies half under the open list is in nobody's reach: its own buttons count.
      const heights = await facts
        .getByRole("button")
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().height));
      if (width === 390) expect(Math.min(...heights)).toBeGreaterThanOrEqual(40);
      await screenshot(page, `sending-two-${width}-${locale}`);
      await facts.getByRole("button", { name: words.stopFirst }).click();
      await chip(page, words.one).waitFor();
      await page.keyboard.press("Escape");
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=commands`);
      await page.getByText(words.words).filter({ visible: true }).first().waitFor();

      // On another page: what one has left running is told before one goes.
      const signOut = async () => {
        if (width === 390) await page.getByRole("banner").getByRole("button").first().click();
        else await page.getByRole("button", { name: ENTRY[locale].userMenu }).click();
        await page.getByText(ENTRY[locale].signOut, { exact: true }).filter({ visible: true }).click();
      };
      await signOut();
      const question = page.getByRole("dialog", { name: words.signOutTitle });
      await question.getByText("0x7E0").waitFor();
      await screenshot(page, `sending-sign-out-${width}-${locale}`);
      await question.getByRole("button", { name: words.stay }).click();
      await chip(page, words.one).waitFor();
      await signOut();
      await question.getByRole("button", { name: words.stopAndOut }).click();
      await page.waitForURL(/\/Login/);
      const { pool } = await database();
      const left = await pool.query("select job from device_transmissions where things_id = $1", [device.thingsId]);
      expect(left.rows).toEqual([]);
    },
  );

  it.each(LOOKS)(
    "a send whose browser died is shown or stopped, by the rule of the tenant, at $width px in $locale [DEV-06]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "试验车 12");
      const second = await newAccount({ tenant: account.name });
      const look = { locale, width, height: width === 390 ? 844 : 900 };
      const viewer = await openPage(look);
      await signIn(viewer, second);
      await viewer.goto(CONFIG);
      await choose(viewer, words.orphans, words.show);
      await expectAccessible(viewer);
      const dying = await openPage(look);
      await signIn(dying, account);
      await startCyclic(dying, device.thingsId, locale, "7DF");
      await viewer.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=overview`);
      await chip(viewer, /0x7DF/).waitFor();
      await dying.context().close();
      await chip(viewer, words.gone).waitFor({ timeout: GONE_WITHIN_MS });
      await screenshot(viewer, `sending-gone-${width}-${locale}`);

      // From now on such a send is stopped, this one too.
      await viewer.goto(CONFIG);
      await choose(viewer, words.orphans, words.stopRule);
      await viewer.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=log`);
      await viewer.getByText(words.logged).filter({ visible: true }).first().waitFor({ timeout: GONE_WITHIN_MS });
      await chip(viewer, /0x7DF/).waitFor({ state: "detached" });
    },
  );

  it.each(LOOKS)(
    "who may not send by the rule of the tenant is told so in the pane, at $width px in $locale [DEV-06]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "试验车 13");
      const { db } = await database();
      const writer = await newAccount({ tenant: account.name, role: "sub", tenantLevel: "read" });
      await grantLevel(db, { ...writer, tenantId: account.tenantId }, device.thingsId, "write");
      const look = { locale, width, height: width === 390 ? 844 : 900 };
      const manager = await openPage(look);
      await signIn(manager, account);
      await manager.goto(CONFIG);
      await choose(manager, words.who, words.managers);
      const page = await openPage(look);
      await signIn(page, { name: `${writer.name}@${account.name}` });
      const pane = `${DETAILS}?id=${device.thingsId}&tab=data&sub=live&send=1`;
      await page.goto(pane);
      await page.getByText(words.notManager).first().waitFor();
      const button = page.getByRole("button", { name: words.send, exact: true }).last();
      expect(await button.getAttribute("aria-disabled")).toBe("true");
      await screenshot(page, `sending-refused-${width}-${locale}`);
      await choose(manager, words.who, words.nobody);
      await manager.goto(pane);
      await manager.getByText(words.off).first().waitFor();
    },
  );
});
