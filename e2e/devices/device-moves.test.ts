import { readFileSync } from "node:fs";
import { parseCsv } from "@canopy/contract/platform/csv";
import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { storeLicenceConfig } from "../../apps/server/devices/licences/licence-store.ts";
import { grantLevel, newDeviceId } from "../../apps/server/testing/terminals/test-device.ts";
import { zh as details } from "../../apps/web/app/details/texts.zh.ts";
import { zh as app } from "../../apps/web/app/texts.zh.ts";
import { zh } from "../../apps/web/devices/details/manage-texts.zh.ts";
import { zh as licence } from "../../apps/web/devices/licences/licence-texts.zh.ts";
import { zh as ui } from "../../apps/web/ui/texts.zh.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { connectTerminal, registerDevice } from "../support/terminal.ts";
import { eventually, signIn, signInAtHome } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const SLOW = { timeout: 240_000 * PATIENCE };
/** A name is text, whatever it holds: emoji, a script that runs the other way, markup. */
const STRANGE = "🚚 شاحنة <script>alert(1)</script>";

async function newTenant() {
  const account = await newAccount();
  await setPackage((await database()).db, account.tenantId, UNLIMITED_PACKAGE);
  return account;
}

async function choose(page: Page, item: string): Promise<void> {
  await page.getByRole("button", { name: zh["devices.manage.more"] }).click();
  await page.getByRole("menuitem", { name: item }).click();
}

/** What the browser says of an element that is switched off: why. */
async function reasonOf(page: Page, name: string, role: "button" | "menuitem" = "button"): Promise<string> {
  // An entry of a menu has its reason in its own text.
  const words = role === "menuitem" ? { name: new RegExp(`^${name}`) } : { name, exact: true };
  const element = page.getByRole(role, words).first();
  await element.waitFor();
  expect(await element.getAttribute("aria-disabled"), name).toBe("true");
  return element.evaluate((node, label) => {
    const ids = node.getAttribute("aria-describedby")?.split(" ") ?? [];
    const described = ids.map((id) => document.getElementById(id)?.textContent ?? "").join(" ");
    return `${described}${node.textContent?.replace(label, "") ?? ""}`;
  }, name);
}

