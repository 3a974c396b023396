import { readFileSync } from "node:fs";
import { deflateSync, inflateSync } from "node:zlib";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { dayOf } from "../../apps/server/frames/store/time-window.ts";
import { insertBinding } from "../../apps/server/signals/bindings/signal-binding-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { makeStrategy } from "../../apps/server/signals/kept/keep-strategy.ts";
import { FLAG_EXTENDED, type Frame } from "../../packages/can/frame/frame.ts";
import { collect, written } from "../../packages/can/logs/testing/collect.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { parseCsv } from "../../packages/contract/platform/csv.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, nextFrame, reach, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    import: "导入…",
    start: "开始导入",
    stored: "已存储 1,200 帧",
    repeated: "1,200 帧此前已导入",
    another: "导入其他文件",
    show: "查看历史",
    download: "下载…",
    startDownload: "开始下载任务",
    format: "格式",
    counted: "1,200 帧",
    waiting: "等待下载",
    close: "关闭",
    tasks: "任务",
    decoded: "解码值",
    dbcs: "DBC 文件",
    file: /^下载 [\d.]+/,
    choose: "打开本地日志",
    notALog: "不是可识别的日志格式",
    filter: "过滤帧",
  },
  "en-US": {
    import: "Import…",
    start: "Start the import",
    stored: "1,200 frames stored",
    repeated: "1,200 frames were imported before",
    another: "Import another file",
    show: "Show in the history",
    download: "Download…",
    startDownload: "Start download task",
    format: "Format",
    counted: "1,200 frames",
    waiting: "Waiting to download",
    close: "Close",
    tasks: "Tasks",
    decoded: "Decoded values",
    dbcs: "DBC files",
    file: /^Download [\d.]+/,
    choose: "Open a local log",
    notALog: "a known log format",
    filter: "Filter frames",
  },
} as const;

const startUs = (Math.floor(Date.now() / 1000) - 1800) * 1_000_000;
const frames: Frame[] = Array.from({ length: 1200 }, (_, i) => ({
  timeUs: startUs + i * 1000,
  channel: i % 2,
  id: i % 3 === 0 ? 0x18ff0001 : 0x100 + (i % 7),
  flags: i % 3 === 0 ? FLAG_EXTENDED : 0,
  size: 8,
  data: Uint8Array.of(i & 255, i >> 8, 1, 2, 3, 4, 5, 6),
}));
const fileOf = (format: "candump" | "blf", all = frames) =>
  Buffer.from(written(format, all, { deflate: (data) => deflateSync(data) }).file);

/** Twice twenty seconds at a thousand samples a second with ten seconds of silence between; one sample is a peak. */
const PART_MS = 20_000;
const SILENCE_MS = 10_000;
const PEAK = 52_000;
const longDrive: Frame[] = Array.from({ length: 2 * PART_MS }, (_, i) => {
  const count = i === 7777 ? PEAK : i % 1000;
  const atMs = i < PART_MS ? i : i + SILENCE_MS;
  const data = Uint8Array.of(count & 255, count >> 8, Math.floor(i / 5000) % 2, 0, 0, 0, 0, 0);
  return { timeUs: startUs + atMs * 1000, channel: 1, id: 0x18ff0001, flags: FLAG_EXTENDED, size: 8, data };
});
const DBC = `VERSION ""

BU_: ECU

BO_ 2566848513 Counter: 8 ECU
 SG_ Count : 0|16@1+ (1,0) [0|65535] "n" ECU
 SG_ Mode : 16|8@1+ (1,0) [0|3] "" ECU

VAL_ 2566848513 Mode 0 "Off" 1 "On" ;
`;

/** Another bus uses the same identifier for something else. */
const OTHER_DBC = `VERSION ""

BU_: ECU

BO_ 2566848513 Level: 8 ECU
 SG_ Level : 0|8@1+ (1,0) [0|255] "%" ECU
`;

async function giveDbc(tenantId: string, name: string, text: string): Promise<string> {
  const dbc = { bytes: Buffer.from(text), remark: "", draft: false, author: "" };
  return createDbc((await database()).db, tenantId, name, dbc);
}

/** One signal of the message above, kept ready on a channel. */
async function bindSignal(
  { tenantId, thingsId, dbcId }: { tenantId: string; thingsId: string; dbcId: string },
  signal: string,
  channel: number,
) {
  const { db } = await database();
  const content = { name: `DBCSIG_${signal}`, nickname: signal, remark: "", dbc_id: dbcId };
  const signals = [{ message_id: 0x18ff0001, is_extended: true, signal }];
  const made = await makeStrategy(db, { tenantId, userName: "" }, { ...content, signals });
  await insertBinding(db, { tenantId, thingsId, channel, strategyId: made.strategy_id, fromDay: dayOf(startUs) });
}

async function deviceOfTenant(name: string) {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return { account, device: await registerDevice(account.tenantId, { name }) };
}

