import { deflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { FrameBatch } from "../../packages/can/frame/batch.ts";
import { createWriter } from "../../packages/can/logs/formats.ts";
import { MemoryOutput } from "../../packages/can/logs/memory-output.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { rowsOf } from "../support/frame-rows.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, framesOfTenant, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, looksOf, reach, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    preview: "预览",
    first: "前 10,000 帧（BLF）",
    curves: "曲线",
    back: "返回文件列表",
    actions: (name: string) => `${name} 的操作`,
    analyse: "解析到历史",
    cancel: (name: string) => `取消解析 ${name}`,
    rate: /[\d,]+ 帧\/秒/,
    cancelled: "已取消",
    notALog: "不是可识别的日志格式",
  },
  "en-US": {
    preview: "Preview",
    first: "The first 10,000 frames (BLF)",
    curves: "Curves",
    back: "Back to the files",
    actions: (name: string) => `Actions of ${name}`,
    analyse: "Analyse into history",
    cancel: (name: string) => `Cancel the analysis of ${name}`,
    rate: /[\d,]+ frames\/s/,
    cancelled: "cancelled",
    notALog: "a known log format",
  },
} as const;

/** So many that an analysis takes a while; they pack well. */
const LONG_FRAMES = 4_000_000;
const startUs = (Math.floor(Date.now() / 1000) - 7200) * 1_000_000;

function longLog(): Buffer {
  const output = new MemoryOutput();
  const writer = createWriter("blf", output, { deflate: (data) => deflateSync(data, { level: 1 }) });
  const batch = new FrameBatch();
  // 51.2 V.
  const bytes = Uint8Array.of(2, 0, 0, 0, 0, 0, 0, 0);
  for (let i = 0; i < LONG_FRAMES; i += 1) {
    batch.push(startUs + i * 500, 0, 0x100 + (i & 7), 0, 8, bytes);
    if (batch.length < 10_000) continue;
    writer.write(batch);
    batch.clear();
  }
  writer.end();
  return Buffer.from(output.bytes());
}

const PACK = `VERSION "1"

BU_: VCU

BO_ 256 Pack: 8 VCU
 SG_ Voltage : 7|16@0+ (0.1,0) [0|6000] "V" VCU
`;

async function deviceOfTenant() {
  const account = await newAccount();
  const { db } = await database();
  await setPackage(db, account.tenantId, UNLIMITED_PACKAGE);
  const dbc = { bytes: Buffer.from(PACK), remark: "", draft: false, author: account.name };
  await createDbc(db, account.tenantId, "pack.dbc", dbc);
  return { account, device: await registerDevice(account.tenantId, { name: "EV-01" }) };
}

const openCloud = (page: Page, thingsId: string) =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=cloud`);

journeys("looking into files", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "a log is looked into without importing it, and an analysis is cancelled and leaves nothing, $locale at $width [FIL-04]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openCloud(page, device.thingsId);
      const log = longLog();
      await page.locator('input[type="file"]').setInputFiles(
        [
          { name: "long.blf", mimeType: "application/octet-stream", buffer: log },
          { name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("no log at all") },
        ],
        { timeout: 120_000 * PATIENCE },
      );
      const choose = async (name: string, item: string) => {
        await page.getByRole("button", { name: words.actions(name) }).click();
        await page.getByRole("menuitem", { name: item }).click();
      };
      await page.getByRole("button", { name: words.actions("notes.txt") }).waitFor({ timeout: 60_000 * PATIENCE });

      await choose("long.blf", words.preview);
      await page.waitForURL(/preview=/);
      await page.getByText(words.first).waitFor({ timeout: 60_000 * PATIENCE });
      const shown = page.getByTestId("file-preview");
      await rowsOf(page).first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `file-preview-${locale}-${width}`);
      await (await reach(page.getByText(words.curves, { exact: true }))).click();
      await page.waitForURL(/show=curves/);
      if (width === 1440) {
        await page.getByRole("searchbox", { name: "Find a signal" }).fill("Voltage");
        await page.getByRole("checkbox", { name: "Voltage", exact: true }).check();
        await shown.locator('canvas[data-curve="lines"]').first().waitFor();
        await eventually(() => page.locator('tbody[data-signal="Voltage"]').textContent()).toContain("51.2");
      }
      await screenshot(page, `file-preview-curves-${locale}-${width}`);
      expect(await framesOfTenant(account.tenantId)).toBe(0);
      await (await reach(page.getByRole("button", { name: words.back }))).click();

      await choose("notes.txt", words.preview);
      await page.getByText(words.notALog).first().waitFor();
      await (await reach(page.getByRole("button", { name: words.back }))).click();

      await choose("long.blf", words.analyse);
      await page
        .getByText(words.rate)
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByRole("button", { name: words.cancel("long.blf") }).click();
      const state = page.getByText(words.cancelled, { exact: true }).filter({ visible: true });
      await state.first().waitFor({ timeout: 60_000 * PATIENCE });
      await screenshot(page, `analysis-cancelled-${locale}-${width}`);
      // Whatever was on its way: another analysis counts every frame as new.
      expect(await framesOfTenant(account.tenantId)).toBe(0);
    },
  );
});
