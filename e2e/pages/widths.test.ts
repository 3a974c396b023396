import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { grantLevel } from "../../apps/server/testing/terminals/test-device.ts";
import { zh as ui } from "../../apps/web/ui/texts.zh.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { newTenant } from "../support/driven-device.ts";
import { PATIENCE } from "../support/patience.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { registerDevice } from "../support/terminal.ts";
import { eventually, LANGUAGES, signIn, signInAtHome } from "../support/visitors.ts";

const DETAILS = "/Container/HomePage/DeviceDetails";
const PHONE = { width: 390, height: 844 };
const SLOW = { timeout: 240_000 * PATIENCE };

const boxOf = (page: Page, selector: string) => page.locator(selector).first().boundingBox();

/** Lines of tools that are more than one control high or wider than their room, and a page wider than the window. */
const brokenLines = (page: Page) =>
  page.locator("main [data-toolbar]").evaluateAll((lines) => {
    const broken = lines.flatMap((line) => {
      const { height } = line.getBoundingClientRect();
      const isBroken = height > 44 || line.scrollWidth > line.clientWidth + 1;
      return isBroken ? [`${line.getAttribute("aria-label")}: ${height}, ${line.scrollWidth}/${line.clientWidth}`] : [];
    });
    const { scrollWidth } = document.documentElement;
    return scrollWidth > innerWidth ? [...broken, `page: ${scrollWidth}/${innerWidth}`] : broken;
  });

async function tenantWithDevice(name: string) {
  const account = await newTenant();
  return { account, device: await registerDevice(account.tenantId, { name }) };
}

