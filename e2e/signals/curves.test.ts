import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { inputDbcs } from "../../apps/server/testing/protocol-page.ts";
import { LIN_DBC, LIN_ID } from "../../apps/server/testing/terminals/test-input-frames.ts";
import { startFleet } from "../../apps/simulator/fleet.ts";
import { FIRST_CHANNEL } from "../../packages/contract/device-link/channels.ts";
import { parseCsv } from "../../packages/contract/platform/csv.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { atRest, eventually, type Locale, lookOf, nextFrame, reach, signIn } from "../support/visitors.ts";
import {
  ENGINE_DBC,
  FRAMES,
  GAP_US,
  giveDbc,
  inked,
  newPanel,
  PEAK,
  PEAK_VALUE,
  plotBox,
  STEP_US,
  sendDrive,
  tick,
} from "./curve-drive.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const VEHICLES = join(import.meta.dirname, "../../apps/simulator/vehicles");

const WORDS = {
  "zh-CN": {
    pause: "暂停",
    resume: "继续",
    paused: "已暂停",
    stage: "曲线",
    values: "游标处的值",
    rename: "面板名称（2-32 个字符）",
    badName: "面板名称为 2-32 个字符",
    exports: "导出",
    csv: "所绘数据（CSV）",
    png: "图片（PNG）",
    overlay: "叠加",
    device: "设备",
    start: "另一次行驶的开始时间",
    layOver: "叠加",
    back: "返回上一范围（双击）",
    noData: "此时间范围内没有这些信号的数据",
    layout: "布局",
    saveAs: "保存为…",
    save: "保存",
    layoutName: /布局名称/,
    replace: "替换",
    deleteLayout: /^删除“/,
    cancel: "取消",
    clear: "清空面板",
    gone: "信号已不存在",
    channel: "通道",
    bind: "绑定信号策略",
  },
  "en-US": {
    pause: "Pause",
    resume: "Resume",
    paused: "Paused",
    stage: "Curves",
    values: "Values at cursors",
    rename: "Name of the panel (2-32 characters)",
    badName: "The name of a panel has 2-32 characters",
    exports: "Export",
    csv: "What is drawn (CSV)",
    png: "Picture (PNG)",
    overlay: "Overlay",
    device: "Device",
    start: "Beginning of the other drive",
    layOver: "Lay over",
    back: "Back to the range before (double click)",
    noData: "These signals have no data in this range",
    layout: "Layout",
    saveAs: "Save as…",
    save: "Save",
    layoutName: /Name of the layout/,
    replace: "Replace",
    deleteLayout: /^Delete “/,
    cancel: "Cancel",
    clear: "Clear the panels",
    gone: "signal deleted",
    channel: "Channel",
    bind: "Bind a signal strategy",
  },
} as const;

const kind = (page: Page) => page.locator("[data-curve-kind]").getAttribute("data-curve-kind");
const rangeOf = (page: Page) => {
  const { searchParams } = new URL(page.url());
  return Number(searchParams.get("to")) - Number(searchParams.get("from"));
};
const valueRow = (page: Page, signal: string) => page.locator(`tbody[data-signal="${signal}"]`);

/** What the store has to answer first, on a machine that does much else. */
const answered = <T>(read: () => T | Promise<T>) => expect.poll(read, { timeout: 60_000 * PATIENCE });

afterAll(closeStore);

