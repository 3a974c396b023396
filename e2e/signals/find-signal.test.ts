import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { insertBits } from "../../packages/can/bytes/bits.ts";
import { checksumOf } from "../../packages/can/samples/checksums.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { smallTargets } from "../support/small-targets.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, signIn } from "../support/visitors.ts";

const DBC = `VERSION ""
BU_: E
BO_ 256 Wheel: 8 E
 SG_ Speed : 0|16@1+ (0.01,0) [0|300] "km/h" E
`;
const COUNT = 1500;
const STEP_MS = 40;
const startMs = Math.floor(Date.now() / 1000) * 1000 - 40 * 60_000;
const endMs = startMs + COUNT * STEP_MS;
const PRESSED = [300, 700, 1210];
const speedOf = (i: number) => 60 + 50 * Math.sin(i / 90);

/** A known wheel speed in 0x100; in 0x2A0 the same over four, a key, a counter and a checksum. */
function frames() {
  return Array.from({ length: COUNT }, (_, i) => i).flatMap((i) => {
    const timeUs = (startMs + i * STEP_MS) * 1000;
    const known = new Uint8Array(8);
    insertBits(known, { startBit: 0, length: 16, byteOrder: "intel" }, Math.round(speedOf(i) * 100));
    const unknown = new Uint8Array(8);
    insertBits(unknown, { startBit: 12, length: 9, byteOrder: "motorola" }, Math.round(speedOf(i) * 4));
    unknown[4] = PRESSED.some((at) => i >= at && i < at + 30) ? 0x20 : 0;
    unknown[6] = i & 15;
    unknown[7] = checksumOf("crc8J1850", unknown, 7);
    return [
      { timeUs, channel: 0, id: 0x100, data: [...known] },
      { timeUs: timeUs + 7, channel: 1, id: 0x2a0, data: [...unknown] },
    ];
  });
}

const WORDS = {
  "zh-CN": {
    start: "说明信号的已知条件，然后查找",
    search: "查找",
    cancel: "取消",
    moment: "时刻",
    marked: "已标记的时刻",
    candidates: "候选",
    rose: "在 3 个时刻中的 3 个上升，其他时候上升 0 次",
    bit: /CAN2 0x2A0 起始位 37，1 位/,
    word: /CAN2 0x2A0 起始位 \d+，\d+ 位, Motorola, 无符号/,
    ways: { signal: "已知信号", gps: "GPS 速度" },
    takeA: "时间条范围作为 A",
    takeB: "时间条范围作为 B",
    choose: /^信号: /,
    aside: /^单独列出/,
    counter: "计数器，步长 1",
    checksum: "CRC-8 SAE J1850",
    add: /^加入 DBC…/,
    file: "DBC 文件",
    fileName: /^文件名称/,
    name: /^信号/,
    unit: "单位",
    factor: /^系数/,
    save: "加入",
    saved: (name: string, revision: number) => `${name} 已加入 unknown，修订 ${revision}`,
    close: "关闭",
    open: "在 DBC 中打开",
    noFrames: "该时间范围内没有帧",
    reference: "参考信号在该时间范围内没有数据或没有变化",
    known: /走势一致/,
  },
  "en-US": {
    start: "Say what is known of the signal, then search",
    search: "Search",
    cancel: "Cancel",
    moment: "Moment",
    marked: "Marked moments",
    candidates: "Candidates",
    rose: "Rose at 3 of 3 moments, 0 times elsewhere",
    bit: /CAN2 0x2A0 bit 37/,
    word: /CAN2 0x2A0 start bit \d+, \d+ bits, Motorola, unsigned/,
    ways: { signal: "A known signal", gps: "GPS speed" },
    takeA: "Range of the time bar as A",
    takeB: "Range of the time bar as B",
    choose: /^Signal: /,
    aside: /^Set aside/,
    counter: "Counter, step 1",
    checksum: "CRC-8 SAE J1850",
    add: /^Add to a DBC…/,
    file: "DBC file",
    fileName: /^Name of the file/,
    name: /^Signal/,
    unit: "Unit",
    factor: /^Factor/,
    save: "Add",
    saved: (name: string, revision: number) => `${name} was added to unknown, revision ${revision}`,
    close: "Close",
    open: "Open in the DBC",
    noFrames: "No frames in this range",
    reference: "The reference has no values in the range, or they never change",
    known: /Follows it/,
  },
} as const;

