import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import type { TestTerminal } from "../../apps/server/testing/terminals/test-terminal.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "../../packages/can/frame/frame.ts";
import { FIRST_CHANNEL } from "../../packages/contract/device-link/channels.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice, newTenant } from "../support/driven-device.ts";
import { cellTexts, rowsOf, wheel } from "../support/frame-rows.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, lookOf, reach, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const DBC = join(import.meta.dirname, "../../apps/simulator/vehicles");

const WORDS = {
  "zh-CN": {
    passive: "被动错误",
    busOff: "总线关闭",
    all: "全部",
    byId: "按 ID",
    filter: "过滤帧",
    pause: "暂停",
    resume: "继续",
    save: "保存",
    saveFile: "保存文件",
    send: "发送",
    id: "帧 ID（十六进制）",
    data: "数据（十六进制）",
    badId: "标准帧 ID 为 0x0-0x7FF",
    odd: "数据须为偶数个十六进制字符",
    sent: "设备已发送 1 / 1 帧",
    transmitting: "正在循环发送",
    add: "加入列表",
    name: "列表名称",
    saveList: "保存",
    savedNote: "已保存列表",
    cyclic: "循环",
    stop: "停止发送",
    stopped: "设备已执行",
    offline: "设备离线，无法下发指令",
    badJson: "不是有效的 JSON",
    results: "发送结果",
    many: "超过 10,000",
    nextPage: "下一页",
    realTime: "实时数据",
    range: /^时间范围/,
    start: "开始时间",
    reversed: "开始时间必须早于结束时间",
    goTo: "跳转到",
    goToTime: "时间",
    clearMark: "取消标记",
    more: "更多过滤条件",
    view: "列与行数",
    rowsShown: "行数",
    copy: "复制",
    candump: "candump 格式",
    again: "再次发送…",
    collected: "已暂停，又收到",
    reconnecting: "实时连接已断开",
    points: "数据点",
    limit: "最多选择 30 个数据点",
    kinds: ["错误", "远程", "FD", "LIN", "开关量", "模拟量"],
    channel: "通道",
    direction: "方向",
    kind: "类型",
    rate: "帧/秒",
    tooMany: "过滤条件的 ID 范围过多（最多 64 个）",
  },
  "en-US": {
    passive: "error passive",
    busOff: "bus off",
    all: "All",
    byId: "By ID",
    filter: "Filter frames",
    pause: "Pause",
    resume: "Resume",
    save: "Save",
    saveFile: "Save the file",
    send: "Send",
    id: "Frame ID (hex)",
    data: "Data (hex)",
    badId: "A standard frame ID is 0x0-0x7FF",
    odd: "Data have an even count",
    sent: "1 of 1 frames sent by the device",
    transmitting: "transmitting",
    add: "Add to list",
    name: "Name of the list",
    saveList: "Save",
    savedNote: "saved",
    cyclic: "Cyclic",
    stop: "Stop sending",
    stopped: "done by the device",
    offline: "Device offline, commands cannot be sent",
    badJson: "is not valid JSON",
    results: "Results",
    many: "more than 10,000",
    nextPage: "Next page",
    realTime: "Real-time data",
    range: /^Time range/,
    start: "Start",
    reversed: "The start must be before the end",
    goTo: "Go to",
    goToTime: "Time",
    clearMark: "Clear the mark",
    more: "More filters",
    view: "Columns and rows",
    rowsShown: "Rows",
    copy: "Copy",
    candump: "As candump",
    again: "Send again…",
    collected: "paused,",
    reconnecting: "The live connection is broken",
    points: "Data points",
    limit: "At most 30 data points",
    kinds: ["Error", "Remote", "FD", "LIN", "Digital", "Analogue"],
    channel: "Channel",
    direction: "Dir",
    kind: "Type",
    rate: "frames/s",
    tooMany: "The filter has too many ID ranges (at most 64)",
  },
} as const;

