import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { createDbc } from "../../apps/server/signals/dbc/keep-dbc.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, framesOfTenant, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 300_000 * PATIENCE };
const SIGNALS = 101;

/** A message with two signals, and one with a hundred and one. */
const PACK = `VERSION "1"

BU_: VCU

BO_ 928 BMS_1: 8 VCU
 SG_ PackVoltage : 0|16@1+ (0.1,0) [0|600] "V" VCU
 SG_ Soc : 16|10@1+ (0.1,0) [0|100] "%" VCU

BO_ 929 Many: 64 VCU
${Array.from({ length: SIGNALS }, (_, i) => ` SG_ Bit${i} : ${i}|1@1+ (1,0) [0|1] "" VCU`).join("\n")}
`;

async function prepare(locale: "zh-CN" | "en-US") {
  const account = await newAccount();
  const { db } = await database();
  await setPackage(db, account.tenantId, UNLIMITED_PACKAGE);
  const given = { bytes: Buffer.from(PACK), remark: "", draft: false, author: account.name };
  await createDbc(db, account.tenantId, "pack.dbc", given);
  const word = (chinese: string, english: string) => (locale === "zh-CN" ? chinese : english);
  return { ...account, word };
}

async function rowsOf(table: "signal_strategies" | "signal_bindings", tenantId: string) {
  const { pool } = await database();
  return (await pool.query(`select * from ${table} where tenant_id = $1`, [tenantId])).rows;
}

