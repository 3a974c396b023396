import { readFileSync } from "node:fs";
import { join } from "node:path";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { insertVehicle } from "../../apps/server/devices/vehicles/vehicle-store.ts";
import { setTwoPersons } from "../../apps/server/diagnosis/packages/flow-store.ts";
import { testKey } from "../../apps/server/testing/worlds/test-firmware.ts";
import type { EcuFault } from "../../apps/simulator/bus/ecu.ts";
import { type Fleet, startFleet } from "../../apps/simulator/fleet.ts";
import { RunningVehicle } from "../../apps/simulator/vehicles/load-vehicle.ts";
import { en as campaignEn } from "../../apps/web/campaigns/texts.en.ts";
import { zh as campaignZh } from "../../apps/web/campaigns/texts.zh.ts";
import { en as firmwareEn } from "../../apps/web/firmware/texts.en.ts";
import { zh as firmwareZh } from "../../apps/web/firmware/texts.zh.ts";
import { makeEcu, makePackage, TEXTS } from "../diagnosis/flash-parts.ts";
import { dataFolder, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, looksOf, reach, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": { ...firmwareZh, ...campaignZh },
  "en-US": { ...firmwareEn, ...campaignEn },
} as const;
type Key = keyof (typeof WORDS)["zh-CN"];
const wordsOf =
  (locale: "zh-CN" | "en-US") =>
  (key: Key, values: Record<string, string | number> = {}): string =>
    Object.entries(values).reduce(
      (text, [name, value]) => text.replaceAll(`{${name}}`, String(value)),
      WORDS[locale][key] as string,
    );
type Words = ReturnType<typeof wordsOf>;
type Device = Awaited<ReturnType<typeof registerDevice>>;

/** A device in the vehicle whose VIN its car has. */
async function vehicle(tenantId: string, name: string): Promise<Device> {
  const { db } = await database();
  const device = await registerDevice(tenantId, { name });
  const { vin } = new RunningVehicle({ kind: "ev", seed: device.deviceId, startUs: 0 }).vehicle;
  const id = await insertVehicle(db, tenantId, { name, vin, plate: "" });
  await sql`insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
    values (${tenantId}, ${id}, ${device.bindingNumber}, 0)`.execute(db);
  return device;
}

function park({ deviceId: id, key }: Device, ecuFault?: EcuFault): Fleet {
  const { url } = JSON.parse(readFileSync(join(dataFolder, "fleet.json"), "utf8"));
  const car = { id, key, vehicle: "ev", isParked: true, ...(ecuFault && { ecuFault }) } as const;
  const fleet = startFleet({ url, devices: [car], log: () => undefined });
  onTestFinished(() => fleet.stop());
  return fleet;
}

/** Two vehicles, then the rest; one failure stops it. */
async function startCampaign(page: Page, t: Words, names: readonly string[], shoot: (name: string) => Promise<void>) {
  await page.goto("/Container/FirmwareManager?tab=rollouts");
  await (await reach(page.getByRole("button", { name: t("firmware.rollout.create") }))).click();
  const dialog = page.getByRole("dialog");
  const next = dialog.getByRole("button", { name: t("firmware.step.next"), exact: true });
  await dialog.getByRole("radio", { name: t("firmware.payload.ecu"), exact: true }).check({ force: true });
  await dialog.getByRole("combobox", { name: t("campaigns.new.ecuId") }).waitFor();
  await next.click();
  await dialog
    .getByRole("alert")
    .filter({ hasText: t("campaigns.new.missing") })
    .waitFor();
  await dialog.getByRole("combobox", { name: t("campaigns.new.ecuId") }).selectOption({ label: "BMS" });
  await dialog.getByRole("combobox", { name: t("campaigns.new.packageId") }).selectOption({ index: 1 });
  await expectAccessible(page);
  await shoot("campaign-package");
  await next.click();
  await dialog.getByLabel(t("firmware.rollout.scope")).selectOption("device");
  for (const name of names) await dialog.getByRole("checkbox", { name }).check();
  await dialog.getByText(t("firmware.scope.count", { total: names.length, idle: names.length })).waitFor();
  await next.click();
  await next.click();
  await dialog.getByRole("radio", { name: t("firmware.wave.plan.own"), exact: true }).check({ force: true });
  for (const number of [3, 2])
    await dialog.getByRole("button", { name: t("firmware.wave.remove", { number }) }).click();
  const first = dialog.getByRole("group", { name: t("firmware.wave.name", { number: 1 }) });
  await first.getByRole("spinbutton", { name: t("firmware.wave.size") }).fill("2");
  await first.getByRole("spinbutton", { name: t("firmware.wave.wait") }).fill("0");
  const startIt = dialog.getByRole("button", { name: t("firmware.step.start") });
  await dialog.locator('[name="password"]').fill("wrong");
  await startIt.click();
  await dialog
    .getByRole("alert")
    .filter({ hasText: /密码不正确|The password is wrong/ })
    .waitFor();
  await dialog.locator('[name="password"]').fill(PASSWORD);
  await expectAccessible(page);
  await shoot("campaign-waves");
  await startIt.click();
  await page.waitForURL("**/Container/Rollout?id=*");
}

