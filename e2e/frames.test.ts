import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import type { TestTerminal } from "../apps/server/testing/test-terminal.ts";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE } from "../packages/can/frame/frame.ts";
import { FIRST_CHANNEL } from "../packages/contract/device-link/channels.ts";
import { expectAccessible, journeys, openPage, screenshot } from "./browser.ts";
import { drivenDevice, newTenant } from "./driven-device.ts";
import { closeStore, database, PASSWORD } from "./store.ts";
import { connectTerminal, registerDevice } from "./terminal.ts";
import { eventually, LANGUAGES, type Locale, signIn } from "./visitors.ts";

const LOOKS = LANGUAGES.flatMap((locale) => [1440, 390].map((width) => ({ locale, width })));
const SLOW = { timeout: 300_000 };
const DBC = join(import.meta.dirname, "../apps/simulator/vehicles");

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
    next: "下一页",
    jump: "跳转到时间",
    again: "再次发送",
    reconnecting: "实时连接已断开",
    points: "数据点",
    limit: "最多选择 30 个数据点",
    kinds: ["错误", "远程", "FD", "LIN", "开关量", "模拟量"],
    channel: "通道",
    direction: "方向",
    kind: "类型",
    rate: "帧/秒",
    undrawn: "未绘制",
    start: "开始时间",
    reversed: "开始时间必须早于结束时间",
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
    next: "Next page",
    jump: "Jump to time",
    again: "Send again",
    reconnecting: "The live connection is broken",
    points: "Data points",
    limit: "At most 30 data points",
    kinds: ["Error", "Remote", "FD", "LIN", "Digital", "Analogue"],
    channel: "Channel",
    direction: "Dir",
    kind: "Type",
    rate: "frames/s",
    undrawn: "not drawn",
    start: "Start",
    reversed: "The start must be before the end",
    tooMany: "The filter has too many ID ranges (at most 64)",
  },
} as const;

