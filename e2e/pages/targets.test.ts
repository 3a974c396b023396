import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { zh as app } from "../../apps/web/app/texts.zh.ts";
import { zh as manage } from "../../apps/web/devices/details/manage-texts.zh.ts";
import { zh as messages } from "../../apps/web/messages/texts.zh.ts";
import { zh as track } from "../../apps/web/places/track/track-texts.zh.ts";
import { alarmDevice, call, makeRule } from "../alarms/alarm-fleet.ts";
import { parkedDrive } from "../places/parked-drive.ts";
import { journeys, openPage } from "../support/browser.ts";
import { drivenDevice, newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { smallTargets } from "../support/small-targets.ts";
import { closeStore } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { atRest, eventually, signInAtHome } from "../support/visitors.ts";

const SLOW = { timeout: 240_000 * PATIENCE };
const DETAILS = "/Container/HomePage/DeviceDetails";

/** What is open lies over the page: only its controls are measured. */
async function expectFingers(page: Page, what: string): Promise<void> {
  expect(await atRest(() => smallTargets(page)), what).toEqual([]);
}

journeys("targets of 40 px on a phone", () => {
  afterAll(closeStore);

  it("in menus, drawers, dialogs and the palette [NAV-07]", SLOW, async () => {
    const { account, device } = await drivenDevice("ev", "Finger van");
    const page = await openPage({ width: 390, height: 844 });
    await signInAtHome(page, account);
    const open = async (name: string) => page.getByRole("button", { name }).first().click();

    await open(app["app.menu.open"]);
    await page.getByRole("dialog").waitFor();
    await expectFingers(page, "menu");
    await page.keyboard.press("Escape");
    await open(app["app.header.search"]);
    await page.getByRole("dialog").waitFor();
    await expectFingers(page, "palette");
    await page.keyboard.press("Escape");
    await open(messages["messages.bell.label"]);
    await expectFingers(page, "messages");
    await page.keyboard.press("Escape");

    await page.goto(`${DETAILS}?id=${device.thingsId}`);
    await open(manage["devices.manage.more"]);
    await page.getByRole("menuitem").first().waitFor();
    await expectFingers(page, "menu of a device");
    await page.getByRole("menuitem", { name: manage["devices.manage.edit"] }).click();
    await page.getByRole("dialog").getByRole("textbox").first().waitFor();
    await expectFingers(page, "form of a device");
  });

  it("in rows that are there, and between the marks of the time bar [NAV-07]", SLOW, async () => {
    const { account, device } = await drivenDevice("ev", "Row van");
    const page = await openPage({ width: 390, height: 844 });
    await signInAtHome(page, account);
    await page.getByText("Row van").first().waitFor();
    await expectFingers(page, "home");
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=live`);
    await page.getByRole("row").nth(3).waitFor();
    await expectFingers(page, "real-time frames");
    await page.getByRole("button", { name: /展开时间条/ }).click();
    await expectFingers(page, "time bar");
  });

  it("on a device with labels, alarms and trips [NAV-07]", SLOW, async () => {
    const account = await newTenant();
    const device = await alarmDevice(account.tenantId, "Parked van");
    const startMs = Math.floor(Date.now() / 60_000) * 60_000 - 3_600_000;
    await parkedDrive(device, startMs);
    const page = await openPage({ width: 390, height: 844 });
    await signInAtHome(page, account);
    await makeRule(page, "Hot");
    await device.fire(page);
    const made = await Promise.all(
      ["route", "night"].map((name) => call<{ data: { id: string } }>(page, "POST", "/things/labels", { name })),
    );
    await call(page, "PUT", `/things/${device.thingsId}/labels`, { label_ids: made.map(({ data }) => data.id) });

    await page.goto("/Container/HomePage");
    await page.getByRole("link", { name: "Parked van：1 个未关闭报警" }).waitFor();
    await expectFingers(page, "home");
    await page.goto(`${DETAILS}?id=${device.thingsId}`);
    await page.getByRole("button", { name: manage["devices.manage.labelRemove"].replace("{name}", "night") }).waitFor();
    await expectFingers(page, "overview");
    const again = await registerDevice(account.tenantId, { name: "Back van" });
    for (const _ of ["first", "second"]) await (await connectTerminal(again)).close();
    await page.goto(`${DETAILS}?id=${again.thingsId}`);
    await eventually(() => page.getByRole("table").getByRole("row").count()).toBe(3);
    await expectFingers(page, "stays");
    await page.goto(
      `${DETAILS}?id=${device.thingsId}&tab=gps&sub=track&from=${startMs - 60_000}&to=${startMs + 1_500_000}`,
    );
    const trips = page.getByRole("region", { name: track["places.track.trips"], exact: true }).getByRole("button");
    await eventually(() => trips.count()).toBe(3);
    await expectFingers(page, "track");
  });
});
