import { afterAll, expect, it, onTestFinished } from "vitest";
import { insertDtcFile, putCodes } from "../../apps/server/diagnosis/codes/dtc-store.ts";
import { en as alarmsEn } from "../../apps/web/alarms/texts.en.ts";
import { zh as alarmsZh } from "../../apps/web/alarms/texts.zh.ts";
import { en as faultsEn } from "../../apps/web/diagnosis/bus-faults/bus-fault-texts.en.ts";
import { zh as faultsZh } from "../../apps/web/diagnosis/bus-faults/bus-fault-texts.zh.ts";
import { parseFaultCode } from "../../packages/can/faults/fault-code.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { looksOf, signIn } from "../support/visitors.ts";

const TEXTS = { "zh-CN": { ...alarmsZh, ...faultsZh }, "en-US": { ...alarmsEn, ...faultsEn } } as const;
const WORDS = {
  "zh-CN": { create: "新建规则", name: "规则名称", addBus: "添加总线条件", saveOn: "保存并启用" },
  "en-US": { create: "New rule", name: "Rule name", addBus: "Add a bus condition", saveOn: "Save and enable" },
} as const;
const LOOKS = looksOf(["zh-CN", 1440], ["en-US", 390]);
const SLOW = { timeout: 300_000 * PATIENCE };

/** DM1 of two faults by broadcast, in three frames; a stored code of OBD-II; DM1 without faults. */
const BROADCAST = ["20 0A 00 02 FF CA FE 00", "01 04 FF 6E 00 00 03 64", "02 00 01 01 FF FF FF FF"];
const ids = [0x1cecff00, 0x1cebff00, 0x1cebff00];
const bytes = (hex: string) => hex.split(" ").map((byte) => Number.parseInt(byte, 16));

async function vehicleOf(tenantId: string, thingsId: string): Promise<string> {
  const { pool } = await database();
  const made = await pool.query("insert into vehicles (tenant_id, name, vin) values ($1, $2, $3) returning id", [
    tenantId,
    "Truck 7",
    "1M8GDM9AXKP042788",
  ]);
  await pool.query(
    `insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
     select $1, $2, binding, 0 from things where id = $3`,
    [tenantId, made.rows[0].id, thingsId],
  );
  return made.rows[0].id;
}

journeys("faults that the bus tells", SLOW, () => {
  afterAll(closeStore);

  it.each(LOOKS)(
    "stand in the list of device and vehicle, fire an alarm, are named in history and are over when the bus says so, $locale at $width [UDS-06]",
    async ({ locale, width }) => {
      const t = TEXTS[locale];
      const words = WORDS[locale];
      const account = await newTenant();
      const device = await registerDevice(account.tenantId, { name: "Truck-07" });
      const vehicle = await vehicleOf(account.tenantId, device.thingsId);
      const { db } = await database();
      const file = (await insertDtcFile(db, account.tenantId, "truck.csv")) ?? "";
      const code = parseFaultCode("SPN 110") ?? 0;
      const name = { name_zh: "发动机水温", name_en: "Coolant temperature", severity: "high" } as const;
      await putCodes(db, account.tenantId, file, [{ code, ...name }]);
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const page = await openPage({ locale, width });
      await signIn(page, account);
      const details = (part: string) => page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&${part}`);

      await details("tab=uds&sub=bus");
      await page.getByText(t["diagnosis.bus.empty"]).waitFor();
      await expectAccessible(page);
      await details("tab=triggers&sub=rules");
      await page.getByRole("button", { name: words.create }).first().click();
      await page.getByRole("textbox", { name: words.name }).fill("Coolant fault");
      await page.getByRole("button", { name: words.addBus }).click();
      await page.getByLabel(t["alarms.bus.metric"]).selectOption({ label: t["alarms.bus.faults"] });
      await page.getByLabel(t["alarms.bus.fault"]).fill("SPN 110");
      await expectAccessible(page);
      await screenshot(page, `bus-fault-rule-${locale}-${width}`);
      await page.getByRole("button", { name: words.saveOn }).click();
      await page.getByText(t["alarms.word.fault"].replace("{fault}", "SPN 110")).first().waitFor();

      const startUs = (Date.now() - 2000) * 1000;
      await terminal.frames([
        ...BROADCAST.map((hex, i) => ({ timeUs: startUs + i * 50_000, channel: 0, id: ids[i] ?? 0, data: bytes(hex) })),
        { timeUs: startUs + 500_000, channel: 0, id: 0x7e8, data: bytes("04 43 01 01 23 00 00 00") },
      ]);
      await details("tab=uds&sub=bus");
      const table = page.getByRole("table", { name: t["diagnosis.bus.label"] });
      const row = table.getByRole("row").filter({ hasText: "SPN 110 FMI 0" });
      await row.getByText(locale === "zh-CN" ? "发动机水温" : "Coolant temperature").waitFor();
      await table.getByText("P0123").waitFor();
      expect(await row.textContent()).toContain(t["diagnosis.bus.list.active"]);
      await expectAccessible(page);
      await screenshot(page, `bus-faults-${locale}-${width}`);

      await details("tab=triggers&sub=events");
      await page.getByText("Coolant fault").filter({ visible: true }).first().waitFor();
      await details("tab=data&sub=history");
      await page.getByRole("grid").getByText("SPN 110 FMI 0 (3), SPN 100 FMI 1 (1)").waitFor();
      await screenshot(page, `bus-faults-history-${locale}-${width}`);

      const quiet = { channel: 0, id: 0x18feca00, data: bytes("00 FF 00 00 00 00 FF FF") };
      await terminal.frames([{ timeUs: Date.now() * 1000, ...quiet }]);
      await page.goto(`/Container/CarManager/CarDetails?id=${vehicle}&tab=faults`);
      await row.getByText(t["diagnosis.bus.over"]).waitFor({ timeout: 30_000 * PATIENCE });
      await row.getByText("Truck-07").waitFor();
      await expectAccessible(page);
      await screenshot(page, `vehicle-faults-${locale}-${width}`);
      await details("tab=uds&sub=bus");
      await page.getByRole("button", { name: t["diagnosis.bus.forget"] }).click();
      await page.getByRole("dialog").getByRole("button", { name: t["diagnosis.bus.forget"] }).click();
      await row.waitFor({ state: "detached" });
      await table.getByText("P0123").waitFor();
    },
  );
});
