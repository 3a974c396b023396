import type { Locator, Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { newDeviceId } from "../../apps/server/testing/terminals/test-device.ts";
import { zh as oidc } from "../../apps/web/accounts/company/texts.zh.ts";
import { zh as personal } from "../../apps/web/accounts/personal/texts.zh.ts";
import { zh as guide } from "../../apps/web/app/texts.zh.ts";
import { zh as manage } from "../../apps/web/devices/details/manage-texts.zh.ts";
import { zh as list } from "../../apps/web/devices/fleet/list-texts.zh.ts";
import { zh as look } from "../../apps/web/settings/look/texts.zh.ts";
import { zh as computed } from "../../apps/web/signals/choose/choose-texts.zh.ts";
import { zh as transfers } from "../../apps/web/transfers/texts.zh.ts";
import { zh as ui } from "../../apps/web/ui/texts.zh.ts";
import { expectAccessible, journeys, openPage } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { reach, signIn, signInAtHome, WORDS } from "../support/visitors.ts";

const SLOW = { timeout: 240_000 * PATIENCE };

async function tenantWithDevice(name: string) {
  const account = await newTenant();
  return { account, device: await registerDevice(account.tenantId, { name }) };
}

/** Escape asks; staying keeps the dialog, discarding closes it. */
async function expectAsked(page: Page, dialog: Locator): Promise<void> {
  await page.keyboard.press("Escape");
  await dialog.getByText(ui["ui.form.leaving"]).waitFor();
  await dialog.getByRole("button", { name: ui["ui.form.stay"] }).click();
  expect(await dialog.count()).toBe(1);
  await dialog.getByRole("button", { name: ui["ui.action.close"], exact: true }).first().click();
  await dialog.getByRole("button", { name: ui["ui.form.leave"] }).click();
  await dialog.waitFor({ state: "detached" });
}

journeys("dialogs with unsaved work ask before they close", () => {
  afterAll(closeStore);

  it("labels that are set or typed, and a transfer [DEV-09] [DEV-14]", SLOW, async () => {
    const { account, device } = await tenantWithDevice("Label van");
    const page = await openPage();
    await signInAtHome(page, account);
    await page.getByRole("checkbox", { name: /Label van/ }).check();
    const bar = page.getByRole("region", { name: /已选/ });
    const dialog = page.getByRole("dialog");
    await bar.getByRole("button", { name: list["devices.act.setLabels"] }).click();
    // Nothing typed, nothing asked.
    await dialog.getByRole("textbox").waitFor();
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await bar.getByRole("button", { name: list["devices.act.setLabels"] }).click();
    await dialog.getByRole("textbox").fill("North");
    await expectAsked(page, dialog);

    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}`);
    await page.getByRole("button", { name: manage["devices.manage.more"] }).click();
    await page.getByRole("menuitem", { name: manage["devices.manage.transfer"] }).click();
    await dialog.getByRole("textbox").fill("somebody");
    await expectAccessible(page);
    await expectAsked(page, dialog);
  });

  it("a download that was put together [DAT-03]", SLOW, async () => {
    const { account, device } = await tenantWithDevice("Load van");
    const page = await openPage();
    await signIn(page, account);
    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=data&sub=history`);
    await (await reach(page.getByRole("button", { name: "下载…" }).first())).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("combobox", { name: transfers["transfers.download.format"] }).selectOption("blf");
    await expectAsked(page, dialog);
  });

  it("a computed signal that was typed [DBC-07]", SLOW, async () => {
    const { account, device } = await tenantWithDevice("Formula van");
    const page = await openPage();
    await signIn(page, account);
    await page.goto(`/Container/HomePage/DeviceDetails?id=${device.thingsId}&tab=dbc&sub=functions`);
    await (await reach(page.getByRole("button", { name: computed["signals.computed.title"] }).first())).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("button", { name: computed["signals.computed.new"] }).click();
    await dialog.getByRole("textbox").first().fill("Power");
    await expectAsked(page, dialog);
  });

  it("a list of devices that was checked [DEV-02]", SLOW, async () => {
    const page = await openPage();
    await signInAtHome(page, await newTenant());
    await page.getByRole("button", { name: guide["app.home.import"] }).click();
    const dialog = page.getByRole("dialog");
    await dialog.locator("input[type=file]").setInputFiles({
      name: "d.csv",
      mimeType: "text/csv",
      buffer: Buffer.from(`name,third_things_id\nVan 7,${newDeviceId()}`),
    });
    await dialog.getByRole("button", { name: "导入 1 行" }).waitFor();
    await expectAsked(page, dialog);
  });
});

