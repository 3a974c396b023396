import type { Page } from "playwright-core";
import { afterAll, it } from "vitest";
import { zh as people } from "../../apps/web/accounts/people/texts.zh.ts";
import { zh as personal } from "../../apps/web/accounts/personal/texts.zh.ts";
import { zh as config } from "../../apps/web/devices/config/config-texts.zh.ts";
import { zh as types } from "../../apps/web/devices/types/type-texts.zh.ts";
import { zh as ui } from "../../apps/web/ui/texts.zh.ts";
import { journeys, openPage } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, reach, signIn } from "../support/visitors.ts";

const SLOW = { timeout: 240_000 * PATIENCE };

/** The call fails until it is asked again from where its failure is shown. */
async function failsOnce(page: Page, call: RegExp, open: () => Promise<void>, failed: string): Promise<void> {
  await page.route(call, (route) => route.abort());
  await open();
  await page.getByText(failed).first().waitFor();
  await page.unroute(call);
  await page.getByRole("dialog").getByRole("button", { name: ui["ui.action.retry"] }).click();
  await eventually(() => page.getByText(failed).count()).toBe(0);
}

async function openPageOf(account: { name: string }, address: string): Promise<Page> {
  const page = await openPage({ allow: [/Failed to load resource/] });
  await signIn(page, account);
  await page.goto(address);
  return page;
}

journeys("a dialog that cannot be filled", () => {
  afterAll(closeStore);

  it("says so and asks again: the rights of a new sub-user [USR-10]", SLOW, async () => {
    const page = await openPageOf(await newTenant(), "/Container/UserManager/SubuserManagement");
    const name = people["accounts.people.default"];
    const open = async () => (await reach(page.getByRole("button", { name, exact: true }).first())).click();
    await failsOnce(page, /\/default-role/, open, people["accounts.people.defaultFailed"]);
    await page.getByRole("dialog").getByText(people["accounts.people.defaultDevices"]).waitFor();
  });

  it("says so and asks again: what goes with an account [ACC-26]", SLOW, async () => {
    const page = await openPageOf(await newTenant(), "/Container/UserManager/PersonalCenter");
    const open = () => page.getByRole("button", { name: personal["accounts.personal.close"] }).click();
    await failsOnce(page, /\/self\/closing/, open, personal["accounts.closing.failed"]);
    await page.getByRole("dialog").locator('input[type="password"]').waitFor();
  });

  it("says so and asks again: the devices that get a configuration [DEV-05]", SLOW, async () => {
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "Config van" });
    await registerDevice(account.tenantId, { name: "Other van" });
    const place = `id=${device.thingsId}&tab=management&sub=configuration`;
    const page = await openPageOf(account, `/Container/HomePage/DeviceDetails?${place}`);
    const open = async () => {
      await page.getByRole("button", { name: config["devices.config.more"] }).click();
      await page.getByRole("menuitem", { name: config["devices.config.apply"] }).click();
    };
    await failsOnce(page, /\/api\/things\?/, open, config["devices.config.applyFailed"]);
    await page.getByRole("checkbox", { name: "Other van" }).waitFor();
  });

  it("is not opened, and a note says why: a type of devices [DEV-04]", SLOW, async () => {
    const account = await newTenant();
    const { pool } = await database();
    await pool.query(
      "insert into info_models (tenant_id, name, keyword, data_groups) values ($1, 'Weather', 'iot', '[]')",
      [account.tenantId],
    );
    const page = await openPageOf(account, "/Container/DeviceTypeList");
    const open = async () => {
      await page.getByRole("button", { name: types["devices.types.more"].replace("{name}", "Weather") }).click();
      await page.getByRole("menuitem", { name: types["devices.types.edit"] }).click();
    };
    const one = /\/info-models\/[0-9a-f-]{36}/;
    await page.route(one, (route) => route.abort());
    await open();
    await page.getByRole("region", { name: ui["ui.notes.region"] }).getByText(/\S/).first().waitFor();
    await page.unroute(one);
    await open();
    await eventually(() => page.getByRole("dialog").getByRole("textbox").count()).toBeGreaterThan(0);
  });
});
