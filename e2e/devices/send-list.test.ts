import { afterAll, expect, it } from "vitest";
import { journeys, openPage } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, signIn } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";

journeys("a list of frames to send", () => {
  afterAll(closeStore);

  it("keeps what was composed, changes the item that is meant, and is not lost or deleted unasked [DEV-06]", {
    timeout: 240_000 * PATIENCE,
  }, async () => {
    const account = await newTenant();
    const device = await registerDevice(account.tenantId, { name: "List van" });
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=live&send=1`);
    const pane = page.getByRole("region", { name: "Send frames" });
    const field = (label: string) => pane.getByLabel(label).filter({ visible: true });
    const press = (name: string) => pane.getByRole("button", { name, exact: true }).click();
    const part = (name: string) => pane.getByText(name, { exact: true }).click();
    const items = pane.getByRole("list", { name: "Items of the list" }).getByRole("listitem");

    await field("Frame ID (hex)").fill("6A1");
    await field("Data (hex)").fill("11");
    await press("Add to list");
    await part("One frame");
    expect(await field("Frame ID (hex)").inputValue()).toBe("6A1");
    await field("Frame ID (hex)").fill("6A2");
    await press("Add to list");

    // The item that is being changed moves, and the new frame in the form waits.
    await press("Change item 2");
    await pane.getByText("Changing item 2").waitFor();
    await field("Data (hex)").fill("AA");
    await part("List (2)");
    await press("Move item 2 up");
    await pane.getByText("Changing item 1").waitFor();
    await part("One frame");
    expect(await field("Data (hex)").inputValue()).toBe("AA");
    await press("Update the list");
    await eventually(() => items.allTextContents().then((all) => all.join())).toMatch(/0x6A2.* AA.*0x6A1.* 11/);
    // Changed no more, once it is gone.
    await press("Change item 2");
    await part("List (2)");
    await press("Remove item 2");
    await part("One frame");
    expect(await pane.getByText(/^Changing item/).count()).toBe(0);
    expect(await field("Frame ID (hex)").inputValue()).toBe("6A2");

    // Another tab of the device is no leaving; another page is.
    await page.getByRole("tab", { name: "Management" }).click();
    await page.waitForURL(/tab=management/);
    await page.goBack();
    await pane.getByText("List (1)", { exact: true }).waitFor();
    const back = page.getByRole("button", { name: "Back", exact: true });
    await back.click();
    const leaving = page.getByRole("dialog", { name: "Leave without saving the list?" });
    await leaving.getByText("The list of frames for List van is not saved.").waitFor();
    await leaving.getByRole("button", { name: "Keep editing" }).click();

    await part("List (1)");
    await pane.getByLabel("Name of the list").fill("Horn");
    await press("Save");
    await page.getByText("List Horn saved").first().waitFor();
    await press("Delete");
    const deleting = page.getByRole("dialog", { name: "Delete the list “Horn”?" });
    await deleting.getByText(/Panel buttons that send it/).waitFor();
    await page.keyboard.press("Escape");
    await deleting.waitFor({ state: "detached" });
    await pane.getByRole("combobox", { name: "Saved lists" }).waitFor();
    await back.click();
    await page.waitForURL(/HomePage$/);
  });
});