journeys("what happens to a device", () => {
  afterAll(closeStore);

  it("the open form of a device does not pass to the next one [DEV-02] [DEV-13]", SLOW, async () => {
    const owner = await newTenant();
    const first = await registerDevice(owner.tenantId, { name: "Van one" });
    await registerDevice(owner.tenantId, { name: "Van two" });
    const page = await openPage();
    await signIn(page, owner);
    await page.goto(`${DETAILS}?id=${first.thingsId}`);
    await page.getByRole("heading", { name: "Van one" }).waitFor();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog").getByRole("combobox").fill("Van two");
    await page.getByRole("option", { name: /Van two/ }).click();
    await page.getByRole("heading", { name: "Van two" }).waitFor();
    await choose(page, zh["devices.manage.edit"]);
    const form = page.getByRole("dialog", { name: "Van two" });
    await form.waitFor();
    await page.goBack();
    await form.waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Van one" }).waitFor();
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it(
    "its terminal is swapped, offered to another tenant and accepted, and it is deleted by its ID [DEV-14] [DEV-02]",
    SLOW,
    async () => {
      const [owner, receiver] = [await newTenant(), await newTenant()];
      const device = await registerDevice(owner.tenantId, { name: STRANGE });
      const page = await openPage();
      await signIn(page, owner);
      await page.goto(`${DETAILS}?id=${device.thingsId}`);
      await page.getByRole("heading", { name: STRANGE }).waitFor();
      expect(await page.evaluate(() => document.documentElement.scrollWidth <= innerWidth)).toBe(true);

      await choose(page, zh["devices.manage.swap"]);
      const dialog = page.getByRole("dialog");
      const swap = dialog.getByRole("button", { name: zh["devices.manage.swapDo"], exact: true });
      const idField = dialog.getByRole("textbox", { name: zh["devices.manage.swapId"] });
      await swap.click();
      await dialog.getByText("设备 ID 为 20 位十六进制字符").waitFor();
      await idField.fill(device.deviceId);
      await swap.click();
      await dialog.getByText("设备 ID 重复绑定").waitFor();
      await expectAccessible(page);
      await screenshot(page, "device-swap-1440-zh-CN");
      const successor = newDeviceId();
      await idField.fill(successor);
      await swap.click();
      const key = dialog.getByRole("textbox", { name: zh["devices.manage.key"] });
      await eventually(() => key.inputValue()).toMatch(/^\S{20,}$/);
      // The key that is shown once opens the door at once; the name stayed.
      const terminal = await connectTerminal({ ...device, deviceId: successor, key: await key.inputValue() });
      await dialog.getByRole("button", { name: zh["devices.manage.done"] }).click();
      await page.locator("header").getByText(successor).waitFor();
      await page.getByRole("heading", { name: STRANGE }).waitFor();
      await page
        .locator("header")
        .getByText(details["app.details.online"], { exact: true })
        .waitFor({ timeout: 30_000 * PATIENCE });
      await terminal.close();

      await choose(page, zh["devices.manage.transfer"]);
      const offer = dialog.getByRole("button", { name: zh["devices.manage.transferMake"] });
      await offer.click();
      await eventually(() => dialog.getByRole("textbox").getAttribute("aria-invalid")).toBe("true");
      await dialog.getByRole("textbox").fill(receiver.name);
      await offer.click();
      await dialog.getByText(`等待“${receiver.name}”确认`).waitFor();
      await expectAccessible(page);
      await screenshot(page, "device-transfer-1440-zh-CN");

      const theirs = await openPage();
      await signInAtHome(theirs, receiver);
      await theirs.getByText(`“${owner.name}”要把设备 ${successor} 转移给您`).waitFor({ timeout: 30_000 * PATIENCE });
      await expectAccessible(theirs);
      await theirs.getByRole("button", { name: zh["devices.manage.accept"], exact: true }).click();
      const accept = theirs.getByRole("dialog");
      await accept.getByRole("textbox", { name: zh["devices.manage.name"] }).fill("接收的车");
      await accept.getByRole("button", { name: zh["devices.manage.accept"], exact: true }).click();
      await eventually(() => accept.getByRole("textbox").inputValue()).toMatch(/^\S{20,}$/);
      await accept.getByRole("button", { name: zh["devices.manage.done"] }).click();
      await theirs.getByRole("link", { name: "接收的车" }).waitFor({ timeout: 30_000 * PATIENCE });

      // The old tenant keeps its data, and nothing can be done with a terminal that is gone.
      await page.reload();
      await page.getByText("这里保留此前的历史数据").waitFor();
      await page.getByRole("button", { name: zh["devices.manage.more"] }).click();
      expect(await reasonOf(page, zh["devices.manage.swap"], "menuitem")).toContain(zh["devices.manage.moved"]);
      await page.getByRole("menuitem", { name: zh["devices.manage.delete"] }).click();
      const remove = dialog.getByRole("button", { name: zh["devices.manage.delete"], exact: true });
      await dialog.getByRole("textbox").fill(STRANGE);
      await remove.click();
      await dialog.getByText(`与 ${successor} 不一致`).or(dialog.locator("[aria-invalid='true']")).first().waitFor();
      await expectAccessible(page);
      await dialog.getByRole("textbox").fill(successor);
      await remove.click();
      await page.waitForURL(/HomePage$/);
      const { pool } = await database();
      const left = await pool.query("select tenant_id from things where third_things_id = $1", [successor]);
      expect(left.rows).toEqual([{ tenant_id: receiver.tenantId }]);
    },
  );

  it(
    "a command without an answer times out, one whose device leaves says so, and the log has both [DEV-06] [DEV-07]",
    SLOW,
    async () => {
      const owner = await newTenant();
      const device = await registerDevice(owner.tenantId, { name: STRANGE });
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const asked: string[] = [];
      await terminal.listen(({ method }) => {
        asked.push(method);
        if (asked.length === 2) void terminal.close();
      });
      const page = await openPage({ allow: [/50[24]/] });
      await signIn(page, owner);
      await page.goto(`${DETAILS}?id=${device.thingsId}`);
      const sync = page.getByRole("button", { name: zh["devices.manage.sync"], exact: true });
      await eventually(() => sync.getAttribute("aria-disabled")).toBeNull();
      await sync.click();
      await page.getByRole("status").getByText(zh["devices.manage.sending"]).waitFor();
      await page
        .getByText("设备响应超时")
        .first()
        .waitFor({ timeout: 30_000 * PATIENCE });
      expect(await page.getByText(zh["devices.manage.wentOffline"]).count()).toBe(0);
      await sync.click();
      await page
        .getByText(zh["devices.manage.wentOffline"])
        .first()
        .waitFor({ timeout: 30_000 * PATIENCE });
      expect(asked).toEqual(["time.sync", "time.sync"]);
      await page.locator("header").getByText(details["app.details.offline"], { exact: true }).waitFor();
      expect(await reasonOf(page, zh["devices.manage.sync"])).toBe(zh["devices.manage.offlineReason"]);

      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=commands`);
      for (const state of ["timeout", "offline"] as const) {
        await page.getByRole("row").getByText(zh[`devices.commands.state.${state}`]).first().waitFor();
      }
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=log`);
      const rows = page.getByRole("tabpanel").getByRole("row");
      await eventually(() => rows.count()).toBe(1 + 4);
      await page
        .getByRole("combobox", { name: zh["devices.log.kind"] })
        .selectOption({ label: zh["devices.log.kind.command"] });
      await eventually(() => rows.count()).toBe(1 + 2);
      await expectAccessible(page);
      const download = page.waitForEvent("download");
      await page.getByRole("button", { name: zh["devices.log.export"] }).click();
      const lines = parseCsv(readFileSync(await (await download).path(), "utf8")) ?? [];
      expect(lines).toHaveLength(1 + 2);
      expect(lines.slice(1).map(({ cells }) => cells.join(" "))).toEqual([
        expect.stringMatching(/time\.sync.*offline/),
        expect.stringMatching(/time\.sync.*timeout/),
      ]);
    },
  );

  it(
    "who may only read sees everything, and why he may not change it; licences are for managers where they are enabled [DEV-13] [DEV-03] [USR-03]",
    SLOW,
    async () => {
      const owner = await newTenant();
      const { db } = await database();
      const device = await registerDevice(owner.tenantId, { name: STRANGE });
      const hidden = await registerDevice(owner.tenantId, { name: "not his" });
      const reader = await newAccount({ tenant: owner.name, role: "sub", tenantLevel: "read" });
      expect(reader.tenantId).toBe(owner.tenantId);
      await grantLevel(db, reader, device.thingsId, "read");
      const terminal = await connectTerminal(device);
      onTestFinished(() => terminal.close());
      const page = await openPage();
      await signInAtHome(page, { name: `${reader.name}@${owner.name}` });
      await page.getByRole("link", { name: STRANGE }).waitFor();
      expect(await page.getByRole("link", { name: "not his" }).count()).toBe(0);

      await page.goto(`${DETAILS}?id=${device.thingsId}`);
      await page.getByRole("heading", { name: STRANGE }).waitFor();
      const why = ui["ui.rights.write"].replace("{device}", STRANGE);
      for (const word of ["edit", "rotate", "labelAdd", "sync", "recordStart", "reboot"] as const) {
        expect(await reasonOf(page, zh[`devices.manage.${word}`]), word).toContain(why);
      }
      await page.getByRole("button", { name: zh["devices.manage.reboot"] }).hover();
      await page.locator(":popover-open").getByText(why).waitFor();
      await expectAccessible(page);
      await screenshot(page, "device-read-only-1440-zh-CN");
      await page.getByRole("button", { name: zh["devices.manage.more"] }).click();
      for (const word of ["edit", "swap", "transfer", "delete"] as const) {
        expect(await reasonOf(page, zh[`devices.manage.${word}`], "menuitem"), word).not.toBe("");
      }
      await page.keyboard.press("Escape");
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=configuration`);
      expect(await reasonOf(page, "查看修改")).not.toBe("");
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=live&send=1`);
      expect(await reasonOf(page, "停止发送")).not.toBe("");
      await page.goto(`${DETAILS}?id=${hidden.thingsId}`);
      await page.getByText("没有执行此操作的权限").first().waitFor();

      // A sub-user has no licences; a manager has them unless the configuration says otherwise.
      await page.goto("/Container/DeviceTypeList");
      await page.getByRole("searchbox").waitFor();
      expect(await page.getByRole("button", { name: licence["devices.licence.open"], exact: true }).count()).toBe(0);
      const manager = await openPage();
      await signInAtHome(manager, owner);
      await manager.getByRole("button", { name: /用户菜单/ }).click();
      await manager.getByRole("menuitem", { name: app["app.user.licence"] }).click();
      await manager.getByRole("dialog").waitFor();
      try {
        await storeLicenceConfig(db, { enable: false, required: false });
        await manager.goto("/Container/DeviceTypeList#licence");
        await manager.reload();
        await manager.getByRole("searchbox").waitFor();
        await manager.getByRole("button", { name: /用户菜单/ }).click();
        await manager.getByRole("menuitem", { name: app["app.page.deviceTypes"] }).waitFor();
        await eventually(() => manager.getByRole("menuitem", { name: app["app.user.licence"] }).count()).toBe(0);
        expect(await manager.getByRole("dialog").count()).toBe(0);
        expect(await manager.getByRole("button", { name: licence["devices.licence.open"], exact: true }).count()).toBe(
          0,
        );
      } finally {
        await storeLicenceConfig(db, { enable: true, required: false });
      }
    },
  );
});
