import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { journeys, openPage } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, reach, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    actions: (name: string) => `${name} 的操作`,
    deleteAll: "删除全部 7 个匹配的文件",
    confirm: "删除",
    selectAll: /选择|全选/,
  },
  "en-US": {
    actions: (name: string) => `Actions of ${name}`,
    deleteAll: "Delete all 7 that match",
    confirm: "Delete",
    selectAll: /[Ss]elect/,
  },
} as const;

async function deviceOfTenant() {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return { account, device: await registerDevice(account.tenantId, { name: "EV-01" }) };
}

const openCloud = (page: Page, thingsId: string) =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=cloud`);

journeys("deleting files", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "all files that match are deleted at once, $locale at $width [FIL-01]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openCloud(page, device.thingsId);
      const files = Array.from({ length: 8 }, (_, i) => ({
        name: i === 7 ? "kept.txt" : `doomed-${i}.txt`,
        mimeType: "text/plain",
        buffer: Buffer.from(`file ${i}`),
      }));
      await page.locator('input[type="file"]').setInputFiles(files);
      await page.getByRole("button", { name: words.actions("kept.txt") }).waitFor({ timeout: 60_000 * PATIENCE });
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=cloud&name=doomed`);
      await eventually(() => page.getByRole("button", { name: /^Actions of doomed/ }).count()).toBe(5);
      await page.getByRole("checkbox", { name: words.selectAll }).first().check();
      await (await reach(page.getByRole("button", { name: words.deleteAll }))).click();
      await page.getByRole("dialog").getByRole("button", { name: words.confirm, exact: true }).click();
      await eventually(() => page.getByRole("button", { name: /^Actions of doomed/ }).count()).toBe(0);
      await openCloud(page, device.thingsId);
      await page.getByRole("button", { name: words.actions("kept.txt") }).waitFor();
      await eventually(() => page.getByRole("button", { name: /^Actions of/ }).count()).toBe(1);
    },
  );
});
