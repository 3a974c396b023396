import { afterAll, expect, it } from "vitest";
import { boundDevice, counted } from "../support/bound-device.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore } from "../support/store.ts";
import { eventually, signIn, signInAtHome, WORDS } from "../support/visitors.ts";

const OUTPUTS = "/Container/Outputs";
const DAY_MS = 86_400_000;

afterAll(closeStore);

journeys("scheduled outputs", () => {
  it("a manager schedules files, runs them now, and finds them in the history [DAT-03]", async () => {
    const { account, terminal } = await boundDevice();
    await terminal.frames(counted(Date.now() - DAY_MS, 50));
    const page = await openPage({ locale: "en-US", timezone: "UTC" });
    await signInAtHome(page, account);
    await page.getByRole("button", { name: WORDS["en-US"].userMenu }).click();
    await page.getByRole("menuitem", { name: "Scheduled outputs" }).click();
    await page.waitForURL(`**${OUTPUTS}`);
    await page.getByText("There are no scheduled outputs yet").waitFor();
    await page.getByRole("button", { name: "New output" }).first().click();

    const dialog = page.getByRole("dialog", { name: "New scheduled output" });
    await dialog.getByRole("button", { name: "Save" }).click();
    await dialog.getByText("A name has 1-50 characters").waitFor();
    await dialog.getByRole("textbox", { name: "Name", exact: true }).fill("Every night");
    await dialog.getByRole("combobox", { name: "Format" }).selectOption({ label: "CSV" });
    await dialog.getByRole("switch", { name: "Send by mail" }).check();
    await dialog.getByRole("textbox", { name: "Mail addresses" }).fill("team@example.com");
    await dialog.getByRole("switch", { name: "Send to an S3 bucket" }).check();
    await screenshot(page, "output-editor-1440-en");
    await expectAccessible(page);
    await dialog.getByRole("switch", { name: "Send to an S3 bucket" }).uncheck();
    await dialog.getByRole("button", { name: "Save" }).click();
    await page.getByText("The scheduled output is saved").first().waitFor();
    await page.getByRole("cell", { name: /daily at 02:00 \(UTC\)/ }).waitFor();
    await page.getByText("not run yet").waitFor();

    await page.getByRole("button", { name: "Actions of Every night" }).click();
    await page.getByRole("menuitem", { name: "Run now" }).click();
    await page.getByText("done", { exact: true }).waitFor();
    await screenshot(page, "outputs-1440-en");
    await page.getByRole("button", { name: "Actions of Every night" }).click();
    await page.getByRole("menuitem", { name: "History" }).click();
    await page.getByText(/^1 file, /).waitFor();
    await page.getByRole("row").nth(1).getByRole("button").first().click();
    const drawer = page.getByRole("dialog", { name: "Every night" });
    const arriving = page.waitForEvent("download");
    await drawer.getByRole("button", { name: /^Download .*\.csv$/ }).click();
    expect((await arriving).suggestedFilename()).toMatch(/\.csv$/);
    await expectAccessible(page);
    await screenshot(page, "output-run-1440-en");

    const phone = await openPage({ width: 390, height: 844 });
    await signIn(phone, account);
    await phone.goto(OUTPUTS);
    await phone.getByText("Every night").first().waitFor();
    await eventually(() => phone.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    await screenshot(phone, "outputs-390-zh-CN");
  });
});
