// A printed time is the way to that moment of its device.
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { alarmDevice, makeRule } from "../alarms/alarm-fleet.ts";
import { boundDevice, counted } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const SLOW = { timeout: 300_000 * PATIENCE };

/** Follows the first time among these; gives the moment that the address then names. */
async function follow(page: Page, times: ReturnType<Page["locator"]>): Promise<number> {
  const link = times.first();
  const printed = (await link.locator("time").getAttribute("datetime")) ?? "";
  const { height = 0 } = (await link.boundingBox()) ?? {};
  if ((page.viewportSize()?.width ?? 0) < 768) expect(height).toBeGreaterThanOrEqual(40);
  await link.click();
  await page.waitForURL(/tab=data&sub=history/);
  const address = new URL(page.url()).searchParams;
  const at = Number(address.get("at"));
  expect(new Date(at).toISOString()).toBe(printed);
  expect([Number(address.get("from")) < at, at < Number(address.get("to"))]).toEqual([true, true]);
  return at;
}

journeys("times that lead to their moment", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 390))(
    "from the log of a device to its frames, with the first one behind the moment marked, in $locale at $width px [DEV-07] [DAT-02]",
    SLOW,
    async ({ locale, width }) => {
      const { account, device, terminal } = await boundDevice();
      // In the log the terminal came before these.
      await terminal.frames(counted(Date.now() + 50, 200));
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=log`);
      const times = page
        .getByTestId("tab-content")
        .getByRole("link")
        .filter({ has: page.locator("time") });
      await eventually(() => times.count()).toBeGreaterThan(0);
      await expectAccessible(page);
      await screenshot(page, `moments-log-${width}-${locale}`);
      await follow(page, times);
      const marked = page.getByRole("grid").locator('[data-marked="true"]:visible [data-cell="data"]');
      await eventually(() => marked.textContent()).toBe("0000");
      // And back, as from every page.
      await page.goBack();
      await page.waitForURL(/sub=log/);
    },
  );

  it.each(lookOf("en-US", 1440))(
    "from an alarm of the fleet to the frames of its device, in $locale at $width px [TRG-05] [DAT-02]",
    SLOW,
    async ({ locale, width }) => {
      const account = await newAccount();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto("/Container/AlarmCenter");
      await makeRule(page, "Too hot");
      const device = await alarmDevice(account.tenantId, "EV-01");
      await device.fire(page);
      await page.goto("/Container/AlarmCenter?tab=all");
      const times = page
        .locator("main")
        .getByRole("link")
        .filter({ has: page.locator("time") });
      await eventually(() => times.count()).toBeGreaterThan(0);
      await screenshot(page, `moments-alarms-${width}-${locale}`);
      await follow(page, times);
      expect(new URL(page.url()).searchParams.get("id")).toBe(device.thingsId);
      await page.getByRole("grid").locator('[data-marked="true"]:visible').waitFor();
    },
  );
});
