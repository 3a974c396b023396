import { readFileSync } from "node:fs";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { en as codesEn } from "../../apps/web/diagnosis/codes/code-texts.en.ts";
import { zh as codesZh } from "../../apps/web/diagnosis/codes/code-texts.zh.ts";
import { en as deskEn } from "../../apps/web/diagnosis/desk/desk-texts.en.ts";
import { zh as deskZh } from "../../apps/web/diagnosis/desk/desk-texts.zh.ts";
import { en as ecusEn } from "../../apps/web/diagnosis/ecus/ecu-texts.en.ts";
import { zh as ecusZh } from "../../apps/web/diagnosis/ecus/ecu-texts.zh.ts";
import { en as flashEn } from "../../apps/web/diagnosis/flashing/flash-texts.en.ts";
import { zh as flashZh } from "../../apps/web/diagnosis/flashing/flash-texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice, newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { eventually, looksOf, signIn } from "../support/visitors.ts";

const TEXTS = {
  "zh-CN": { ...codesZh, ...deskZh, ...ecusZh, ...flashZh },
  "en-US": { ...codesEn, ...deskEn, ...ecusEn, ...flashEn },
} as const;
/** The first sentence of NRC 33 and of a silent ECU, as packages/can and the contract have them. */
const LOCKED = { "zh-CN": "未通过安全访问，操作被拒绝。", "en-US": "The ECU is locked." } as const;
const SILENT = {
  "zh-CN": "ECU 在超时时间内没有响应。",
  "en-US": "The ECU did not answer within the timeout.",
} as const;

const UNLOCK = JSON.stringify({ levels: { "1": [{ op: "xor", bytes: "5A" }, { op: "addIndex" }] } });
const SCRIPT = "function key(seed) { return seed.map((byte, i) => ((byte ^ 0x5a) + i) & 255) }";
const CODES = "code,name_zh,name_en,severity\nP1E00-13,单体欠压,Cell undervoltage,high\nX1,坏,bad,\n";

const LOOKS = looksOf(["zh-CN", 1440], ["en-US", 390]);
const SLOW = { timeout: 300_000 * PATIENCE };

async function upload(page: Page, press: () => Promise<void>, name: string, content: string | Buffer): Promise<void> {
  const chooser = page.waitForEvent("filechooser");
  await press();
  await (await chooser).setFiles({ name, mimeType: "text/plain", buffer: Buffer.from(content) });
}