const openTab = (page: Page, thingsId: string, sub: "history" | "local") =>
  page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=${sub}`);

journeys("logs in and out", { timeout: 300_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 390))(
    "a log becomes history once and comes out again as it was, $locale at $width [DAT-07] [DAT-03]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant("Log car");
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await openTab(page, device.thingsId, "history");
      await (await reach(page.getByRole("button", { name: words.import }))).click();
      const dialog = page.getByRole("dialog");
      const log = { name: "drive.log", mimeType: "text/plain", buffer: fileOf("candump") };
      await dialog.locator('input[type="file"]').setInputFiles(log);
      await dialog.getByRole("button", { name: words.start }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `import-${locale}-${width}`);
      await dialog.getByRole("button", { name: words.start }).click();
      await dialog.getByText(words.stored).waitFor({ timeout: 60_000 * PATIENCE });
      await dialog.getByRole("button", { name: words.another }).click();
      await dialog.locator('input[type="file"]').setInputFiles(log);
      await dialog.getByRole("button", { name: words.start }).click();
      await dialog.getByText(words.repeated).waitFor({ timeout: 60_000 * PATIENCE });
      await dialog.getByRole("button", { name: words.show }).click();

      await (await reach(page.getByRole("button", { name: words.download }).first())).click();
      await dialog.getByText(words.counted).first().waitFor();
      await dialog.getByLabel(words.format, { exact: true }).selectOption("blf");
      await dialog.getByRole("button", { name: words.startDownload }).click();
      await dialog.getByText(words.waiting).waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `download-${locale}-${width}`);
      const coming = page.waitForEvent("download");
      await dialog.getByRole("button", { name: words.file }).click();
      const saved = await (await coming).path();
      const { frames: found } = collect("blf", readFileSync(saved), { inflate: (data) => inflateSync(data) });
      expect(found).toEqual(frames);
    },
  );

  it("an import that waits is continued from the tasks, on any page [DAT-07]", async () => {
    const words = WORDS["zh-CN"];
    const { account, device } = await deviceOfTenant("Waiting car");
    const page = await openPage();
    await signIn(page, account);
    await openTab(page, device.thingsId, "history");
    await page.getByRole("button", { name: words.import }).click();
    const dialog = page.getByRole("dialog");
    const log = { name: "drive.log", mimeType: "text/plain", buffer: fileOf("candump") };
    await dialog.locator('input[type="file"]').setInputFiles(log);
    await dialog.getByRole("button", { name: words.start }).waitFor();
    await page.goto("/Container/CarManager");
    await page.getByRole("button", { name: words.tasks }).click();
    await dialog.getByRole("button", { name: "继续" }).click();
    await page.waitForURL(/import=/);
    await dialog.getByRole("button", { name: words.start }).click();
    await dialog.getByText(words.stored).waitFor({ timeout: 60_000 * PATIENCE });
    await dialog.getByRole("button", { name: words.show }).click();
    await page.waitForURL((url) => !url.searchParams.has("import"));
    expect(await dialog.count()).toBe(0);
  });

  it.each(lookOf("zh-CN", 1440))(
    "decoded values come by the DBCs of the device, each for its channel, and others can be chosen, $locale [DAT-03]",
    async ({ locale }) => {
      const words = WORDS[locale];
      const { account, device } = await deviceOfTenant("Two buses");
      const owner = { tenantId: account.tenantId, thingsId: device.thingsId };
      await giveDbc(account.tenantId, "another.dbc", OTHER_DBC.replaceAll("Level", "Another"));
      const counter = await giveDbc(account.tenantId, "counter.dbc", DBC);
      await bindSignal({ ...owner, dbcId: counter }, "Count", 1);
      const level = await giveDbc(account.tenantId, "level.dbc", OTHER_DBC);
      await bindSignal({ ...owner, dbcId: level }, "Level", 0);
      const terminal = await connectTerminal(device);
      const nowUs = Date.now() * 1000 - 60_000_000;
      const data = [7, 0, 1, 0, 0, 0, 0, 0];
      await terminal.frames(
        [0, 1].map((channel) => ({ timeUs: nowUs, channel, id: 0x18ff0001, flags: FLAG_EXTENDED, data })),
      );
      await terminal.close();

      const page = await openPage({ locale });
      await signIn(page, account);
      await openTab(page, device.thingsId, "history");
      await page.getByRole("button", { name: words.download }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByText(words.decoded, { exact: true }).click();
      const files = dialog.getByRole("group", { name: words.dbcs }).getByRole("listitem");
      await eventually(() => files.allTextContents()).toEqual(["levelCAN1", "counterCAN2", "another"]);
      const ticks = files.getByRole("checkbox");
      const ticked = () => ticks.evaluateAll((all) => all.map((one) => (one as HTMLInputElement).checked));
      expect(await ticked()).toEqual([true, true, false]);
      await ticks.last().check();
      await expectAccessible(page);
      await screenshot(page, `download-decoded-${locale}-1440`);
      await dialog.getByRole("button", { name: words.startDownload }).click();
      await dialog.getByText(words.waiting).waitFor({ timeout: 60_000 * PATIENCE });
      await dialog.getByRole("button", { name: /^取消任务/ }).waitFor();
      const coming = page.waitForEvent("download");
      await dialog.getByRole("button", { name: words.file }).click();
      const saved = readFileSync(await (await coming).path(), "utf8");
      const [head, ...rows] = parseCsv(saved) ?? [];
      const place = (name: string) => head?.cells.indexOf(name) ?? -1;
      const seen = rows.map(({ cells }) => ["channel", "signal", "value"].map((name) => cells[place(name)]).join(" "));
      expect(seen.sort()).toEqual(["0 Level 7", "1 Count 7", "1 Mode 1"]);

      // A file that is there is not lost by one click.
      const remove = dialog.getByRole("button", { name: /^删除任务/ });
      const asking = page.getByRole("dialog", { name: /^删除任务/ });
      await remove.click();
      await asking.getByText(/^已生成的文件/).waitFor();
      await expectAccessible(page);
      await asking.getByRole("button", { name: "取消", exact: true }).click();
      await eventually(() => asking.count()).toBe(0);
      await remove.click();
      await asking.getByRole("button", { name: "删除任务", exact: true }).click();
      await eventually(() => remove.count()).toBe(0);
    },
  );

  it("a log of one's own machine is read in the page, as frames and as curves of the tenant's DBC, and nothing is sent", async () => {
    const words = WORDS["en-US"];
    const { account, device } = await deviceOfTenant("Local car");
    await giveDbc(account.tenantId, "counter.dbc", DBC);
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await openTab(page, device.thingsId, "local");
    await page.getByRole("button", { name: words.choose }).first().waitFor();
    const sent: string[] = [];
    page.on("request", (request) => {
      if (request.method() !== "GET" && /import|curve|statistic/.test(request.url())) sent.push(request.url());
    });
    const input = page.getByLabel(words.choose).and(page.locator("input"));
    await input.setInputFiles({ name: "drive.blf", mimeType: "application/octet-stream", buffer: fileOf("blf") });
    await page.getByText("BLF · 1,200 frames").waitFor();
    await eventually(() => page.getByRole("grid").getByText("0x18FF0001").count()).toBeGreaterThan(0);
    await page.getByRole("textbox", { name: words.filter }).fill("id 101");
    const wanted = frames.filter(({ id }) => id === 0x101).length;
    await page.getByText(`BLF · ${wanted} frames`).waitFor();
    await expectAccessible(page);
    await screenshot(page, "local-log-en-US-1440");

    const long = { name: "long.blf", mimeType: "application/octet-stream", buffer: fileOf("blf", longDrive) };
    await input.setInputFiles(long);
    await page.getByText("BLF · 40,000 frames").waitFor();
    await page.getByText("Curves", { exact: true }).click();
    const search = page.getByRole("searchbox", { name: "Find a signal" });
    for (const signal of ["Count", "Mode"]) {
      await search.fill(signal);
      await page.getByRole("checkbox", { name: signal, exact: true }).check();
    }
    // Reduced to the pixels, yet the peak of one sample is there; the figures count every sample.
    const kind = page.locator("[data-curve-kind]");
    await eventually(() => kind.getAttribute("data-curve-kind")).toBe("pixels");
    const figures = page.locator('tbody[data-signal="Count"]');
    await eventually(() => figures.textContent()).toContain("52,000");
    await eventually(() => figures.locator('[data-exact="true"]').count()).toBe(1);
    const mean = longDrive.reduce((sum, { data }) => sum + (data[0] ?? 0) + 256 * (data[1] ?? 0), 0) / longDrive.length;
    expect(await figures.textContent()).toContain(mean.toFixed(1));
    const plot = await page.locator('canvas[data-curve="lines"]').first().boundingBox();
    if (!plot) throw new Error("no plot");
    const xOf = (ms: number) => plot.x + 108 + (ms / (2 * PART_MS + SILENCE_MS)) * (plot.width - 108 - 12);
    const legend = page.locator("[data-legend-value]").first();
    await page.mouse.move(xOf(5000), plot.y + 60);
    await eventually(() => legend.textContent()).toMatch(/\d/);
    await page.mouse.move(xOf(PART_MS + SILENCE_MS / 2), plot.y + 60);
    await eventually(() => legend.textContent()).toBe("—");
    await expectAccessible(page);
    await screenshot(page, "local-curves-en-US-1440");
    // Into the peak, until every sample is drawn.
    await page.mouse.move(xOf(7777), plot.y + 60);
    for (let i = 0; i < 8; i++) {
      await page.mouse.wheel(0, -320);
      await nextFrame(page);
    }
    await eventually(() => kind.getAttribute("data-curve-kind")).toBe("raw");
    await eventually(() => figures.textContent()).toContain("52,000");
    expect(new URL(page.url()).searchParams.get("panels")).toContain("Count");

    await input.setInputFiles({ name: "notes.txt", mimeType: "text/plain", buffer: Buffer.from("just words") });
    await page.getByText(words.notALog).waitFor();
    expect(sent).toEqual([]);
  });
});