journeys("a page with unsaved work", () => {
  afterAll(closeStore);

  async function changedProfile() {
    const page = await openPage({ allow: [/401/] });
    await signIn(page, await newTenant());
    await page.goto("/Container/UserManager/PersonalCenter");
    const name = page.getByRole("textbox", { name: /^昵称/ });
    await name.fill("林远山");
    return { page, name };
  }

  it("lets go to the sign-in page when its session has ended, and says so [NAV-02]", SLOW, async () => {
    const { page } = await changedProfile();
    const kept = await page.evaluate(() => ({ ...sessionStorage }));
    const headers = { authorization: `Bearer ${kept.token}` };
    await page.request.delete(`/api/control/sessions/${kept.sessionId}`, { headers });
    await page.getByRole("button", { name: personal["accounts.personal.save"], exact: true }).click();
    await page.waitForURL(/\/Login\?redirect=/);
    await page.getByRole("textbox", { name: WORDS["zh-CN"].username, exact: true }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it("asks for a look and a provider that were typed, not once they are saved [NAV-08] [OPS-07]", SLOW, async () => {
    const page = await openPage();
    await signIn(page, await newTenant());
    await page.goto("/Container/UserManager/SystemConfig");
    const asked = page.getByRole("dialog", { name: ui["ui.form.leaveTitle"] });
    const leave = async () => {
      await page.getByRole("button", { name: WORDS["zh-CN"].userMenu }).click();
      await page.getByRole("menuitem", { name: guide["app.page.sessions"] }).click();
    };
    const looks = page.getByRole("region", { name: look["settings.look.look"], exact: true });
    const issuer = page.getByRole("textbox", { name: oidc["accounts.oidc.issuer"] });
    const typed = [looks.getByRole("textbox", { name: look["settings.look.name"] }), issuer];
    for (const [field, before] of await Promise.all(
      typed.map(async (each) => [each, await each.inputValue()] as const),
    )) {
      await field.fill("typed");
      await leave();
      await asked.getByRole("button", { name: ui["ui.form.stay"] }).click();
      await asked.waitFor({ state: "detached" });
      expect(await field.inputValue()).toBe("typed");
      await field.fill(before);
    }
    // A language is chosen apart from the rest, and is no work any more once it holds.
    await typed[0]?.fill("Blue fleet");
    await looks.getByRole("combobox").selectOption("中文");
    await looks.getByRole("button", { name: look["settings.look.save"], exact: true }).click();
    await page.getByText(look["settings.look.saved"]).first().waitFor();
    await leave();
    await page.waitForURL(/Sessions/);
    expect(await asked.count()).toBe(0);
  });

  it("asks before its user signs out, not when it is too late [ACC-22]", SLOW, async () => {
    const { page, name } = await changedProfile();
    const signOut = async () => {
      await page.getByRole("button", { name: WORDS["zh-CN"].userMenu }).click();
      await page.getByRole("menuitem", { name: WORDS["zh-CN"].signOut }).click();
    };
    const asked = page.getByRole("dialog", { name: ui["ui.form.leaveTitle"] });
    await signOut();
    await asked.getByRole("button", { name: ui["ui.action.cancel"] }).click();
    await asked.waitFor({ state: "detached" });
    expect(await name.inputValue()).toBe("林远山");
    expect(await page.evaluate(() => sessionStorage.getItem("token"))).not.toBeNull();
    await signOut();
    await asked.getByRole("button", { name: ui["ui.form.leave"] }).click();
    await page.waitForURL(/\/Login$/);
  });
});
