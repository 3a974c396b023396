import { afterAll, expect, it, onTestFinished } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 120_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    menu: "按条件搜索",
    id: "ID（十六进制）",
    operator: "运算符",
    value: "值",
    hold: "持续（秒，0-3600）",
    holdWrong: "不能大于 3600",
    own: "自定义",
    from: "开始时间",
    to: "结束时间",
    long: "回测时间段为 1 秒至 31 天",
    start: "搜索",
    found: "已搜索 2/2 台设备 · 1 台出现过，共 1 次",
    again: "已搜索 2/2 台设备 · 1 台出现过，共 2 次",
    none: "该时间段内没有设备出现过",
    curve: "看曲线",
  },
  "en-US": {
    menu: "Search by condition",
    id: "ID (hex)",
    operator: "Operator",
    value: "Value",
    hold: "True for (s, 0-3600)",
    holdWrong: "Not more than 3600",
    own: "Own range",
    from: "Start",
    to: "End",
    long: "A back-test covers 1 second to 31 days",
    start: "Search",
    found: "2 of 2 devices searched · 1 met it, 1 times",
    again: "2 of 2 devices searched · 1 met it, 2 times",
    none: "No device met the condition in this range",
    curve: "Show the curve",
  },
} as const;

journeys("a search over the fleet", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "says which devices had it, when and how far, and leads there at $width px in $locale [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      await registerDevice(account.tenantId, { name: "EV-02" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const beganUs = (Date.now() - 120_000) * 1000;
      const frame = (s: number, value: number) => ({
        timeUs: beganUs + s * 1_000_000,
        channel: 0,
        id: 0x310,
        data: [value],
      });
      // Over 50 for twelve seconds, and before that for three.
      const values = Array.from({ length: 60 }, (_, s) => ((s >= 5 && s < 8) || (s >= 20 && s < 33) ? 60 : 10));
      await terminal.frames(values.map((value, s) => frame(s, value)));
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await page.goto("/Container/AlarmSearch");
      await page.getByRole("heading", { level: 1, name: words.menu }).waitFor();
      await page.getByLabel(words.id).fill("310");
      await page.getByLabel(words.operator).selectOption({ label: ">" });
      await page.getByLabel(words.value, { exact: true }).fill("50");
      await page.getByRole("button", { name: words.start, exact: true }).click();
      await page.getByText(words.found).waitFor();
      await page.getByText("0:13", { exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `alarm-search-${locale}-${width}`);

      // The result stands in the address.
      await page.reload();
      await page.getByText(words.found).waitFor();
      await page.getByRole("button", { name: words.curve }).click();
      await page.waitForURL(/DeviceDetails\?id=/);
      expect(new URL(page.url()).searchParams.get("id")).toBe(device.thingsId);

      // And so does the condition.
      await page.goBack();
      await page.getByLabel(words.value, { exact: true }).fill("200");
      await page.getByRole("button", { name: words.start, exact: true }).click();
      await page.getByText(words.none).waitFor();

      // A hold that is too long is said at its field; any range of up to 31 days may be asked.
      await page.getByLabel(words.value, { exact: true }).fill("50");
      await page.getByLabel(words.hold).fill("3601");
      await page.getByRole("button", { name: words.start, exact: true }).click();
      await page.getByText(words.holdWrong).waitFor();
      await page.getByLabel(words.hold).fill("3");
      await page.getByText(words.own, { exact: true }).click();
      const ask = async (from: string, to: string) => {
        await page.getByRole("textbox", { name: words.from }).fill(from);
        await page.getByRole("textbox", { name: words.to }).fill(to);
        await page.getByRole("textbox", { name: words.to }).press("Tab");
        await page.getByRole("button", { name: words.start, exact: true }).click();
      };
      const day = (ago: number) => new Date(Date.now() - ago * 86_400_000).toISOString().slice(0, 10);
      await ask(day(40), day(-1));
      await page.getByText(words.long).waitFor();
      await ask(day(1), day(-1));
      await page.getByText(words.again).waitFor();
    },
  );
});