journeys("signal strategies", () => {
  afterAll(closeStore);

  it(
    "a strategy has a name by the rules, a nickname, a remark, a DBC and 1-100 of its signals [DBC-02]",
    SLOW,
    async () => {
      const { name, tenantId } = await prepare("zh-CN");
      const page = await openPage({ locale: "zh-CN" });
      await signIn(page, { name });
      await page.goto("/Container/DBCManager");
      await page.getByRole("tab", { name: "信号策略" }).click();
      await page.getByText("还没有信号策略").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "新建信号策略" }).click();
      const dialog = page.getByRole("dialog");
      const nameField = dialog.getByRole("textbox", { name: /^名称/ });
      expect(await nameField.inputValue()).toBe("DBCSIG_");
      const save = dialog.getByRole("button", { name: "保存" });
      await nameField.fill("1电池");
      await save.click();
      await dialog.getByText("名称为 1-64 个字母、数字或下划线，且不以数字开头").waitFor();
      await dialog.getByText("信号策略包含 1-100 个信号").waitFor();
      await nameField.fill("DBCSIG_battery");
      await dialog.getByRole("textbox", { name: "昵称" }).fill("电池");
      await dialog.getByRole("textbox", { name: "备注" }).fill("每辆车");
      // All of the large message are one too many.
      await dialog.getByRole("checkbox", { name: /Many/ }).check();
      await dialog.getByText(`信号（${SIGNALS}/100）`).waitFor();
      await save.click();
      await dialog.getByText("信号策略包含 1-100 个信号").waitFor();
      await dialog.getByRole("checkbox", { name: /Many/ }).uncheck();
      await dialog.getByRole("checkbox", { name: "Soc (%)" }).check();
      await expectAccessible(page);
      await screenshot(page, "strategy-dialog-1440-zh-CN");
      await save.click();
      await page.getByText("信号策略 DBCSIG_battery 已保存").first().waitFor();
      const row = page.getByRole("row", { name: /DBCSIG_battery/ });
      expect(await row.getByRole("cell").allTextContents()).toEqual(
        expect.arrayContaining(["DBCSIG_battery", "电池", "pack", "1", "0", "每辆车"]),
      );
      // The same name in other letters is the same name.
      await page.getByRole("button", { name: "新建信号策略" }).click();
      await nameField.fill("dbcsig_BATTERY");
      await dialog.getByRole("checkbox", { name: "Soc (%)" }).check();
      await save.click();
      await dialog.getByText(/已有同名信号策略/).waitFor();
      await dialog.getByRole("button", { name: "取消" }).click();
      await dialog.getByRole("button", { name: "放弃更改" }).click();
      // A hundred are allowed.
      await page.getByRole("button", { name: "DBCSIG_battery 的操作" }).click();
      await page.getByRole("menuitem", { name: "修改信号策略" }).click();
      await dialog.getByRole("checkbox", { name: /Many/ }).check();
      await dialog.getByRole("checkbox", { name: "Bit0", exact: true }).uncheck();
      await dialog.getByRole("checkbox", { name: "Soc (%)" }).uncheck();
      await dialog.getByText("信号（100/100）").waitFor();
      await save.click();
      await eventually(async () => (await rowsOf("signal_strategies", tenantId))[0]?.signals.length).toBe(100);
      await expectAccessible(page);
      await screenshot(page, "strategies-1440-zh-CN");
    },
  );

  it(
    "a strategy is bound to a channel, paused, enabled and unbound; while it is bound it cannot be deleted; frames stay [DBC-02] [DBC-03]",
    SLOW,
    async () => {
      const { name, tenantId } = await prepare("en-US");
      const device = await registerDevice(tenantId, { name: "bench logger" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const now = Date.now() * 1000;
      const frames = Array.from({ length: 50 }, (_, i) => ({
        id: 928,
        data: [i, 1, i, 0, 0, 0, 0, 0],
        channel: 0,
        timeUs: now - i * 1000,
      }));
      await terminal.frames(frames);
      const page = await openPage({ locale: "en-US", width: 390, height: 844 });
      await signIn(page, { name });
      await page.goto("/Container/DBCManager?tab=strategies");
      await page.getByRole("button", { name: "New signal strategy" }).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: /^Name/ }).fill("DBCSIG_pack");
      await dialog.getByRole("checkbox", { name: "Soc (%)" }).check();
      await dialog.getByRole("button", { name: "Save" }).click();
      await page.getByText("Signal strategy DBCSIG_pack was saved").first().waitFor();

      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc&sub=bindings`);
      await page.getByText("No signal strategy is bound").waitFor();
      await expectAccessible(page);
      await page.getByRole("button", { name: "Bind a signal strategy" }).click();
      await dialog.getByRole("button", { name: "Bind a signal strategy" }).click();
      await page
        .getByText(/DBCSIG_pack was bound to/)
        .first()
        .waitFor();
      await page.getByText("Enabled").first().waitFor();
      // What has come is made ready by itself.
      await expect
        .poll(() => page.getByText("1 of 1 days").count(), { timeout: 180_000 * PATIENCE })
        .toBeGreaterThan(0);
      await expectAccessible(page);
      await screenshot(page, "bindings-390-en-US");
      const act = async (action: string) => {
        await page.getByRole("button", { name: "Actions of DBCSIG_pack" }).click();
        await page.getByRole("menuitem", { name: action }).click();
      };
      await act("Pause");
      await page.getByText("Paused").first().waitFor();
      await eventually(async () => (await rowsOf("signal_bindings", tenantId))[0]?.state).toBe("paused");
      await act("Enable");
      await page.getByText("Enabled").first().waitFor();
      await act("Back-fill history");
      await eventually(async () => (await rowsOf("signal_bindings", tenantId))[0]?.backfill_job).not.toBeNull();

      await page.goto("/Container/DBCManager?tab=strategies");
      await page.getByRole("button", { name: "Actions of DBCSIG_pack" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await dialog.getByText(/in use: bench logger/).waitFor();
      await dialog.getByRole("button", { name: "Cancel" }).click();

      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc&sub=bindings`);
      await act("Unbind");
      await dialog.getByText(/Raw frames stay/).waitFor();
      await expectAccessible(page);
      await dialog.getByRole("button", { name: "Unbind" }).click();
      await page.getByText("No signal strategy is bound").waitFor();
      expect(await rowsOf("signal_bindings", tenantId)).toEqual([]);
      expect(await framesOfTenant(tenantId)).toBe(50);

      await page.goto("/Container/DBCManager?tab=strategies");
      await page.getByRole("button", { name: "Actions of DBCSIG_pack" }).click();
      await page.getByRole("menuitem", { name: "Delete" }).click();
      await dialog.getByRole("button", { name: "Delete" }).click();
      await page.getByText("No signal strategies yet").waitFor();
    },
  );
});
