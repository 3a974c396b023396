// Steps of journeys that flash: a control unit, a package, and what their pages say.
import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { expect } from "vitest";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { SIMULATED_FLASH, SIMULATED_HARDWARE } from "../../apps/simulator/bus/ecu.ts";
import { signTextForSimulators } from "../../apps/simulator/terminal/firmware-key.ts";
import { SIMULATED_UNLOCK, simulatedImage } from "../../apps/simulator/terminal/test-flash-order.ts";
import { en as ecusEn } from "../../apps/web/diagnosis/ecus/ecu-texts.en.ts";
import { zh as ecusZh } from "../../apps/web/diagnosis/ecus/ecu-texts.zh.ts";
import { en as flashEn } from "../../apps/web/diagnosis/flashing/flash-texts.en.ts";
import { zh as flashZh } from "../../apps/web/diagnosis/flashing/flash-texts.zh.ts";
import { en as packageEn } from "../../apps/web/diagnosis/packages/package-texts.en.ts";
import { zh as packageZh } from "../../apps/web/diagnosis/packages/package-texts.zh.ts";
import { expectAccessible, screenshot } from "../support/browser.ts";
import { database } from "../support/store.ts";
import { eventually } from "../support/visitors.ts";

export const TEXTS = {
  "zh-CN": { ...ecusZh, ...flashZh, ...packageZh },
  "en-US": { ...ecusEn, ...flashEn, ...packageEn },
} as const;
export type Words = Readonly<Record<keyof (typeof TEXTS)["zh-CN"], string>>;
const VERSION = "BMS 05.02.00";
const GATES = { speed: "0:101:0:16:0.01:0", supply: "terminal", parkingBrake: "0:100:54:1", ignition: "0:191:40:4" };

async function upload(page: Page, press: () => Promise<void>, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press();
  const buffer = Buffer.from(content);
  await (await chooser).setFiles({ name, mimeType: "application/octet-stream", buffer });
}

/** From the DBC of the vehicle instead of typing where its bit is. */
async function pickParkingBrake(page: Page, t: Words): Promise<void> {
  const form = page.getByRole("dialog").filter({ has: page.locator('[name="parkingBrake"]') });
  await form.locator('[name="parkingBrake"]').fill("");
  await form.getByRole("button", { name: t["diagnosis.package.pick"] }).nth(2).click();
  const pick = page
    .getByRole("dialog")
    .filter({ has: page.getByLabel(t["diagnosis.package.pickSignal"]) })
    .last();
  const signal = pick.getByRole("combobox", { name: t["diagnosis.package.pickSignal"] });
  await eventually(() => signal.locator("option").count()).toBeGreaterThan(1);
  await signal.selectOption({ label: "VCU_Drive.ParkingBrake" });
  await pick.getByRole("button", { name: t["diagnosis.package.pickTake"] }).click();
  await form.getByText("VCU_Drive.ParkingBrake").waitFor();
}

/** A control unit with its unlock file, memory and the signals of its gate. */
export async function makeEcu(page: Page, t: Words, tenantId: string): Promise<void> {
  const bytes = readFileSync(new URL("../../apps/simulator/vehicles/ev.dbc", import.meta.url));
  await createDbc((await database()).db, tenantId, "ev.dbc", { bytes, remark: "", draft: false, author: "" });
  await page.goto("/Container/ECUManager?tab=unlock");
  const chooseKey = () => page.getByRole("button", { name: t["diagnosis.unlock.upload"] }).first().click();
  await upload(page, chooseKey, "bms-key.json", JSON.stringify(SIMULATED_UNLOCK));
  await page.getByText("bms-key.json", { exact: true }).first().waitFor();
  await page.goto("/Container/ECUManager");
  await page.getByRole("button", { name: t["diagnosis.ecus.create"] }).first().click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t["diagnosis.ecus.name"]).fill("BMS");
  await dialog.getByLabel(t["diagnosis.ecus.physical"]).fill("7E4");
  await dialog.getByLabel(t["diagnosis.ecus.response"]).fill("7EC");
  await dialog.getByLabel(t["diagnosis.ecus.unlockFile"]).selectOption({ label: "bms-key.json" });
  await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: t["diagnosis.ecus.more"].replace("{name}", "BMS") }).click();
  await page.getByRole("menuitem", { name: t["diagnosis.package.profile"] }).click();
  const memory = `${SIMULATED_FLASH.toString(16)}-${(SIMULATED_FLASH + 0x3ffff).toString(16)}`;
  await dialog.getByLabel(t["diagnosis.package.memory"]).fill(memory);
  for (const [name, source] of Object.entries(GATES)) await dialog.locator(`[name="${name}"]`).fill(source);
  await pickParkingBrake(page, t);
  await expectAccessible(page);
  await dialog.getByRole("button", { name: t["diagnosis.package.save"] }).click();
  await dialog.waitFor({ state: "hidden" });
}

