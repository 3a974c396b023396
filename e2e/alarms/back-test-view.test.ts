import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { swipe } from "../support/fingers.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";
import { unfoldTest } from "./alarm-fleet.ts";
import { chooseSignal, hotAccount, hotDevice, ONCE, TWICE } from "./hot-battery.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    value: "值",
    limit: "阈值",
    fires: (count: number) => new RegExp(`会触发 ${count} 次`),
    firings: "触发记录",
    all: "全部设备",
    tested: "回测的设备",
    channel: "显示的通道",
    ruleChannel: "通道",
    anyChannel: "任意通道",
  },
  "en-US": {
    value: "Value",
    limit: "Limit",
    fires: (count: number) => new RegExp(`fires ${count}×`),
    firings: "Firings",
    all: "All devices",
    tested: "Tested device",
    channel: "Channel that is drawn",
    ruleChannel: "Channel",
    anyChannel: "any channel",
  },
} as const;

journeys("what the back-test shows", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "tests a rule on all devices on the one that is chosen, and draws the chosen channel at $width px in $locale [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await hotAccount();
      const thingsId = await hotDevice(account.tenantId);
      await hotDevice(account.tenantId, "EV-02", [ONCE, TWICE]);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      await unfoldTest(page);
      await chooseSignal(page, locale);
      await page.getByLabel(words.value, { exact: true }).fill("55");
      await page.getByText(words.fires(2)).waitFor();
      const tested = page.getByRole("button", { name: new RegExp(`^${words.tested}`) });
      expect(await tested.count(), "one device").toBe(0);

      await page.getByRole("radio", { name: words.all }).check();
      await page.getByLabel(words.ruleChannel, { exact: true }).selectOption({ label: words.anyChannel });
      await tested.click();
      await page.getByRole("list", { name: words.tested }).getByRole("button", { name: "EV-02" }).click();
      await page.getByText(words.fires(3)).waitFor();
      expect(new URL(page.url()).searchParams.get("testDevice")).not.toBe(thingsId);
      const flags = page.getByTestId("firing-flag");
      const channel = page.getByLabel(words.channel);
      await eventually(() => flags.count(), "of CAN1").toBe(1);
      await channel.selectOption("1");
      await eventually(() => flags.count(), "of CAN2").toBe(2);
      await expectAccessible(page);
      await screenshot(page, `back-test-channels-${width}-${locale}`);

      // A row shows its own channel.
      const rows = page.getByRole("list", { name: words.firings }).getByRole("button", { name: /CAN1/ });
      await rows.first().click();
      await eventually(() => channel.inputValue()).toBe("0");
      await eventually(() => flags.count()).toBe(1);
    },
  );

  it.each(lookOf("en-US", 390))(
    "moves the limit by a finger, and the page stays where it is, at $width px in $locale [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await hotAccount();
      const thingsId = await hotDevice(account.tenantId);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900, touch: true });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      await unfoldTest(page);
      await chooseSignal(page, locale);
      const value = page.getByLabel(words.value, { exact: true });
      await value.fill("55");
      await page.getByText(words.fires(2)).waitFor();

      const line = page.getByRole("slider", { name: words.limit, exact: true });
      await line.evaluate((node) => node.scrollIntoView({ block: "center" }));
      const box = await line.boundingBox();
      if (!box) throw new Error("no line");
      expect(box.height, "a finger finds it").toBeGreaterThanOrEqual(40);
      const pointers = line.evaluate(
        (node: HTMLElement) =>
          new Promise<string>((resolve) => {
            node.addEventListener("pointerdown", (event) => resolve(event.pointerType), { once: true });
          }),
      );
      const scrolled = () =>
        line.evaluate((node) => {
          let sum = 0;
          for (let each: Element | null = node; each; each = each.parentElement) sum += each.scrollTop;
          return sum;
        });
      const before = await scrolled();
      const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
      const upwards = Array.from({ length: 9 }, (_, step) => ({ x, y: y - step * 5 }));
      await swipe(page, upwards);
      expect(await pointers).toBe("touch");
      await page.getByText(words.fires(1)).waitFor();
      const dragged = Number(await value.inputValue());
      expect(dragged).toBeGreaterThan(60);
      expect(dragged).toBeLessThan(70);
      expect(await scrolled(), "the finger moves the line, not the page").toBe(before);
    },
  );
});
