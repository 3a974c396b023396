import { readFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { insertBinding } from "../../apps/server/signals/bindings/signal-binding-store.ts";
import { insertStrategy } from "../../apps/server/signals/kept/strategy-store.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { FIRST_CHANNEL } from "../../packages/contract/device-link/channels.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, signIn } from "../support/visitors.ts";

const CAN = join(import.meta.dirname, "../../packages/can");
const DOOR = join(CAN, "ldf/fixtures/own_door.ldf");
const BATTERY = join(CAN, "arxml/fixtures/own_battery.arxml");

async function fileId(tenantId: string, name: string): Promise<string> {
  const { pool } = await database();
  const found = await pool.query("select id from dbc_files where tenant_id = $1 and name = $2", [tenantId, name]);
  return found.rows[0].id;
}

journeys("LDF and ARXML", () => {
  afterAll(closeStore);

  it.each([1440, 390])(
    "an LDF and an ARXML are imported, bound to channels and decode LIN and CAN frames, at %i px [DBC-11]",
    {
      timeout: 300_000,
    },
    async (width) => {
      const { name, tenantId } = await newAccount();
      const { db } = await database();
      await setPackage(db, tenantId, UNLIMITED_PACKAGE);
      const device = await registerDevice(tenantId, { name: "bench" });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const page = await openPage({ locale: "en-US", width, height: width === 390 ? 844 : 900 });
      await signIn(page, { name });
      await page.goto("/Container/DBCManager");
      await page.getByRole("button", { name: "Import DBC" }).click();
      await page.locator("input[type=file]").setInputFiles([DOOR, BATTERY]);
      const card = (title: string) => page.getByRole("region", { name: title, exact: true });
      // What the file holds beyond signals is named, with its line.
      const problems = card("own_door.ldf").getByRole("list", { name: "Problems" });
      await problems.getByText("Line 63, column 1").waitFor();
      await problems.getByText("Schedule_tables").first().waitFor();
      await problems.getByText("Not taken: the library holds signals only").first().waitFor();
      await card("own_battery.arxml").getByText("CONTAINER-I-PDU Box").waitFor();
      await expectAccessible(page);
      await screenshot(page, `signal-files-import-${width}-en-US`);
      await page.getByRole("button", { name: "Import all 2" }).click();
      await card("own_door.ldf").getByText("Imported, revision 1").waitFor();
      await card("own_battery.arxml").getByText("Imported, revision 1").waitFor();
      await card("own_door.ldf").getByRole("button", { name: "Open", exact: true }).click();

      // The list shows the format; the file is to read only and comes back as it was.
      const files = page.getByRole("region", { name: "DBC files", exact: true });
      if (width === 390) await page.goto("/Container/DBCManager");
      await files.getByRole("button", { name: /own_battery\s*ARXML/ }).waitFor();
      const door = files.getByRole("button", { name: /own_door\s*LDF/ });
      await door.waitFor();
      if (width === 390) await door.click();
      await page.getByRole("heading", { name: "own_door.ldf" }).waitFor();
      await page.getByText("This file is LDF and read only here").waitFor();
      expect(await page.getByRole("button", { name: "New signal", exact: true }).count()).toBe(0);
      await expectAccessible(page);
      await screenshot(page, `signal-files-view-${width}-en-US`);
      const [exported] = await Promise.all([
        page.waitForEvent("download"),
        page.getByRole("button", { name: "Export", exact: true }).click(),
      ]);
      expect(exported.suggestedFilename()).toBe("own_door.ldf");
      expect(readFileSync(await exported.path())).toEqual(readFileSync(DOOR));
      // As a DBC of its own it can be edited.
      await page.getByRole("button", { name: "Save as DBC" }).click();
      await page.getByRole("heading", { name: "own_door_dbc.dbc" }).waitFor();
      if (width === 390) await page.getByRole("button", { name: /DoorStatus/ }).click();
      await page.getByRole("button", { name: "New signal", exact: true }).waitFor();

      const bind = async (file: string, channel: number, message_id: number, signal: string) => {
        const dbcId = await fileId(tenantId, file);
        const signals = [{ message_id, is_extended: false, signal }];
        const made = { name: `DBCSIG_${file}`, nickname: "", remark: "", dbcId, signals, author: name };
        const strategyId = (await insertStrategy(db, tenantId, made)) ?? "";
        await insertBinding(db, { tenantId, thingsId: device.thingsId, channel, strategyId, fromDay: 0 });
      };
      await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=live`);
      const grid = page.getByRole("grid");
      await grid.waitFor();
      const send = () => {
        const timeUs = Date.now() * 1000;
        return terminal.frames([
          { timeUs, channel: FIRST_CHANNEL.lin, id: 0x21, data: [2, 0, 130, 7] },
          { timeUs, channel: 0, id: 256, data: [0x0d, 0xac, 0, 0, 99, 1, 0, 0] },
        ]);
      };
      const text = async () => {
        await send();
        return ((await grid.textContent()) ?? "").replace(/\s+/g, " ");
      };
      // A file of one's own machine decodes before anything is bound, and stays with a reload.
      await page.locator("input[type=file][accept*=ldf]").first().setInputFiles(DOOR);
      await eventually(text).toContain("DoorStatus");
      await page.reload();
      await eventually(text).toContain("DoorStatus");
      await page.evaluate(() => sessionStorage.clear());
      await bind("own_door", FIRST_CHANNEL.lin, 0x21, "MotorTemperature");
      await bind("own_battery", 0, 256, "Voltage");
      await page.reload();
      await eventually(text).toContain("DoorStatus");
      await eventually(text).toContain("Pack");
      for (let open = 0; open < 2; open++) await grid.getByRole("button", { expanded: false }).first().click();
      for (const value of ["MotorTemperature", "25", "down", "Voltage", "350", "closed"]) {
        await eventually(text, value).toContain(value);
      }
      await screenshot(page, `signal-files-live-${width}-en-US`);
    },
  );
});
