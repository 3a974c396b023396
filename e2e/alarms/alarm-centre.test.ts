import { readFileSync } from "node:fs";
import type { Locator } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { eventually, lookOf, reach, signIn, signInAtHome } from "../support/visitors.ts";
import { alarmDevice, call, makeRule } from "./alarm-fleet.ts";

const SLOW = { timeout: 300_000 * PATIENCE };

const WORDS = {
  "zh-CN": {
    open: (count: number) => `未关闭 ${count}`,
    all: "全部",
    acknowledge: "确认",
    acknowledged: "已确认",
    assign: "指派",
    close: "关闭",
    ruleAndDevice: "规则与设备",
    device: "设备、标签",
    export: "导出",
    evidence: "证据",
    pinned: "关闭前保留",
    curve: "0x310 [0] 在报警前后五分钟的曲线",
    frames: "原始帧",
    story: "经过",
    noteText: "备注内容",
    add: "添加",
    told: "通知记录",
    list: "报警事件",
    selected: (n: number) => `已选 ${n} 条`,
    nothing: "没有报警",
    watching: "1 条规则正在监视 2 台设备。",
    seenBy: (who: string) => `${who} 已确认`,
    bell: (count: number) => `${count} 个未关闭报警 →`,
    mutes: "静音",
    mute: "静音",
    newMute: "新建静音",
    muted: "已静音",
    end: "结束静音",
    noMutes: "没有静音",
    reason: "原因",
    label: (name: string) => `标签: ${name}`,
  },
  "en-US": {
    open: (count: number) => `Open ${count}`,
    all: "All",
    acknowledge: "Acknowledge",
    acknowledged: "acknowledged",
    assign: "Assign",
    close: "Close",
    ruleAndDevice: "Rule and device",
    device: "Device, label",
    export: "Export",
    evidence: "Evidence",
    pinned: "pinned until closed",
    curve: "Curve of 0x310 [0], five minutes before and after the alarm",
    frames: "Frames",
    story: "Story",
    noteText: "Text of the note",
    add: "Add",
    told: "Notices",
    list: "Alarm events",
    selected: (n: number) => `${n} selected`,
    nothing: "No alarms",
    watching: "1 rules watch 2 devices.",
    seenBy: (who: string) => `Acknowledged by ${who}`,
    bell: (count: number) => `${count} open alarms →`,
    mutes: "Mutes",
    mute: "Mute",
    newMute: "New mute",
    muted: "Muted",
    end: "End the mute",
    noMutes: "Nothing is muted",
    reason: "Reason",
    label: (name: string) => `Label: ${name}`,
  },
} as const;

