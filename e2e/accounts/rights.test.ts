import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { manyDevices } from "../../apps/server/testing/faults/many-devices.ts";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { zh as people } from "../../apps/web/accounts/people/texts.zh.ts";
import { zh as rights } from "../../apps/web/app/rights/texts.zh.ts";
import { zh as app } from "../../apps/web/app/texts.zh.ts";
import { zh as manage } from "../../apps/web/devices/details/manage-texts.zh.ts";
import { zh as levels } from "../../apps/web/devices/rights/texts.zh.ts";
import { zh as ui } from "../../apps/web/ui/texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, reach, signIn, submitPassword, watchCaptcha } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const SLOW = { timeout: 240_000 * PATIENCE };

async function writerOf(deviceName: string) {
  const owner = await newTenant();
  const device = await registerDevice(owner.tenantId, { name: deviceName });
  const sub = await newAccount({ tenant: owner.name, role: "sub", tenantLevel: "write" });
  await grantLevel((await database()).db, sub, device.thingsId, "write");
  return { owner, device, sub, signInName: `${sub.name}@${owner.name}` };
}

async function openRights(page: Page, subName: string) {
  await page.goto("/Container/UserManager/SubuserManagement");
  const more = page.getByRole("button", { name: people["accounts.people.more"].replace("{name}", subName) });
  await more.click();
  await page.getByRole("menuitem", { name: people["accounts.people.rights"] }).click();
  return { more, drawer: page.getByRole("dialog") };
}

/** The owner takes the right away and ends the sessions of the sub-user. */
async function takeAway(page: Page, subName: string, deviceName: string): Promise<void> {
  const { more, drawer } = await openRights(page, subName);
  const level = drawer.getByRole("group", { name: levels["devices.rights.levelOf"].replace("{name}", deviceName) });
  await level.getByText(levels["devices.rights.level.none"], { exact: true }).click();
  // Closing would lose what is not saved.
  await page.keyboard.press("Escape");
  await drawer.getByRole("button", { name: ui["ui.form.stay"] }).click();
  await drawer.getByRole("button", { name: levels["devices.rights.save"], exact: true }).click();
  await drawer.getByRole("status").getByText(levels["devices.rights.stagedNone"]).waitFor();
  await page.keyboard.press("Escape");
  await more.click();
  await page.getByRole("menuitem", { name: people["accounts.people.signOut"] }).click();
  await page.getByRole("dialog").getByRole("button", { name: people["accounts.people.signOut"] }).click();
  await page.getByRole("dialog").waitFor({ state: "detached" });
}

journeys("a right taken away while its page is open", () => {
  afterAll(closeStore);

  it(
    "the device that the owner took away says who grants it, after the sign-in it asks for [USR-04]",
    SLOW,
    async () => {
      const { owner, device, sub, signInName } = await writerOf("Lost van");
      const page = await openPage({ allow: [/40[13]/] });
      await signIn(page, { name: signInName });
      await page.goto(`${DETAILS}?id=${device.thingsId}`);
      await page.getByRole("heading", { name: "Lost van" }).waitFor();

      const theirs = await openPage();
      await signIn(theirs, owner);
      await takeAway(theirs, sub.name, "Lost van");

      const captcha = watchCaptcha(page);
      await page.waitForURL(/\/Login\?redirect=/, { timeout: 90_000 * PATIENCE });
      await page.getByText(app["app.signIn.ended"]).first().waitFor();
      await submitPassword(page, captcha, { name: signInName, password: PASSWORD });
      await page.waitForURL(/DeviceDetails/);
      await page.getByText(ui["ui.rights.whoGrants"]).waitFor();
      expect(await page.getByText("Lost van").count()).toBe(0);
      await page.getByRole("link", { name: ui["ui.rights.home"] }).click();
      await page.waitForURL("**/Container/HomePage");
    },
  );

  it(
    "what is refused names the missing right above the page, whose buttons are off from then on [USR-05]",
    SLOW,
    async () => {
      const { device, signInName } = await writerOf("Guarded van");
      const { db } = await database();
      const page = await openPage({ allow: [/403/] });
      await signIn(page, { name: signInName });
      await page.goto(`${DETAILS}?id=${device.thingsId}`);
      const edit = page.getByRole("main").getByRole("button", { name: manage["devices.manage.edit"], exact: true });
      await edit.click();
      await sql`update device_levels set level = 'read' where things_id = ${device.thingsId}`.execute(db);
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox").first().fill("Taken van");
      await page.keyboard.press("Control+Enter");
      await page.getByText(rights["app.rights.deviceWrite"]).waitFor();
      await page.keyboard.press("Escape");
      await dialog.getByRole("button", { name: ui["ui.form.leave"] }).click();
      await page.getByText(ui["ui.rights.whoGrants"]).waitFor();
      await eventually(() => edit.getAttribute("aria-disabled")).toBe("true");
      await expectAccessible(page);
      await screenshot(page, "rights-band-1440-zh-CN");

      // Reading too: the page that was open shows nothing of the device any longer.
      await sql`delete from device_levels where things_id = ${device.thingsId}`.execute(db);
      await page.getByRole("link", { name: ui["ui.rights.home"] }).waitFor({ timeout: 60_000 * PATIENCE });
      expect(await page.getByRole("heading", { name: "Guarded van" }).count()).toBe(0);
    },
  );
});

journeys("the rights of a sub-user on many devices", () => {
  afterAll(closeStore);

  it("a last page that saving empties gives way to the one before [USR-03]", SLOW, async () => {
    const owner = await newTenant();
    await manyDevices((await database()).db, owner.tenantId, 26);
    const sub = await newAccount({ tenant: owner.name, role: "sub", tenantLevel: "read" });
    const page = await openPage();
    await signIn(page, owner);
    const { drawer } = await openRights(page, sub.name);
    const rows = drawer.getByRole("list", { name: levels["devices.rights.list"] }).getByRole("listitem");
    const filter = drawer.getByRole("combobox", { name: levels["devices.rights.level"], exact: true });
    await (await reach(filter)).selectOption("none");
    await eventually(() => rows.count()).toBe(25);
    await drawer.getByRole("button", { name: levels["devices.rights.next"] }).click();
    await eventually(() => rows.count()).toBe(1);
    await rows.getByText(levels["devices.rights.level.read"], { exact: true }).click();
    await drawer.getByRole("button", { name: levels["devices.rights.save"], exact: true }).click();
    await eventually(() => rows.count()).toBe(25);
  });
});