async function openTab(page: Page, thingsId: string, sub: "live" | "history", more = ""): Promise<void> {
  await page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&sub=${sub}${more}`);
}

const rows = (page: Page) =>
  page
    .getByRole("table")
    .getByRole("row")
    .filter({ has: page.getByRole("cell") });
const cellsOf = (page: Page, name: string) => rows(page).locator(`[class*="${name}"]:visible`);
/** A dead row of the pool is hidden; only what is in sight counts. */
const shownIds = async (page: Page) => (await cellsOf(page, "_id_").allTextContents()).filter((text) => text !== "");

/** The kinds of all rows, also of those that a small table has below its edge. */
async function kindsBelow(page: Page): Promise<string> {
  const found: string[] = [];
  for (let top = 0; top <= 1000; top += 200) {
    await page.getByRole("table").evaluate((table, to) => table.scrollTo(0, to), top);
    await page.waitForTimeout(150);
    found.push(...(await cellsOf(page, "_kind_").allTextContents()));
  }
  await page.getByRole("table").evaluate((table) => table.scrollTo(0, 0));
  return found.join(" ");
}

journeys("frames", () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "frames arrive by ID and in full, are decoded, filtered, paused and saved at $width px in $locale [DAT-01]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device } = await drivenDevice("ev", "电动物流车 01");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name: account.name, password: PASSWORD, locale });
      await openTab(page, device.thingsId, "live");
      await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
      // Lines by ID stand still: channel, then identifier.
      const ids = await shownIds(page);
      expect(new Set(ids).size).toBe(ids.length);
      // Bytes that changed are marked, cycles are measured, rate and what was not drawn are said.
      await eventually(() => rows(page).locator('[class*="_fresh_"], [class*="_recent_"]').count()).toBeGreaterThan(0);
      if (width > 390) {
        await eventually(async () => (await cellsOf(page, "_cycle_").allTextContents()).join(" ")).toMatch(/\d.*±/);
      }
      const facts = page.locator('[class*="_facts_"]').filter({ hasText: words.rate });
      await eventually(() => facts.textContent()).toMatch(/^\s*[1-9][\d,]*/);
      expect(await facts.textContent()).toMatch(new RegExp(`${words.undrawn}\\s*[\\d,]+$`));

      await page.locator('input[type="file"][accept=".dbc"]').setInputFiles(join(DBC, "ev.dbc"));
      await eventually(async () => (await cellsOf(page, "_name_").allTextContents()).join(" ")).toMatch(
        /[A-Z]{2,}_?\w*/,
      );
      await page.getByRole("table").getByRole("button", { expanded: false }).first().click();
      await eventually(() => page.locator('[class*="_signal_"]').count()).toBeGreaterThan(0);
      await eventually(
        async () => (await page.locator('[class*="signalNumber"]').first().textContent()) ?? "",
      ).not.toBe("");
      await page.waitForTimeout(2000);
      await screenshot(page, `live-frames-by-id-${width}-${locale}`);
      await expectAccessible(page);

      const one = (await shownIds(page))[0] ?? "";
      await page.getByLabel(words.filter, { exact: true }).fill(`id ${one}`);
      await eventually(() => shownIds(page)).toEqual([one]);
      await page.getByLabel(words.filter, { exact: true }).fill("id 1FF-100");
      await page.getByRole("alert").waitFor();
      await page.getByLabel(words.filter, { exact: true }).fill("");

      await page.getByText(words.all, { exact: true }).click();
      await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
      await page.getByRole("button", { name: words.pause, exact: true }).click();
      const before = await cellsOf(page, "_time_").allTextContents();
      await page.waitForTimeout(1500);
      expect(await cellsOf(page, "_time_").allTextContents()).toEqual(before);
      await screenshot(page, `live-frames-all-${width}-${locale}`);
      await page.getByRole("button", { name: words.resume, exact: true }).click();
      await eventually(async () => (await cellsOf(page, "_time_").allTextContents()).join()).not.toBe(before.join());

      await page.getByRole("button", { name: words.save, exact: true }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.saveFile, exact: true }).click();
      const text = readFileSync(await (await download).path(), "utf8");
      expect(text.split("\n")[0]).toMatch(/^\(\d+\.\d{6}\) can\d+ [0-9A-F]+#/);
    },
  );

  it.each(LOOKS)(
    "error and remote frames, 64 bytes of CAN FD, LIN and digital inputs are rows alike at $width px in $locale [DAT-01] [DAT-09]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "台架 2" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name: account.name, password: PASSWORD, locale });
      await openTab(page, device.thingsId, "live");
      await page.getByRole("table").waitFor();
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
      const long = rows(page).filter({ hasText: "0x18DAF110" });
      expect(await long.locator('[class*="_byte_"]:visible').count()).toBe(64);
      const card = await page.getByRole("table").boundingBox();
      for (const byte of await long.locator('[class*="_byte_"]:visible').all()) {
        const box = await byte.boundingBox();
        expect(box && card && box.x + box.width <= card.x + card.width + 1).toBe(true);
      }
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
      await screenshot(page, `live-frames-fd-${width}-${locale}`);
      await page.getByLabel(words.filter, { exact: true }).fill("id 30-3F, data 08 09");
      await eventually(() => shownIds(page)).toEqual(["0x03A"]);
      await page.getByLabel(words.filter, { exact: true }).fill("");
      await page.getByRole("combobox", { name: words.channel, exact: true }).selectOption({ label: "AI1" });
      await eventually(() => rows(page).filter({ visible: true }).count()).toBe(1);
      await page.getByRole("combobox", { name: words.channel, exact: true }).selectOption({ index: 0 });

      // They are saved and stored like any channel.
      await page.getByRole("button", { name: words.save, exact: true }).click();
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.saveFile, exact: true }).click();
      const saved = readFileSync(await (await download).path(), "utf8");
      for (const channel of [FIRST_CHANNEL.lin, FIRST_CHANNEL.digital, FIRST_CHANNEL.analogue]) {
        expect(saved).toMatch(new RegExp(`^\\(\\d+\\.\\d{6}\\) can${channel} `, "m"));
      }
      await page.keyboard.press("Escape");
      await openTab(page, device.thingsId, "history", `&ch=${FIRST_CHANNEL.analogue}`);
      await page.getByText("01 02 03 04", { exact: true }).first().waitFor({ timeout: 60_000 });
      expect(await page.getByText("AI1", { exact: true }).count()).toBeGreaterThanOrEqual(5);

      // Each width and each language once: the store takes its time.
      if ((width === 390) === (locale === "en-US")) await seeErrorCounters(page, terminal, device.thingsId, locale);
    },
  );

  it.each(LOOKS)(
    "frames are sent once, in a cycle and as a saved list, with each result at $width px in $locale [DEV-06]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, stop } = await drivenDevice("ev", "电动物流车 02");
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name: account.name, password: PASSWORD, locale });
      await openTab(page, device.thingsId, "live", "&send=1");
      await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
      const pane =
        width === 390 ? page.getByRole("dialog") : page.getByRole("region", { name: /发送报文|Send frames/ });
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
      await eventually(async () => {
        await pane.getByRole("button", { name: /发送列表|Send the list/ }).click();
        await page.waitForTimeout(1000);
        return (await pane.getByRole("log").textContent()) ?? "";
      }).toContain(words.offline);
      const { pool } = await database();
      const log = await pool.query(
        "select state, params from device_commands where things_id = $1 and method = 'frames.send' order by sent_at",
        [device.thingsId],
      );
      expect(log.rows[0]).toMatchObject({ state: "done", params: { frames: [{ id: 0x6a1, data: "112233" }] } });
      expect(log.rows.some(({ state }) => state === "offline")).toBe(true);
    },
  );

  it.each(LOOKS)(
    "history is filtered, paged by key, counted with a warning, copied and sent again at $width px in $locale [DAT-02]",
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
      await signIn(page, { name: account.name, password: PASSWORD, locale });
      await openTab(page, device.thingsId, "history", `&from=${base}&to=${base + 20_000}`);
      await page.getByText(words.many).waitFor();
      await page
        .getByText("0000", { exact: true })
        .or(page.getByText("00 00", { exact: true }))
        .first()
        .waitFor();
      await screenshot(page, `history-frames-${width}-${locale}`);
      await expectAccessible(page);

      if (width === 1440) await fitTheHeight(page);
      await page.getByRole("button", { name: words.next }).click();
      await page.getByText("00 05", { exact: true }).first().waitFor();
      await page.getByLabel(words.filter, { exact: true }).fill("id 101, data ?? 09");
      await page.getByText("01 09", { exact: true }).first().waitFor();
      await eventually(() => page.getByText(words.many).count()).toBe(0);
      // More identifiers than one asks for at once are refused with the reason.
      const odd = Array.from({ length: 65 }, (_, n) => (0x101 + 2 * n).toString(16)).join(",");
      await page.getByLabel(words.filter, { exact: true }).fill(odd);
      await page.getByText(words.tooMany).waitFor();
      await page.getByLabel(words.filter, { exact: true }).fill("id 101, data ?? 09");
      await page.getByText("01 09", { exact: true }).first().waitFor();
      await page.getByRole("combobox", { name: words.channel, exact: true }).selectOption({ label: "CAN1" });
      await eventually(() => page.getByText("01 09", { exact: true }).count()).toBe(0);
      await page.getByRole("combobox", { name: words.channel, exact: true }).selectOption({ label: "CAN2" });
      await page.getByText("01 09", { exact: true }).first().waitFor();
      const narrow = async (label: string, option: number, left: number) => {
        await page.getByRole("combobox", { name: label, exact: true }).selectOption({ index: option });
        await eventually(() => page.getByText("01 09", { exact: true }).count(), `${label} ${option}`).toBe(left);
      };
      // All of them were received, and none is a CAN FD frame.
      await narrow(words.direction, 2, 0);
      await narrow(words.direction, 1, 1);
      await narrow(words.kind, 2, 0);
      await narrow(words.kind, 1, 1);
      // A jump goes to the first frame from that second on; a start after the end is explained and asks for nothing.
      const local = (ms: number) => page.evaluate((at) => new Date(at).toLocaleString("sv-SE"), ms);
      await page.getByLabel(words.jump, { exact: true }).fill(await local(base + 6000));
      await page.getByLabel(words.jump, { exact: true }).press("Enter");
      await page
        .getByText(/^1[4-8] 09$/)
        .first()
        .waitFor();
      await eventually(() => page.getByText("01 09", { exact: true }).count()).toBe(0);
      const address = page.url();
      const start = page.getByLabel(words.start, { exact: true }).last();
      const before = await start.inputValue();
      await start.fill(await local(base + 86_400_000));
      await start.press("Enter");
      await page.getByText(words.reversed).waitFor();
      expect(page.url()).toBe(address);
      await start.fill(before);
      await start.press("Enter");
      await eventually(() => page.getByText(words.reversed).count()).toBe(0);

      const tick = page.getByRole("checkbox").nth(width === 390 ? 0 : 1);
      await tick.check();
      await page.getByRole("button", { name: /candump/ }).click();
      await eventually(() => page.evaluate(() => navigator.clipboard.readText())).toMatch(
        /^\(\d+\.\d{6}\) can1 101#1[4-8]09/,
      );
      await page.getByRole("button", { name: words.again }).click();
      await expect.poll(() => page.getByRole("dialog").getByLabel(words.id).inputValue()).toBe("0x101");
    },
  );

  it("the 31st data point is refused, and the choice is kept [DAT-02]", SLOW, async () => {
    const words = WORDS["zh-CN"];
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "重卡 08" });
    const page = await openPage();
    await signIn(page, { name: account.name, password: PASSWORD });
    await openTab(page, device.thingsId, "history");
    await page.locator('input[type="file"][accept=".dbc"]').setInputFiles(join(DBC, "ev.dbc"));
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
    await signIn(page, { name: account.name, password: PASSWORD });
    await openTab(page, device.thingsId, "live", "&view=all");
    await eventually(async () => (await shownIds(page)).length).toBeGreaterThan(3);
    isCut = true;
    for (const socket of sockets) await socket.close();
    await page.getByText(words.reconnecting).waitFor();
    const atCut = counter;
    await expect.poll(() => counter, { timeout: 60_000 }).toBeGreaterThan(atCut + 10);
    const atBack = counter;
    isCut = false;
    await eventually(() => page.getByText(words.reconnecting).count()).toBe(0);
    const seen = async () => {
      await page.getByRole("button", { name: words.save, exact: true }).click();
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
    await expect.poll(isWhole, { timeout: 90_000, interval: 2000 }).toBe(true);
    expect(await page.getByText("可在历史数据中查看").count()).toBe(0);
  });
});

/** The page size that follows the height: as many rows as there is room for, and the pages still in sight. */
async function fitTheHeight(page: Page): Promise<void> {
  const size = page.getByRole("combobox", { name: /^(每页条数|Rows per page)$/ });
  await size.selectOption({ label: (await size.textContent())?.includes("适应高度") ? "适应高度" : "Fit the height" });
  const room = async () => {
    const [bottom = 0, end = 0] = await size.evaluate((element) => {
      const view = element.closest("main")?.getBoundingClientRect();
      return [element.closest("nav")?.getBoundingClientRect().bottom ?? 0, view?.bottom ?? innerHeight];
    });
    return end - bottom;
  };
  // A row more would not fit.
  await eventually(room).toBeLessThan(32 + 24);
  expect(await room()).toBeGreaterThanOrEqual(0);
  const high = await rows(page).count();
  expect(high).toBeGreaterThan(5);
  await page.setViewportSize({ width: 1440, height: 1100 });
  await eventually(() => rows(page).count()).toBeGreaterThanOrEqual(high + 6);
  await page.setViewportSize({ width: 1440, height: 900 });
  await eventually(() => rows(page).count()).toBe(high);
  await size.selectOption("5");
  await eventually(() => rows(page).count()).toBe(5);
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
  await expect.poll(() => counters.textContent(), { timeout: 60_000 }).toMatch(expected);
  await expectAccessible(page);
  await screenshot(page, `bus-health-errors-${locale}`);
}
