import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";
import { unfoldTest } from "./alarm-fleet.ts";
import { chooseSignal, giveHeat, hotAccount, hotDevice } from "./hot-battery.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    add: "添加 DBC 信号条件",
    curve: "TempMax 的曲线与阈值",
    value: "值",
    limit: "阈值",
    operator: "运算符",
    out: "超出范围",
    upper: "阈值上限",
    backAt: "恢复值",
    fires: (count: number) => new RegExp(`会触发 ${count} 次`),
    lane: /规则状态: 待触发 \d+, 触发 2, 恢复中 \d+/,
    firings: "触发记录",
    whole: "显示全部范围",
    hour: "1 小时",
    own: "自定义",
    mode: "Mode",
    charging: "Charging",
    driving: "Driving",
    combine: "用计算信号组合 →",
    keepDraft: "保留草稿并离开",
    discard: "放弃草稿",
    computed: "计算信号",
    addComputed: "添加计算信号",
    curveOfHeat: "Heat 的曲线与阈值",
    name: "规则名称",
    saveOn: "保存并启用",
    close: "关闭",
    strip: "全部范围中显示的部分",
    toCurve: /^曲线: /,
    nothing: "此范围内没有 TempMax 的数据；可换一个范围，或不经回测直接保存。",
  },
  "en-US": {
    add: "Add a DBC signal",
    curve: "Curve of TempMax with its limit",
    value: "Value",
    limit: "Limit",
    operator: "Operator",
    out: "out of range",
    upper: "Upper limit",
    backAt: "Back at",
    fires: (count: number) => new RegExp(`fires ${count}×`),
    lane: /States of the rule: pending \d+, active 2, recovering \d+/,
    firings: "Firings",
    whole: "Whole range",
    hour: "1 hour",
    own: "Own range",
    mode: "Mode",
    charging: "Charging",
    driving: "Driving",
    combine: "combine them in a computed signal →",
    keepDraft: "Keep the draft and leave",
    discard: "Discard the draft",
    computed: "Computed signals",
    addComputed: "Add a computed signal",
    curveOfHeat: "Curve of Heat with its limit",
    name: "Rule name",
    saveOn: "Save and enable",
    close: "Close",
    strip: "Part of the range that is shown",
    toCurve: /^Curve: /,
    nothing: "No data of TempMax in this range; choose another one, or save untested.",
  },
} as const;

/** Drags the line by so many pixels upwards. */
async function dragLine(page: Page, name: string, up: number): Promise<void> {
  const line = page.getByRole("slider", { name, exact: true });
  await line.scrollIntoViewIfNeeded();
  const box = await line.boundingBox();
  if (!box) throw new Error("no line");
  const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x, y - up / 2);
  await page.mouse.move(x, y - up);
  await page.mouse.up();
}

/** Draws a window over a part of the strip. */
async function dragStrip(page: Page, name: string, { from, to }: { from: number; to: number }): Promise<void> {
  const box = await page.getByRole("slider", { name }).boundingBox();
  if (!box) throw new Error("no strip");
  const y = box.y + box.height / 2;
  await page.mouse.move(box.x + box.width * from, y);
  await page.mouse.down();
  await page.mouse.move(box.x + (box.width * (from + to)) / 2, y);
  await page.mouse.move(box.x + box.width * to, y);
  await page.mouse.up();
}

