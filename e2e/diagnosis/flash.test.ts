import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { setTwoPersons } from "../../apps/server/diagnosis/packages/flow-store.ts";
import { testKey } from "../../apps/server/testing/worlds/test-firmware.ts";
import { RunningVehicle } from "../../apps/simulator/vehicles/load-vehicle.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import { eventually, looksOf, signIn } from "../support/visitors.ts";
import { makeEcu, makeFlow, makePackage, TEXTS, type Words } from "./flash-parts.ts";

const LOOKS = looksOf(["zh-CN", 1440], ["en-US", 390]);
const SLOW = { timeout: 300_000 * PATIENCE };

/** Chosen, with its gates read until all are met: the car has to stand for half a minute. */
async function prepare(page: Page, t: Words, thingsId: string, vin: string): Promise<void> {
  await page.goto(`/Container/HomePage/DeviceDetails?tab=ecu&id=${thingsId}`);
  await page.getByRole("combobox", { name: t["diagnosis.flash.ecu"] }).selectOption({ label: "BMS" });
  await page.getByRole("combobox", { name: t["diagnosis.flash.package"] }).selectOption({ index: 1 });
  await page.getByRole("combobox", { name: t["diagnosis.flash.channel"] }).selectOption({ label: "CAN1" });
  await page.getByRole("textbox", { name: t["diagnosis.flash.vin"] }).fill(vin);
  await expectAccessible(page);
  await page.getByRole("button", { name: t["diagnosis.flash.prepare"] }).click();
  await page.getByRole("button", { name: t["diagnosis.flash.check"] }).click();
  await page.locator("[data-gate]").first().waitFor();
  await page.locator('[data-gate="supply"]').getByText("12.2–14.8 V").waitFor();
  await page.locator("dd").filter({ hasText: "CAN1" }).first().waitFor();
}

async function meetGates(page: Page, t: Words): Promise<void> {
  const unmet = page.locator('[data-gate]:not([data-reason="met"])');
  const open = async () => {
    if ((await unmet.count()) > 0) await page.getByRole("button", { name: t["diagnosis.flash.check"] }).click();
    return unmet.count();
  };
  await expect.poll(open, { timeout: 120_000 * PATIENCE, interval: 2000 }).toBe(0);
}

async function prove(page: Page, t: Words, kind: "start" | "approve", vin: string): Promise<void> {
  const button = t[kind === "start" ? "diagnosis.flash.start" : "diagnosis.flash.approve"];
  await page.getByRole("button", { name: button, exact: true }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t["diagnosis.flash.vinTail"]).fill(vin.slice(-6));
  await dialog.locator('[name="password"]').fill(PASSWORD);
  await dialog.getByRole("button", { name: button, exact: true }).click();
  await dialog.waitFor({ state: "hidden" });
}

journeys("flashing", SLOW, () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "an ECU is flashed from far: package, gates, proof, progress, read-back and trace, $locale at $width [UDS-04] [UDS-05]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const look = `${locale}-${width}`;
      const { account, device } = await drivenDevice("ev", "flashed", true);
      await testKey((await database()).db, account.tenantId);
      const { vin } = new RunningVehicle({ kind: "ev", seed: device.deviceId, startUs: 0 }).vehicle;
      const page = await openPage({ locale, width, allow: [/400/, /409/, /422/] });
      await signIn(page, account);
      await makeEcu(page, t, account.tenantId);
      await makePackage(page, t, look);
      await makeFlow(page, t);

      await prepare(page, t, device.thingsId, vin);
      expect(await page.locator('[data-gate]:not([data-reason="met"])').count()).toBeGreaterThan(0);
      await screenshot(page, `flash-gates-unmet-${look}`);
      await meetGates(page, t);
      await expectAccessible(page);
      await screenshot(page, `flash-gates-${look}`);

      await page.getByRole("button", { name: t["diagnosis.flash.start"] }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t["diagnosis.flash.vinTail"]).fill("000000");
      await dialog.locator('[name="password"]').fill(PASSWORD);
      await dialog.getByRole("button", { name: t["diagnosis.flash.start"] }).click();
      await eventually(() => dialog.locator('[aria-invalid="true"]').count()).toBe(1);
      await dialog.getByLabel(t["diagnosis.flash.vinTail"]).fill(vin.slice(-6));
      await expectAccessible(page);
      await dialog.getByRole("button", { name: t["diagnosis.flash.start"] }).click();
      await dialog.waitFor({ state: "hidden" });
      await page.getByRole("progressbar").first().waitFor();
      // The device's header says so on every tab.
      await page
        .getByText(t["diagnosis.flash.chip"].split("{")[0] ?? "")
        .first()
        .waitFor();
      await screenshot(page, `flash-running-${look}`);
      await page.locator('[data-outcome="new"]').waitFor({ timeout: 120_000 * PATIENCE });
      await page.getByText(t["diagnosis.flash.outcome.new"]).first().waitFor();
      await page.getByText(t["diagnosis.flash.chainWhole"]).waitFor();
      await page.getByRole("figure", { name: t["diagnosis.flash.stageChart"] }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `flash-done-${look}`);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: t["diagnosis.flash.export"] }).click();
      expect((await download).suggestedFilename()).toMatch(/^flash-BMS-.*\.jsonl$/);

      // The run is a band of the time bar; a click opens it.
      await page.goto(`/Container/HomePage/DeviceDetails?tab=management&id=${device.thingsId}`);
      const bar = page.getByRole("region", { name: /^(时间条|Time bar)$/ });
      await bar.getByRole("button", { name: t["diagnosis.flash.band"].split("{")[0] ?? "" }).click();
      await page.locator('[data-outcome="new"]').waitFor();
    },
  );

  it("a second person approves, the same one is refused, and the flash runs to its read-back [UDS-04] [UDS-05]", async () => {
    const t = TEXTS["en-US"];
    const { account, device } = await drivenDevice("ev", "approved", true);
    const { db } = await database();
    await testKey(db, account.tenantId);
    await setTwoPersons(db, account.tenantId, true);
    const second = await newAccount({ tenant: account.name, nickName: "陈静" });
    const { vin } = new RunningVehicle({ kind: "ev", seed: device.deviceId, startUs: 0 }).vehicle;
    const page = await openPage({ locale: "en-US", width: 1440, allow: [/422/] });
    await signIn(page, account);
    await makeEcu(page, t, account.tenantId);
    await makePackage(page, t, "two-persons", 6000);
    await prepare(page, t, device.thingsId, vin);
    await meetGates(page, t);
    await page.getByRole("button", { name: t["diagnosis.flash.ask"], exact: true }).click();
    const own = page.getByRole("button", { name: t["diagnosis.flash.approve"], exact: true });
    await own.waitFor();
    // Who asks cannot approve.
    await eventually(() => own.getAttribute("aria-disabled")).toBe("true");
    await screenshot(page, "flash-asked");

    const other = await openPage({ locale: "en-US", width: 390 });
    await signIn(other, second);
    await other.goto(page.url());
    await prove(other, t, "approve", vin);
    await screenshot(other, "flash-approved-390");

    const check = page.getByRole("button", { name: t["diagnosis.flash.check"] });
    await check.click();
    await meetGates(page, t);
    await page.getByText(second.name).first().waitFor();
    await prove(page, t, "start", vin);
    await page.locator('[data-outcome="new"]').waitFor({ timeout: 120_000 * PATIENCE });
    await page.getByText(t["diagnosis.flash.chainWhole"]).waitFor();
    await expectAccessible(page);
    await screenshot(page, "flash-two-persons-done");
  });
});