journeys("ECU campaigns", { timeout: 400_000 * PATIENCE }, () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "a package goes to the ECU of three vehicles in two waves: gates, a stop at its threshold, a retry, read-back, $locale at $width [UDS-04] [DEV-08]",
    async ({ locale, width }) => {
      const t = wordsOf(locale);
      const account = await newTenant();
      await testKey((await database()).db, account.tenantId);
      const names = ["EV-01", "EV-02", "EV-03"];
      const cars: { device: Device; fleet: Fleet }[] = [];
      for (const [i, name] of names.entries()) {
        const device = await vehicle(account.tenantId, name);
        cars.push({ device, fleet: park(device, i === 1 ? "key" : undefined) });
      }
      await eventually(async () => cars.filter(({ fleet }) => fleet.counts().online === 1).length).toBe(3);
      const page = await openPage({ locale, width, allow: [/400/, /422/] });
      const shoot = (name: string) => screenshot(page, `${name}-${locale}-${width}`);
      await signIn(page, account);
      await makeEcu(page, TEXTS[locale], account.tenantId);
      await makePackage(page, TEXTS[locale], `campaign-${locale}-${width}`, 6000);
      await startCampaign(page, t, names, shoot);

      const halted = t("firmware.view.haltFailures", { wave: 1, failed: 1, devices: 2 });
      await page
        .getByRole("alert")
        .filter({ hasText: halted })
        .waitFor({ timeout: 180_000 * PATIENCE });
      await page
        .getByText(t("firmware.device.state.failed", { why: t("firmware.code.notWritten") }))
        .first()
        .waitFor();
      await expectAccessible(page);
      await shoot("campaign-halted");

      // The ECU is mended: it alone is told again, and waits until its car is seen to stand; then the next wave follows.
      const broken = cars[1];
      await broken?.fleet.stop();
      const mended = broken && park(broken.device);
      await eventually(async () => mended?.counts().online).toBe(1);
      await page.getByRole("button", { name: t("firmware.view.retry", { count: 1 }) }).click();
      await page
        .getByText(t("campaigns.state.gated").split("{")[0] ?? "")
        .first()
        .waitFor({ timeout: 60_000 * PATIENCE });
      await shoot("campaign-gated");
      await page
        .getByText(t("firmware.rollout.state.done"), { exact: true })
        .first()
        .waitFor({ timeout: 240_000 * PATIENCE });
      await expectAccessible(page);
      await shoot("campaign-done");

      // Its run is a run like any other.
      await page.getByText("EV-02", { exact: true }).first().click();
      await page.waitForURL("**/DeviceDetails?*run=*");
      await page.locator('[data-outcome="new"]').waitFor();
    },
  );

  it("where the tenant asks for two persons, a campaign waits for the other one [UDS-04]", async () => {
    const t = wordsOf("en-US");
    const account = await newTenant();
    const { db } = await database();
    await testKey(db, account.tenantId);
    await setTwoPersons(db, account.tenantId, true);
    const second = await newAccount({ tenant: account.name });
    const devices = [await vehicle(account.tenantId, "EV-01"), await vehicle(account.tenantId, "EV-02")];
    for (const device of devices) park(device);
    const page = await openPage({ locale: "en-US", width: 1440, allow: [/400/, /422/] });
    await signIn(page, account);
    await makeEcu(page, TEXTS["en-US"], account.tenantId);
    await makePackage(page, TEXTS["en-US"], "campaign-two", 6000);
    await startCampaign(page, t, ["EV-01", "EV-02"], async () => undefined);
    const own = page.getByRole("button", { name: t("campaigns.approve.action"), exact: true });
    await own.waitFor();
    expect(await own.getAttribute("aria-disabled")).toBe("true");

    const other = await openPage({ locale: "en-US", width: 390 });
    await signIn(other, second);
    await other.goto(page.url());
    await other.getByRole("button", { name: t("campaigns.approve.action"), exact: true }).click();
    const dialog = other.getByRole("dialog");
    await dialog.locator('[name="password"]').fill(PASSWORD);
    await expectAccessible(other);
    await dialog.getByRole("button", { name: t("campaigns.approve.action"), exact: true }).click();
    await page
      .getByText(t("firmware.view.approved", { name: second.name }))
      .first()
      .waitFor();
    await page
      .getByText(t("firmware.rollout.state.done"), { exact: true })
      .first()
      .waitFor({ timeout: 240_000 * PATIENCE });
    await screenshot(page, "campaign-approved");
  });
});
