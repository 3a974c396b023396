import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { baseUrl, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { DEMO_MASTER, enterDemo, eventually, type Locale, lookOf, looksOf, signIn } from "../support/visitors.ts";

const PATH = "/Container/HomePage/DeviceDetails";
const TABS = {
  "zh-CN": ["设备管理", "设备数据", "DBC 数据", "触发管理", "UDS 诊断", "ECU 升级", "GPS 轨迹", "总线健康"],
  "en-US": [
    "Management",
    "Device data",
    "DBC data",
    "Triggers",
    "UDS diagnosis",
    "ECU upgrade",
    "GPS track",
    "Bus health",
  ],
} as const;
const SUBS = {
  data: ["live", "history", "stored", "ftp", "cloud"],
  dbc: ["live", "curve", "history", "playback", "functions", "find", "bindings"],
  triggers: ["rules", "events"],
} as const;

async function demoDevice(name: string): Promise<string> {
  const { pool } = await database();
  const found = await pool.query("select id from things where name like $1 limit 1", [`%${name}%`]);
  return found.rows[0]?.id;
}

async function open(page: Page, search: string): Promise<void> {
  await signIn(page, { name: DEMO_MASTER });
  await page.goto(`${PATH}?${search}`);
  await page.getByTestId("tab-content").waitFor();
}

/** On a phone one menu holds what stands in two lines elsewhere. */
async function expectParts(page: Page, locale: Locale, width: number): Promise<void> {
  if (width > 390) return expect(await page.getByRole("tab").allTextContents()).toEqual(TABS[locale]);
  await page.getByRole("button", { name: /^(概览|Overview)/ }).click();
  const menu = page.getByRole("menu", { name: /^(设备的各项功能|Parts of this device)$/ });
  for (const part of TABS[locale]) await menu.getByText(part, { exact: true }).first().waitFor();
  await page.keyboard.press("Escape");
}

const onlineChip = (page: Page) => page.locator("header").getByText(/^(在线|Online)$/);

journeys("device details", () => {
  let ev = "";

  beforeAll(async () => {
    ev = await demoDevice("电动车 01 · EV 01");
  });
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))("the page of a device [DEV-13]", async ({ locale, width }) => {
    const page = await openPage({ locale, width, height: width === 390 ? 844 : 900, allow: [/50[03]/] });
    await open(page, `id=${ev}`);
    await expectParts(page, locale, width);
    await onlineChip(page).waitFor();
    await page.getByRole("region", { name: /时间条|Time bar/ }).waitFor();
    expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);
    await expectAccessible(page);
    await screenshot(page, `device-details-${width}-${locale}`);
    await page.goto(`${PATH}?id=${ev}&tab=management&sub=log`);
    const entries = page.getByTestId("tab-content").getByText(/^(上线|Online)$/);
    // The choice of kinds holds the same word, unseen.
    await entries.filter({ visible: true }).first().waitFor();
    await expectAccessible(page);
    await screenshot(page, `device-log-${width}-${locale}`);
  });

  it("every tab and sub-tab opens by its address [DEV-13]", async () => {
    const page = await openPage({ allow: [/50[03]/] });
    await open(page, `id=${ev}`);
    for (const [tab, subs] of Object.entries(SUBS)) {
      for (const sub of subs) {
        await page.goto(`${PATH}?id=${ev}&tab=${tab}&sub=${sub}`);
        // Other choices stand on the page too: the bell has one.
        const choices = page.getByRole("group", { name: /的内容$/ }).getByRole("radio");
        const chosen = () =>
          choices.evaluateAll((radios) =>
            radios.findIndex((radio) => radio instanceof HTMLInputElement && radio.checked),
          );
        await eventually(async () => subs[await chosen()], tab).toBe(sub);
      }
    }
  });

  it("a newcomer sees the curves of a demo vehicle at once, and finds its own DBC first [DBC-05]", async () => {
    const page = await openPage({ allow: [/50[03]/] });
    await open(page, `id=${await demoDevice("重卡 02 · Truck 02")}&tab=dbc&sub=live`);
    const panels = page.locator('canvas[data-curve="lines"]');
    await eventually(() => panels.count()).toBe(3);
    for (const signal of ["WheelBasedSpeed", "EngSpeed", "FuelRate"]) {
      const values = page.locator(`tbody[data-signal="${signal}"]`);
      await expect.poll(() => values.textContent(), { timeout: 60_000 * PATIENCE }).toMatch(/最大.*\d/s);
    }
    const files = page.getByRole("region", { name: "信号", exact: true }).getByRole("button", { name: /^demo_/ });
    const named = async () => (await files.allTextContents()).map((text) => /^\w+/.exec(text)?.[0]);
    await eventually(named).toEqual(["demo_truck"]);
    await page.getByRole("button", { name: /^其他文件/ }).click();
    await eventually(named).toEqual(["demo_truck", "demo_ev", "demo_fd_car"]);
    await expectAccessible(page);
    await screenshot(page, "demo-curves-1440-zh-CN");
    // The view is in the address, and whoever clears it has it clear.
    expect(new URL(page.url()).searchParams.get("panels")).toContain("WheelBasedSpeed");
    await page.getByRole("button", { name: "行驶概览 · Drive", exact: true }).click();
    await page.getByRole("menuitem", { name: "清空面板" }).click();
    await eventually(() => panels.count()).toBe(0);
  });

  it("the moment stays when the tab changes, and a link shows the same [DEV-13]", async () => {
    const page = await openPage({ allow: [/50[03]/] });
    const to = Date.now();
    await open(page, `id=${ev}&from=${to - 1_800_000}&to=${to}&at=${to - 600_000}`);
    await page.getByRole("slider", { name: "范围开始" }).waitFor();
    await page.getByRole("tab", { name: "总线健康" }).click();
    await page.waitForURL(/tab=bus/);
    const address = new URL(page.url());
    expect([address.searchParams.get("from"), address.searchParams.get("at")]).toEqual([
      String(to - 1_800_000),
      String(to - 600_000),
    ]);
    await page.getByRole("slider", { name: "范围开始" }).focus();
    await page.keyboard.press("ArrowRight");
    await eventually(() => Number(new URL(page.url()).searchParams.get("from"))).toBeGreaterThan(to - 1_800_000);
    await page.getByRole("button", { name: "实时" }).click();
    await eventually(() => new URL(page.url()).searchParams.get("from")).toBeNull();
  });

  it("name and labels are changed, and the list of commands shows what the terminal answered [DEV-06] [DEV-09]", async () => {
    const page = await openPage({ allow: [/50[034]/] });
    await open(page, `id=${ev}`);
    await page.getByRole("button", { name: "修改" }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel("描述").fill("不 合 规");
    await dialog.getByRole("button", { name: "保存" }).click();
    await dialog.getByText(/描述由中文/).waitFor();
    await dialog.getByLabel("描述").fill("测试车_1");
    await dialog.getByRole("button", { name: "保存" }).click();
    await page.getByText("测试车_1").waitFor();
    await page.getByRole("button", { name: "添加标签" }).click();
    const word = `路试${Date.now() % 100_000}`;
    const words = [`${word}甲`, `${word}乙`];
    for (const [n, name] of words.entries()) {
      if (n > 0) await page.getByRole("button", { name: "添加标签" }).click();
      await page.getByRole("textbox", { name: "查找或新建标签" }).fill(name);
      await page.getByRole("button", { name: `新建“${name}”` }).click();
      await page.getByRole("listitem").filter({ hasText: name }).waitFor();
    }
    // At once: what the page knows of the labels is old for the second one.
    const removals = page.getByRole("listitem").filter({ hasText: word }).getByRole("button");
    await removals.evaluateAll((buttons) => {
      for (const button of buttons) if (button instanceof HTMLElement) button.click();
    });
    await eventually(() => removals.count()).toBe(0);
    await onlineChip(page).waitFor();
    await page.getByRole("button", { name: "校时" }).click();
    await page
      .getByText(/校时：设备时间/)
      .first()
      .waitFor({ timeout: 30_000 * PATIENCE });
    await page.goto(`${PATH}?id=${ev}&tab=management&sub=commands`);
    await page.getByRole("row").filter({ hasText: "校时" }).getByText("已执行").first().waitFor();
    await expectAccessible(page);
    await screenshot(page, "device-commands-1440-zh-CN");
  });

  it("an offline device says why no command can be sent; a deleted one leaves the page [DEV-06]", async () => {
    const page = await openPage({ allow: [/50[03]/] });
    await enterDemo(page);
    const { pool } = await database();
    const name = `待删 ${Date.now() % 100_000}`;
    const made = await page.request.post(`${baseUrl}/api/things`, {
      headers: { authorization: `Bearer ${await tokenOf(page)}` },
      data: { name, third_things_id: newDeviceId() },
    });
    expect(made.ok()).toBe(true);
    const { data } = await made.json();
    await page.goto(`${PATH}?id=${data.id}`);
    const reboot = page.getByRole("button", { name: "重启" });
    await reboot.waitFor();
    expect(await reboot.getAttribute("aria-disabled")).toBe("true");
    await reboot.hover();
    await page.getByText("设备离线，无法下发指令").first().waitFor();
    await pool.query("delete from things where id = $1", [data.id]);
    await page.getByText("这台设备已不在了").waitFor({ timeout: 20_000 * PATIENCE });
    await expectAccessible(page);
    await screenshot(page, "device-gone-1440-zh-CN");
    await page.getByRole("link", { name: "返回设备列表" }).click();
    await page.waitForURL(/HomePage$/);
  });

  it.each(lookOf("en-US", 390))("bus health from live and stored frames", async ({ locale, width }) => {
    const page = await openPage({ locale, width, height: width === 390 ? 844 : 900, allow: [/50[03]/] });
    await open(page, `id=${ev}&tab=bus&last=300`);
    await page
      .getByRole("rowheader")
      .first()
      .waitFor({ timeout: 120_000 * PATIENCE });
    await eventually(() => page.locator("canvas").count()).toBeGreaterThan(0);
    const counters = page.locator("dl > div").filter({ hasText: "REC / TEC" });
    await eventually(() => counters.textContent()).toMatch(/0 \/ 0.*(主动错误|error active)/);
    await expectAccessible(page);
    await screenshot(page, `bus-health-${width}-${locale}`);
  });
});

async function tokenOf(page: Page): Promise<string> {
  const kept = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  return /token\W+([\w-]{30,})/i.exec(kept)?.[1] ?? "";
}

/** DEV-02: twenty hex digits whose first byte is the sum of the others. */
function newDeviceId(): string {
  const bytes = Array.from({ length: 9 }, () => Math.floor(Math.random() * 256));
  const sum = bytes.reduce((total, byte) => total + byte, 0) & 0xff;
  return [sum, ...bytes].map((byte) => byte.toString(16).toUpperCase().padStart(2, "0")).join("");
}