journeys("the back-test of the rule editor", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "draws the signal, and its limit is dragged, stepped and undone; a row zooms at $width px in $locale [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await hotAccount();
      const thingsId = await hotDevice(account.tenantId);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      await unfoldTest(page);
      await chooseSignal(page, locale);
      await page.getByRole("img", { name: words.curve }).waitFor();
      const value = page.getByLabel(words.value, { exact: true });
      await value.fill("55");
      await page.getByText(words.fires(2)).waitFor();
      await page.getByRole("img", { name: words.lane }).waitFor();
      const flags = page.getByTestId("firing-flag");
      await eventually(() => flags.count()).toBe(2);
      await expectAccessible(page);
      await screenshot(page, `back-test-${width}-${locale}`);

      // Above the shorter of the two, and back.
      const line = page.getByRole("slider", { name: words.limit, exact: true });
      await dragLine(page, words.limit, 40);
      await page.getByText(words.fires(1)).waitFor();
      const dragged = Number(await value.inputValue());
      expect(dragged).toBeGreaterThan(60);
      expect(dragged).toBeLessThan(70);
      expect(await line.getAttribute("aria-valuenow")).toBe(String(dragged));
      await page.keyboard.press("Control+z");
      await eventually(() => value.inputValue()).toBe("55");
      await page.getByText(words.fires(2)).waitFor();
      await page.keyboard.press("Control+Shift+z");
      await eventually(() => value.inputValue()).toBe(String(dragged));
      await page.keyboard.press("Control+z");
      await line.press("ArrowUp");
      await eventually(() => value.inputValue()).toBe("55.5");

      const row = page.getByRole("list", { name: words.firings }).getByRole("button").first();
      await row.click();
      await eventually(() => row.getAttribute("aria-pressed")).toBe("true");
      await eventually(() => flags.count()).toBe(1);
      expect(await page.getByTestId("strip-flag").count(), "the strip has the whole range").toBe(2);
      await screenshot(page, `back-test-zoomed-${width}-${locale}`);
      await page.getByRole("button", { name: words.whole }).click();
      await eventually(() => flags.count()).toBe(2);

      // The window of the strip: by keys to both firings and away from them, then drawn anew over the first half.
      const strip = page.getByRole("slider", { name: words.strip });
      const whole = await strip.getAttribute("aria-valuetext");
      await strip.press("ArrowUp");
      await eventually(() => strip.getAttribute("aria-valuetext")).not.toBe(whole);
      await eventually(() => flags.count()).toBe(0);
      await strip.press("Home");
      await eventually(() => strip.getAttribute("aria-valuetext")).toBe(whole);
      await eventually(() => flags.count()).toBe(2);
      await dragStrip(page, words.strip, { from: 0.9, to: 1 });
      await eventually(() => strip.getAttribute("aria-valuetext")).not.toBe(whole);
      await eventually(() => flags.count()).toBe(2);
      const narrow = await strip.getAttribute("aria-valuetext");
      await strip.press("ArrowLeft");
      await eventually(() => strip.getAttribute("aria-valuetext")).not.toBe(narrow);

      await page.getByRole("button", { name: words.toCurve }).first().click();
      await page.getByRole("button", { name: words.keepDraft }).click();
      await page.waitForURL(/tab=dbc&sub=curve/);
      const at = new URL(page.url()).searchParams;
      expect(at.get("panels")).toContain("TempMax");
      expect(Number(at.get("to")) - Number(at.get("from"))).toBeLessThan(60_000);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "has two lines for a range, its own range in the address, and says where nothing is stored at $width px in $locale [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await hotAccount();
      const thingsId = await hotDevice(account.tenantId);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      await unfoldTest(page);
      await chooseSignal(page, locale);
      await page.getByLabel(words.value, { exact: true }).fill("55");
      await page.getByLabel(words.backAt, { exact: true }).first().fill("50");
      await page.getByRole("slider", { name: words.backAt, exact: true }).waitFor();
      await page.getByRole("slider", { name: words.backAt, exact: true }).press("ArrowDown");
      await eventually(() => page.getByLabel(words.backAt, { exact: true }).first().inputValue()).toBe("49.5");

      await page.getByLabel(words.operator).selectOption({ label: words.out });
      const upper = page.getByRole("slider", { name: words.upper, exact: true });
      await upper.press("Shift+ArrowUp");
      await eventually(() => upper.getAttribute("aria-valuenow")).toBe("60");
      await expectAccessible(page);
      await screenshot(page, `back-test-${width}-${locale}`);

      await page.getByRole("radio", { name: words.hour }).check();
      await eventually(() => new URL(page.url()).searchParams.get("range")).toBe("hour");
      await page.getByRole("radio", { name: words.own }).check();
      await eventually(() => new URL(page.url()).searchParams.has("testFrom")).toBe(true);
      const address = new URL(page.url());
      address.searchParams.set("testFrom", "1000");
      address.searchParams.set("testTo", "61000");
      await page.goto(address.href);
      await unfoldTest(page);
      await page.getByText(words.nothing).waitFor();
    },
  );

  it.each(lookOf("en-US", 1440))(
    "chooses the value of a signal by its name, and leads to computed signals for a second one, which a rule may be on at $width px in $locale [TRG-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await hotAccount();
      const thingsId = await hotDevice(account.tenantId);
      await giveHeat(account.tenantId);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      await unfoldTest(page);
      await chooseSignal(page, locale, words.mode);
      const value = page.getByLabel(words.value, { exact: true });
      await value.selectOption({ label: words.charging });
      await page.getByText(words.fires(0)).waitFor();
      await value.selectOption({ label: words.driving });
      await page.getByText(words.fires(1)).waitFor();
      const line = page.getByRole("slider", { name: words.limit, exact: true });
      expect(await line.getAttribute("aria-valuetext")).toBe(words.driving);
      expect(await line.getAttribute("title"), "steps are numbers").toContain("1");
      await expectAccessible(page);
      await screenshot(page, `back-test-states-${width}-${locale}`);

      const add = page.getByRole("button", { name: words.add, exact: true });
      expect(await add.getAttribute("aria-disabled")).toBe("true");
      const addComputed = page.getByRole("button", { name: words.addComputed, exact: true });
      expect(await addComputed.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("button", { name: words.combine }).click();
      const dialog = page.getByRole("dialog", { name: words.computed });
      await dialog.getByText("TempMax * Mode").waitFor();
      await dialog.getByRole("button", { name: words.close }).click();

      await page.getByRole("button", { name: words.discard }).click();
      await addComputed.click();
      await value.fill("65");
      await page.getByText(words.fires(1)).waitFor();
      await page.getByRole("img", { name: words.curveOfHeat }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `back-test-computed-${width}-${locale}`);
      await page.getByLabel(words.name).fill("Heat");
      await page.getByRole("button", { name: words.saveOn }).click();
      await page.getByText("CAN1 · Heat > 65").first().waitFor();
    },
  );
});
