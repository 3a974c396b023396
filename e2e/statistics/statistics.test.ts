import { readFileSync } from "node:fs";
import { afterAll, expect, it } from "vitest";
import { alarmDevice, makeRule } from "../alarms/alarm-fleet.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, lookOf, reach, signInAtHome } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const WORDS = {
  "zh-CN": {
    bars: "每日",
    alarms: "报警",
    export: "导出 CSV",
    all: /显示全部日期/,
    metric: "指标",
    top: "数据量前 10",
    full: /近期不会写满|\d 天|无上限/,
  },
  "en-US": {
    bars: "Per day",
    alarms: "Alarms",
    export: "Export CSV",
    all: /Show all days/,
    metric: "Figure",
    top: "Most data: top 10",
    full: /will not fill up soon|\d days|no limit/,
  },
} as const;

journeys("statistics of the fleet", () => {
  afterAll(closeStore);

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 390)])(
    "count what devices sent today, lead from a bar to the device, and are exported at $width px in $locale [STA-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const van = await alarmDevice(account.tenantId, "EV Van 02");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signInAtHome(page, account);
      await makeRule(page, "Cell too hot");
      await van.fire(page);
      await page.goto("/Container/DataStatistics");
      const figure = (name: string) => page.locator(`[data-figure="${name}"]`);
      await eventually(() => figure("frames").textContent()).toMatch(/[1-9]/);
      await eventually(() => figure("alarms").textContent()).toMatch(/[1-9]/);
      await eventually(() => figure("online").textContent()).toMatch(/%/);
      const bars = page.getByRole("group", { name: words.bars });
      expect(await bars.getByRole("button").count()).toBe(7);
      await page.getByRole("group", { name: words.metric }).getByText(words.alarms).click();
      await eventually(() => new URL(page.url()).searchParams.get("metric")).toBe("alarms");
      // What the fleet is made of: firmware by configuration, whose data it is, how much of it is described, for how long there is room.
      const firmware = page.locator("[data-firmware]");
      await eventually(() => firmware.locator('[data-config="none"]').first().textContent()).toBe("1");
      await page.getByRole("list", { name: words.top }).getByText("EV Van 02").waitFor();
      expect(await figure("coverage").textContent()).toMatch(/0\s%/);
      expect(await figure("full").textContent()).toMatch(words.full);
      await expectAccessible(page);
      await screenshot(page, `statistics-${width}-${locale}`);

      // Today alone, and all days again.
      await bars.getByRole("button").last().click();
      await eventually(() => new URL(page.url()).searchParams.get("day")).toBe(new Date().toISOString().slice(0, 10));
      await (await reach(page.getByRole("button", { name: words.all }))).click();
      await eventually(() => new URL(page.url()).searchParams.get("day")).toBeNull();

      const download = page.waitForEvent("download");
      await (await reach(page.getByRole("button", { name: words.export }))).click();
      const csv = readFileSync(await (await download).path(), "utf8");
      expect(csv).toMatch(/\r\nEV Van 02,1,[1-9]/);
      await page.getByRole("button", { name: "EV Van 02", exact: true }).first().click();
      await page.waitForURL(/DeviceDetails\?.*from=/);
    },
  );
});
