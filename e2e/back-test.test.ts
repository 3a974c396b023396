import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { unfoldTest } from "./alarm-fleet.ts";
import { expectAccessible, journeys, openPage, screenshot } from "./browser.ts";
import { giveDbc } from "./curve-drive.ts";
import { swipe } from "./fingers.ts";
import { closeStore, newAccount } from "./store.ts";
import { connectTerminal, registerDevice } from "./terminal.ts";
import { eventually, lookOf, signIn } from "./visitors.ts";

const SLOW = { timeout: 300_000 };

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
    strip: "全部范围中显示的部分",
    toCurve: /^曲线: /,
    all: "全部设备",
    tested: "回测的设备",
    channel: "显示的通道",
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
    strip: "Part of the range that is shown",
    toCurve: /^Curve: /,
    all: "All devices",
    tested: "Tested device",
    channel: "Channel that is drawn",
    nothing: "Nothing of TempMax in this range; choose another or save untested.",
  },
} as const;
type Words = (typeof WORDS)["zh-CN"] | (typeof WORDS)["en-US"];

const DBC = `VERSION ""

BU_: BMS

BO_ 784 BMS_1: 2 BMS
 SG_ TempMax : 0|8@1+ (0.5,0) [0|127] "degC" BMS
 SG_ Mode : 8|2@1+ (1,0) [0|3] "" BMS

VAL_ 784 Mode 0 "Parked" 1 "Driving" 2 "Charging" ;
`;

/** Degrees of a battery at a second. */
type Heat = (s: number) => number;

/** At 60 degrees for six seconds, at 70 for thirteen, else at 20. */
const TWICE: Heat = (s) => (s >= 20 && s < 26 ? 60 : s >= 60 && s < 73 ? 70 : 20);
const ONCE: Heat = (s) => (s >= 40 && s < 50 ? 80 : 20);

/** Two minutes of a battery on each of the channels. */
async function hotDevice(tenantId: string, name = "EV-01", heats: readonly Heat[] = [TWICE]): Promise<string> {
  const device = await registerDevice(tenantId, { name });
  const terminal = await connectTerminal(device);
  onTestFinished(() => terminal.close());
  const beganUs = (Date.now() - 180_000) * 1000;
  const frames = Array.from({ length: 120 }, (_, s) =>
    heats.map((degrees, channel) => ({
      timeUs: beganUs + s * 1_000_000,
      channel,
      id: 784,
      data: [degrees(s) * 2, 1],
    })),
  );
  await terminal.frames(frames.flat());
  return device.thingsId;
}

async function hotAccount() {
  const account = await newAccount();
  await giveDbc(account.tenantId, "bms.dbc", Buffer.from(DBC));
  return account;
}

async function chooseSignal(page: Page, words: Words, signal = "TempMax (degC)"): Promise<void> {
  await page.getByRole("button", { name: words.add, exact: true }).click();
  await page.getByRole("checkbox", { name: signal }).click();
}

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
      await chooseSignal(page, words);
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
      await chooseSignal(page, words);
      await page.getByLabel(words.value, { exact: true }).fill("55");
      await page.getByText(words.fires(2)).waitFor();
      const tested = page.getByRole("button", { name: new RegExp(`^${words.tested}`) });
      expect(await tested.count(), "one device").toBe(0);

      await page.getByRole("radio", { name: words.all }).check();
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
      await chooseSignal(page, words);
      const value = page.getByLabel(words.value, { exact: true });
      await value.fill("55");
      await page.getByText(words.fires(2)).waitFor();

      const line = page.getByRole("slider", { name: words.limit, exact: true });
      await line.evaluate((node) => node.scrollIntoView({ block: "center" }));
      const box = await line.boundingBox();
      if (!box) throw new Error("no line");
      expect(box.height, "a finger finds it").toBeGreaterThanOrEqual(40);
      const pointers = line.evaluate(
        (node) =>
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
      await chooseSignal(page, words);
      await page.getByLabel(words.value, { exact: true }).fill("55");
      await page.getByLabel(words.backAt, { exact: true }).first().fill("50");
      await eventually(() => page.getByRole("slider").count()).toBe(2);
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
    "chooses the value of a signal by its name, and leads to computed signals for a second one at $width px in $locale [TRG-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await hotAccount();
      const thingsId = await hotDevice(account.tenantId);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto(`/Container/EditTriggerRule?device=${thingsId}`);
      await unfoldTest(page);
      await chooseSignal(page, words, words.mode);
      const value = page.getByLabel(words.value, { exact: true });
      await value.selectOption({ label: words.charging });
      await page.getByText(words.fires(0)).waitFor();
      await value.selectOption({ label: words.driving });
      await page.getByText(words.fires(1)).waitFor();
      expect(await page.getByRole("slider").getAttribute("aria-valuetext")).toBe(words.driving);
      await expectAccessible(page);
      await screenshot(page, `back-test-states-${width}-${locale}`);

      const add = page.getByRole("button", { name: words.add, exact: true });
      expect(await add.getAttribute("aria-disabled")).toBe("true");
      await page.getByRole("button", { name: words.combine }).click();
      await page.getByRole("button", { name: words.keepDraft }).click();
      await page.waitForURL(/tab=dbc&sub=functions/);
    },
  );
});