/** A file is refused by its line; another one is uploaded and signed. */
export async function makePackage(page: Page, t: Words, look: string, size = 60_000): Promise<void> {
  await page.goto("/Container/ECUManager?tab=packages");
  await page.getByRole("button", { name: t["diagnosis.package.upload"] }).first().click();
  const dialog = page.getByRole("dialog");
  const chooser = () => dialog.locator("form button").first().click();
  await upload(page, chooser, "cut.hex", ":0300300002337A1E\n");
  await dialog.getByRole("button", { name: t["diagnosis.package.upload"] }).click();
  await eventually(() => dialog.locator('[aria-invalid="true"]').count()).toBeGreaterThan(0);
  await upload(page, chooser, "bms_5.2.0.bin", simulatedImage(VERSION, size));
  await dialog.getByLabel(t["diagnosis.package.name"]).fill("bms_5.2.0");
  await dialog.getByLabel(t["diagnosis.package.base"]).fill(SIMULATED_FLASH.toString(16));
  await dialog.getByRole("button", { name: t["diagnosis.package.upload"] }).click();
  await dialog.getByLabel(t["diagnosis.package.partNumber"]).fill("CNP-BMS-0960");
  await dialog.getByLabel(t["diagnosis.package.hardware"]).fill(SIMULATED_HARDWARE);
  await dialog.getByLabel(t["diagnosis.package.to"]).fill(VERSION);
  await dialog.getByLabel(t["diagnosis.package.from"]).fill("BMS 05.01.00");
  const text = await dialog.getByLabel(t["diagnosis.package.text"]).inputValue();
  await dialog.getByLabel(t["diagnosis.package.key"]).selectOption({ index: 1 });
  await dialog.getByLabel(t["diagnosis.package.signature"]).fill(signTextForSimulators(text));
  await expectAccessible(page);
  await screenshot(page, `flash-package-sign-${look}`);
  await dialog.getByRole("button", { name: t["diagnosis.package.save"] }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByText(VERSION).first().waitFor();
  await screenshot(page, `flash-packages-${look}`);
  await page.goto("/Container/ECUManager?tab=flows");
  await page.getByText(t["diagnosis.package.flowStandard"]).first().waitFor();
  await expectAccessible(page);
  await screenshot(page, `flash-flows-${look}`);
}

/** A flow with a request of its own, typed key by key. */
export async function makeFlow(page: Page, t: Words): Promise<void> {
  await page.goto("/Container/ECUManager?tab=flows");
  await page.getByRole("button", { name: t["diagnosis.package.flowNew"] }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByLabel(t["diagnosis.package.name"]).fill("With a question");
  await dialog.getByLabel(t["diagnosis.package.stepAdd"]).selectOption({ label: t["diagnosis.flash.step.request"] });
  const bytes = dialog.getByLabel(t["diagnosis.package.stepBytes"]);
  await bytes.pressSequentially("22f");
  expect(await bytes.getAttribute("aria-invalid")).toBe("true");
  await bytes.pressSequentially("190");
  expect(await bytes.getAttribute("aria-invalid")).toBe("false");
  const ofRequest = (what: string) => dialog.getByLabel(`${t["diagnosis.flash.step.request"]}: ${what}`);
  const timeout = ofRequest(t["diagnosis.package.stepTimeout"]);
  await timeout.pressSequentially("5");
  await timeout.blur();
  await expect.poll(() => timeout.inputValue()).toBe("100");
  await timeout.fill("");
  await timeout.pressSequentially("2500");
  const repeats = ofRequest(t["diagnosis.package.stepRepeat"]);
  await repeats.fill("");
  await repeats.pressSequentially("3");
  await dialog.getByRole("button", { name: t["diagnosis.package.save"] }).click();
  await dialog.waitFor({ state: "hidden" });
  await page.getByRole("button", { name: t["diagnosis.package.more"].replace("{name}", "With a question") }).click();
  await page.getByRole("menuitem", { name: t["diagnosis.package.flowEdit"] }).click();
  expect([await bytes.inputValue(), await timeout.inputValue(), await repeats.inputValue()]).toEqual([
    "22f190",
    "2500",
    "3",
  ]);
  await page.keyboard.press("Escape");
  await dialog.waitFor({ state: "hidden" });
}
