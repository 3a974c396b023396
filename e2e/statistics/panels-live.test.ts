import { readFileSync } from "node:fs";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { call } from "../alarms/alarm-fleet.ts";
import { boundDevice } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { eventually, type Locale, lookOf, signInAtHome } from "../support/visitors.ts";
import { PANELS, SEND_MS, sendingDevice, widget } from "./panel-device.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const WORDS = {
  "zh-CN": { export: "导出", import: "导入", name: "面板名称", notJson: /不是 JSON 文件/ },
  "en-US": { export: "Export", import: "Import", name: "Name of the panel", notJson: /Not a JSON file/ },
} as const satisfies Record<Locale, Record<string, string | RegExp>>;

journeys("panels live, out and in", () => {
  afterAll(closeStore);

  it(
    "values, curves and maps come by the live channel: without the poll they go on, and a hidden page watches nothing [STA-05]",
    SLOW,
    async () => {
      const { account, device, dbcId, terminal } = await boundDevice();
      const sent = { value: 100 };
      const timer = setInterval(() => {
        const data = [sent.value >> 8, sent.value & 255];
        void terminal.frames([{ timeUs: Date.now() * 1000, channel: 0, id: 0x100, data }]).catch(() => undefined);
      }, SEND_MS);
      onTestFinished(() => clearInterval(timer));
      const page = await openPage({ locale: "en-US" });
      const told: string[] = [];
      page.on("websocket", (socket) => socket.on("framesent", ({ payload }) => void told.push(String(payload))));
      await signInAtHome(page, account);
      const signal = { channel: 0, dbc_id: dbcId, message_id: 256, is_extended: false, signal: "Voltage" };
      const one = { x: 0, w: 6, h: 3, device_ids: [device.thingsId], signals: [signal] };
      const { data } = await call<{ data: { panel_id: string } }>(page, "POST", "/panels", {
        name: "Live",
        widgets: [
          { ...one, id: "a", kind: "value", y: 0 },
          { ...one, id: "b", kind: "curve", y: 3 },
        ],
      });
      await page.goto(`${PANELS}/Editor?id=${data.panel_id}`);
      await eventually(() => widget(page, "value").textContent()).toMatch(/10\.0\s*V/);
      await eventually(() => told.some((text) => text.includes(`"${device.thingsId}"`))).toBe(true);
      await page.route(/\/panels\/[^/]+\/data/, (route) => route.abort());
      for (const value of [345, 678]) {
        sent.value = value;
        await eventually(() => widget(page, "value").textContent()).toMatch(new RegExp(`${value / 10}\\s*V`));
        await eventually(() => widget(page, "curve").textContent()).toMatch(new RegExp(`${value / 10}\\s*V`));
      }
      expect(await widget(page, "value").locator("[data-stale]").getAttribute("data-stale")).toBe("false");

      const hide = (state: string) =>
        page.evaluate((now) => {
          Object.defineProperty(document, "visibilityState", { value: now, configurable: true });
          document.dispatchEvent(new Event("visibilitychange"));
        }, state);
      told.length = 0;
      await hide("hidden");
      await eventually(() => told.some((text) => text.includes('"stop"'))).toBe(true);
      sent.value = 999;
      told.length = 0;
      await hide("visible");
      await eventually(() => told.some((text) => text.includes(`"${device.thingsId}"`))).toBe(true);
      await eventually(() => widget(page, "value").textContent()).toMatch(/99\.9\s*V/);
    },
  );

  it.each([...lookOf("en-US", 1440), ...lookOf("zh-CN", 390)])(
    "a panel goes out as a file and comes in; a file with unknown signals says which, and nothing is made, in $locale [STA-05]",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { account, device, dbcId } = await sendingDevice();
      const page = await openPage({ locale, ...(width < 768 && { width, height: 844 }) });
      await signInAtHome(page, account);
      const signal = { channel: 0, dbc_id: dbcId, message_id: 256, is_extended: false, signal: "Voltage" };
      const one = { x: 0, y: 0, w: 4, h: 2, kind: "value", device_ids: [device.thingsId], signals: [signal] };
      const content = { name: "Out", widgets: [{ ...one, id: "a", title: "Main pack" }] };
      const { data } = await call<{ data: { panel_id: string } }>(page, "POST", "/panels", content);
      await page.goto(`${PANELS}/Editor?id=${data.panel_id}`);
      const [download] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: words.export }).click(),
      ]);
      expect(download.suggestedFilename()).toBe("Out.panel.json");
      const text = readFileSync(await download.path(), "utf8");
      expect(JSON.parse(text)).toMatchObject({ format: "canopy-panel", devices: { [device.thingsId]: "台架 5" } });

      await page.goto(PANELS);
      const input = page.locator('input[type="file"]');
      const choose = async (content: string) =>
        input.setInputFiles({ name: "Out.panel.json", mimeType: "application/json", buffer: Buffer.from(content) });
      await choose(text.replaceAll('"Voltage"', '"Warp"'));
      const dialog = page.getByRole("dialog");
      const problems = dialog.getByRole("listitem");
      await eventually(() => problems.count()).toBe(1);
      expect(await problems.textContent()).toMatch(/Main pack.*Warp.*widgets\[0\]\.signals\[0\]/);
      const button = dialog.getByRole("button", { name: words.import, exact: true });
      expect(await button.getAttribute("aria-disabled")).toBe("true");
      await expectAccessible(page);
      await screenshot(page, `panel-import-problems-${width}-${locale}`);
      await page.keyboard.press("Escape");
      await choose("{ not JSON");
      await dialog.getByText(words.notJson).waitFor();
      await page.keyboard.press("Escape");
      const names = async () => (await call<{ list: { name: string }[] }>(page, "GET", "/panels")).list;
      expect((await names()).map(({ name }) => name)).not.toContain("Out 2");

      await choose(text);
      await eventually(() => dialog.getByLabel(words.name).inputValue()).toBe("Out 2");
      await button.click();
      await page.getByRole("heading", { level: 1, name: "Out 2" }).waitFor();
      await eventually(() => widget(page, "value").textContent()).toMatch(/Main pack.*9\.9\s*V/);
    },
  );
});