async function openTab(page: Page, thingsId: string, sub: "live" | "history", more = ""): Promise<void> {
  await page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=${sub}${more}`);
}

const shownIds = (page: Page) => cellTexts(page, "id");
const bytesOf = (page: Page) => cellTexts(page, "data");

/** The kinds of all rows, also of those that a small table has below its edge. */
async function kindsBelow(page: Page): Promise<string> {
  const found: string[] = [];
  await wheel(page, -20_000);
  for (let top = 0; top <= 1000; top += 200) {
    found.push(...(await cellTexts(page, "kind")));
    await wheel(page, 200);
  }
  await wheel(page, -20_000);
  return found.join(" ");
}

journeys("frames", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "frames arrive by ID and in full, are decoded, filtered, paused and saved at $width px in $locale [DAT-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "电动物流车 01");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await openTab(page, device.thingsId, "live");
      await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
      // Lines by ID stand still: channel, then identifier.
      const ids = await shownIds(page);
      expect(new Set(ids).size).toBe(ids.length);
      // Bytes that changed are marked, cycles are measured, rate and what was not drawn are said.
      await eventually(() => rowsOf(page).locator('[data-age="fresh"], [data-age="recent"]').count()).toBeGreaterThan(
        0,
      );
      if (width > 390) {
        await eventually(async () => (await cellTexts(page, "cycle")).join(" ")).toMatch(/\d.*±/);
      }
      const facts = page.getByTestId("live-facts");
      await eventually(() => facts.textContent()).toMatch(new RegExp(`^\\s*[1-9][\\d,]*.*${words.rate}`));

      await page.locator('input[type="file"][accept^=".dbc"]').setInputFiles(join(DBC, "ev.dbc"));
      await eventually(async () => (await cellTexts(page, "name")).join(" ")).toMatch(/[A-Z]{2,}_?\w*/);
      await page.getByRole("grid").getByRole("button", { expanded: false }).first().click();
      await eventually(() => page.getByTestId("signal").count()).toBeGreaterThan(0);
      await eventually(async () => (await page.getByTestId("signal-value").first().textContent()) ?? "").not.toBe("");
      await screenshot(page, `live-frames-by-id-${width}-${locale}`);
      await expectAccessible(page);

      const one = (await shownIds(page))[0] ?? "";
      await page.getByLabel(words.filter, { exact: true }).fill(`id ${one}`);
      await eventually(() => shownIds(page)).toEqual([one]);
      await page.getByLabel(words.filter, { exact: true }).fill("id 1FF-100");
      await page.getByRole("alert").waitFor();
      await page.getByLabel(words.filter, { exact: true }).fill("");

      await page.getByTestId("tab-content").getByText(words.all, { exact: true }).click();
      await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
      await page.getByRole("button", { name: words.pause, exact: true }).click();
      const before = await cellTexts(page, "time");
      await eventually(() => page.getByText(words.collected).textContent()).toMatch(/[1-9]\d\d/);
      expect(await cellTexts(page, "time")).toEqual(before);
      await screenshot(page, `live-frames-all-${width}-${locale}`);
      await page.getByRole("button", { name: words.resume, exact: true }).click();
      await eventually(async () => (await cellTexts(page, "time")).join()).not.toBe(before.join());

      await (await reach(page.getByRole("button", { name: words.save, exact: true }))).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.saveFile, exact: true }).click();
      const text = readFileSync(await (await download).path(), "utf8");
      expect(text.split("\n")[0]).toMatch(/^\(\d+\.\d{6}\) can\d+ [0-9A-F]+#/);
    },
  );

  it.each(lookOf("en-US", 390))(
    "error and remote frames, 64 bytes of CAN FD, LIN and digital inputs are rows alike at $width px in $locale [DAT-01] [DAT-09]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "台架 2" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await openTab(page, device.thingsId, "live");
      await page.getByRole("grid").waitFor();
      for (let n = 1; n <= 8; n++) {
        const bytes = Array.from({ length: 64 }, (_, k) => k + n);
        const frame = { timeUs: Date.now() * 1000, channel: 0, id: 0x100, data: bytes.slice(0, 8) };
        await terminal.frames([
          { ...frame, id: 0x7, flags: FLAG_ERROR },
          { ...frame, flags: FLAG_REMOTE, size: 4, data: [] },
          { ...frame, id: 0x18daf110, flags: FLAG_FD | FLAG_EXTENDED, data: bytes },
          { ...frame, id: 0x3a, channel: FIRST_CHANNEL.lin, data: bytes.slice(0, 2) },
          { ...frame, id: 0, channel: FIRST_CHANNEL.digital, data: [n] },
          { ...frame, id: 0, channel: FIRST_CHANNEL.analogue, data: bytes.slice(0, 4) },
        ]);
      }
      for (const kind of words.kinds) await eventually(() => kindsBelow(page), kind).toContain(kind);
      await screenshot(page, `live-frames-kinds-${width}-${locale}`);
      await expectAccessible(page);

      await page.getByLabel(words.filter, { exact: true }).fill("fd");
      await eventually(() => shownIds(page)).toEqual(["0x18DAF110"]);
      const long = rowsOf(page).filter({ hasText: "0x18DAF110" });
      expect(await long.locator('[data-cell="data"] > :visible').count()).toBe(64);
      const card = await page.getByRole("grid").boundingBox();
      for (const byte of await long.locator('[data-cell="data"] > :visible').all()) {
        const box = await byte.boundingBox();
        expect(box && card && box.x + box.width <= card.x + card.width + 1).toBe(true);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await screenshot(page, `live-frames-fd-${width}-${locale}`);
      await page.getByLabel(words.filter, { exact: true }).fill("id 30-3F, data 08 09");
      await eventually(() => shownIds(page)).toEqual(["0x03A"]);
      await page.getByLabel(words.filter, { exact: true }).fill("");
      const channel = await reach(page.getByRole("combobox", { name: words.channel, exact: true }));
      await channel.selectOption({ label: "AI1" });
      await eventually(() => rowsOf(page).count()).toBe(1);
      await channel.selectOption({ index: 0 });
      await page.keyboard.press("Escape");

      // They are saved and stored like any channel.
      await (await reach(page.getByRole("button", { name: words.save, exact: true }))).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.saveFile, exact: true }).click();
      const saved = readFileSync(await (await download).path(), "utf8");
      for (const channel of [FIRST_CHANNEL.lin, FIRST_CHANNEL.digital, FIRST_CHANNEL.analogue]) {
        expect(saved).toMatch(new RegExp(`^\\(\\d+\\.\\d{6}\\) can${channel} `, "m"));
      }
      await page.keyboard.press("Escape");
      await openTab(page, device.thingsId, "history", `&ch=${FIRST_CHANNEL.analogue}`);
      await expect.poll(() => bytesOf(page), { timeout: 60_000 * PATIENCE }).toContain("08090A0B");
      await eventually(() => rowsOf(page).filter({ hasText: "AI1" }).count()).toBeGreaterThanOrEqual(3);

      // Each width and each language once: the store takes its time.
      if ((width === 390) === (locale === "en-US")) await seeErrorCounters(page, terminal, device.thingsId, locale);
    },
  );

  it.each(lookOf("zh-CN", 390))(
    "frames are sent once, in a cycle and as a saved list, with each result at $width px in $locale [DEV-06]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, stop } = await drivenDevice("ev", "电动物流车 02");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await openTab(page, device.thingsId, "live", "&send=1");
      await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
      const pane = width === 390 ? page.getByRole("dialog") : page.getByRole("region", { name: /发送帧|Send frames/ });
      const sendButton = pane.getByRole("button", { name: words.send, exact: true });

      await pane.getByLabel(words.id).fill("800");
      await pane.getByLabel(words.data).fill("123");
      await sendButton.click();
      await pane.getByText(words.badId).waitFor();
      await pane.getByText(words.odd).waitFor();

      await pane.getByLabel(words.id).fill("0x6A1");
      await pane.getByLabel(words.data).fill("11 22 33");
      await sendButton.click();
      await pane.getByText(words.sent).first().waitFor();

      await pane.getByText(words.cyclic, { exact: true }).click();
      await sendButton.click();
      await pane.getByText(words.transmitting).first().waitFor();
      await pane.getByRole("button", { name: words.stop }).click();
      await pane.getByText(words.stopped).first().waitFor();

      await pane.getByRole("button", { name: words.add }).click();
      await pane.getByLabel(words.name).fill("wake up");
      await pane.getByRole("button", { name: words.saveList, exact: true }).click();
      await page.getByText(words.savedNote).first().waitFor();
      await screenshot(page, `send-list-${width}-${locale}`);
      await expectAccessible(page);
      await pane
        .locator('input[type="file"]')
        .setInputFiles({ name: "bad.json", mimeType: "application/json", buffer: Buffer.from("{ nope") });
      await page.getByText(words.badJson).first().waitFor();

      await stop();
      const tryAgain = async () => {
        await pane.getByRole("button", { name: /发送列表|Send the list/ }).click();
        return (await pane.getByRole("log").textContent()) ?? "";
      };
      await expect.poll(tryAgain, { timeout: 15_000 * PATIENCE, interval: 1000 }).toContain(words.offline);
      const { pool } = await database();
      const log = await pool.query(
        "select state, params from device_commands where things_id = $1 and method = 'frames.send' order by sent_at",
        [device.thingsId],
      );
      expect(log.rows[0]).toMatchObject({ state: "done", params: { frames: [{ id: 0x6a1, data: "112233" }] } });
      expect(log.rows.some(({ state }) => state === "offline")).toBe(true);
    },
  );

  it.each(lookOf("zh-CN", 1440))(
    "history scrolls, is filtered, counted with a warning, gone to a time, copied and sent again at $width px in $locale [DAT-02] [NAV-14]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "重卡 07" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const base = Date.now() - 5 * 60_000;
      for (let part = 0; part < 3; part++) {
        const frames = Array.from({ length: 4000 }, (_, i) => {
          const n = part * 4000 + i;
          return { timeUs: base * 1000 + n * 1000, channel: n % 2, id: 0x100 + (n % 4), data: [n >> 8, n & 255] };
        });
        await terminal.frames(frames);
      }
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
      await signIn(page, account);
      await openTab(page, device.thingsId, "history", `&from=${base}&to=${base + 20_000}`);
      await page.getByText(words.many).waitFor();
      await eventually(async () => (await bytesOf(page))[0]).toBe("0000");
      await screenshot(page, `history-frames-${width}-${locale}`);
      await expectAccessible(page);

      await scrollAndPages(page, words, width);
      const filter = page.getByLabel(words.filter, { exact: true });
      await filter.fill("id 101, data ?? 09");
      await eventually(async () => (await bytesOf(page))[0]).toBe("0009");
      await eventually(() => page.getByText(words.many).count()).toBe(0);
      // More identifiers than one asks for at once are refused with the reason.
      const odd = Array.from({ length: 65 }, (_, n) => (0x101 + 2 * n).toString(16)).join(",");
      await filter.fill(odd);
      await page.getByText(words.tooMany).first().waitFor();
      await filter.fill("id 101, data ?? 09");
      await eventually(async () => (await bytesOf(page))[0]).toBe("0009");
      const channel = page.getByRole("combobox", { name: words.channel, exact: true });
      await channel.selectOption({ label: "CAN1" });
      await eventually(() => rowsOf(page).count()).toBe(0);
      await channel.selectOption({ label: "CAN2" });
      await eventually(async () => (await bytesOf(page))[0]).toBe("0009");
      const narrow = async (label: string, option: number, isLeft: boolean) => {
        await page.getByRole("button", { name: words.more }).click();
        await page.getByRole("combobox", { name: label, exact: true }).selectOption({ index: option });
        await page.keyboard.press("Escape");
        await eventually(async () => (await rowsOf(page).count()) > 0, `${label} ${option}`).toBe(isLeft);
      };
      // All of them were received, and none is a CAN FD frame.
      await narrow(words.direction, 2, false);
      await narrow(words.direction, 1, true);
      await narrow(words.kind, 2, false);
      await narrow(words.kind, 1, true);
      // The filter stays when one looks at the real-time tab and comes back.
      if (width > 390) {
        await page.getByText(words.realTime, { exact: true }).first().click();
        await page.waitForURL(/sub=live/);
        expect(await filter.inputValue()).toBe("id 101, data ?? 09");
        await page.goBack();
      }

      // A jump goes to the first frame from that second on, keeps its value and marks the row.
      const local = (ms: number) => page.evaluate((at) => new Date(at).toLocaleString("sv-SE"), ms);
      await page.getByRole("grid").focus();
      await page.keyboard.press("g");
      const field = page.getByRole("dialog").getByLabel(words.goToTime, { exact: true });
      await field.fill("soon");
      await field.press("Enter");
      await page
        .getByRole("dialog")
        .getByText(/请按 2026|Write it as 2026/)
        .waitFor();
      await field.fill(await local(base + 6000));
      await field.press("Enter");
      const marked = page.getByRole("grid").locator('[data-marked="true"]:visible');
      await eventually(async () => (await marked.locator('[data-cell="data"]').allTextContents()).join()).toMatch(
        /^1[4-8]09$/,
      );
      expect(await page.getByRole("button", { name: words.goTo }).textContent()).toMatch(/\d\d:\d\d:\d\d\.\d{3}/);
      await page.getByRole("button", { name: words.clearMark }).click();
      await eventually(() => marked.count()).toBe(0);

      await refuseReversedRange(page, words, await local(base + 86_400_000));
      await rowsOf(page).first().getByRole("checkbox").check();
      await page.getByTestId("frame-table").getByRole("button", { name: words.copy, exact: true }).click();
      await page.getByRole("menuitem", { name: words.candump }).click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^\(\d+\.\d{6}\) can1 101#[0-9A-F]{2}09/,
      );
      await page.getByRole("button", { name: words.again, exact: true }).click();
      const pane = width === 390 ? page.getByRole("dialog") : page.getByRole("region", { name: /发送帧|Send frames/ });
      await expect.poll(() => pane.getByLabel(words.id).inputValue()).toBe("0x101");
    },
  );

  it("the 31st data point is refused, and the choice is kept [DAT-02]", SLOW, async () => {
    const words = WORDS["zh-CN"];
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "重卡 08" });
    const page = await openPage();
    await signIn(page, account);
    await openTab(page, device.thingsId, "history");
    await page.locator('input[type="file"][accept^=".dbc"]').setInputFiles(join(DBC, "ev.dbc"));
    await page.getByRole("button", { name: words.points }).click();
    const ticks = page.getByRole("dialog").getByRole("checkbox");
    for (let k = 0; k < 30; k++) await ticks.nth(k).check();
    await ticks.nth(30).click();
    await page.getByText(words.limit).first().waitFor();
    expect(await ticks.nth(30).isChecked()).toBe(false);
    await page.reload();
    await page.getByRole("button", { name: `${words.points}（30）` }).waitFor();
  });

  it("a broken live connection is said at once, and what was missed is filled in [DAT-01]", SLOW, async () => {
    const words = WORDS["zh-CN"];
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "电动物流车 03" });
    const terminal = await connectTerminal(device);
    // A counter in every frame shows whether one of them is missing; one at a time, however slow the store is.
    let counter = 0;
    let isOver = false;
    const beat = async () => {
      while (!isOver) {
        const data = [(counter + 1) >> 8, (counter + 1) & 255];
        await terminal.frames([{ timeUs: Date.now() * 1000, channel: 0, id: 0x100, data }]);
        counter += 1;
        await new Promise((resolve) => setTimeout(resolve, 100));
      }
    };
    const beating = beat();
    onTestFinished(async () => {
      isOver = true;
      await beating;
      await terminal.close();
    });
    const page = await openPage();
    let isCut = false;
    const sockets: { close(): Promise<void> }[] = [];
    await page.routeWebSocket(/\/live$/, (socket) => {
      if (isCut) return void socket.close();
      socket.connectToServer();
      sockets.push(socket);
    });
    await signIn(page, account);
    await openTab(page, device.thingsId, "live", "&view=all");
    await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
    isCut = true;
    for (const socket of sockets) await socket.close();
    await page.getByText(words.reconnecting).waitFor();
    const atCut = counter;
    await expect.poll(() => counter, { timeout: 60_000 * PATIENCE }).toBeGreaterThan(atCut + 10);
    const atBack = counter;
    isCut = false;
    await eventually(() => page.getByText(words.reconnecting).count()).toBe(0);
    const seen = async () => {
      await (await reach(page.getByRole("button", { name: words.save, exact: true }))).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.saveFile, exact: true }).click();
      const text = readFileSync(await (await download).path(), "utf8");
      await page.keyboard.press("Escape");
      return [...text.matchAll(/ 100#([0-9A-F]{4})/g)].map(([, hex = ""]) => Number.parseInt(hex, 16));
    };
    const isWhole = async () => {
      const numbers = await seen();
      const isUnbroken = numbers.every((number, at) => at === 0 || number === (numbers[at - 1] ?? 0) + 1);
      return isUnbroken && (numbers[0] ?? atCut) < atCut && (numbers.at(-1) ?? 0) > atBack;
    };
    await expect.poll(isWhole, { timeout: 90_000 * PATIENCE, interval: 2000 }).toBe(true);
    expect(await page.getByText("可在历史数据中查看").count()).toBe(0);
  });
});

/** A start after the end is explained and asks for nothing. */
async function refuseReversedRange(page: Page, words: (typeof WORDS)[Locale], late: string): Promise<void> {
  const address = page.url();
  await page.getByRole("button", { name: words.range }).click();
  const start = page.getByRole("dialog").getByLabel(words.start, { exact: true });
  await start.fill(late);
  await start.press("Enter");
  await page.getByText(words.reversed).waitFor();
  expect(page.url()).toBe(address);
  await page.keyboard.press("Escape");
}

/** The table scrolls through all its rows; who wants pages of some rows has them. */
async function scrollAndPages(page: Page, words: (typeof WORDS)[Locale], width: number): Promise<void> {
  await wheel(page, 1200);
  await eventually(async () => (await bytesOf(page))[0]).not.toBe("0000");
  await page.getByRole("grid").focus();
  await page.keyboard.press("End");
  await eventually(async () => (await bytesOf(page)).at(-1)).toBe("2EDF");
  await page.keyboard.press("Home");
  await eventually(async () => (await bytesOf(page))[0]).toBe("0000");
  if (width === 390) return;
  await page.getByRole("button", { name: words.view }).click();
  await page.getByRole("combobox", { name: words.rowsShown, exact: true }).selectOption("5");
  await page.keyboard.press("Escape");
  await eventually(() => rowsOf(page).count()).toBe(5);
  await page.getByRole("button", { name: words.nextPage }).click();
  await eventually(async () => (await bytesOf(page))[0]).toBe("0005");
  await page.getByRole("button", { name: words.view }).click();
  await page.getByRole("combobox", { name: words.rowsShown, exact: true }).selectOption("scroll");
  await page.keyboard.press("Escape");
  await eventually(() => rowsOf(page).count()).toBeGreaterThan(8);
}

/** What its error frames say of the terminal's controller stands in the bus health: the last, and the worst. */
async function seeErrorCounters(page: Page, terminal: TestTerminal, thingsId: string, locale: Locale): Promise<void> {
  const { passive, busOff } = WORDS[locale];
  const error = { timeUs: Date.now() * 1000, channel: 0, id: 0, flags: FLAG_ERROR };
  await terminal.frames([
    { ...error, data: [0xe4, 0x02, 0, 3, 255] },
    { ...error, timeUs: error.timeUs + 1000, data: [0xe3, 0x10, 0, 135, 0] },
  ]);
  await page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=bus&last=300`);
  const counters = page.locator("dl > div").filter({ hasText: "REC / TEC" });
  const expected = new RegExp(`135 / 0.*${passive}.*${busOff} 135 / 255`);
  await expect.poll(() => counters.textContent(), { timeout: 60_000 * PATIENCE }).toMatch(expected);
  await expectAccessible(page);
  await screenshot(page, `bus-health-errors-${locale}`);
}
