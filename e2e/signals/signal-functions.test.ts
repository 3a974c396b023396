import { readFileSync } from "node:fs";
import type { Locator, Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { DbcDecoder } from "../../packages/can/dbc/decode/decode.ts";
import { parseDbc } from "../../packages/can/dbc/parse/parse.ts";
import { checksumOf } from "../../packages/can/samples/checksums.ts";
import { summarise } from "../../packages/can/samples/summary.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, lookOf, reach, signIn } from "../support/visitors.ts";

const DBC = `VERSION ""
NS_ :
BS_:
BU_: E
BO_ 256 Engine: 8 E
 SG_ Speed : 0|16@1+ (0.1,-20) [0|300] "km/h" E
 SG_ Gear : 16|3@1+ (1,0) [0|7] "" E
 SG_ Counter : 24|4@1+ (1,0) [0|15] "" E
BO_ 512 Cooling: 4 E
 SG_ Temp : 7|16@0- (0.01,0) [-40|150] "degC" E
BO_ 768 Many: 8 E
${Array.from({ length: 31 }, (_, i) => ` SG_ Flag_${i} : ${i}|1@1+ (1,0) [0|1] "" E`).join("\n")}
BA_DEF_ BO_  "GenMsgCycleTime" INT 0 65535;
BA_DEF_DEF_  "GenMsgCycleTime" 0;
BA_ "GenMsgCycleTime" BO_ 256 10;
VAL_ 256 Gear 0 "Park" 1 "Drive" ;
`;
const decoder = new DbcDecoder(parseDbc(DBC).dbc);
const COUNT = 3000;
/** Left out on the way: the counter and the cycle tell. */
const LOST = new Set([1000, 1001, 2000]);
const startMs = Math.floor(Date.now() / 1000) * 1000 - 30 * 60_000;
const endMs = startMs + COUNT * 10;

interface Sent {
  timeUs: number;
  channel: number;
  id: number;
  data: number[];
}

/** Thirty seconds: engine at 100 Hz, cooling at 10 Hz. One checksum is wrong. */
function drive(): Sent[] {
  return Array.from({ length: COUNT }, (_, i) => i).flatMap((i) => {
    const timeUs = startMs * 1000 + i * 10_000;
    const speed = Math.round((60 + 40 * Math.sin((2 * Math.PI * 2 * i) / 100) + 20) * 10);
    const bytes = Uint8Array.of(speed & 255, speed >> 8, i < COUNT / 3 ? 0 : 1, i % 16, 0, 0, 0, 0);
    bytes[7] = checksumOf("xor", bytes, 7) ^ (i === 500 ? 1 : 0);
    const temp = 8000 + i;
    const engine = LOST.has(i) ? [] : [{ timeUs, channel: 0, id: 0x100, data: [...bytes] }];
    const cooling =
      i % 10 === 5 ? [{ timeUs: timeUs + 1000, channel: 0, id: 0x200, data: [temp >> 8, temp & 255, 0, 0] }] : [];
    return [...engine, ...cooling];
  });
}
const frames = drive();

/** More than a view of data draws, each a bend: two hundred a second on the way north. */
const POSITIONS = 6000;
const positions = Array.from({ length: POSITIONS }, (_, i) => ({
  time: startMs + i * 5,
  latitude: 31.2 + (i * 0.075) / 111_195,
  longitude: 121.4 + (i % 2) * 0.00003,
  speed_kmh: 54,
  course: 0,
}));
/** What the library's decoder says. */
const samplesOf = (name: string) =>
  frames.flatMap(({ timeUs, id, data, channel }) => {
    const frame = { timeUs, channel, id, flags: 0, size: data.length, data: Uint8Array.from(data) };
    const found = decoder.decode(frame)?.signals.find(({ signal }) => signal.name === name);
    return found ? [{ timeUs, value: Number(found.value) }] : [];
  });

const WORDS = {
  "zh-CN": {
    choose: /^信号（/,
    start: "选择要查看的信号，最多 30 个",
    close: "关闭",
    jump: "跳转到",
    jumpTime: "时间",
    exportRange: "导出时间范围…",
    decoded: "解码值",
    limit: "最多选择 30 个信号",
    table: "解码后的历史数据",
    curves: /^曲线（/,
    play: "播放",
    pause: "暂停",
    speed: "速度",
    position: "回放位置",
    fn: "函数",
    pick: /^信号: /,
    pickX: /^X 信号: /,
    pickY: /^Y 信号: /,
    run: "计算",
    exportCsv: "导出 CSV",
    mean: "平均值",
    missing: "缺失帧",
    lost: "至少丢失",
    wrong: "错误",
    computed: "计算信号",
    fresh: "新建",
    name: "名称",
    unit: "单位",
    formula: "公式",
    addInput: "添加输入信号",
    save: "保存",
    unknownName: "没有名为 Spead 的输入信号",
    right: "公式正确",
    list: ["统计", "周期统计", "直方图", "XY 散点", "状态时长", "频谱（FFT）", "计数器检查", "校验和检查", "总线负载"],
  },
  "en-US": {
    choose: /^Signals \(/,
    start: "Choose the signals to look at, 30 at most",
    close: "Close",
    jump: "Go to",
    jumpTime: "Time",
    exportRange: "Export the range…",
    decoded: "Decoded values",
    limit: "At most 30 signals can be chosen",
    table: "Decoded history",
    curves: /^Curves \(/,
    play: "Play",
    pause: "Pause",
    speed: "Speed",
    position: "Position",
    fn: "Function",
    pick: /^Signal: /,
    pickX: /^X signal: /,
    pickY: /^Y signal: /,
    run: "Compute",
    exportCsv: "Export CSV",
    mean: "Mean",
    missing: "Missing frames",
    lost: "Lost at least",
    wrong: "Wrong",
    computed: "Computed signals",
    fresh: "New",
    name: "Name",
    unit: "Unit",
    formula: "Formula",
    addInput: "Add an input signal",
    save: "Save",
    unknownName: "there is no input named Spead",
    right: "The formula is right",
    list: [
      "Statistics",
      "Cycle statistics",
      "Histogram",
      "XY scatter",
      "State durations",
      "Spectrum (FFT)",
      "Counter check",
      "Checksum check",
      "Bus load",
    ],
  },
} as const;

journeys("decoded history, playback and functions", () => {
  let account: Awaited<ReturnType<typeof newAccount>>;
  let thingsId: string;

  beforeAll(async () => {
    account = await newAccount();
    const { db } = await database();
    await setPackage(db, account.tenantId, UNLIMITED_PACKAGE);
    const device = await registerDevice(account.tenantId, { name: "Functions" });
    thingsId = device.thingsId;
    await createDbc(db, account.tenantId, "functions.dbc", {
      bytes: Buffer.from(DBC),
      remark: "",
      draft: false,
      author: account.name,
    });
    const terminal = await connectTerminal(device);
    for (let i = 0; i < frames.length; i += 1000) await terminal.frames(frames.slice(i, i + 1000));
    for (let i = 0; i < POSITIONS; i += 1000) await terminal.positions(positions.slice(i, i + 1000));
    await terminal.close();
  });
  afterAll(closeStore);

  async function open(locale: Locale, width: number, sub: string): Promise<Page> {
    const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
    await signIn(page, account);
    const range = `&from=${startMs}&to=${endMs}`;
    await page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=dbc&sub=${sub}${range}`);
    return page;
  }
  const tick = (page: Page, name: string | RegExp) => page.getByRole("dialog").getByLabel(name).click();
  async function download(page: Page, button: string): Promise<string> {
    const [file] = await Promise.all([
      page.waitForEvent("download"),
      page.getByRole("button", { name: button }).click(),
    ]);
    return readFileSync(await file.path(), "utf8");
  }

  it.each(lookOf("en-US", 390))("the decoded table shows what the decoder says [DBC-07]", async ({ locale, width }) => {
    const words = WORDS[locale];
    const page = await open(locale, width, "history");
    await page.getByRole("button", { name: words.choose }).first().click();
    const dialog = page.getByRole("dialog");
    for (const name of [/^Speed/, /^Gear/, /^Temp/]) await tick(page, name);
    await dialog.getByRole("button", { name: words.close, exact: true }).last().click();
    // Row 2 is the second engine frame.
    const speeds = samplesOf("Speed");
    await eventually(() => textOf(page.locator("main"))).toContain(String(speeds[1]?.value));
    await eventually(() => textOf(page.locator("main"))).toContain("Park");
    await screenshot(page, `decoded-history-${width}-${locale}`);
    await expectAccessible(page);

    // The whole range goes out decoded, by the DBC of the chosen signals.
    await (await reach(page.getByRole("button", { name: words.exportRange }))).click();
    const out = page.getByRole("dialog");
    await eventually(() => out.getByRole("radio", { name: words.decoded }).isChecked()).toBe(true);
    await eventually(() => out.getByRole("checkbox", { name: "functions", exact: true }).isChecked()).toBe(true);
    await page.keyboard.press("Escape");

    // One list over the whole range: as many rows as frames were sent, with the keys of every frame table.
    const table = page.getByRole("grid", { name: words.table });
    await eventually(() => table.getAttribute("aria-rowcount")).toBe(String(frames.length + 1));
    await table.press("End");
    const last = frames.at(-1)?.timeUs ?? 0;
    await table
      .getByRole("row")
      .filter({ hasText: rowTime(last) })
      .first()
      .waitFor();
    await (await reach(page.getByRole("button", { name: words.jump, exact: true }))).click();
    const jump = page.getByRole("dialog").getByRole("textbox", { name: words.jumpTime, exact: true });
    await jump.fill(localText(startMs + 15_000));
    await jump.press("Enter");
    await eventually(() => textOf(page.locator("main"))).toContain("Drive");
    // The time stays written there, and its row is marked.
    const marked = table.locator('[data-marked="true"]:visible');
    await eventually(() => textOf(marked)).toContain(rowTime((startMs + 15_000) * 1000));
    expect(page.url()).toContain(`at=${startMs + 15_000}`);
    expect(await page.locator('[data-held="true"]').count()).toBeGreaterThan(0);
    expect(await page.locator('[data-held="false"]').count()).toBeGreaterThan(0);
    // A row opens to all signals of its message, by the DBC they were chosen from.
    await marked.getByRole("button").click();
    await eventually(() => textOf(table)).toContain("Counter");
    await screenshot(page, `decoded-row-${width}-${locale}`);

    // The choice stays with the user; the 31st is refused.
    await page.reload();
    await page.getByRole("button", { name: words.choose }).first().waitFor();
    await eventually(() => textOf(page.getByRole("button", { name: words.choose }).first())).toContain("3");
    await page.getByRole("button", { name: words.choose }).first().click();
    for (let i = 0; i < 27; i++) await dialog.getByLabel(`Flag_${i}`, { exact: true }).check();
    await dialog.getByLabel("Flag_27", { exact: true }).click();
    await page.getByText(words.limit).first().waitFor();
    expect(await dialog.getByLabel("Flag_27", { exact: true }).isChecked()).toBe(false);
    for (let i = 0; i < 27; i++) await dialog.getByLabel(`Flag_${i}`, { exact: true }).uncheck();
    for (const name of [/^Speed/, /^Gear/, /^Temp/]) await tick(page, name);
    await dialog.getByRole("button", { name: words.close, exact: true }).last().click();
    await page.getByText(words.start).waitFor();
  });

  it.each(lookOf("zh-CN", 1440))("playback runs curve, frames and map in step [DBC-07]", async ({ locale, width }) => {
    const words = WORDS[locale];
    const page = await open(locale, width, "playback");
    await page.getByRole("button", { name: words.curves }).first().click();
    for (const name of [/^Speed/, /^Temp/]) await tick(page, name);
    await page.getByRole("dialog").getByRole("button", { name: words.close, exact: true }).last().click();
    await page.getByRole("img", { name: "Speed" }).waitFor();
    const clock = page.locator("time").last();
    const position = async () => new Date(`${(await textOf(clock)).replace(" ", "T")}`).getTime() - startMs;
    const slider = page.getByLabel(words.position, { exact: true });
    await eventually(position).toBe(0);

    await page.getByRole("button", { name: words.play, exact: true }).click();
    await eventually(position).toBeGreaterThan(1500);
    await page.getByRole("button", { name: words.pause, exact: true }).click();
    await page.getByRole("button", { name: words.play, exact: true }).waitFor();
    const stopped = await position();
    // What stands in the table is what was sent until then: the newest row is the last frame before the position.
    const before = frames.filter(({ timeUs }) => timeUs <= (startMs + stopped) * 1000);
    const played = page.getByRole("status").filter({ hasText: /\d/ }).last();
    await eventually(async () => Number((await textOf(played)).replace(/[^\d]/g, ""))).toBe(before.length);
    const speed = samplesOf("Speed").findLast(({ timeUs }) => timeUs <= (startMs + stopped) * 1000);
    expect(Number(await textOf(page.locator("output").first()))).toBeCloseTo(speed?.value ?? Number.NaN, 3);
    // So does the map, of as many points as a view of data draws.
    await eventually(() => textOf(page.getByTestId("track-facts"))).toMatch(/6,000.*5,000/);
    const shown = page.getByTestId("track-readout").locator("strong");
    const secondsAround = (atMs: number) => [-5, 5].map((ms) => localText(startMs + atMs + ms).slice(11));
    await eventually(async () => secondsAround(stopped).includes(await textOf(shown))).toBe(true);
    // The newest row is in sight.
    const table = page.getByRole("grid").last();
    const newest = table
      .getByRole("row")
      .filter({ hasText: rowTime(before.at(-1)?.timeUs ?? 0) })
      .first();
    await eventually(async () => {
      const [row, box] = [await newest.boundingBox(), await table.boundingBox()];
      return row !== null && box !== null && row.y >= box.y && row.y + row.height <= box.y + box.height + 1;
    }).toBe(true);
    await table.scrollIntoViewIfNeeded();
    await screenshot(page, `playback-${width}-${locale}`);
    await expectAccessible(page);

    // A hundred times as fast it reaches the end by itself.
    await page.getByRole("combobox", { name: words.speed, exact: true }).selectOption("100");
    await page.getByRole("button", { name: words.play, exact: true }).click();
    await eventually(position).toBe(endMs - startMs);
    await page.getByRole("button", { name: words.play, exact: true }).waitFor();

    // Back at the beginning, before the first frame of Cooling: its value of the end does not stay.
    const temp = page.locator("output").nth(1);
    expect(await textOf(temp)).toMatch(/\d/);
    await slider.fill("0");
    await eventually(position).toBe(0);
    await eventually(() => textOf(temp)).toBe("—");

    // Seek by hand and by keys; the frames before the place are there at once.
    await slider.fill("5000");
    await eventually(position).toBe((endMs - startMs) / 2);
    await eventually(async () => secondsAround((endMs - startMs) / 2).includes(await textOf(shown))).toBe(true);
    // A hundred before, and the one of this very moment.
    await eventually(async () => Number((await textOf(played)).replace(/[^\d]/g, ""))).toBe(101);
    await slider.press("ArrowRight");
    await eventually(position).toBe((endMs - startMs) / 2 + 1000);
    await page.getByRole("combobox", { name: words.speed, exact: true }).selectOption("0.1");
    await page.getByRole("grid").focus();
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: words.pause, exact: true }).waitFor();
    await page.keyboard.press("Shift+ArrowLeft");
    await eventually(position).toBeLessThan((endMs - startMs) / 2 - 8000);
    await page.keyboard.press("Space");
    await page.getByRole("button", { name: words.play, exact: true }).waitFor();
    // The moment is in the address: a link shows the same.
    await eventually(() => new URL(page.url()).searchParams.get("at")).not.toBeNull();
  });

  it.each(lookOf("en-US", 1440))("functions reckon what the library reckons [DBC-08]", async ({ locale, width }) => {
    const words = WORDS[locale];
    const page = await open(locale, width, "functions");
    const [statistics, cycle, histogram, xy, states, spectrum, counter, checksum, busLoad] = words.list;
    const figure = async (name: string) => {
      const box = page.locator("dl > div").filter({ has: page.locator("dt", { hasText: new RegExp(`^${name}$`) }) });
      return (await textOf(box.locator("dd"))).replaceAll(",", "").replace("−", "-");
    };
    const choose = async (label: RegExp, signal: RegExp) => {
      await page.getByRole("button", { name: label }).click();
      await tick(page, signal);
    };
    const use = (label: string) => page.getByLabel(words.fn, { exact: true }).selectOption({ label });
    const run = async () => {
      await page.getByRole("button", { name: words.run, exact: true }).click();
      await page.getByRole("button", { name: words.exportCsv }).waitFor();
    };

    await use(statistics);
    await choose(words.pick, /^Speed/);
    await run();
    const speeds = samplesOf("Speed");
    const expected = summarise({
      timeUs: Float64Array.from(speeds, ({ timeUs }) => timeUs),
      value: Float64Array.from(speeds, ({ value }) => value),
    });
    expect(Number.parseFloat(await figure(words.mean))).toBeCloseTo(expected?.mean ?? 0, 3);
    await screenshot(page, `function-statistics-${width}-${locale}`);
    await expectAccessible(page);
    expect(await download(page, words.exportCsv)).toContain(String(expected?.sigma));

    await use(cycle);
    await run();
    expect(await figure(words.missing)).toBe(String(LOST.size));
    await use(histogram);
    await run();
    await page.getByRole("img").last().waitFor();
    await use(spectrum);
    await run();
    // Two cycles a second were driven.
    const strongest = await textOf(page.locator("tbody tr").first().locator("td").first());
    expect(Number.parseFloat(strongest)).toBeCloseTo(2, 0);

    await use(states);
    await choose(words.pick, /^Gear/);
    await run();
    expect(await textOf(page.locator("tbody"))).toMatch(/Drive \(1\)[\s\S]*Park \(0\)/);
    await screenshot(page, `function-states-${width}-${locale}`);
    await use(counter);
    await choose(words.pick, /^Counter/);
    // Digit by digit: the 1 on the way to 16 is left as it is typed.
    const modulus = page.getByRole("spinbutton");
    await modulus.fill("");
    await modulus.pressSequentially("16");
    expect(await modulus.inputValue()).toBe("16");
    await run();
    expect(await figure(words.lost)).toBe(String(LOST.size));
    await use(checksum);
    await run();
    expect(await figure(words.wrong)).toBe("1");
    await use(busLoad);
    await run();
    expect(await textOf(page.locator("tbody"))).toContain("0x100");

    // A formula of one's own: wrong first, then right, then used.
    await page.getByRole("button", { name: words.computed, exact: true }).click();
    const dialog = page.getByRole("dialog").first();
    await dialog.getByRole("button", { name: words.fresh, exact: true }).click();
    await dialog.getByLabel(words.name).fill(`Acceleration ${width}`);
    await dialog.getByLabel(words.unit).fill("m/s²");
    await dialog.getByRole("button", { name: words.addInput }).click();
    const picker = page.getByRole("dialog").last();
    await picker.getByLabel(/^Speed/).click();
    await picker.getByRole("button", { name: words.close, exact: true }).last().click();
    const formula = dialog.getByLabel(words.formula);
    await formula.fill("derivative(Spead) / 3.6");
    await dialog.getByText(words.unknownName).waitFor();
    await formula.fill("derivative(Speed) / 3.6");
    await dialog.getByText(words.right).waitFor();
    await screenshot(page, `computed-signal-${width}-${locale}`);
    await expectAccessible(page);
    await dialog.getByRole("button", { name: words.save, exact: true }).click();
    await dialog
      .getByRole("listitem")
      .filter({ hasText: `Acceleration ${width}` })
      .getByText("derivative(Speed) / 3.6")
      .waitFor();
    await dialog.getByRole("button", { name: words.close, exact: true }).first().click();

    await use(xy);
    await choose(words.pickX, /^Speed/);
    await page
      .getByRole("combobox", { name: words.computed.replace(/s$/, "") })
      .last()
      .selectOption(`Acceleration ${width}`);
    await run();
    await screenshot(page, `function-xy-${width}-${locale}`);
    await use(statistics);
    await page.getByRole("combobox", { name: words.computed.replace(/s$/, "") }).selectOption(`Acceleration ${width}`);
    await run();
    // The steepest step of 40 · sin(2π · 2 · t), in m/s².
    const slopes = speeds.slice(1).map((one, i) => {
      const last = speeds[i] ?? one;
      return ((one.value - last.value) / ((one.timeUs - last.timeUs) / 1e6) / 3.6) as number;
    });
    const top = page.locator("tbody tr").last().locator("td").nth(1);
    expect(Number.parseFloat((await textOf(top)).replaceAll(",", ""))).toBeCloseTo(Math.max(...slopes), 2);
  });
});

const textOf = async (found: Locator) => (await found.textContent()) ?? "";

/** `12:14:30.510 000`, as a row says it. */
function rowTime(timeUs: number): string {
  const text = new Date(timeUs / 1000 - new Date(timeUs / 1000).getTimezoneOffset() * 60_000).toISOString();
  return `${text.slice(11, 23)} ${String(timeUs).slice(-3)}`;
}

/** As the page's time fields take it, in the zone of this machine. */
function localText(atMs: number): string {
  const at = new Date(atMs - new Date(atMs).getTimezoneOffset() * 60_000);
  return at.toISOString().slice(0, 19).replace("T", " ");
}