journeys("the alarm centre", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "shows the alarms of the fleet with their evidence, and they are acknowledged, assigned, noted, exported and closed at $width px in $locale [TRG-05] [TRG-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const [van, bus] = [
        await alarmDevice(account.tenantId, "EV Van 02"),
        await alarmDevice(account.tenantId, "Bus 121"),
      ];
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await page.goto("/Container/AlarmCenter");
      await page.getByText(words.nothing).waitFor();
      const email = { kind: "email", targets: ["li@example.com"], every_min: 60 };
      await makeRule(page, "Cell too hot", { actions: [email] });
      await van.fire(page);
      await bus.fire(page);
      const events = page.getByRole("region", { name: words.list }).or(page.getByRole("list", { name: words.list }));
      const row = (name: string) => events.locator("[data-row]").filter({ hasText: name });
      await row("EV Van 02").waitFor();
      await row("Bus 121").waitFor();
      await page.getByRole("tab", { name: words.open(2) }).waitFor();

      // One event: its proof, who was told, the story.
      await row("EV Van 02").getByRole("button", { name: "Cell too hot" }).first().click();
      await page.getByRole("img", { name: words.curve }).waitFor();
      await page.getByText(words.pinned).waitFor();
      await page.getByRole("region", { name: words.told }).getByText("li@example.com").waitFor();
      expect(new URL(page.url()).searchParams.get("event")).toBeTruthy();
      if (width > 390) expect(await row("EV Van 02").getAttribute("aria-current")).toBe("true");
      await expectAccessible(page);
      await screenshot(page, `alarm-centre-${width}-${locale}`);
      const story = page.getByRole("region", { name: words.story });
      await page.keyboard.press("a");
      await story.getByText(words.seenBy(account.name)).waitFor();
      await page.keyboard.press("n");
      await page.getByLabel(words.noteText).fill("checked the harness");
      await page.getByRole("button", { name: words.add, exact: true }).click();
      await story.getByText("checked the harness").waitFor();
      await page.keyboard.press("Escape");

      // Sorted by the server, in the address.
      if (width > 390) {
        await page.getByRole("button", { name: words.ruleAndDevice, exact: true }).click();
        await eventually(() => new URL(page.url()).searchParams.get("sort")).toBe("rule");
        await row("EV Van 02").waitFor();
      }

      // By device, in the address.
      await (await reach(page.getByRole("button", { name: words.device }))).click();
      await page.getByRole("button", { name: "Bus 121", exact: true }).click();
      await eventually(() => row("EV Van 02").count()).toBe(0);
      expect(new URL(page.url()).searchParams.get("device")).toBe(bus.thingsId);
      await page.goto("/Container/AlarmCenter");
      await row("EV Van 02").waitFor();

      // The file has both.
      const download = page.waitForEvent("download");
      await (await reach(page.getByRole("button", { name: words.export }))).click();
      const csv = readFileSync(await (await download).path(), "utf8");
      expect(csv.trim().split("\r\n")).toHaveLength(3);
      expect(csv).toContain("Cell too hot,EV Van 02,CAN1,60,60,acknowledged");

      // Several at once.
      await row("EV Van 02").getByRole("checkbox").check();
      await row("Bus 121").getByRole("checkbox").check();
      const chosen = page.getByRole("region", { name: words.selected(2) });
      await chosen.getByRole("button", { name: words.assign }).click();
      await page.getByRole("menuitem", { name: account.name }).click();
      await row("Bus 121").getByText(account.name).waitFor();
      await chosen.getByRole("button", { name: words.acknowledge }).click();
      await row("Bus 121").getByText(words.acknowledged).waitFor();
      await chosen.getByRole("button", { name: words.close }).click();
      await page.getByRole("dialog").getByRole("button", { name: words.close, exact: true }).last().click();
      await page.getByText(words.watching).waitFor();
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "opens from the bell, shows an event as a sheet, and mutes its rule at $width px in $locale [TRG-05] [TRG-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const van = await alarmDevice(account.tenantId, "EV Van 02");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await van.fire(page);
      await page
        .getByRole("banner")
        .getByRole("button", { name: /消息|Messages/ })
        .click();
      await page.getByRole("link", { name: words.bell(1) }).click();
      const events = page.getByRole("region", { name: words.list }).or(page.getByRole("list", { name: words.list }));
      await events.getByRole("button", { name: "Cell too hot" }).first().click();
      await page.getByRole("img", { name: words.curve }).waitFor();
      if (width === 390) {
        const box = await page.getByRole("button", { name: words.acknowledge }).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(844 - 20);
        await page.keyboard.press("Enter");
        await page.waitForURL(/DeviceDetails/);
        await page.goBack();
        await page.getByRole("img", { name: words.curve }).waitFor();
      }
      await expectAccessible(page);
      await screenshot(page, `alarm-event-${width}-${locale}`);
      await page.getByRole("button", { name: words.mute, exact: true }).click();
      await page.getByLabel(words.reason).fill("workshop");
      await page.getByRole("dialog").last().getByRole("button", { name: words.mute, exact: true }).click();
      await page.getByText(words.muted, { exact: true }).last().waitFor();
      await page.goto("/Container/AlarmCenter?tab=mute");
      await page.getByText("workshop").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.end }).click();
      await page.getByText(words.noMutes).waitFor();
      expect(new URL(page.url()).searchParams.get("tab")).toBe("mute");
    },
  );

  it.each(lookOf("en-US", 1440))(
    "mutes a rule for the devices of a label at $width px in $locale [TRG-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await call(page, "POST", "/things/labels", { name: "Workshop" });
      await page.goto("/Container/AlarmCenter?tab=mute");
      await page.getByRole("button", { name: words.newMute }).click();
      await page.getByRole("dialog").getByRole("button", { name: "Cell too hot" }).click();
      const dialog = page.getByRole("dialog").last();
      await dialog.getByRole("combobox").selectOption({ label: words.label("Workshop") });
      await expectAccessible(page);
      await screenshot(page, `mute-label-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.mute, exact: true }).click();
      await page.getByRole("table").getByText("Workshop").waitFor();
      await expectAccessible(page);
      await screenshot(page, `mutes-${width}-${locale}`);
    },
  );

  it("offers no mute to a sub-user who may only read the device [USR-03] [TRG-04]", SLOW, async () => {
    const words = WORDS["en-US"];
    const account = await newAccount();
    const van = await alarmDevice(account.tenantId, "EV Van 02");
    const sub = await newAccount({ tenant: account.name, role: "sub", tenantLevel: "write" });
    await grantLevel((await database()).db, { ...sub, tenantId: account.tenantId }, van.thingsId, "read");
    const manager = await openPage();
    await signInAtHome(manager, account);
    await makeRule(manager, "Cell too hot", { share: true, scope: { kind: "device", id: van.thingsId } });
    await van.fire(manager);
    const page = await openPage({ locale: "en-US" });
    await signIn(page, { name: `${sub.name}@${account.name}` });
    await page.goto("/Container/AlarmCenter");
    const events = page.getByRole("region", { name: words.list });
    await events.getByRole("button", { name: "Cell too hot" }).first().click();
    const denied = (button: Locator) => eventually(() => button.getAttribute("aria-disabled")).toBe("true");
    await denied(page.getByRole("button", { name: words.mute, exact: true }));
    await page.goto("/Container/AlarmCenter?tab=mute");
    await page.getByRole("button", { name: words.newMute }).click();
    await denied(page.getByRole("dialog").getByRole("button", { name: "Cell too hot" }));
  });
});
