import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, reach, signIn, signInAtHome } from "../support/visitors.ts";
import { alarmDevice, makeRule } from "./alarm-fleet.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const DETAILS = "/Container/HomePage/DeviceDetails";

const WORDS = {
  "zh-CN": {
    ready: "现成的规则",
    tested: /过去 24 小时会触发 \d+ 次/,
    lamp: "红色停车灯亮（J1939 DM1）",
    use: "使用",
    name: "规则名称",
    active: /报警中，始于/,
    more: (name: string) => `规则 ${name} 的操作`,
    state: "状态",
    activeNow: "报警中",
    off: "已停用",
    none: "没有符合条件的结果",
    duplicate: "复制",
    copied: "已复制为“Cell too hot (2)”，尚未启用",
    mute: "静音 1 小时",
    muted: /静音至/,
    enable: (name: string) => `启用规则 ${name}`,
    counts: "本人 2/20 · 租户 2/50",
    create: "新建规则",
    file: "导入/导出",
    import: "导入规则…",
    export: "导出全部规则",
    rows: "逐行结果",
    taken: "已导入",
    exists: "规则名已存在：cell too hot",
    full: "超出用户上限（20）",
    close: "关闭",
    allUsed: /20 条规则已用完/,
    offline: "设备离线，未监视",
    rulesCount: "规则 2",
    eventsCount: "事件 0",
    tick: (name: string) => `选择 ${name}`,
    selected: "已选 2 条",
    turnOn: "启用",
    turnOff: "停用",
    exportThese: "导出所选",
    deleteOff: /删除已停用的/,
    deleteTitle: "删除 2 条触发规则？",
    delete: "删除",
    deleted: "已删除 2 条规则",
    askMore: "申请更多 →",
    muteUntil: "静音至…",
    weekly: "每周时段",
    to: "到",
    from: "从",
    muteAction: "静音",
    mutedDaily: /静音(中|时段)：每天 00:00–23:59/,
    rights: "需要对 EV-02 的读写权限",
  },
  "en-US": {
    ready: "Ready rules",
    tested: /would have fired \d+× in the last 24 h/,
    lamp: "Red stop lamp on (J1939 DM1)",
    use: "Use",
    name: "Rule name",
    active: /active since/,
    more: (name: string) => `Actions of ${name}`,
    state: "State",
    activeNow: "Active now",
    off: "off",
    none: "Nothing matches the filters",
    duplicate: "Duplicate",
    copied: "Copied as “Cell too hot (2)”, not enabled yet",
    mute: "Mute for 1 h",
    muted: /muted until/,
    enable: (name: string) => `Enable ${name}`,
    counts: "yours 2 of 20 · tenant 2 of 50",
    create: "New rule",
    file: "Import/export",
    import: "Import rules…",
    export: "Export all rules",
    rows: "Result by row",
    taken: "imported",
    exists: "Rule name exists: cell too hot",
    full: "User limit (20)",
    close: "Close",
    allUsed: /Your 20 rules are used up/,
    offline: "device offline, not watched",
    rulesCount: "Rules 2",
    eventsCount: "Events 0",
    tick: (name: string) => `Select ${name}`,
    selected: "2 selected",
    turnOn: "Enable",
    turnOff: "Disable",
    exportThese: "Export these",
    deleteOff: /Delete the disabled ones/,
    deleteTitle: "Delete 2 trigger rules?",
    delete: "Delete",
    deleted: "2 rules were deleted",
    askMore: "ask for more →",
    muteUntil: "Mute until…",
    weekly: "Weekly hours",
    to: "To",
    from: "From",
    muteAction: "Mute",
    mutedDaily: /muted (now: )?daily 00:00–23:59/,
    rights: "needs read-write on EV-02",
  },
} as const;

const condition = { kind: "frame", is_extended: false, id_from: 0x310, id_to: 0x310, operator: "gt", value: 50 };
const fileOf = (rules: object[]) => ({
  name: "rules.json",
  mimeType: "application/json",
  buffer: Buffer.from(JSON.stringify({ rules })),
});