journeys("curves", SLOW, () => {
  it.each(lookOf("en-US", 1440))(
    "real-time curve of a simulated vehicle: panels, axes, values, pause, picture, $width px in $locale [DBC-05]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "EV Van 01" });
      await giveDbc(account.tenantId, "ev_powertrain.dbc", readFileSync(join(VEHICLES, "ev.dbc")));
      const { url } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
      const devices = [{ id: device.deviceId, key: device.key, vehicle: "ev" as const }];
      const fleet = startFleet({ url, devices, log: () => undefined });
      onTestFinished(() => fleet.stop());
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900, theme: "dark" });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc&sub=live`);
      await tick(page, locale, "VehicleSpeed", "MotorTorque");
      await newPanel(page, locale);
      await tick(page, locale, "PackVoltage", "GearPosition");
      await eventually(() => page.locator('canvas[data-curve="lines"]').count()).toBe(2);
      // The picture moves while frames come.
      const first = await inked(page);
      await answered(() => inked(page)).not.toBe(first);
      await valueRow(page, "VehicleSpeed")
        .getByText(/max|最大/)
        .waitFor();
      // The value under the pointer stands in the legend.
      const legend = page.locator("[data-legend-value]").first();
      await answered(async () => {
        const plot = await plotBox(page);
        // Some two seconds before the right end of the plot, which its axis follows: at first there is little behind it.
        await page.mouse.move(plot.x + plot.width - 52 - (width === 390 ? 18 : 45), plot.y + 60);
        return legend.textContent();
      }).toMatch(/\d/);

      await page.getByRole("button", { name: words.pause, exact: true }).click();
      const held = await inked(page);
      await page.getByText(words.paused).waitFor();
      // Paused, it can be moved and measured; meanwhile everything is collected.
      await eventually(() => page.getByText(words.paused).textContent()).toMatch(/[1-9]/);
      expect(await inked(page)).toBe(held);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.exports }).click();
      await page.getByRole("menuitem", { name: words.png }).click();
      const picture = readFileSync(await (await download).path());
      expect(picture.subarray(1, 4).toString()).toBe("PNG");
      expect(picture.length).toBeGreaterThan(10_000);
      await screenshot(page, `curve-live-${width}-${locale}`);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.resume, exact: true }).click();
      await eventually(() => inked(page)).not.toBe(held);
    },
  );

  it.each(lookOf("zh-CN", 1440))(
    "history curve: zoom to every sample, peak, gap, cursors, overlay, export, the same view by its address, $width px in $locale [DBC-05] [DBC-06]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "Engine bench" });
      for (let i = 0; i < 25; i++) await registerDevice(account.tenantId, { name: `Truck ${i}` });
      await registerDevice(account.tenantId, { name: "Zeppelin" });
      await giveDbc(account.tenantId, "engine.dbc", Buffer.from(ENGINE_DBC));
      const base = Math.floor(Date.now() / 1000) * 1000 - 10 * 60_000;
      await sendDrive(device, base);
      await sendDrive(device, base + 120_000);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const to = base + (2 * FRAMES * STEP_US + GAP_US) / 1000 + 1000;
      const address = `/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc&sub=curve`;
      await page.goto(`${address}&from=${base - 1000}&to=${to}`);
      await tick(page, locale, "Speed", "Torque");
      await newPanel(page, locale);
      await tick(page, locale, "Gear");

      // Reduced, yet the peak of one sample is there, and so is the silence.
      await answered(() => kind(page)).toBe("pixels");
      const figures = valueRow(page, "Speed");
      await answered(() => figures.textContent()).toContain("640");
      // Every sample is counted, not only those that are drawn.
      await answered(() => figures.locator('[data-exact="true"]').count()).toBe(1);
      const stage = page.getByRole("group", { name: words.stage, exact: true });
      const first = await plotBox(page);
      const [left, right] = [width === 390 ? 72 : 108, 52];
      const inner = first.width - left - right;
      const span = to - (base - 1000);
      const xOf = (ms: number) => first.x + left + ((ms - (base - 1000)) / span) * inner;
      const pointAt = async (x: number) => page.mouse.move(x, (await plotBox(page)).y + 60);
      // Inside the gap there is no value to show.
      await pointAt(xOf(base + 46_000));
      const legend = page.locator("[data-legend-value]").first();
      await eventually(() => legend.textContent()).toBe("—");
      await screenshot(page, `curve-history-${width}-${locale}`);

      // Cursors: the difference of the values and of the times.
      await stage.focus();
      await pointAt(xOf(base + 10_000));
      await page.keyboard.press("a");
      await pointAt(xOf(base + 20_000));
      await page.keyboard.press("b");
      const panel = page.getByRole("region", { name: words.values });
      await eventually(() => panel.textContent()).toMatch(/Δt\s*(9|10)\.\d+ s/);
      await eventually(() => new URL(page.url()).searchParams.get("b") ?? "").toMatch(/^\d{16}$/);
      // One key, one sample: exactly ten milliseconds.
      const cursorB = () => Number(new URL(page.url()).searchParams.get("b"));
      await eventually(async () => {
        const before = cursorB();
        await page.keyboard.press("ArrowRight");
        await page.keyboard.press("ArrowRight");
        await eventually(cursorB).not.toBe(before);
        return ((await atRest(cursorB)) - before) % STEP_US;
      }).toBe(0);

      // The same view from its address, in another tab.
      await answered(() => figures.locator('[data-exact="true"]').count()).toBe(1);
      // The address follows the cursor when it rests.
      const told = await atRest(() => page.url());
      const other = await page.context().newPage();
      await other.goto(told);
      await answered(() => other.locator('canvas[data-curve="lines"]').count()).toBe(2);
      // Both count anew after the last step of a cursor.
      await answered(async () => {
        const [here, there] = [await figures.textContent(), await valueRow(other, "Speed").textContent()];
        return here === there ? "the same" : `${here} | ${there}`;
      }).toBe("the same");
      await other.close();

      // The wheel zooms at the pointer until every sample is there.
      const peakX = xOf(base + (PEAK * STEP_US) / 1000);
      await pointAt(peakX);
      for (let i = 0; i < 8; i++) {
        await page.mouse.wheel(0, -320);
        await nextFrame(page);
      }
      // The address follows once the wheel rests; a slow machine lets it rest before its last step.
      await eventually(() => rangeOf(page)).toBeLessThan(span * 0.62 ** 8 + 10);
      await atRest(() => page.url());
      await answered(() => kind(page)).toBe("raw");
      await screenshot(page, `curve-raw-${width}-${locale}`);
      const zoomed = rangeOf(page);
      const from = Number(new URL(page.url()).searchParams.get("from"));
      await page.mouse.down();
      await page.mouse.move(peakX - 60, (await plotBox(page)).y + 60, { steps: 4 });
      await page.mouse.up();
      await eventually(() => Number(new URL(page.url()).searchParams.get("from"))).toBeGreaterThan(from);
      expect(Math.abs(rangeOf(page) - zoomed)).toBeLessThanOrEqual(2);

      await atRest(() => page.url());
      await answered(() => page.locator('[data-loading="true"]').count()).toBe(0);
      // What is exported is what is seen: every sample of the range, the peak among them.
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: words.exports }).click();
      await page.getByRole("menuitem", { name: words.csv }).click();
      const csv = readFileSync(await (await download).path(), "utf8")
        .trimEnd()
        .split("\r\n");
      expect(csv[0]).toBe("time,Speed [km/h],Torque [Nm],Gear");
      expect(Math.abs(csv.length - 1 - rangeOf(page) / 10)).toBeLessThanOrEqual(2);
      expect(csv.filter((line) => line.includes(`,${PEAK_VALUE},`))).toHaveLength(1);
      expect(csv[1]).toMatch(/^\d{4}-.*\.\d{6}Z,[\d.]+,-?[\d.]+,(Park|Reverse|Neutral|Drive)$/);

      // Another drive over this one, and back to where one came from.
      await page.getByRole("button", { name: words.overlay, exact: true }).click();
      const dialog = page.getByRole("dialog");
      // One of many devices is found by its name.
      const found = dialog.getByRole("combobox", { name: words.device, exact: true }).locator("option");
      await eventually(() => found.count()).toBe(25);
      await dialog.getByRole("searchbox").fill("zeppelin");
      await eventually(() => found.allTextContents()).toEqual(["Engine bench", "Zeppelin"]);
      const lanes = page.locator('canvas[data-curve="lines"]').nth(1);
      const laneHeight = async () => (await lanes.boundingBox())?.height ?? 0;
      const oneLane = await laneHeight();
      await dialog.getByRole("button", { name: words.layOver, exact: true }).click();
      await page.locator("[data-overlay]").waitFor({ timeout: 60_000 * PATIENCE });
      // The states of the other drive have a lane of their own.
      await eventually(laneHeight).toBeGreaterThan(oneLane);
      await screenshot(page, `curve-overlay-${width}-${locale}`);
      expect(new URL(page.url()).searchParams.get("ov")).toContain(device.thingsId);
      await expectAccessible(page);
      await page.getByRole("button", { name: words.back }).click();
      await eventually(() => rangeOf(page)).toBeLessThan(8000);

      // A name too short is refused, with the reason.
      await page.getByRole("button", { name: /^(面板|Panel) 1$/ }).click();
      await page.getByLabel(words.rename).fill("x");
      await page.keyboard.press("Enter");
      await page.getByText(words.badName).last().waitFor();
      await keepLayout(page, locale);

      // A range without data says so.
      const panels = new URL(page.url()).searchParams.get("panels") ?? "";
      const empty = new URLSearchParams({ from: String(base - 900_000), to: String(base - 800_000), panels });
      await page.goto(`${address}&${empty}`);
      await page.getByText(words.noData).waitFor({ timeout: 60_000 * PATIENCE });
      // A signal that is not in the DBC says so and does not stop the others.
      const broken = new URLSearchParams({
        from: String(base),
        to: String(to),
        panels: panels.replace("Torque", "Gone"),
      });
      await page.goto(`${address}&${broken}`);
      await page.getByText(words.gone).waitFor();
      await answered(() => valueRow(page, "Speed").textContent()).toContain("640");
    },
  );

  it.each(lookOf("en-US", 390))(
    "LIN, digital and analogue inputs of a terminal that is away are drawn and exported like channels, $width px in $locale [DAT-09]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "Van with wires" });
      const { digital, analogue } = inputDbcs();
      for (const [name, text] of Object.entries({ digital, analogue, seat: LIN_DBC }))
        await giveDbc(account.tenantId, `${name}.dbc`, Buffer.from(text));
      const base = Math.floor(Date.now() / 1000) * 1000 - 10 * 60_000;
      await sendInputs(device, base);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      const address = `/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc`;
      await page.goto(`${address}&sub=curve&from=${base}&to=${base + INPUTS * 1000}`);
      const channel = page.getByRole("combobox", { name: words.channel, exact: true });
      await answered(() => channel.locator("option").allTextContents()).toEqual(["CAN1", "CAN2", "LIN1", "DI1", "AI1"]);
      for (const [label, signals] of Object.entries(INPUT_SIGNALS)) {
        await channel.selectOption({ label });
        await tick(page, locale, ...signals);
        if (label === "DI1") await newPanel(page, locale);
      }
      await answered(() => kind(page)).toBe("raw");
      await answered(() => valueRow(page, "Supply").textContent()).toContain("9.5");
      // Lanes for the states, and both measured ones in one panel with an axis each.
      await eventually(() => page.locator('canvas[data-curve="lines"]').count()).toBe(2);
      for (const panel of [0, 1]) await answered(() => inked(page, panel)).toBeGreaterThan(300);
      await eventually(() => page.getByText("DigitalInputs", { exact: true }).count()).toBe(1);

      // What is under the pointer, as it was sent: braking, with the engine running.
      const plot = await plotBox(page);
      const left = width === 390 ? 72 : 108;
      await page.mouse.move(plot.x + left + (plot.width - left - 52) * (55.5 / INPUTS), plot.y + 20);
      const legend = page.locator("[data-legend-value]");
      await eventually(async () => (await legend.allTextContents()).join(" ")).toMatch(/on.*pressed.*14\.1.*55/);
      await screenshot(page, `curve-inputs-${width}-${locale}`);
      await expectAccessible(page);

      const download = page.waitForEvent("download");
      await (await reach(page.getByRole("button", { name: words.exports }))).click();
      await page.getByRole("menuitem", { name: words.csv }).click();
      const [head, ...rows] = parseCsv(readFileSync(await (await download).path(), "utf8")) ?? [];
      expect(head?.cells).toEqual(["time", "Ignition", "Brake", "Supply [V]", "Angle [deg]"]);
      // A single float is written as shortly as it is the same again.
      const seen = rows.map(({ cells }) => cells.slice(1).map((cell, i) => (i === 2 ? asFloat(cell) : cell)));
      expect(seen).toEqual(Array.from({ length: INPUTS }, (_, second) => inputCells(second)));

      // And while it sends, as they come.
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      await page.goto(`${address}&sub=live`);
      await channel.selectOption({ label: "AI1" });
      await tick(page, locale, "Supply");
      await answered(async () => {
        const data = [...new Uint8Array(Float32Array.of(13.5).buffer)];
        await terminal.frames([{ timeUs: Date.now() * 1000, channel: FIRST_CHANNEL.analogue, id: 0, data }]);
        return valueRow(page, "Supply").textContent();
      }).toContain("13.5");

      // A strategy can be bound to them.
      await page.goto(`${address}&sub=bindings`);
      await page.getByRole("button", { name: words.bind }).first().click();
      const offered = page.getByRole("dialog").getByLabel(words.channel, { exact: true }).locator("option");
      await eventually(() => offered.allTextContents()).toEqual(["CAN1", "CAN2", "LIN1", "DI1", "AI1"]);
    },
  );

  it("DBC data: a device is chosen, its signals are ticked and drawn, and the address keeps it all [NAV-01] [DBC-06]", async () => {
    const locale = "en-US";
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "Bench one" });
    await registerDevice(account.tenantId, { name: "Bench two" });
    await giveDbc(account.tenantId, "engine.dbc", Buffer.from(ENGINE_DBC));
    const base = Math.floor(Date.now() / 1000) * 1000 - 10 * 60_000;
    await sendDrive(device, base);
    const page = await openPage({ locale });
    await signIn(page, account);
    await page.goto(`/Container/DBCData?sub=curve&from=${base - 1000}&to=${base + 95_000}`);
    await page.getByText("Choose a device to see its signals").waitFor();
    expect(await page.title()).toContain("DBC data");
    await expectAccessible(page);
    await page.getByRole("button", { name: "Bench one" }).click();
    await tick(page, locale, "Speed");
    await newPanel(page, locale);
    await tick(page, locale, "Gear");
    await answered(() => valueRow(page, "Speed").textContent()).toContain("640");
    await answered(() => inked(page)).toBeGreaterThan(1000);
    await expectAccessible(page);
    await screenshot(page, "dbc-data-1440-en-US");

    // The address alone brings the same picture back.
    const told = new URL(page.url());
    expect(told.searchParams.get("id")).toBe(device.thingsId);
    expect(told.searchParams.get("panels")).toMatch(/Speed.*Gear/);
    await page.reload();
    await answered(() => valueRow(page, "Speed").textContent()).toContain("640");
    await eventually(() => page.locator('canvas[data-curve="lines"]').count()).toBe(2);

    // Another device, found by its name, begins empty; the range stays, and back leads back.
    await page.getByRole("button", { name: "Bench one", exact: true }).click();
    await page.getByRole("searchbox", { name: "Find a device by name or ID" }).fill("two");
    await page.getByRole("button", { name: "Bench two" }).click();
    await page.getByRole("paragraph").filter({ hasText: "Choose the signals to draw" }).waitFor();
    expect(new URL(page.url()).searchParams.get("from")).toBe(told.searchParams.get("from"));
    await tick(page, locale, "Speed");
    await page.getByText(WORDS[locale].noData).waitFor({ timeout: 60_000 * PATIENCE });
    await page.goBack();
    await answered(() => valueRow(page, "Speed").textContent()).toContain("640");
  });
});

async function keepLayout(page: Page, locale: Locale): Promise<void> {
  const words = WORDS[locale];
  const panels = await page.locator('canvas[data-curve="lines"]').count();
  await page.getByRole("button", { name: words.layout, exact: true }).click();
  await page.getByRole("menuitem", { name: words.saveAs }).click();
  await page.getByRole("dialog").getByLabel(words.layoutName).fill("Drive overview");
  await page.getByRole("dialog").getByRole("button", { name: words.save, exact: true }).click();
  await page.getByRole("button", { name: "Drive overview", exact: true }).click();
  await page.getByRole("menuitem", { name: words.clear }).click();
  await eventually(() => page.locator('canvas[data-curve="lines"]').count()).toBe(0);
  await page.getByRole("button", { name: words.layout, exact: true }).click();
  await page.getByRole("menuitemradio", { name: /Drive overview/ }).click();
  await eventually(() => page.locator('canvas[data-curve="lines"]').count()).toBe(panels);
  // The same name again: said first, then replaced. It is everybody's, so deleting asks too.
  await page.getByRole("button", { name: "Drive overview", exact: true }).click();
  await page.getByRole("menuitem", { name: words.saveAs }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(words.layoutName).fill("Drive overview");
  await dialog.getByRole("button", { name: words.save, exact: true }).click();
  await dialog.getByRole("alert").filter({ hasText: "Drive overview" }).waitFor();
  await dialog.getByRole("button", { name: words.replace, exact: true }).click();
  await eventually(() => dialog.count()).toBe(0);
  await page.getByRole("button", { name: "Drive overview", exact: true }).click();
  await page.getByRole("menuitem", { name: words.deleteLayout }).click();
  await dialog.getByRole("button", { name: words.cancel, exact: true }).click();
  await eventually(() => dialog.count()).toBe(0);
  await page.getByRole("button", { name: "Drive overview", exact: true }).waitFor();
}

/** Seconds, one sample of each input in each. */
const INPUTS = 120;
const INPUT_SIGNALS = { DI1: ["Ignition", "Brake"], AI1: ["Supply"], LIN1: ["Angle"] };
const isRunning = (second: number) => second >= 20 && second < 100;
const isBraking = (second: number) => second >= 50 && second < 60;
/** The starter draws the supply down. */
const asFloat = (cell: string) => String(Math.fround(Number(cell)));
const voltsAt = (second: number) => Math.fround(second === 20 ? 9.5 : isRunning(second) ? 14.1 : 12.6);

const inputCells = (second: number): string[] => [
  isRunning(second) ? "on" : "off",
  isBraking(second) ? "pressed" : "released",
  String(voltsAt(second)),
  String(second),
];

async function sendInputs(device: { thingsId: string; deviceId: string; key: string }, baseMs: number): Promise<void> {
  const terminal = await connectTerminal(device);
  await terminal.frames(
    Array.from({ length: INPUTS }, (_, second) => {
      const timeUs = (baseMs + second * 1000) * 1000;
      const bits = (isRunning(second) ? 1 : 0) | (isBraking(second) ? 2 : 0);
      const volts = new Uint8Array(Float32Array.of(voltsAt(second)).buffer);
      const angle = second * 10;
      return [
        { timeUs, channel: FIRST_CHANNEL.lin, id: LIN_ID, data: [angle & 255, angle >> 8] },
        { timeUs, channel: FIRST_CHANNEL.digital, id: 0, data: [bits] },
        { timeUs, channel: FIRST_CHANNEL.analogue, id: 0, data: [...volts] },
      ];
    }).flat(),
  );
  await terminal.close();
}
