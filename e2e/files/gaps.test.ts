import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { makeTestEvent } from "../../apps/server/alarms/events/test-event.ts";
import { makeTestRule } from "../../apps/server/alarms/rules/test-rule.ts";
import { drivenTerminal } from "../../apps/server/testing/terminals/driven-terminal.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, looksOf, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    read: "从设备读取列表",
    title: "数据缺口",
    onCard: "仅在 SD 卡 · 设备离线",
    here: /已在云端/,
    lost: "已丢失 · 设备离线",
    noRecall: "无法找回",
    show: /在时间条上显示/,
    recallAll: /召回 \d+ 处缺口/,
    around: "召回前后数据",
    none: "这段时间没有缺口",
  },
  "en-US": {
    read: "Read the list from the device",
    title: "Data gaps",
    onCard: "on the card · device offline",
    here: /here/,
    lost: "lost · device offline",
    noRecall: "lost for good",
    show: /on the time bar/,
    recallAll: /Recall \d+ gaps/,
    around: "Recall around it",
    none: "No gaps in this range",
  },
} as const;

/** It kept what fits while it was away, and gave the rest up. */
async function drivenDevice() {
  const account = await newTenant();
  const device = await registerDevice(account.tenantId, { name: "EV-01" });
  const { url }: { url: string } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  const driven = drivenTerminal(device, url, { minutes: 4, outboxBytes: 150 * 1024 });
  onTestFinished(() => driven.close());
  await eventually(() => driven.link.isOnline).toBe(true);
  driven.terminal.pump();
  return { account, device, driven };
}

const openStored = (page: Page, thingsId: string) =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=stored`);

journeys("the gaps of a device", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "say what is here, on the card and lost, and one click fetches what is on the card, $locale at $width [DAT-10]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openStored(page, device.thingsId);
      await page.getByRole("button", { name: words.read }).click();
      const ledger = page.getByRole("region", { name: words.title });
      const gap = ledger.getByRole("listitem").filter({ hasText: words.onCard }).first();
      await gap.waitFor({ timeout: 60_000 * PATIENCE });
      await ledger.getByText(words.here).first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `gaps-${locale}-${width}`);

      await gap.getByRole("button", { name: words.show }).click();
      await page.waitForURL(/from=\d+/);
      await ledger.getByRole("button", { name: words.recallAll }).click();
      await ledger.getByText(words.none).waitFor({ timeout: 120_000 * PATIENCE });
      await screenshot(page, `gaps-closed-${locale}-${width}`);
    },
  );

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "that no card has any more are lost, with the cause, and cannot be recalled, $locale at $width [DAT-10]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, driven } = await drivenDevice();
      driven.terminal.card.format();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openStored(page, device.thingsId);
      await page.getByRole("button", { name: words.read }).click();
      const ledger = page.getByRole("region", { name: words.title });
      await ledger
        .getByText(words.lost)
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await ledger.getByText(words.noRecall).first().waitFor();
      expect(await ledger.getByRole("button", { name: words.recallAll }).count()).toBe(0);
      await expectAccessible(page);
      await screenshot(page, `gaps-lost-${locale}-${width}`);
    },
  );

  it.each(lookOf("en-US", 1440))(
    "around an alarm are one click from its event, with its window chosen, $locale at $width [DAT-10] [FIL-02]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice();
      const { db } = await database();
      const ruleId = await makeTestRule(db, { ...account, userName: account.name }, { name: "Cell too hot" });
      const startedUs = (Date.now() - 3 * 60_000) * 1000;
      const event = { tenantId: account.tenantId, thingsId: device.thingsId, ruleId, binding: device.bindingNumber };
      const eventId = await makeTestEvent(db, { ...event, startedUs });
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto(`/Container/AlarmCenter?tab=all&event=${eventId}`);
      await page.getByRole("button", { name: words.around }).click();
      await page.waitForURL(/tab=data.*sub=stored|sub=stored.*tab=data/);
      const { searchParams } = new URL(page.url());
      expect(Number(searchParams.get("from"))).toBeLessThan(startedUs / 1000);
      expect(Number(searchParams.get("to"))).toBeGreaterThan(startedUs / 1000);
      await page.getByRole("button", { name: words.read }).click();
      await page
        .getByRole("region", { name: words.title })
        .getByText(words.onCard)
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
    },
  );
});