journeys("the trigger tab", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "starts from ready rules, says what each rule did and does now, and is worked by menu, filters and keys at $width px in $locale [TRG-01] [TRG-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await alarmDevice(account.tenantId, "EV-01");
      await device.send(10);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const tab = `${DETAILS}?id=${device.thingsId}&tab=triggers&sub=rules`;
      await page.goto(tab);
      const ready = page.getByRole("list", { name: words.ready });
      await eventually(() => ready.getByText(words.tested).count()).toBe(3);
      await expectAccessible(page);
      await screenshot(page, `rules-ready-${width}-${locale}`);
      await ready.getByRole("listitem").filter({ hasText: words.lamp }).getByRole("button").click();
      await eventually(() => page.getByRole("textbox", { name: words.name }).inputValue()).toBe(words.lamp);

      const scope = { kind: "device", id: device.thingsId };
      await makeRule(page, "Cell too hot", { scope });
      await page.goto(tab);
      const row = page.locator("[data-row]").filter({ hasText: "Cell too hot" }).first();
      await row.waitFor();
      await device.fire(page);
      await eventually(() => row.textContent()).toMatch(words.active);
      expect(await row.textContent()).toContain("1 / 0");

      // The filter is in the address.
      const state = await reach(page.getByLabel(words.state, { exact: true }));
      await state.selectOption({ label: words.activeNow });
      await eventually(() => new URL(page.url()).searchParams.get("state")).toBe("active");
      await row.waitFor();
      await page.goto(`${tab}&state=off`);
      await page.getByText(words.none).waitFor();

      await page.goto(tab);
      await page.getByRole("button", { name: words.more("Cell too hot"), exact: true }).click();
      await page.getByRole("menuitem", { name: words.duplicate }).click();
      await page.getByText(words.copied).last().waitFor();
      const copy = page.locator("[data-row]").filter({ hasText: "Cell too hot (2)" });
      await eventually(() => copy.textContent()).toContain(words.off);
      await page.getByText(words.counts).waitFor({ state: "attached" });
      await page.getByRole("button", { name: words.more("Cell too hot"), exact: true }).click();
      await page.getByRole("menuitem", { name: words.mute }).click();
      await eventually(() => row.textContent()).toMatch(words.muted);
      await expectAccessible(page);
      await screenshot(page, `rules-now-${width}-${locale}`);

      // J to the first row, Space switches it off, E opens it; N opens an empty one.
      await page.locator("#content").focus();
      await page.keyboard.press("j");
      await page.keyboard.press("Space");
      const isOn = page.getByRole("switch", { name: words.enable("Cell too hot"), exact: true });
      await eventually(() => isOn.isChecked()).toBe(false);
      await page.keyboard.press("e");
      await eventually(() => page.getByRole("textbox", { name: words.name }).inputValue()).toBe("Cell too hot");
      await page.goto(tab);
      await row.waitFor();
      await page.keyboard.press("n");
      await page.waitForURL(/EditTriggerRule/);
      await eventually(() => page.getByRole("textbox", { name: words.name }).inputValue()).toBe("");
    },
  );

  it.each(lookOf("en-US", 1440))(
    "takes a file of rules row by row up to the limits, and writes one at $width px in $locale [TRG-01] [TRG-02]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await page.goto("/Container/AlarmCenter?tab=rules");
      await page.getByText("Cell too hot").waitFor();
      const rules = Array.from({ length: 20 }, (_, i) => ({ name: `Rule ${i}`, conditions: [condition] }));
      const file = fileOf([{ name: "cell too hot", conditions: [condition] }, ...rules]);
      await page.getByLabel(words.import).setInputFiles(file);
      const rows = page.getByRole("list", { name: words.rows });
      await rows.waitFor();
      expect(await rows.getByText(words.exists).count()).toBe(1);
      expect(await rows.getByText(words.taken, { exact: true }).count()).toBe(19);
      expect(await rows.getByText(words.full).count()).toBe(1);
      await expectAccessible(page);
      await screenshot(page, `rules-import-${width}-${locale}`);
      await page.getByRole("dialog").getByRole("button", { name: words.close, exact: true }).last().click();

      // At the limit the button says the number.
      const create = page.getByRole("button", { name: words.create });
      await eventually(() => create.getAttribute("aria-disabled")).toBe("true");
      await create.focus();
      await page.getByText(words.allUsed).first().waitFor();
      await (await reach(page.getByRole("button", { name: words.askMore }))).waitFor();
      await (await reach(page.getByRole("button", { name: words.file }))).click();
      const saved = page.waitForEvent("download");
      await page.getByRole("menuitem", { name: words.export }).click();
      const { rules: written } = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
      expect(written).toHaveLength(20);
      expect(written[0]).toMatchObject({ name: "Cell too hot", enabled: true });
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "shows who may only read the device its rules as cards, changes nothing and says why at $width px in $locale [TRG-01] [TRG-04] [USR-03]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const device = await registerDevice(account.tenantId, { name: "EV-02" });
      const sub = await newAccount({ tenant: account.name, role: "sub", tenantLevel: "write" });
      await grantLevel((await database()).db, { ...sub, tenantId: account.tenantId }, device.thingsId, "read");
      const manager = await openPage({ locale });
      await signInAtHome(manager, account);
      await makeRule(manager, "Cell too hot", { scope: { kind: "device", id: device.thingsId } });
      const page = await openPage({ locale, width, height: 844 });
      await signIn(page, { name: `${sub.name}@${account.name}` });
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=triggers&sub=rules`);
      const card = page.locator("[data-row]").filter({ hasText: "Cell too hot" });
      await eventually(() => card.textContent()).toContain(words.offline);
      expect(await page.getByRole("switch", { name: words.enable("Cell too hot") }).isDisabled()).toBe(true);
      await page.getByRole("button", { name: words.more("Cell too hot") }).click();
      const duplicate = page.getByRole("menuitem", { name: words.duplicate });
      expect(await duplicate.getAttribute("aria-disabled")).toBe("true");
      expect(await duplicate.textContent()).toContain(words.rights);
      const mute = page.getByRole("menuitem", { name: words.mute });
      expect(await mute.getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("Escape");
      expect(await page.getByRole("button", { name: words.create }).getAttribute("aria-disabled")).toBe("true");
      await expectAccessible(page);
      await screenshot(page, `rules-cards-${width}-${locale}`);
    },
  );

  it.each(lookOf("en-US", 1440))(
    "has counts, changes several rules at once, and says in which hours a rule is muted at $width px in $locale [TRG-02] [TRG-04]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const { thingsId } = await registerDevice(account.tenantId, { name: "EV-03" });
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      for (const name of ["Cell too hot", "Door open"])
        await makeRule(page, name, { scope: { kind: "device", id: thingsId } });
      await page.goto(`${DETAILS}?id=${thingsId}&tab=triggers&sub=rules`);
      await page.getByRole("radio", { name: words.rulesCount }).waitFor();
      await page.getByRole("radio", { name: words.eventsCount }).waitFor();

      // Every day but its last minute.
      await page.getByRole("button", { name: words.more("Cell too hot"), exact: true }).click();
      await page.getByRole("menuitem", { name: words.muteUntil }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("radio", { name: words.weekly }).check();
      for (const day of await dialog.getByRole("checkbox").all()) await day.check();
      await dialog.getByLabel(words.from, { exact: true }).fill("00:00");
      await dialog.getByLabel(words.to, { exact: true }).fill("23:59");
      await expectAccessible(page);
      await screenshot(page, `mute-weekly-${width}-${locale}`);
      await dialog.getByRole("button", { name: words.muteAction, exact: true }).click();
      const row = page.locator("[data-row]").filter({ hasText: "Cell too hot" });
      await eventually(() => row.textContent()).toMatch(words.mutedDaily);

      for (const name of ["Cell too hot", "Door open"])
        await page.getByRole("checkbox", { name: words.tick(name) }).check();
      const line = page.getByRole("region", { name: words.selected });
      const remove = line.getByRole("button", { name: words.deleteOff });
      expect(await remove.getAttribute("aria-disabled")).toBe("true");
      const saved = page.waitForEvent("download");
      await line.getByRole("button", { name: words.exportThese }).click();
      const { rules } = JSON.parse(readFileSync(await (await saved).path(), "utf8"));
      expect(rules.map(({ name }: { name: string }) => name).sort()).toEqual(["Cell too hot", "Door open"]);
      await line.getByRole("button", { name: words.turnOff, exact: true }).click();
      const isOn = page.getByRole("switch", { name: words.enable("Door open"), exact: true });
      await eventually(() => isOn.isChecked()).toBe(false);
      await eventually(() => remove.getAttribute("aria-disabled")).toBe(null);
      await expectAccessible(page);
      await screenshot(page, `rules-selected-${width}-${locale}`);
      await remove.click();
      await page.getByRole("dialog", { name: words.deleteTitle }).getByRole("button", { name: words.delete }).click();
      await page.getByText(words.deleted).last().waitFor();
      await page.getByRole("list", { name: words.ready }).waitFor();
    },
  );
});
