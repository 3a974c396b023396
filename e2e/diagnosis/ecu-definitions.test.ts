import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { en as defsEn } from "../../apps/web/diagnosis/definitions/definition-texts.en.ts";
import { zh as defsZh } from "../../apps/web/diagnosis/definitions/definition-texts.zh.ts";
import { en as deskEn } from "../../apps/web/diagnosis/desk/desk-texts.en.ts";
import { zh as deskZh } from "../../apps/web/diagnosis/desk/desk-texts.zh.ts";
import { en as ecusEn } from "../../apps/web/diagnosis/ecus/ecu-texts.en.ts";
import { zh as ecusZh } from "../../apps/web/diagnosis/ecus/ecu-texts.zh.ts";
import { en as sequencesEn } from "../../apps/web/diagnosis/sequences/sequence-texts.en.ts";
import { zh as sequencesZh } from "../../apps/web/diagnosis/sequences/sequence-texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, looksOf, signIn, signInAtHome } from "../support/visitors.ts";

const TEXTS = {
  "zh-CN": { ...defsZh, ...deskZh, ...ecusZh, ...sequencesZh },
  "en-US": { ...defsEn, ...deskEn, ...ecusEn, ...sequencesEn },
} as const;
const LOOKS = looksOf(["zh-CN", 390], ["en-US", 1440]);
const SLOW = { timeout: 300_000 * PATIENCE };

/** The identifiers of the simulated car's own, as its snapshots have them, and a line that cannot be read. */
const CSV = `kind,id,name,value,byte,shift,bits,type,factor,offset,unit
did,D001,Vehicle speed,,0,0,16,unsigned,0.01,0,km/h
did,D002,Odometer,,0,0,32,unsigned,0.1,0,km
did,D003,Supply voltage,,0,0,16,unsigned,0.01,0,V
routine,0203,Check preconditions,,,,,,,,
did,XYZ,bad,,,,,,,,
`;

async function upload(page: Page, press: () => Promise<void>, content: string): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press();
  await (await chooser).setFiles({ name: "bms.csv", mimeType: "text/csv", buffer: Buffer.from(content) });
}

journeys("definitions of an ECU", SLOW, () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "give names and units to requests, answers, identification and snapshots, $locale at $width [UDS-01] [UDS-02]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device } = await drivenDevice("ev", "EV-03");
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto("/Container/ECUManager");
      await page.getByRole("button", { name: t["diagnosis.ecus.create"] }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t["diagnosis.ecus.name"]).fill("BMS");
      await dialog.getByLabel(t["diagnosis.ecus.physical"]).fill("7E4");
      await dialog.getByLabel(t["diagnosis.ecus.response"]).fill("7EC");
      await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
      await page.getByText("0x7E4").first().waitFor();
      await page.getByRole("button", { name: t["diagnosis.ecus.more"].replace("{name}", "BMS") }).click();
      await page.getByRole("menuitem", { name: t["diagnosis.defs.action"] }).click();
      await upload(page, () => dialog.getByRole("button", { name: t["diagnosis.defs.choose"] }).click(), CSV);
      await dialog.getByText(t["diagnosis.defs.problems"].replace("{count}", "1")).click();
      await dialog.getByText(/XYZ/).waitFor();
      await expectAccessible(page);
      await screenshot(page, `ecu-definitions-${locale}-${width}`);
      await dialog.getByRole("button", { name: t["diagnosis.defs.import"], exact: true }).click();
      await dialog.waitFor({ state: "hidden" });

      const tab = (sub: string) =>
        page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=uds&sub=${sub}`);
      await tab("console");
      await page.getByLabel(t["diagnosis.defs.pick"]).selectOption({ label: "D003 Supply voltage" });
      const bytes = page.getByLabel(t["diagnosis.builder.bytes"], { exact: true });
      const send = page.locator("form").filter({ has: bytes }).locator('button[type="submit"]');
      await eventually(() => send.getAttribute("aria-busy")).toBeNull();
      await bytes.press("Enter");
      await page
        .getByTestId("answer")
        .getByText(/Supply voltage.*1[24]\.[16]\d* V/)
        .waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `uds-console-definitions-${locale}-${width}`);
      // Who is quicker than the definitions would read the identifiers of the standard alone.
      const slow = Promise.withResolvers<void>();
      await page.route("**/definitions", (route) => slow.promise.then(() => route.continue()));
      await tab("ident");
      const read = page.getByRole("button", { name: t["diagnosis.ident.read"] });
      await page.getByText("F190").waitFor();
      expect(await read.getAttribute("aria-disabled")).toBe("true");
      slow.resolve();
      await read.click();
      await page
        .getByRole("row")
        .filter({ hasText: "D002" })
        .getByText(/Odometer.* km/)
        .waitFor({ timeout: 60_000 * PATIENCE });
      await tab("dtc");
      await page.getByRole("button", { name: t["diagnosis.dtc.read"], exact: true }).click();
      const table = page.getByRole("table", { name: t["diagnosis.dtc.label"] });
      await table.getByText("P1E00-13").waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByRole("button", { name: t["diagnosis.dtc.records"] }).click();
      await table.getByRole("button", { name: /Vehicle speed.*km\/h/ }).waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `uds-dtc-definitions-${locale}-${width}`);
      await table.getByRole("button", { name: /Vehicle speed/ }).click();
      await page.getByRole("button", { name: t["diagnosis.leave.leave"], exact: true }).click();
      await page.waitForURL(/sub=curve/);
    },
  );

  it("an ECU names its firmware package, which its row and its flash settings show [UDS-03]", async () => {
    const t = TEXTS["en-US"];
    const page = await openPage({ locale: "en-US" });
    await signInAtHome(page, await newAccount());
    const token = await page.evaluate(() => sessionStorage.getItem("token"));
    const uploaded = await page.request.post("/api/flash-packages?name=BMS 05.02&file_name=bms.s19", {
      headers: { authorization: `Bearer ${token}`, "content-type": "application/octet-stream" },
      data: Buffer.from("S0030000FC\nS1130000285F245F2212226A000424290008237C2A\nS9030000FC\n"),
    });
    expect(uploaded.ok(), await uploaded.text()).toBe(true);
    await page.goto("/Container/ECUManager");
    await page.getByRole("button", { name: t["diagnosis.ecus.create"] }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByLabel(t["diagnosis.ecus.name"]).fill("BMS");
    await dialog.getByLabel(t["diagnosis.ecus.package"]).selectOption({ label: "BMS 05.02" });
    await expectAccessible(page);
    await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("columnheader", { name: t["diagnosis.ecus.package"] }).waitFor();
    await page.getByRole("cell", { name: "BMS 05.02", exact: true }).waitFor();
    await page.getByRole("button", { name: t["diagnosis.ecus.more"].replace("{name}", "BMS") }).click();
    await page.getByRole("menuitem", { name: "Flash settings" }).click();
    const chosen = dialog.getByRole("combobox", { name: "Packages" }).locator("option:checked");
    await eventually(() => chosen.textContent()).toBe("BMS 05.02");
  });
});
