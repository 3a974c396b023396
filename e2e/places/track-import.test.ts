import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, type Locale, lookOf, reach, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 180_000 * PATIENCE };
const AT = Date.UTC(2024, 10, 14, 8);

const WORDS = {
  "zh-CN": { map: "轨迹地图", empty: "该设备还没有位置", close: "关闭", cancel: "取消", start: "导入 300 个位置" },
  "en-US": {
    map: "Map of the track",
    empty: "This device has no position yet",
    close: "Close",
    cancel: "Cancel",
    start: "Import 300 positions",
  },
} as const satisfies Record<Locale, Record<string, string>>;

/** Five minutes north. */
function gpx(hasTimes: boolean): string {
  const points = Array.from({ length: 300 }, (_, s) => {
    const time = hasTimes ? `<time>${new Date(AT + s * 1000).toISOString()}</time>` : "";
    return `<trkpt lat="${(31 + s * 0.0002).toFixed(4)}" lon="121.5">${time}</trkpt>`;
  });
  return `<?xml version="1.0"?>\n<gpx version="1.1">\n<trk><trkseg>\n${points.join("\n")}\n</trkseg></trk>\n</gpx>\n`;
}

/** As a hand drops a file on the page. */
const drop = (page: Page, name: string, content: string) =>
  page.evaluate(
    ({ name, content }) => {
      const dataTransfer = new DataTransfer();
      dataTransfer.items.add(new File([content], name));
      const target = document.querySelector("main") ?? document.body;
      for (const type of ["dragover", "drop"])
        target.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
    },
    { name, content },
  );

journeys("the import of a track", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 1440))(
    "shows points and span before it stores, refuses a file without times by its line, and adds nothing twice [GPS-01] %o",
    SLOW,
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "EV-01" });
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=gps&sub=track`);
      await page.getByText(words.empty).waitFor();
      const dialog = page.getByRole("dialog");

      await drop(page, "plan.gpx", gpx(false));
      await eventually(() => dialog.getByRole("alert").textContent()).toMatch(/line 4|第 4 行/);
      await dialog.getByRole("button", { name: words.close, exact: true }).last().click();

      await drop(page, "drive.gpx", gpx(true));
      await eventually(() => dialog.textContent()).toMatch(/drive\.gpx.*300.*2024-11-14.*:00:00.*2024-11-14.*:04:59/);
      await screenshot(page, `track-import-${locale}-${width}`);
      await expectAccessible(page);
      await dialog.getByRole("button", { name: words.cancel, exact: true }).click();
      await page.getByText(words.empty).waitFor();

      await drop(page, "drive.gpx", gpx(true));
      await dialog.getByRole("button", { name: words.start }).click();
      await eventually(() => page.getByTestId("track-facts").textContent()).toMatch(/^300/);
      await page.getByRole("region", { name: words.map, exact: true }).waitFor();
      expect(Number(new URL(page.url()).searchParams.get("from"))).toBeLessThan(AT);

      const chosen = page.waitForEvent("filechooser");
      await (await reach(page.getByRole("button", { name: /^(Import|导入)$/ }))).click();
      await (await chosen).setFiles({
        name: "again.gpx",
        mimeType: "application/gpx+xml",
        buffer: Buffer.from(gpx(true)),
      });
      await dialog.getByRole("button", { name: words.start }).click();
      await page
        .getByText(/^(0 positions imported, 300 were there already|已导入 0 个位置，300 个此前已有)$/)
        .first()
        .waitFor();
      await eventually(() => page.getByTestId("track-facts").textContent()).toMatch(/^300/);
    },
  );
});
