import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { FLAG_ERROR, FLAG_FD } from "../../packages/can/frame/frame.ts";
import { FIRST_CHANNEL } from "../../packages/contract/device-link/channels.ts";
import { bindDbc, boundDevice, counted } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { cellTexts, rowsOf, wheel } from "../support/frame-rows.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, lookOf, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const COUNT = 6000;

const SENSOR = `VERSION ""
BU_: A
BO_ 256 Sensor: 12 A
 SG_ Level : 0|32@1- (1,0) [0|0] "V" A
 SG_ Latitude : 32|64@1- (1E-16,0) [0|0] "deg" A
SIG_VALTYPE_ 256 Level : 1;
`;

const WORDS = {
  "zh-CN": {
    notIn: "不在 pack r1 中",
    unknown: "未知 ID",
    crc: "CRC 错误",
    curve: "加入曲线",
    find: "在曲线中查看",
    retry: "重试",
    away: "无法读取更多帧。",
    live: "回到实时",
    addToDbc: "加入 DBC…",
  },
  "en-US": {
    notIn: "not in pack r1",
    unknown: "unknown ID",
    crc: "CRC error",
    curve: "Add to curve",
    find: "Find in curve",
    retry: "Retry",
    away: "More frames cannot be read.",
    live: "Live",
    addToDbc: "Add to DBC…",
  },
} as const;

const grid = (page: Page) => page.getByRole("grid");
const numbers = async (page: Page) =>
  (await cellTexts(page, "data")).map((hex) => Number.parseInt(hex.slice(0, 4), 16));

async function open(page: Page, thingsId: string, more: string): Promise<void> {
  await page.goto(`/Container/HomePage/DeviceDetails?id=${thingsId}&tab=data&${more}`);
}

