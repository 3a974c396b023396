import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { eventually, lookOf, signInAtHome } from "../support/visitors.ts";
import { alarmDevice, makeRule } from "./alarm-fleet.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    region: "新报警",
    acknowledge: "确认",
    more: (count: number) => `另有 ${count} 个报警`,
    waits: "声音：点击页面后开启",
    on: "声音开",
    off: "声音关",
  },
  "en-US": {
    region: "New alarms",
    acknowledge: "Acknowledge",
    more: (count: number) => `and ${count} more`,
    waits: "Sound: silent until the first click",
    on: "Sound on",
    off: "Sound off",
  },
} as const;

/** Counts the tones that the page plays. */
async function countTones(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    // What the driver of the browser runs counts as a user's own doing.
    Object.defineProperty(navigator, "userActivation", { value: undefined });
    const make = AudioContext.prototype.createOscillator;
    const counted = Object.assign(globalThis, { tones: 0 });
    AudioContext.prototype.createOscillator = function (this: AudioContext) {
      counted.tones += 1;
      return make.call(this);
    };
  });
  return () => page.evaluate(() => (globalThis as unknown as { tones: number }).tones);
}

/** What is open before that pops up no more. */
const popUpsReady = (page: Page, region: string) =>
  eventually(() => page.getByRole("region", { name: region }).getAttribute("aria-busy")).toBe("false");

journeys("live alarms", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "pop up on any page, ring after the first click, and stay until they are acknowledged at $width px in $locale [TRG-05]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const devices = [];
      for (const name of ["EV-01", "EV-02", "EV-03", "EV-04"]) devices.push(await alarmDevice(account.tenantId, name));
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      const tones = await countTones(page);
      await signInAtHome(page, account);
      await page.goto("/Container/AlarmCenter");
      await page.getByRole("button", { name: words.waits }).waitFor();
      await page.getByRole("heading", { level: 1 }).click();
      await page.getByRole("button", { name: words.on }).waitFor();
      await makeRule(page, "Cell too hot");
      await page.goto("/Container/HomePage");
      await page.getByRole("heading", { level: 1 }).or(page.getByText("EV-01").first()).first().waitFor();
      const stack = page.getByRole("region", { name: words.region });
      await popUpsReady(page, words.region);
      await page.mouse.click(2, 2);
      for (const device of devices) await device.fire(page);
      await eventually(() => stack.getByRole("article").count()).toBe(3);
      await stack.getByRole("button", { name: words.more(1) }).waitFor();
      await eventually(tones).toBeGreaterThan(0);
      await expectAccessible(page);
      await screenshot(page, `alarm-pop-ups-${width}-${locale}`);
      await stack.getByRole("button", { name: words.acknowledge }).first().click();
      await eventually(() => stack.getByRole("button", { name: words.more(1) }).count()).toBe(0);
      expect(await stack.getByRole("article").count()).toBe(3);

      // To the event itself.
      await stack.getByRole("article").first().getByRole("button").first().click();
      await page.waitForURL(/AlarmCenter\?event=/);
      await page.getByRole("button", { name: words.on }).click();
      await page.getByRole("button", { name: words.off }).waitFor();
    },
  );

  it("stand as marks on the device list and on the time bar, which lead to them [TRG-05]", SLOW, async () => {
    const account = await newAccount();
    const device = await alarmDevice(account.tenantId, "EV-01");
    const page = await openPage({ locale: "en-US" });
    await signInAtHome(page, account);
    await makeRule(page, "Cell too hot", { level: "ordinary" });
    await device.fire(page);
    await page.getByRole("link", { name: "EV-01: 1 open alarm" }).click();
    await page.waitForURL(new RegExp(`AlarmCenter\\?device=${device.thingsId}`));
    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}`);
    await page.getByRole("button", { name: /alarm · Cell too hot/ }).click();
    await page.getByRole("complementary", { name: "Cell too hot" }).waitFor();
    expect(new URL(page.url()).searchParams.get("sub")).toBe("events");
  });

  it("of rules that are not shared are not told to a sub-user, of shared ones on readable devices are [TRG-05] [USR-03]", async () => {
    const account = await newAccount();
    const [shown, hidden] = [
      await alarmDevice(account.tenantId, "EV-01"),
      await alarmDevice(account.tenantId, "EV-02"),
    ];
    const sub = await newAccount({ tenant: account.name, role: "sub", tenantLevel: "read" });
    await grantLevel((await database()).db, { ...sub, tenantId: account.tenantId }, shown.thingsId, "read");
    const manager = await openPage();
    await signInAtHome(manager, account);
    const page = await openPage();
    await signInAtHome(page, { name: `${sub.name}@${account.name}` });
    await page.getByText("EV-01").first().waitFor();
    await popUpsReady(page, WORDS["zh-CN"].region);
    await makeRule(manager, "Own", { scope: { kind: "device", id: shown.thingsId } });
    await shown.fire(manager);
    await makeRule(manager, "Shared", { share: true });
    await hidden.fire(manager);
    await shown.send(10);
    const stack = page.getByRole("region", { name: WORDS["zh-CN"].region });
    await eventually(async () => {
      await shown.send(60);
      return stack.getByRole("article").allInnerTexts();
    }).toEqual([expect.stringContaining("Shared")]);
    expect(await stack.getByText("EV-02").count()).toBe(0);
  });
});