journeys("every width", () => {
  afterAll(closeStore);

  it.each(LANGUAGES)("a line of tools stays one line from 390 to 1920 px in %s [NAV-07]", SLOW, async (locale) => {
    const { account, device } = await tenantWithDevice("Width van");
    const page = await openPage({ locale });
    await signIn(page, account);
    for (const path of [
      "/Container/HomePage",
      "/Container/CarManager",
      "/Container/DeviceTypeList",
      "/Container/UserManager/AccessTokens",
      `${DETAILS}?id=${device.thingsId}&tab=management&sub=configuration`,
      `${DETAILS}?id=${device.thingsId}&tab=management&sub=log`,
      `${DETAILS}?id=${device.thingsId}&tab=data&sub=live`,
      `${DETAILS}?id=${device.thingsId}&tab=data&sub=history&at=${Date.now() - 86_400_000}`,
      `${DETAILS}?id=${device.thingsId}&tab=dbc&sub=live`,
      `${DETAILS}?id=${device.thingsId}&tab=dbc&sub=curve`,
      "/Container/LocalLog",
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      for (const width of [1920, 1440, 1280, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        if (width > 390) await page.locator("main [data-toolbar]").first().waitFor();
        await eventually(() => brokenLines(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  it.each(LANGUAGES)("also of alarms, maps, files and functions in %s [NAV-07]", SLOW, async (locale) => {
    const { account, device } = await tenantWithDevice("Wide van");
    const page = await openPage({ locale });
    await signIn(page, account);
    const ofDevice = (tab: string, sub: string) => `${DETAILS}?id=${device.thingsId}&tab=${tab}&sub=${sub}`;
    for (const path of [
      "/Container/AlarmCenter?tab=rules",
      "/Container/AlarmCenter?tab=all",
      "/Container/TrailingMap",
      "/Container/DBCManager",
      ofDevice("triggers", "rules"),
      ofDevice("data", "cloud"),
      ofDevice("dbc", "history"),
      ofDevice("dbc", "playback"),
      ofDevice("bus", "health"),
    ]) {
      await page.goto(path);
      await page.getByRole("heading", { level: 1 }).first().waitFor();
      for (const width of [1920, 1440, 1280, 768, 390]) {
        await page.setViewportSize({ width, height: 900 });
        await eventually(() => brokenLines(page), `${path} at ${width}`).toEqual([]);
      }
    }
  });

  it("what does not fit is behind ⋯, reached and used by the keyboard [NAV-07]", SLOW, async () => {
    const { account, device } = await tenantWithDevice("Narrow van");
    const page = await openPage({ ...PHONE });
    await signIn(page, account);
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=configuration`);
    const more = page.getByRole("button", { name: "配置操作" });
    await more.focus();
    await page.keyboard.press("Enter");
    const panel = page.locator(":popover-open");
    await panel.getByRole("button", { name: "历史版本" }).focus();
    await expectAccessible(page);
    await page.keyboard.press("Enter");
    await page.getByRole("dialog", { name: "历史版本" }).waitFor();
  });

  it(
    "on a phone a device has one line of head, one of time, no footer, and 60 % for its data [NAV-07] [DEV-13]",
    SLOW,
    async () => {
      const { account, device } = await tenantWithDevice("Pocket van");
      const page = await openPage({ ...PHONE });
      await signIn(page, account);
      await page.goto(`${DETAILS}?id=${device.thingsId}&tab=management&sub=log`);
      await page.getByRole("heading", { name: "Pocket van" }).waitFor();
      expect(await page.locator("footer").count()).toBe(0);
      expect((await boxOf(page, "main header"))?.height).toBe(44);
      expect((await boxOf(page, "section[aria-label=时间条]"))?.height).toBeLessThanOrEqual(42);
      const content = await page.getByTestId("tab-content").boundingBox();
      expect((PHONE.height - (content?.y ?? PHONE.height)) / PHONE.height).toBeGreaterThanOrEqual(0.6);
      await expectAccessible(page);
      await screenshot(page, "device-390-zh-CN");

      await page.getByRole("button", { name: /^日志/ }).click();
      await page.getByRole("menuitemradio", { name: "实时数据" }).click();
      await page.waitForURL(/tab=data&sub=live/);
      await page.getByRole("button", { name: /展开时间条/ }).click();
      await page.getByRole("button", { name: "停在此刻" }).waitFor();
    },
  );

  it("the main action of a list stays at the bottom edge of a phone [NAV-07]", SLOW, async () => {
    const { account } = await tenantWithDevice("Thumb van");
    const page = await openPage({ ...PHONE });
    await signIn(page, account);
    await page.goto("/Container/CarManager");
    // The empty list offers it too.
    const add = page.getByRole("button", { name: "添加车辆" }).last();
    await eventually(async () => {
      const box = await add.boundingBox();
      return box ? box.y + box.height > PHONE.height - 24 && box.height >= 40 : false;
    }).toBe(true);
    await add.click();
    await page.getByRole("dialog").waitFor();
  });

  it("the live dot stands on every page and the header does not move for it [NAV-12]", SLOW, async () => {
    const { account } = await tenantWithDevice("Steady van");
    const page = await openPage();
    await signIn(page, account);
    const bell = page.getByRole("button", { name: "消息" }).first();
    const places: number[] = [];
    for (const path of ["/Container/HomePage", "/Container/DBCManager", "/Container/DeviceTypeList"]) {
      await page.goto(path);
      await page.getByRole("status", { name: "实时连接：实时" }).waitFor();
      places.push((await bell.boundingBox())?.x ?? 0);
    }
    expect(new Set(places).size).toBe(1);
  });

  it("the palette stays where it opened while its list grows and shrinks", SLOW, async () => {
    const { account } = await tenantWithDevice("Pinned van");
    const page = await openPage();
    await signInAtHome(page, account);
    await page.keyboard.press("Control+k");
    const field = page.getByRole("dialog").getByRole("combobox");
    await field.waitFor();
    const top = (await field.boundingBox())?.y;
    await field.fill("no such page");
    await page.getByText("no such page").waitFor();
    expect((await field.boundingBox())?.y).toBe(top);
  });
});

journeys("the parts every page is made of", () => {
  afterAll(closeStore);

  it("a selection holds visible rows only: a filter clears it [NAV-14] [DEV-01]", SLOW, async () => {
    const { account } = await tenantWithDevice("First van");
    await registerDevice(account.tenantId, { name: "Second van" });
    const page = await openPage();
    await signInAtHome(page, account);
    await page.getByRole("checkbox", { name: /First van/ }).check();
    await page.getByRole("region", { name: "已选 1 条" }).waitFor();
    await page.getByRole("searchbox").first().fill("Second");
    await page.getByRole("link", { name: "First van" }).waitFor({ state: "detached" });
    expect(await page.getByRole("region", { name: /已选/ }).count()).toBe(0);
    await page.getByRole("searchbox").first().fill("");
    await page.getByRole("link", { name: "First van" }).waitFor();
    expect(await page.getByRole("checkbox", { name: /First van/ }).isChecked()).toBe(false);
  });

  it("page arrows are off on page 1 of 1; the height may decide the size, which is kept [NAV-14]", SLOW, async () => {
    const { account } = await tenantWithDevice("Paged van");
    const page = await openPage();
    await signIn(page, account);
    await page.goto("/Container/UserManager/Sessions");
    const next = page.getByRole("button", { name: ui["ui.list.next"] });
    await next.waitFor();
    expect(await next.getAttribute("aria-disabled")).toBe("true");
    const size = page.getByRole("combobox", { name: ui["ui.list.size"] });
    await size.selectOption({ label: ui["ui.list.sizeFit"] });
    await page.reload();
    await eventually(() => size.inputValue()).toBe("fit");
  });

  it("a form submits with Ctrl-Enter and asks before changes are lost, in the same dialog", SLOW, async () => {
    const { account } = await tenantWithDevice("Form van");
    const page = await openPage();
    await signIn(page, account);
    await page.goto("/Container/CarManager");
    await page.getByRole("button", { name: "添加车辆" }).first().click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox").first().fill("Half a name");
    await page.keyboard.press("Escape");
    await dialog.getByRole("button", { name: ui["ui.form.stay"] }).click();
    expect(await page.getByRole("dialog").count()).toBe(1);
    await dialog.getByRole("textbox", { name: "VIN" }).fill("ABC12");
    await page.keyboard.press("Control+Enter");
    await dialog.waitFor({ state: "detached" });
    await page.getByText("Half a name").first().waitFor();
  });

  it("a form of a page submits with Ctrl-Enter and asks before the page is left with changes", SLOW, async () => {
    const { account } = await tenantWithDevice("Leave van");
    const page = await openPage();
    await signIn(page, account);
    await page.goto("/Container/UserManager/PersonalCenter");
    const name = page.getByRole("textbox", { name: /^昵称/ });
    await name.fill("林远山");
    await page.getByRole("link", { name: "首页" }).first().click();
    const asked = page.getByRole("dialog", { name: ui["ui.form.leaveTitle"] });
    await asked.getByRole("button", { name: ui["ui.form.stay"] }).click();
    expect(await name.inputValue()).toBe("林远山");
    await page.getByRole("link", { name: "首页" }).first().click();
    await asked.getByRole("button", { name: ui["ui.form.leave"] }).click();
    await page.waitForURL("**/Container/HomePage");
  });

  it("what one may not open says who can grant it, with a way home [USR-05]", SLOW, async () => {
    const { account, device } = await tenantWithDevice("Guarded van");
    const hidden = await registerDevice(account.tenantId, { name: "Hidden van" });
    const { db } = await database();
    const sub = await newAccount({ tenant: account.name, role: "sub", tenantLevel: "write" });
    await grantLevel(db, sub, device.thingsId, "write");
    const page = await openPage({ allow: [/403/] });
    await signIn(page, { name: `${sub.name}@${account.name}` });
    await page.goto(`${DETAILS}?id=${hidden.thingsId}`);
    await page.getByText(ui["ui.rights.whoGrants"]).waitFor();
    await page.getByRole("link", { name: ui["ui.rights.home"] }).click();
    await page.waitForURL("**/Container/HomePage");
    expect(await page.getByText("Hidden van").count()).toBe(0);
  });

  it("? lists the keys, those of the page too", SLOW, async () => {
    const { account, device } = await tenantWithDevice("Key van");
    const page = await openPage();
    await signInAtHome(page, account);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog", { name: ui["ui.keyboard.title"] });
    await keys.getByText("提交表单").waitFor();
    await keys.getByText(ui["ui.keyboard.search"]).waitFor();
    await page.keyboard.press("Escape");
    await page.keyboard.press("/");
    const search = page.getByRole("searchbox").first();
    await eventually(() => search.evaluate((field) => field === document.activeElement)).toBe(true);
    await page.goto("/Container/DBCManager");
    await page.getByRole("heading", { level: 1 }).first().waitFor();
    await page.keyboard.press("?");
    await keys.getByText("提交表单").waitFor();
    expect(await keys.getByText(ui["ui.keyboard.search"]).count()).toBe(0);
    await page.keyboard.press("Escape");
    // Those of a frame table, where there is one.
    await page.goto(`${DETAILS}?id=${device.thingsId}&tab=data&sub=history`);
    await page.getByRole("grid").waitFor();
    await page.keyboard.press("?");
    await keys.getByText("同 ID 下一帧").waitFor();
  });

  it("a local log has a page of its own and opens where it is dropped [DAT-07]", SLOW, async () => {
    const { account } = await tenantWithDevice("Log van");
    const page = await openPage();
    await signIn(page, account);
    await page.goto("/Container/LocalLog");
    await page.getByRole("heading", { name: "本地日志", level: 1 }).waitFor();
    await page.getByRole("button", { name: "打开本地日志" }).first().waitFor();
    expect(await page.locator("section[aria-label=时间条]").count()).toBe(0);
    const dropped = await page.evaluateHandle(() => {
      const data = new DataTransfer();
      const line = "(1700000000.000000) can0 123#0102030405060708\n";
      data.items.add(new File([line.repeat(3)], "drive.log", { type: "text/plain" }));
      return data;
    });
    await page.dispatchEvent("main", "drop", { dataTransfer: dropped });
    await page.getByText("drive.log").first().waitFor();
    await expectAccessible(page);
    // Another device reads the same log.
    await registerDevice(account.tenantId, { name: "Zoo van" });
    await page.getByRole("button", { name: "Log van", exact: true }).click();
    await page.getByRole("dialog").getByRole("searchbox").fill("Zoo");
    await page.getByRole("button", { name: "Zoo van", exact: true }).click();
    await page.waitForURL(/LocalLog\?id=/);
    await page.getByRole("button", { name: "Zoo van", exact: true }).waitFor();
    expect(await page.getByText("drive.log").count()).toBeGreaterThan(0);
  });
});
