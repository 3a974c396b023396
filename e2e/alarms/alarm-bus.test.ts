import { afterAll, expect, it, onTestFinished } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    make: "由此新建报警",
    loadName: "CAN1 负载超过 80 %",
    name: "规则名称",
    load: "负载（%）",
    saveOn: "保存并启用",
    watches: "CAN1 · 负载 > 1 %",
    create: "新建规则",
    addBus: "添加总线条件",
    metric: "总线项目",
    silence: "静默",
    seconds: "无帧时间（秒）",
    silent: "静默 2 秒",
  },
  "en-US": {
    make: "Make an alarm from this",
    loadName: "CAN1 load over 80 %",
    name: "Rule name",
    load: "Load (%)",
    saveOn: "Save and enable",
    watches: "CAN1 · Load > 1 %",
    create: "New rule",
    addBus: "Add a bus condition",
    metric: "Of the bus",
    silence: "Silence",
    seconds: "No frame for (s)",
    silent: "silent for 2 s",
  },
} as const;

/** A hundred frames of eight bytes in each of these seconds: 2 % of 500 kbit/s. */
const busy = (fromMs: number, seconds: number) =>
  Array.from({ length: 100 * seconds }, (_, i) => ({
    timeUs: fromMs * 1000 + i * 10_000,
    channel: 0,
    id: 0x310,
    data: [1, 2, 3, 4, 5, 6, 7, 8],
  }));

journeys("rules on the bus", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "are made from bus health, and tell of a load and of a silent device at $width px in $locale [TRG-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const details = (tab: string, sub: string) =>
        page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=${tab}&sub=${sub}`);

      await details("bus", "health");
      await page.getByRole("button", { name: words.make }).click();
      expect(await page.getByRole("textbox", { name: words.name }).inputValue()).toBe(words.loadName);
      await page.getByLabel(words.load).fill("1");
      await expectAccessible(page);
      await screenshot(page, `bus-rule-${width}-${locale}`);
      await page.getByRole("button", { name: words.saveOn }).click();
      await page.getByText(words.watches).waitFor();

      await page.getByRole("button", { name: words.create }).click();
      await page.getByRole("textbox", { name: words.name }).fill("Nothing comes");
      await page.getByRole("button", { name: words.addBus }).click();
      await page.getByLabel(words.metric).selectOption({ label: words.silence });
      await page.getByLabel(words.seconds).fill("2");
      await page.getByRole("button", { name: words.saveOn }).click();
      await page.getByText(words.silent).waitFor();

      // The last frame is the last word of the device: the load came with it, the silence with time alone.
      await terminal.frames(busy(Date.now() - 4000, 4));
      await details("triggers", "events");
      await page.getByRole("table").getByText(`${words.loadName} · CAN1`).waitFor();
      await page.getByRole("table").getByText("Nothing comes", { exact: true }).waitFor();
      await screenshot(page, `bus-events-${width}-${locale}`);
    },
  );
});
