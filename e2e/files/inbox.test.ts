import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, framesOfTenant, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { looksOf, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    add: "添加规则",
    save: "保存规则",
    pattern: (place: number) => `规则 ${place} 的匹配式`,
    wrong: "匹配式有误",
    names: "示例文件名",
    tried: "试用结果",
    noRule: "没有规则匹配此文件",
    place: "收件箱位置",
    done: "完成 · 300 帧",
    actions: (name: string) => `${name} 的操作`,
    remove: "从收件箱移除",
    bell: /^消息/,
    told: "1 个文件已入库",
    open: "打开设备文件",
  },
  "en-US": {
    add: "Add a rule",
    save: "Save rules",
    pattern: (place: number) => `Pattern of rule ${place}`,
    wrong: "The pattern is wrong",
    names: "Sample names",
    tried: "What the rules say",
    noRule: "No rule fits this file",
    place: "Where the inbox is",
    done: "done · 300 frames",
    actions: (name: string) => `Actions of ${name}`,
    remove: "Remove from the inbox",
    bell: /^Messages/,
    told: "1 files taken over",
    open: "Open the device's files",
  },
} as const;

const startS = Math.floor(Date.now() / 1000) - 3600;
const LOG = Array.from({ length: 300 }, (_, i) => `(${startS}.${String(i * 1000).padStart(6, "0")}) can0 100#00`).join(
  "\n",
);

journeys("the inbox for other makers' loggers", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "a manager writes rules, tries them, and files become history of their devices, $locale at $width [FIL-04]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto("/Container/FileInbox");
      const place = page.getByRole("region", { name: words.place });
      await place.getByText(`inbox/${account.tenantId}`).waitFor();

      await page.getByRole("button", { name: words.add }).click();
      const pattern = page.getByLabel(words.pattern(1));
      await pattern.fill("{vin}/**");
      await page.getByRole("button", { name: words.save }).click();
      await page.getByText(words.wrong).waitFor();
      await pattern.fill("logs/{name}_*.log");
      await page.getByLabel(words.names).fill("logs/EV-01_7.log\nother.log");
      const tried = page.getByRole("list", { name: words.tried });
      await tried.getByText("→ EV-01").waitFor();
      await tried.getByText(words.noRule).waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: words.save }).click();
      await screenshot(page, `inbox-rules-${locale}-${width}`);

      const inbox = join(dataFolder, "inbox", account.tenantId);
      mkdirSync(join(inbox, "logs"), { recursive: true });
      writeFileSync(join(inbox, "logs", "EV-01_7.log"), LOG);
      writeFileSync(join(inbox, "stray.log"), LOG);
      await page.getByText(words.done).waitFor({ timeout: 120_000 * PATIENCE });
      await page
        .getByText(words.noRule)
        .last()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `inbox-files-${locale}-${width}`);
      expect(await framesOfTenant(account.tenantId)).toBe(300);
      expect(readdirSync(inbox, { recursive: true })).toEqual(["stray.log"]);

      await page.getByRole("button", { name: words.actions("stray.log") }).click();
      await page.getByRole("menuitem", { name: words.remove }).click();
      await page.getByRole("dialog").getByRole("button", { name: words.remove }).click();
      await expect.poll(() => readdirSync(inbox).length, { timeout: 60_000 * PATIENCE }).toBe(0);
      await page.getByRole("button", { name: words.bell }).first().click();
      await page
        .getByText(words.told)
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await page.keyboard.press("Escape");

      await page.getByRole("button", { name: words.actions("logs/EV-01_7.log") }).click();
      await page.getByRole("menuitem", { name: words.open }).click();
      await page.waitForURL(new RegExp(`id=${device.thingsId}.*sub=cloud`));
      await page.getByText("EV-01_7.log").first().waitFor();
    },
  );
});