journeys("diagnosis", SLOW, () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "control units have addresses, fault codes by CSV and an unlock file; native code is refused, $locale at $width [UDS-03]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const account = await newTenant();
      const page = await openPage({ locale, width, allow: [/415/, /409/, /422/] });
      await signIn(page, account);
      await page.goto("/Container/BreakdownCodeManager");
      await page.getByRole("button", { name: t["diagnosis.codes.newFile"] }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("bms_dtc.csv");
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.codes.save"] }).click();
      const chooseCsv = () => page.getByRole("button", { name: t["diagnosis.codes.import"] }).first().click();
      await page.getByText(t["diagnosis.codes.empty"]).waitFor();
      await upload(page, chooseCsv, "bms.csv", CODES);
      await page.getByRole("dialog").getByText("X1").waitFor();
      await page.getByRole("dialog").getByText(t["diagnosis.codes.problem.badCode"]).waitFor();
      await expectAccessible(page);
      await screenshot(page, `fault-codes-import-${locale}-${width}`);
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.codes.importDo"] }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.getByText("P1E00-13").first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `fault-codes-${locale}-${width}`);

      await page.goto("/Container/ECUManager?tab=unlock");
      const chooseKey = () => page.getByRole("button", { name: t["diagnosis.unlock.upload"] }).first().click();
      await upload(page, chooseKey, "seedkey.dll", "MZ");
      await page
        .getByText(/\.dll.*JSON/)
        .first()
        .waitFor();
      await upload(page, chooseKey, "bms-key.json", UNLOCK);
      await page.getByText("bms-key.json", { exact: true }).first().waitFor();

      await upload(page, chooseKey, "loop.js", "for (;;);");
      await page
        .getByText(/1000 (ms|毫秒)/)
        .first()
        .waitFor();
      await upload(page, chooseKey, "vcu-key.js", SCRIPT);
      await page.getByText("vcu-key.js", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: t["diagnosis.unlock.more"].replace("{name}", "vcu-key.js") }).click();
      await page.getByRole("menuitem", { name: t["diagnosis.unlock.try"] }).click();
      await page.getByRole("dialog").getByLabel(t["diagnosis.unlock.seed"]).fill("0102");
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.unlock.try"] }).click();
      await page.getByRole("dialog").getByText("5B 59").waitFor();
      await expectAccessible(page);
      await screenshot(page, `unlock-script-${locale}-${width}`);

      await page.goto("/Container/ECUManager");
      await page.getByRole("button", { name: t["diagnosis.ecus.create"] }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t["diagnosis.ecus.name"]).fill("BMS");
      await dialog.getByLabel(t["diagnosis.ecus.physical"]).fill("800");
      await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
      await eventually(() => dialog.locator('[aria-invalid="true"]').count()).toBe(1);
      await dialog.getByLabel(t["diagnosis.ecus.physical"]).fill("7E4");
      await dialog.getByLabel(t["diagnosis.ecus.response"]).fill("7EC");
      await dialog.getByLabel(t["diagnosis.ecus.dtcFile"]).selectOption({ label: "bms_dtc.csv" });
      await dialog.getByLabel(t["diagnosis.ecus.unlockFile"]).selectOption({ label: "bms-key.json" });
      await expectAccessible(page);
      await screenshot(page, `ecu-dialog-${locale}-${width}`);
      await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
      await page.getByText("0x7E4").first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `ecus-${locale}-${width}`);

      await page.goto("/Container/BreakdownCodeManager");
      await page.getByRole("button", { name: t["diagnosis.codes.fileMore"].replace("{name}", "bms_dtc.csv") }).click();
      await page.getByRole("menuitem", { name: t["diagnosis.codes.deleteFile"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.codes.deleteFile"] }).click();
      await page.getByRole("dialog").getByText(/BMS/).waitFor();
    },
  );

  it.each(LOOKS)(
    "a vehicle is asked: answers explained, refusals with their remedy, a silent ECU told, the end in the log, $locale at $width [UDS-01] [UDS-05]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device } = await drivenDevice("ev", "EV-01");
      const page = await openPage({ locale, width, allow: [/409/] });
      await signIn(page, account);
      await page.goto("/Container/ECUManager?tab=unlock");
      const chooseKey = () => page.getByRole("button", { name: t["diagnosis.unlock.upload"] }).first().click();
      await upload(page, chooseKey, "bms-key.json", UNLOCK);
      await page.getByText("bms-key.json", { exact: true }).first().waitFor();
      await page.goto("/Container/ECUManager");
      await page.getByRole("button", { name: t["diagnosis.ecus.create"] }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t["diagnosis.ecus.name"]).fill("BMS");
      await dialog.getByLabel(t["diagnosis.ecus.physical"]).fill("7E4");
      await dialog.getByLabel(t["diagnosis.ecus.response"]).fill("7EC");
      await dialog.getByLabel(t["diagnosis.ecus.unlockFile"]).selectOption({ label: "bms-key.json" });
      await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
      await page.getByText("0x7E4").first().waitFor();

      const tab = (sub: string) =>
        page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=uds&sub=${sub}`);
      await tab("console");
      const bytes = page.getByLabel(t["diagnosis.builder.bytes"], { exact: true });
      const answer = page.getByTestId("answer");
      const button = page
        .locator("form")
        .filter({ has: bytes })
        .getByRole("button", { name: t["diagnosis.builder.send"] });
      const send = async (text: string) => {
        await eventually(() => button.getAttribute("aria-busy")).toBeNull();
        await bytes.fill(text);
        await bytes.press("Enter");
      };
      await send("22 F1 90");
      await answer.getByText(/LCN[A-Z0-9]{14}/).waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `uds-console-${locale}-${width}`);
      // Who looks at the device sees that it is diagnosed.
      await page.getByText(t["diagnosis.flash.diagnosing"].replace("{user}", account.name)).first().waitFor();
      // Every ECU of the vehicle answers the function address.
      const address = (name: string, id: string) =>
        page.getByRole("radio", { name: name.replace("{id}", id), exact: true }).check({ force: true });
      await address(t["diagnosis.builder.functional"], "7DF");
      await send("22 F1 90");
      await eventually(() => answer.getByTestId("other-answer").count()).toBe(2);
      expect(await answer.textContent()).toContain(t["diagnosis.answer.from"].replace("{id}", "7E8"));
      await expectAccessible(page);
      await screenshot(page, `uds-functional-${locale}-${width}`);
      await address(t["diagnosis.builder.physical"], "7E4");
      await send("10 03");
      await page.getByText(t["diagnosis.desk.session.extended"]).first().waitFor();
      await send("2E F1 98 01 02");
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.builder.send"] }).click();
      await answer.getByText(LOCKED[locale]).waitFor();
      await expectAccessible(page);
      await screenshot(page, `uds-refused-${locale}-${width}`);
      await page.getByRole("button", { name: t["diagnosis.answer.unlockAgain"].replace("{level}", "1") }).click();
      await answer.getByText("6E").waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByText(t["diagnosis.desk.unlocked"].replace("{level}", "1")).first().waitFor();

      await page.getByRole("button", { name: t["diagnosis.settings.title"] }).click();
      const timeout = page.getByRole("dialog").getByLabel(t["diagnosis.settings.timeout_ms"], { exact: true });
      await timeout.fill("2147483648");
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.settings.save"] }).click();
      await eventually(() => page.getByRole("dialog").locator('[aria-invalid="true"]').count()).toBe(1);
      await timeout.fill("");
      expect(await timeout.inputValue()).toBe("");
      await timeout.fill("400");
      await page.getByRole("dialog").getByLabel(t["diagnosis.settings.response_id"]).fill("7ED");
      await expectAccessible(page);
      await screenshot(page, `uds-settings-${locale}-${width}`);
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.settings.save"] }).click();
      await send("3E 00");
      await answer.getByText(SILENT[locale]).waitFor({ timeout: 60_000 * PATIENCE });
      // An address that was changed here is said, and goes back to the ECU's.
      const changed = page.getByText(t["diagnosis.desk.changed"].replace("{way}", "7E4 → 7ED"));
      await changed.first().waitFor();
      await page.getByRole("button", { name: t["diagnosis.settings.title"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.settings.reset"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.settings.save"] }).click();
      await eventually(() => changed.count()).toBe(0);

      await tab("trace");
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: "candump" }).click();
      const log = readFileSync(await (await saved).path(), "utf8");
      expect(log).toMatch(/^\(\d+\.\d{6}\) can0 7E4#0322F190CCCCCCCC$/m);
      await expectAccessible(page);
      await screenshot(page, `uds-trace-${locale}-${width}`);
      await page.getByRole("button", { name: t["diagnosis.desk.end"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.desk.end"] }).click();
      await page.getByText(t["diagnosis.desk.none"]).first().waitFor();
    },
  );

  it.each(LOOKS)(
    "fault codes are read with names, status bits, snapshot and extended data, cleared and read again, a silent ECU told, $locale at $width [UDS-02] [UDS-05]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device } = await drivenDevice("ev", "EV-02");
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto("/Container/BreakdownCodeManager");
      await page.getByRole("button", { name: t["diagnosis.codes.newFile"] }).click();
      await page.getByRole("dialog").getByRole("textbox").fill("bms_dtc.csv");
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.codes.save"] }).click();
      await page.getByText(t["diagnosis.codes.empty"]).waitFor();
      const chooseCsv = () => page.getByRole("button", { name: t["diagnosis.codes.import"] }).first().click();
      await upload(page, chooseCsv, "bms.csv", CODES);
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.codes.importDo"] }).click();
      await page.getByRole("dialog").waitFor({ state: "hidden" });
      await page.getByText("P1E00-13").first().waitFor();
      await page.goto("/Container/ECUManager");
      await page.getByRole("button", { name: t["diagnosis.ecus.create"] }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByLabel(t["diagnosis.ecus.name"]).fill("BMS");
      await dialog.getByLabel(t["diagnosis.ecus.physical"]).fill("7E4");
      await dialog.getByLabel(t["diagnosis.ecus.response"]).fill("7EC");
      await dialog.getByLabel(t["diagnosis.ecus.dtcFile"]).selectOption({ label: "bms_dtc.csv" });
      await dialog.getByRole("button", { name: t["diagnosis.ecus.save"] }).click();
      await page.getByText("0x7E4").first().waitFor();

      const tab = (sub: string) =>
        page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=uds&sub=${sub}`);
      await tab("dtc");
      await page.getByRole("button", { name: t["diagnosis.dtc.read"], exact: true }).click();
      const table = page.getByRole("table", { name: t["diagnosis.dtc.label"] });
      const row = table.getByRole("row").filter({ hasText: "P1E00-13" });
      await row.waitFor({ timeout: 60_000 * PATIENCE });
      await row.getByText(locale === "zh-CN" ? "单体欠压" : "Cell undervoltage").waitFor();
      expect(await row.locator('[data-bit="set"]').count()).toBe(3);
      await page.getByRole("button", { name: t["diagnosis.dtc.records"] }).click();
      await table.getByText(/^01 03 D0 01/).waitFor({ timeout: 60_000 * PATIENCE });
      await table.getByText("01 03", { exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `uds-dtc-${locale}-${width}`);
      const saved = page.waitForEvent("download");
      await page.getByRole("button", { name: t["diagnosis.dtc.csv"] }).click();
      expect(readFileSync(await (await saved).path(), "utf8")).toContain("P1E00-13");
      await page.getByRole("button", { name: t["diagnosis.dtc.clear"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.dtc.clear"] }).click();
      await page.getByText(t["diagnosis.dtc.none"]).waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByRole("status").getByText(/1.*0/).waitFor();
      // Nobody answers at this address: the page says so, and what to do.
      await page.getByRole("combobox", { name: t["diagnosis.desk.ecu"], exact: true }).selectOption("obd29");
      const read = page.getByRole("button", { name: t["diagnosis.dtc.read"], exact: true });
      await eventually(() => read.getAttribute("aria-busy")).toBeNull();
      await read.click();
      await page
        .getByTestId("dtc-trouble")
        .getByText(SILENT[locale])
        .waitFor({ timeout: 60_000 * PATIENCE });
      await screenshot(page, `uds-dtc-silent-${locale}-${width}`);

      await tab("ident");
      await page.getByRole("button", { name: t["diagnosis.ident.read"] }).click();
      await page
        .getByRole("row")
        .filter({ hasText: "F190" })
        .getByText(/LCN/)
        .waitFor({ timeout: 60_000 * PATIENCE });
      await expectAccessible(page);
      await screenshot(page, `uds-ident-${locale}-${width}`);
      await tab("routines");
      await page.getByRole("button", { name: t["diagnosis.routine.result"] }).click();
      const again = page.getByTestId("answer").getByRole("button", { name: t["diagnosis.answer.sessionAgain"] });
      await again.waitFor({ timeout: 60_000 * PATIENCE });
      await again.click();
      await page
        .getByTestId("answer")
        .getByText(t["diagnosis.explain.routine"].replace("{id}", "0203"))
        .waitFor({ timeout: 60_000 * PATIENCE });
      await screenshot(page, `uds-routines-${locale}-${width}`);
    },
  );
});
