import { afterAll, expect, it } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, newAccount } from "../support/store.ts";
import { eventually, signIn, signInAtHome, WORDS } from "../support/visitors.ts";

const LAKE = "/Container/DataLake";

afterAll(closeStore);

journeys("the lake of a tenant", () => {
  it("is scheduled and run by its manager, and read by its users [OPS-06]", async () => {
    const manager = await newAccount();
    const page = await openPage({ locale: "en-US", timezone: "Asia/Shanghai" });
    await signInAtHome(page, manager);
    await page.getByRole("button", { name: WORDS["en-US"].userMenu }).click();
    await page.getByRole("menuitem", { name: "Data lake" }).click();
    await page.waitForURL(`**${LAKE}`);
    const runs = page.getByRole("region", { name: "Runs" });
    await runs.getByText("off", { exact: true }).waitFor();

    await page.getByRole("switch", { name: "Export on schedule" }).check();
    for (const name of ["Raw frames", /^Decoded signals/]) await page.getByRole("checkbox", { name }).uncheck();
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("Choose the frames, the signals or both").waitFor();
    await page.getByRole("checkbox", { name: "Raw frames" }).check();
    // 21 h UTC.
    await page.getByRole("combobox", { name: "Time" }).selectOption({ label: "05:41" });
    await page.getByRole("button", { name: "Save" }).click();
    await page.getByText("The schedule of the data lake was saved").first().waitFor();
    await eventually(() => runs.textContent()).toMatch(/Next run20\d\d-\d\d-\d\d \d\d:41:00/);

    await runs.getByRole("button", { name: "Run now" }).click();
    await runs.getByText("Done", { exact: true }).waitFor();
    await runs.getByText("0 files, 0 B").waitFor();
    await eventually(() => runs.textContent()).toMatch(/Next run20\d\d-\d\d-\d\d 05:41:00/);
    await page.getByText(`tenant=${manager.tenantId}/device=ID`).first().waitFor();
    await expectAccessible(page);
    await screenshot(page, "lake-1440-en");

    const user = await newAccount({ tenant: manager.name, role: "sub", tenantLevel: "read" });
    const phone = await openPage({ width: 390, height: 844 });
    await signIn(phone, { name: `${user.name}@${manager.name}` });
    await phone.goto(LAKE);
    await eventually(() => phone.getByRole("switch", { name: "按计划导出" }).isChecked()).toBe(true);
    expect(await phone.getByRole("switch", { name: "按计划导出" }).isDisabled()).toBe(true);
    expect(await phone.getByRole("combobox", { name: "开始时间" }).isDisabled()).toBe(true);
    expect(await phone.getByRole("button", { name: "立即运行" }).getAttribute("aria-disabled")).toBe("true");
    await expectAccessible(phone);
    await screenshot(phone, "lake-390-zh-CN");
  });
});
