// What happens to the frame table and the curves while one looks at them.
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { NO_CURSORS, writeView } from "../../apps/web/signals/layouts/view-address.ts";
import { formatSignal } from "../../packages/contract/signals/signal-reference.ts";
import { boundDevice, counted } from "../support/bound-device.ts";
import { journeys, openPage } from "../support/browser.ts";
import { cellTexts, rowsOf } from "../support/frame-rows.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, PASSWORD } from "../support/store.ts";
import { eventually, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const COUNT = 6000;
const DETAILS = "/Container/HomePage/DeviceDetails";

const grid = (page: Page) => page.getByRole("grid");
const numbers = async (page: Page) =>
  (await cellTexts(page, "data")).map((hex) => Number.parseInt(hex.slice(0, 4), 16));

/** A page that opens loads its scripts first: on a busy machine that takes longer than a change does. */
const firstLook = <T>(read: () => Promise<T>) => expect.poll(read, { timeout: 60_000 * PATIENCE });

/** DAT-04, as another user's script does it. */
async function deleteRange(page: Page, thingsId: string, fromMs: number, toMs: number): Promise<void> {
  const token = await page.evaluate(() => sessionStorage.getItem("token"));
  const answer = await page.request.post(`/api/things/${thingsId}/frames/deletion-tasks`, {
    headers: { authorization: `Bearer ${token}` },
    data: { start_time: fromMs, end_time: toMs, password: PASSWORD },
  });
  expect(answer.ok(), await answer.text()).toBe(true);
}

async function goTo(page: Page, text: string): Promise<void> {
  await grid(page).focus();
  await page.keyboard.press("g");
  const field = page.getByRole("dialog").getByLabel("时间", { exact: true });
  await field.fill(text);
  await field.press("Enter");
}

journeys("frames that change under the view", () => {
  afterAll(closeStore);

  it("a range that is deleted is gone from the table and from the curve at once [DAT-04] [DAT-02]", SLOW, async () => {
    const { account, device, terminal, dbcId } = await boundDevice();
    const base = Math.floor(Date.now() / 1000) * 1000 - 60_000;
    await terminal.frames(counted(base, COUNT));
    const range = `id=${device.thingsId}&from=${base}&to=${base + COUNT}`;
    const table = await openPage();
    await signIn(table, account);
    await table.goto(`${DETAILS}?${range}&tab=data&sub=history`);
    await firstLook(async () => (await numbers(table))[0]).toBe(0);
    const curve = await table.context().newPage();
    const signal = { dbc_id: dbcId, channel: 0, message_id: 256, is_extended: false, signal: "Voltage" };
    const items = [{ key: formatSignal(signal), colour: 1 }];
    const { panels = "" } = writeView({ panels: [{ name: "Pack", items }] }, NO_CURSORS);
    await curve.goto(`${DETAILS}?${range}&tab=dbc&sub=curve&panels=${encodeURIComponent(panels)}`);
    const loaded = curve.locator("[data-curve-kind]");
    await firstLook(() => loaded.textContent()).toContain("6,000");

    await deleteRange(table, device.thingsId, base, base + 3000);
    await table
      .getByRole("region", { name: "通知" })
      .getByText("已完成：删除历史数据")
      .waitFor({ timeout: 60_000 * PATIENCE });
    await expect.poll(async () => (await numbers(table))[0], { timeout: 60_000 * PATIENCE }).toBe(3000);
    await eventually(() => table.getByText("3,000 帧").count()).toBeGreaterThan(0);
    await expect.poll(() => loaded.textContent(), { timeout: 60_000 * PATIENCE }).toContain("3,000");
    // Panels that were opened by a link are there again after a look at another tab.
    await curve.getByText("高级功能", { exact: true }).click();
    await curve.waitForURL(/sub=functions/);
    await curve.getByText("历史曲线", { exact: true }).click();
    await firstLook(() => loaded.textContent()).toContain("3,000");
  });

  it(
    "rows are read in their order with their numbers, wherever one has scrolled to [NAV-12] [DAT-02]",
    SLOW,
    async () => {
      const { account, device, terminal } = await boundDevice();
      const base = Date.now() - 60_000;
      await terminal.frames(counted(base, COUNT));
      const page = await openPage();
      await signIn(page, account);
      await page.goto(`${DETAILS}?id=${device.thingsId}&from=${base}&to=${base + COUNT}&tab=data&sub=history`);
      await eventually(async () => (await numbers(page))[0]).toBe(0);
      const inOrder = () =>
        rowsOf(page).evaluateAll((rows) => rows.map((row) => Number(row.getAttribute("aria-rowindex"))));
      const isNumbered = async () => {
        const [indexes, shown] = [await inOrder(), await numbers(page)];
        // The head is the first row.
        return shown.length > 10 && indexes.every((index, k) => index === (shown[0] ?? 0) + 2 + k);
      };
      await eventually(isNumbered).toBe(true);
      await eventually(() => grid(page).getAttribute("aria-rowcount")).toBe(String(COUNT + 1));
      for (let k = 0; k < 3; k++) await page.getByRole("grid").press("PageDown");
      await eventually(async () => (await numbers(page))[0]).toBeGreaterThan(20);
      await eventually(isNumbered).toBe(true);
      // A tick that has the focus keeps it while the rows around it are put in order.
      await rowsOf(page).nth(3).getByRole("checkbox").focus();
      await page.mouse.move(700, 600);
      await page.mouse.wheel(0, 70);
      await eventually(isNumbered).toBe(true);
      expect(await page.evaluate(() => document.activeElement instanceof HTMLInputElement)).toBe(true);
    },
  );

  it(
    "a visitor in another time zone sees and types the times of that zone; beyond both ends the nearest frame is gone to [DAT-02]",
    SLOW,
    async () => {
      const { account, device, terminal } = await boundDevice();
      // A time zone with half an hour in it, in summer time.
      const base = Date.UTC(2026, 6, 15, 10, 0, 0);
      await terminal.frames(counted(base, COUNT));
      const page = await openPage({ timezone: "America/St_Johns" });
      await signIn(page, account);
      await page.goto(`${DETAILS}?id=${device.thingsId}&from=${base - 5000}&to=${base + 15_000}&tab=data&sub=history`);
      await firstLook(async () => (await cellTexts(page, "time"))[0]).toContain("07:30:00.000");
      const marked = grid(page).locator('[data-marked="true"]:visible [data-cell="data"]');
      await goTo(page, "2026-07-15 07:30:04");
      await eventually(() => marked.textContent()).toBe("0FA0");
      // Δ is there right after the jump: the frame before was read with it.
      await eventually(async () => (await cellTexts(page, "delta"))[0]).toBe("1.0");
      await goTo(page, "2026-07-15 07:29:57");
      await eventually(async () => (await numbers(page))[0]).toBe(0);
      await goTo(page, "2026-07-15 07:30:12");
      await eventually(async () => (await numbers(page)).at(-1)).toBe(COUNT - 1);
    },
  );

  it("4,000 identifiers are lines in their order, found by the filter, and none is lost [DAT-01]", SLOW, async () => {
    const { account, device, terminal } = await boundDevice();
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=live`);
    await grid(page).waitFor();
    const all = Array.from({ length: 2000 }, (_, id) => [
      { timeUs: Date.now() * 1000 + id, channel: 0, id, data: [id >> 8, id & 255] },
      { timeUs: Date.now() * 1000 + id, channel: 1, id, data: [id >> 8, id & 255] },
    ]).flat();
    await eventually(async () => {
      await terminal.frames(all);
      return page.getByText(/^4,?000 IDs$/).count();
    }).toBe(1);
    expect(await cellTexts(page, "id")).toEqual((await cellTexts(page, "id")).toSorted());
    await grid(page).focus();
    await page.keyboard.press("End");
    await eventually(async () => (await cellTexts(page, "id")).at(-1)).toBe("0x7CF");
    await page.getByLabel("Filter frames", { exact: true }).fill("id 7A0");
    await eventually(() => cellTexts(page, "channel")).toEqual(["CAN1", "CAN2"]);
  });
});
