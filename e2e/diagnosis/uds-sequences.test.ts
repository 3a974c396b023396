import { afterAll, it } from "vitest";
import { en as deskEn } from "../../apps/web/diagnosis/desk/desk-texts.en.ts";
import { zh as deskZh } from "../../apps/web/diagnosis/desk/desk-texts.zh.ts";
import { en as sequencesEn } from "../../apps/web/diagnosis/sequences/sequence-texts.en.ts";
import { zh as sequencesZh } from "../../apps/web/diagnosis/sequences/sequence-texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { drivenDevice } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { eventually, looksOf, signIn } from "../support/visitors.ts";

const TEXTS = { "zh-CN": { ...deskZh, ...sequencesZh }, "en-US": { ...deskEn, ...sequencesEn } } as const;
const BUS = { "zh-CN": "总线健康", "en-US": "Bus health" } as const;
const LOOKS = looksOf(["zh-CN", 1440], ["en-US", 390]);
const SLOW = { timeout: 300_000 * PATIENCE };

journeys("sequences of requests", SLOW, () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "are put together, saved, run as one job and found in the trace; leaving the session asks, $locale at $width [UDS-01]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const { account, device } = await drivenDevice("ev", "EV-04");
      const { pool } = await database();
      await pool.query(
        `insert into ecus (tenant_id, name, extended, physical_id, response_id, functional_id)
         values ($1, 'BMS', false, $2, $3, $4)`,
        [account.tenantId, 0x7e4, 0x7ec, 0x7df],
      );
      const page = await openPage({ locale, width });
      await signIn(page, account);
      const tab = (sub: string) =>
        page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=uds&sub=${sub}`);
      await tab("console");
      const bytes = page.getByLabel(t["diagnosis.builder.bytes"], { exact: true });
      for (const request of ["10 03", "22 F1 90"]) {
        await bytes.fill(request);
        await page.getByRole("button", { name: t["diagnosis.sequence.add"] }).click();
      }
      await page.getByLabel(t["diagnosis.sequence.name"]).fill("Who are you");
      await page.getByRole("button", { name: t["diagnosis.sequence.save"], exact: true }).click();
      await page.getByText(t["diagnosis.sequence.savedNote"].replace("{name}", "Who are you")).first().waitFor();
      await tab("console");
      await page.getByLabel(t["diagnosis.sequence.saved"]).selectOption({ label: "Who are you" });
      await page.getByText("10 03", { exact: true }).first().waitFor();
      await page.getByRole("button", { name: t["diagnosis.sequence.run"] }).click();
      await page
        .getByTestId("answer")
        .getByText(/LCN[A-Z0-9]{14}/)
        .waitFor({ timeout: 60_000 * PATIENCE });
      await page.getByText(t["diagnosis.desk.session.extended"]).first().waitFor();
      await expectAccessible(page);
      await screenshot(page, `uds-sequence-${locale}-${width}`);
      await tab("trace");
      const job = page.getByLabel(t["diagnosis.trace.job"]);
      await job.selectOption({ label: "7E4 Who are you" });
      const table = page.getByRole("table", { name: t["diagnosis.trace.title"] });
      await eventually(() => table.getByRole("row").count()).toBe(5);

      if (width < 1000) return;
      await page.getByRole("tab", { name: BUS[locale] }).click();
      await page.getByRole("button", { name: t["diagnosis.leave.stay"] }).click();
      await table.waitFor();
      await page.getByRole("tab", { name: BUS[locale] }).click();
      await page.getByRole("button", { name: t["diagnosis.leave.end"] }).click();
      await page.waitForURL(/tab=bus/);
      await tab("console");
      await page.getByText(t["diagnosis.desk.none"]).first().waitFor();
    },
  );
});
