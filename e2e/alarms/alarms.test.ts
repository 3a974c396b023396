import { afterAll, expect, it, onTestFinished } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";
import { unfoldTest } from "./alarm-fleet.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    empty: "还没有监视这台设备的规则",
    create: "新建规则",
    name: "规则名称",
    id: "ID（十六进制）",
    operator: "运算符",
    value: "值",
    level: "等级",
    saveOn: "保存并启用",
    nameless: "规则名称为 1-50 个字符",
    watches: "任意通道 · 0x310 字节 0 & FF > 50",
    fires: /会触发 1 次 · 最长 .* · 险些触发 0 次/,
    nothing: "没有报警",
    active: "进行中",
    more: (name: string) => `事件 ${name} 的操作`,
    acknowledge: "确认",
    acknowledged: "已确认",
    rule: (name: string) => `规则 ${name} 的操作`,
    enable: (name: string) => `启用规则 ${name}`,
    first: "请先停用",
    remove: "删除",
    deleted: (name: string) => `已删除规则“${name}”`,
  },
  "en-US": {
    empty: "No rule watches this device",
    create: "New rule",
    name: "Rule name",
    id: "ID (hex)",
    operator: "Operator",
    value: "Value",
    level: "Level",
    saveOn: "Save and enable",
    nameless: "A rule name has 1-50 characters",
    watches: "any channel · 0x310 byte 0 & FF > 50",
    fires: /fires 1× · longest .* · nearly 0×/,
    nothing: "No alarms",
    active: "active",
    more: (name: string) => `Actions of ${name}`,
    acknowledge: "Acknowledge",
    acknowledged: "acknowledged",
    rule: (name: string) => `Actions of ${name}`,
    enable: (name: string) => `Enable ${name}`,
    first: "Disable it first",
    remove: "Delete",
    deleted: (name: string) => `Rule “${name}” was deleted`,
  },
} as const;

journeys("trigger rules", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 1440))(
    "are made, fire as frames arrive, are acknowledged and deleted at $width px in $locale [TRG-01] [TRG-02] [TRG-05] [TRG-07]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const frame = (value: number) => ({ timeUs: Date.now() * 1000, channel: 0, id: 0x310, data: [value] });
      await terminal.frames([frame(10), frame(60), frame(10)]);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const tab = (sub: string) =>
        page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=triggers&sub=${sub}`);
      await tab("rules");
      await page.getByText(words.empty).waitFor();
      await page.getByRole("button", { name: words.create }).click();

      // Without a name it says so.
      const save = page.getByRole("button", { name: words.saveOn });
      await save.click();
      await page.getByText(words.nameless).waitFor();
      await page.getByRole("textbox", { name: words.name }).fill("Cell too hot");
      await page.getByLabel(words.id).fill("310");
      await page.getByLabel(words.operator).selectOption({ label: ">" });
      await page.getByLabel(words.value, { exact: true }).fill("50");
      await page.getByLabel(words.level, { exact: true }).selectOption("urgent");
      // TRG-07: one frame over the limit is stored already.
      await unfoldTest(page);
      await page.getByText(words.fires).waitFor();
      await expectAccessible(page);
      await screenshot(page, `rule-editor-${width}-${locale}`);
      await save.click();
      await page.getByText(words.watches).waitFor();
      await expectAccessible(page);
      await screenshot(page, `rules-${width}-${locale}`);

      await tab("events");
      await page.getByText(words.nothing).waitFor();
      await terminal.frames([frame(10)]);
      await terminal.frames([frame(60)]);
      await page.getByText("Cell too hot · CAN1").waitFor();
      await page.getByText(words.active).waitFor();
      await page.getByRole("button", { name: words.more("Cell too hot") }).click();
      await page.getByRole("menuitem", { name: words.acknowledge }).click();
      await page.getByText(words.acknowledged, { exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `alarm-events-${width}-${locale}`);

      // TRG-02: it is disabled before it is deleted.
      await tab("rules");
      await page.getByRole("button", { name: words.rule("Cell too hot") }).click();
      const remove = page.getByRole("menuitem", { name: words.remove });
      expect(await remove.getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("Escape");
      const isOn = page.getByRole("switch", { name: words.enable("Cell too hot") });
      await isOn.click();
      await eventually(() => isOn.isChecked()).toBe(false);
      await page.getByRole("button", { name: words.rule("Cell too hot") }).click();
      await remove.click();
      await page.getByRole("dialog").getByRole("button", { name: words.remove }).click();
      await page.getByText(words.deleted("Cell too hot")).last().waitFor();
    },
  );
});