const LOOKS = [
  { locale: "zh-CN", width: 390 },
  { locale: "en-US", width: 1440 },
] as const;
const SLOW = { timeout: 120_000 * PATIENCE };

journeys("find the signal", () => {
  let account: Awaited<ReturnType<typeof newAccount>>;
  let thingsId: string;

  /** A tenant for each look: the file that it makes has one name in both. */
  async function prepare() {
    account = await newAccount();
    const { db } = await database();
    await setPackage(db, account.tenantId, UNLIMITED_PACKAGE);
    const device = await registerDevice(account.tenantId, { name: "Unknown" });
    thingsId = device.thingsId;
    const given = { bytes: Buffer.from(DBC), remark: "", draft: false, author: account.name };
    await createDbc(db, account.tenantId, "wheel.dbc", given);
    const terminal = await connectTerminal(device);
    const all = frames();
    for (let i = 0; i < all.length; i += 1000) await terminal.frames(all.slice(i, i + 1000));
    await terminal.close();
  }
  afterAll(closeStore);

  const at = (more: string, from = startMs, to = endMs) =>
    `/Container/HomePage/DeviceDetails?id=${thingsId}&tab=dbc&sub=find&from=${from}&to=${to}${more}`;
  async function open(locale: Locale, width: number): Promise<Page> {
    await prepare();
    const page = await openPage({ locale, width, height: width === 390 ? 844 : 900 });
    await signIn(page, account);
    return page;
  }
  /** As it is typed, in the zone of the browser. */
  const typed = (page: Page, ms: number) =>
    page.evaluate((time) => {
      const local = new Date(time - new Date(time).getTimezoneOffset() * 60_000);
      return local.toISOString().slice(0, 23).replace("T", " ");
    }, ms);
  const pressedMs = (i: number) => startMs + i * STEP_MS + 100;
  const search = (page: Page, words: (typeof WORDS)[Locale]) =>
    page.getByRole("button", { name: words.search, exact: true });

  it.each(LOOKS)(
    "moments that are marked name the key, which goes into a DBC, at $width px in $locale [DBC-10]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const page = await open(locale, width);
      const [first, ...others] = PRESSED.map(pressedMs);
      await page.goto(at(`&at=${first}`));
      await page.getByText(words.start).waitFor();
      // Without a moment there is nothing to look for, and the button says so.
      expect(await search(page, words).getAttribute("aria-disabled")).toBe("true");
      await page.keyboard.press("m");
      const marks = page.getByRole("list", { name: words.marked }).locator("time");
      await eventually(() => marks.count()).toBe(1);
      for (const [i, ms] of others.entries()) {
        await page.getByRole("textbox", { name: words.moment, exact: true }).fill(await typed(page, ms));
        await page.keyboard.press("Enter");
        await eventually(() => marks.count()).toBe(2 + i);
      }
      await search(page, words).click();
      const list = page.getByRole("group", { name: words.candidates });
      const best = list.getByRole("radio").first();
      await best.waitFor();
      expect(await best.getAttribute("aria-label")).toMatch(words.bit);
      await list.getByText(words.rose).first().waitFor();
      await page.getByRole("img", { name: words.bit }).waitFor();
      await expectAccessible(page);
      if (width === 390) await eventually(async () => (await smallTargets(page)).join("; ")).toBe("");
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0);
      await screenshot(page, `find-signal-moments-${width}-${locale}`);
      // Counters and checksums change all the time and are told apart.
      await page.getByText(words.aside).click();
      await page.getByText(words.counter).first().waitFor();
      await page.getByText(words.checksum).first().waitFor();

      // Arrow keys go through the list; the choice and the search are in the address.
      await best.focus();
      await page.keyboard.press("ArrowDown");
      await eventually(() => new URL(page.url()).searchParams.get("pick")).not.toBeNull();
      const second = await list.getByRole("radio", { checked: true }).getAttribute("aria-label");
      expect(second).not.toMatch(words.bit);
      await page.reload();
      await eventually(() => list.getByRole("radio", { checked: true }).getAttribute("aria-label")).toBe(second);

      await list.getByRole("button", { name: words.add }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(words.fileName).fill("unknown");
      await dialog.getByLabel(words.name).fill("Key");
      if (width === 390) await eventually(async () => (await smallTargets(page)).join("; ")).toBe("");
      await expectAccessible(page);
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await dialog.getByText(words.saved("Key", 1)).waitFor();
      await dialog.getByRole("button", { name: words.close, exact: true }).last().click();

      // A known signal finds the speed, with its scale; it becomes the next revision of the same file.
      await page.goto(at(""));
      await page.getByText(words.ways.signal, { exact: true }).click();
      await page.getByRole("button", { name: words.choose }).click();
      await dialog.getByLabel(words.file, { exact: true }).selectOption({ label: "wheel" });
      await dialog.getByLabel(/^Speed/).click();
      await search(page, words).click();
      await best.waitFor();
      expect(await best.getAttribute("aria-label")).toMatch(words.word);
      await list.getByText(words.known).first().waitFor();
      await screenshot(page, `find-signal-known-${width}-${locale}`);
      await list.getByRole("button", { name: words.add }).first().click();
      await dialog.getByLabel(words.file, { exact: true }).selectOption({ label: "unknown" });
      await eventually(() => dialog.getByLabel(words.factor).inputValue()).toBe("0.25");
      await dialog.getByLabel(words.name).fill("Found_Speed");
      await dialog.getByLabel(words.unit, { exact: true }).fill("km/h");
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await dialog.getByText(words.saved("Found_Speed", 2)).waitFor();
      await dialog.getByRole("button", { name: words.open }).click();
      await page.getByRole("heading", { name: "unknown.dbc" }).waitFor();
      await page.getByText("Found_Speed").filter({ visible: true }).first().waitFor();
      const { pool } = await database();
      const kept = await pool.query("select name from dbc_files where tenant_id = $1 order by name", [
        account.tenantId,
      ]);
      expect(kept.rows.map(({ name }: { name: string }) => name)).toEqual(["unknown", "wheel"]);
    },
  );

  it.each(LOOKS)(
    "two windows, a search that is cancelled, one that fails and one without frames, at $width px in $locale [DBC-10]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const page = await open(locale, width);
      const [from, to] = [startMs + 305 * STEP_MS, startMs + 325 * STEP_MS];
      await page.goto(at("&way=windows", from, to));
      await page.getByRole("button", { name: words.takeA }).click();
      await page.goto(
        page
          .url()
          .replace(String(from), String(startMs))
          .replace(/&to=\d+/, `&to=${startMs + 800}`),
      );
      await eventually(() => new URL(page.url()).searchParams.get("wa")).toBe(`${from}-${to}`);
      await page.getByRole("button", { name: words.takeB }).click();
      await eventually(() => new URL(page.url()).searchParams.get("wb")).toBe(`${startMs}-${startMs + 800}`);
      // Held back on its way, a search can be ended.
      let release: () => void = () => undefined;
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route("**/find-signal", async (route) => {
        await held;
        await route.continue().catch(() => undefined);
      });
      await search(page, words).click();
      await page.getByRole("progressbar").waitFor();
      await page.getByRole("button", { name: words.cancel, exact: true }).click();
      await page.getByText(words.start).waitFor();
      expect(new URL(page.url()).searchParams.get("run")).toBeNull();
      release();
      await page.unroute("**/find-signal");

      await search(page, words).click();
      const list = page.getByRole("group", { name: words.candidates });
      await list.getByRole("radio").first().waitFor();
      const names = await list
        .getByRole("radio")
        .evaluateAll((all) => all.map((one) => one.getAttribute("aria-label")));
      expect(names.some((name) => words.bit.test(name ?? ""))).toBe(true);
      await screenshot(page, `find-signal-windows-${width}-${locale}`);

      // A device without positions has no speed of positions.
      await page.getByText(words.ways.gps, { exact: true }).click();
      await search(page, words).click();
      await page.getByText(words.reference).waitFor();

      await page.goto(at(`&marks=${startMs - 50_000}`, startMs - 60_000, startMs - 40_000));
      await search(page, words).click();
      await page.getByText(words.noFrames).waitFor();
    },
  );
});
