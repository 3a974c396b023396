import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice, newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { enterDemo, eventually, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 240_000 * PATIENCE };
const DETAILS = "/Container/HomePage/DeviceDetails";
const DBC = 'VERSION "1"\n\nBU_: VCU\n\nBO_ 256 Pack: 2 VCU\n SG_ Voltage : 7|16@0+ (0.1,0) [0|6000] "V" VCU\n';
const LOG = "(1700000000.000000) can0 100#0FA0\n";

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

journeys("arriving", () => {
  afterAll(closeStore);

  it(
    "the demo offers a tour of five steps that Escape leaves for good, and the help starts it again [NAV-11]",
    SLOW,
    async () => {
      const page = await openPage({ locale: "en-US", allow: [/50[03]/] });
      await enterDemo(page);
      const tour = page.getByRole("region", { name: "Tour" });
      await screenshot(page, "tour-offer-1440-en-US");
      await tour.getByRole("button", { name: "Take the tour" }).click();
      const seen: string[] = [];
      for (let step = 0; step < 5; step++) {
        const title = await tour.getByRole("heading").textContent();
        seen.push(`${title} ${new URL(page.url()).searchParams.get("tab") ?? ""}`.trim());
        if (step === 2) await screenshot(page, "tour-curves-1440-en-US");
        if (step === 4) break;
        await tour.getByRole("button", { name: "Next" }).click();
        await eventually(() => tour.getByRole("heading").textContent()).not.toBe(title);
      }
      expect(seen[0]).toBe("All devices are here");
      await eventually(() => new URL(page.url()).searchParams.get("way")).toBe("terminal");
      await expectAccessible(page);
      await page.keyboard.press("Escape");
      await eventually(() => tour.count()).toBe(0);
      await page.goto("/Container/HomePage");
      await page.getByRole("link", { name: /EV 01/ }).first().waitFor();
      expect(await tour.count()).toBe(0);
      await page.goto("/doc?type=help");
      await page.getByRole("link", { name: "Tour in five steps" }).first().click();
      await tour.getByRole("heading", { name: "All devices are here" }).waitFor();
    },
  );

  it(
    "a visitor of the demo sees the language of the own browser, whatever another one chose [ACC-12]",
    SLOW,
    async () => {
      const first = await openPage({ locale: "en-US", allow: [/50[03]/] });
      await enterDemo(first);
      await first.getByRole("button", { name: "Language" }).click();
      await first.getByRole("menuitemradio", { name: "中文" }).click();
      await first.getByRole("link", { name: "车辆", exact: true }).waitFor();
      await first.waitForLoadState("networkidle");
      const second = await openPage({ locale: "en-US", allow: [/50[03]/] });
      await enterDemo(second);
      await second.getByRole("link", { name: "Vehicles" }).waitFor();
      expect(await second.evaluate(() => document.documentElement.lang)).toBe("en");
      await first.reload();
      await first.getByRole("link", { name: "车辆", exact: true }).waitFor();
    },
  );

  it("a log that is dropped on any page opens as a local log, and other files say so [DAT-07]", SLOW, async () => {
    const account = await newTenant();
    await registerDevice(account.tenantId, { name: "Log van" });
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto("/Container/AlarmCenter");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await eventually(async () => {
      await drop(page, "notes.pdf", "x");
      return page.getByText("notes.pdf is no log and was not opened").count();
    }).toBeGreaterThan(0);
    await drop(page, "drive.log", LOG.repeat(3));
    await page.waitForURL("**/Container/LocalLog*");
    await page.getByText("drive.log").first().waitFor();
  });

  it("a DBC is bound to a channel from the frame table, and taken back [DBC-03]", SLOW, async () => {
    const { account, device } = await drivenDevice("ev", "Bind van");
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=live`);
    await page.getByRole("button", { name: "Decode (DBC)" }).click();
    await page.getByRole("menuitem", { name: "Bind to a channel…" }).click();
    const dialog = page.getByRole("dialog", { name: "Bind a DBC to a channel" });
    await dialog.waitFor();
    await drop(page, "pack.dbc", DBC);
    await eventually(() => dialog.getByRole("combobox", { name: "DBC file" }).inputValue()).toBe("file");
    await expectAccessible(page);
    await screenshot(page, "bind-dbc-1440-en-US");
    await dialog.getByRole("button", { name: "Bind", exact: true }).click();
    await page.getByRole("region", { name: "Notes" }).getByText("pack was bound to CAN1").waitFor();
    await page.getByRole("button", { name: "pack r1" }).waitFor();
    await page.getByRole("button", { name: /^Undo/ }).click();
    const { pool } = await database();
    const left = async () =>
      (await pool.query("select 1 from dbc_files where tenant_id = $1", [account.tenantId])).rows.length;
    await eventually(left).toBe(0);
    await page.getByRole("button", { name: "Decode (DBC)" }).waitFor();
  });
});