journeys("the frame table", () => {
  afterAll(closeStore);

  it.each(lookOf("zh-CN", 390))(
    "names and values stand there without a click, errors in words, inputs by value; a row opens to its signals at $width px in $locale [DAT-02] [DAT-09]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, terminal } = await boundDevice();
      const base = Date.now() - 60_000;
      const at = (ms: number) => (base + ms) * 1000;
      const float = [...new Uint8Array(new Float32Array([12.5]).buffer)];
      await terminal.frames([
        { timeUs: at(0), channel: 0, id: 0x100, data: [0x0f, 0x2d] },
        { timeUs: at(10), channel: 0, id: 0x200, data: [1] },
        { timeUs: at(20), channel: 0, id: 0, flags: FLAG_ERROR, data: [0xe3, 0x04, 0, 135, 0] },
        { timeUs: at(30), channel: FIRST_CHANNEL.analogue, id: 0, data: float },
        { timeUs: at(100), channel: 0, id: 0x100, data: [0x0f, 0x2e] },
      ]);
      const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
      await signIn(page, account);
      await open(page, device.thingsId, `sub=history&from=${base - 1000}&to=${base + 5000}`);
      await eventually(async () => (await cellTexts(page, "name")).join()).toContain("Pack");
      const values = await cellTexts(page, "values");
      expect(values[0]).toContain("Voltage388.5V");
      expect(values.slice(1, 4).join()).toMatch(new RegExp(`${words.notIn}.*${words.crc}.*12\\.5`));
      expect((await cellTexts(page, "name")).join()).toContain(words.unknown);
      // Δ is since the frame before with the same ID, and the byte that changed since is marked.
      await grid(page).focus();
      await page.keyboard.press("End");
      await eventually(async () => (await cellTexts(page, "delta")).at(-1)).toBe("100.0");
      const last = rowsOf(page).filter({ hasText: "388.6" });
      expect(await last.locator('[data-age="recent"]').allTextContents()).toEqual(["2E"]);
      await page.keyboard.press("Home");
      await eventually(async () => (await cellTexts(page, "values"))[0]).toContain("388.5");

      await rowsOf(page).first().getByRole("button", { expanded: false }).click();
      await eventually(() => page.getByTestId("signal-value").first().textContent()).toBe("388.5V");
      await page.getByRole("button", { name: words.curve, exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `frame-table-open-${width}-${locale}`);
      await rowsOf(page).first().getByRole("checkbox").check();
      await page.getByRole("button", { name: words.find, exact: true }).click();
      await page.waitForURL(/tab=dbc&sub=curve/);
      expect(new URL(page.url()).searchParams.get("panels")).toContain("Voltage");
    },
  );

  it("an open row has the value and the bits of floats and of 64-bit positions [DBC-04]", SLOW, async () => {
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "Sensor" });
    const signal = (name: string) => ({ message_id: 256, is_extended: false, signal: name });
    const bytes = Buffer.from(SENSOR);
    await bindDbc(account, device.thingsId, { name: "sensor", bytes, signals: [signal("Level"), signal("Latitude")] });
    const terminal = await connectTerminal(device);
    onTestFinished(() => terminal.close());
    const base = Date.now() - 60_000;
    await terminal.frames(
      [-1.5, Number.NaN].map((level, i) => {
        const data = new DataView(new ArrayBuffer(12));
        data.setFloat32(0, level, true);
        data.setBigInt64(4, -481371234567890123n, true);
        return {
          timeUs: (base + i) * 1000,
          channel: 0,
          id: 0x100,
          flags: FLAG_FD,
          data: [...new Uint8Array(data.buffer)],
        };
      }),
    );
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await open(page, device.thingsId, `sub=history&from=${base - 1000}&to=${base + 5000}`);
    await rowsOf(page).first().getByRole("button", { expanded: false }).click();
    const values = () => page.getByTestId("signal-value").allTextContents();
    await eventually(values).toEqual(["−1.500V", "−48.13712345679deg"]);
    await page.getByText("0xBFC00000").waitFor();
    await page.getByText("0xF951D3699E7D5B35").waitFor();
  });

  it("a frame whose DBC is loading is not called unknown [DAT-02] [DBC-03]", SLOW, async () => {
    const words = WORDS["en-US"];
    const { account, device, terminal } = await boundDevice();
    const base = Date.now() - 60_000;
    await terminal.frames(counted(base, 50));
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    const held: (() => void)[] = [];
    let isHeld = true;
    await page.route(/\/dbc-files\/[^/]+\/revisions\/[^/]+\/text/, async (route) => {
      if (isHeld) await new Promise<void>((go) => held.push(go));
      await route.continue();
    });
    await open(page, device.thingsId, `sub=history&from=${base}&to=${base + 50}`);
    await eventually(() => grid(page).locator('[data-naming="true"]:visible').count()).toBeGreaterThan(10);
    expect((await cellTexts(page, "name")).join()).not.toContain(words.unknown);
    isHeld = false;
    for (const go of held.splice(0)) go();
    await eventually(async () => new Set(await cellTexts(page, "name"))).toEqual(new Set(["Pack"]));
    expect(await grid(page).locator('[data-naming="true"]:visible').count()).toBe(0);
  });

  it(
    "a binding that is paused or a frame that is added to a DBC changes what the rows say [DBC-03] [DBC-01]",
    SLOW,
    async () => {
      const words = WORDS["en-US"];
      const { account, device, terminal } = await boundDevice();
      const base = Date.now() - 60_000;
      await terminal.frames([
        { timeUs: base * 1000, channel: 0, id: 0x100, data: [0x0f, 0x2d] },
        { timeUs: (base + 1) * 1000, channel: 0, id: 0x2a0, data: [1, 2, 3] },
      ]);
      const page = await openPage({ locale: "en-US" });
      await signIn(page, account);
      await open(page, device.thingsId, `sub=history&from=${base - 1000}&to=${base + 5000}`);
      await eventually(async () => (await cellTexts(page, "name"))[0]).toBe("Pack");
      const { pool } = await database();
      await pool.query("update signal_bindings set state = 'paused' where things_id = $1", [device.thingsId]);
      await expect
        .poll(async () => (await cellTexts(page, "name"))[0], { timeout: 60_000 * PATIENCE })
        .toBe(words.unknown);
      await rowsOf(page).nth(1).getByRole("checkbox").check();
      await page.getByRole("button", { name: words.addToDbc }).click();
      await page.waitForURL(/DBCManager/);
      await eventually(() => page.getByRole("dialog").getByLabel(/^ID/).inputValue()).toBe("2A0");
    },
  );

  it.each(lookOf("en-US", 1440))(
    "real-time goes on into the stored frames without a break or a double, and back, in $locale [DAT-01]",
    SLOW,
    async ({ locale }) => {
      const { account, device, terminal } = await boundDevice();
      await terminal.frames(counted(Date.now() - COUNT, COUNT));
      const page = await openPage({ locale });
      await signIn(page, account);
      await open(page, device.thingsId, "sub=live&view=all");
      await grid(page).waitFor();
      let next = COUNT;
      const send = async (count: number) => {
        const now = Date.now() * 1000;
        await terminal.frames(
          Array.from({ length: count }, (_, i) => {
            const n = next++;
            return { timeUs: now + i, channel: 0, id: 0x100, data: [n >> 8, n & 255] };
          }),
        );
      };
      await eventually(async () => {
        await send(60);
        return (await numbers(page)).length;
      }).toBeGreaterThan(10);
      // Up through what is live into what was stored before the page was opened.
      const seen = new Set<number>();
      const upward = async () => {
        const shown = await numbers(page);
        for (const [i, n] of shown.entries()) if (i > 0) expect(n).toBe((shown[i - 1] ?? 0) + 1);
        for (const n of shown) seen.add(n);
        // Steps so short that a slow page that takes three at once still shows some rows twice.
        await wheel(page, -120);
        return Math.min(...seen);
      };
      await expect.poll(upward, { timeout: 120_000 * PATIENCE }).toBeLessThan(COUNT - 150);
      const [low, high] = [Math.min(...seen), Math.max(...seen)];
      expect(seen.size).toBe(high - low + 1);
      await send(5);
      await page.getByTestId("frame-table").getByRole("button", { name: WORDS[locale].live, exact: true }).click();
      await eventually(async () => (await numbers(page)).at(-1)).toBe(next - 1);
    },
  );

  it(
    "a server that is away leaves the rows, says why, and is asked again in place [NAV-14] [DAT-02]",
    SLOW,
    async () => {
      const words = WORDS["zh-CN"];
      const { account, device, terminal } = await boundDevice();
      const base = Date.now() - 60_000;
      await terminal.frames(counted(base, COUNT));
      const page = await openPage({ allow: [/Failed to load resource/] });
      await signIn(page, account);
      await open(page, device.thingsId, `sub=history&from=${base}&to=${base + COUNT}`);
      await eventually(async () => (await numbers(page))[0]).toBe(0);
      await page.route(/\/frames\?/, (route) => route.abort());
      await eventually(async () => {
        await wheel(page, 3000);
        return page.getByText(words.away).count();
      }).toBe(1);
      expect(await rowsOf(page).count()).toBeGreaterThan(0);
      await page.unroute(/\/frames\?/);
      await page.getByRole("button", { name: words.retry }).click();
      await eventually(() => page.getByText(words.away).count()).toBe(0);
      await grid(page).focus();
      await page.keyboard.press("End");
      await eventually(async () => (await numbers(page)).at(-1)).toBe(COUNT - 1);
      // Keys alone: up by a row, open it, the next of this ID.
      await page.keyboard.press("Home");
      await eventually(async () => (await numbers(page))[0]).toBe(0);
      await page.keyboard.press("ArrowDown");
      await page.keyboard.press("n");
      const active = grid(page).locator('[data-active="true"]:visible');
      await eventually(() => active.locator('[data-cell="data"]').textContent()).toBe("0001");
      await page.keyboard.press("Enter");
      await eventually(() => page.getByTestId("signal").count()).toBe(1);
      await page.keyboard.press("Space");
      await page.keyboard.press("Shift+ArrowDown");
      await eventually(() => rowsOf(page).and(page.locator('[aria-selected="true"]')).count()).toBe(2);
      await page.keyboard.press("Escape");
      await eventually(() => rowsOf(page).and(page.locator('[aria-selected="true"]')).count()).toBe(0);
    },
  );
});
