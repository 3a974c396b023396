import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setPackage } from "../../apps/server/capacity/package-store.ts";
import { testDevice } from "../../apps/server/testing/terminals/test-device.ts";
import { UNLIMITED_PACKAGE } from "../../packages/contract/capacity/package.ts";
import { expectAccessible, journeys, openPage } from "../support/browser.ts";
import { closeStore, database, newAccount, newPhone } from "../support/store.ts";
import { type Locale, looksOf, signIn, signInByForm, submitPassword, watchCaptcha } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    create: "新建子用户",
    name: "用户名",
    phone: "手机号",
    more: (name: string) => `${name} 的操作`,
    rights: "设备权限…",
    levelOn: (name: string) => `${name} 的权限`,
    read: "只读",
    write: "读写",
    save: "保存",
    diff: "将有 1 台变为只读，0 台变为读写，0 台失去权限",
    title: "设置自己的密码",
    password: "密码",
    confirm: "确认密码",
    set: "设置密码",
    remove: "删除",
    typed: /输入/,
    none: "从未",
    full: "已达上限",
  },
  "en-US": {
    create: "New sub-user",
    name: "Username",
    phone: "Phone",
    more: (name: string) => `Actions on ${name}`,
    rights: "Device rights…",
    levelOn: (name: string) => `Level on ${name}`,
    read: "readable",
    write: "read-write",
    save: "Save",
    diff: "1 get readable, 0 get read-write, 0 lose their right",
    title: "Set your own password",
    password: "Password",
    confirm: "Password again",
    set: "Set the password",
    remove: "Delete",
    typed: /[Tt]ype/,
    none: "never",
    full: "No more sub-users",
  },
} as const;

const PATH = "/Container/UserManager/SubuserManagement";
const field = (page: Page, label: string) => page.getByRole("textbox", { name: new RegExp(`^${label}( \\*)?$`) });

journeys("sub-users", () => {
  let master: { name: string; tenantId: string };
  beforeAll(async () => {
    master = await newAccount();
    const { db } = await database();
    await setPackage(db, master.tenantId, UNLIMITED_PACKAGE);
    await testDevice(db, master.tenantId, { name: "EV-01" });
    await testDevice(db, master.tenantId, { name: "EV-02" });
  });
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "one is made, gets a right, sets its own password, sees its device and is deleted, in $locale at $width px [USR-02] [USR-03] [USR-04]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const [name, phone] = [`sub_${Date.now().toString(36)}`, newPhone()];
      const page = await openPage({ locale, width });
      await signIn(page, master);
      await page.goto(PATH);
      await page.getByRole("button", { name: words.create }).first().click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: new RegExp(`^${words.name}`) }).fill(name);
      await dialog.getByRole("textbox", { name: new RegExp(`^${words.phone}`) }).fill(phone);
      await dialog.getByRole("button", { name: words.create }).click();
      await page.getByText(`${name}@${master.name}`).first().waitFor();

      await page.getByRole("button", { name: words.more(name) }).click();
      await page.getByRole("menuitem", { name: words.rights }).click();
      const level = page.getByRole("group", { name: words.levelOn("EV-01") });
      await level.getByText(words.read, { exact: true }).click();
      await page.getByText(words.diff).waitFor();
      await expectAccessible(page);
      await page.getByRole("dialog").getByRole("button", { name: words.save, exact: true }).click();
      await page.getByText(words.diff).waitFor({ state: "detached" });

      await firstSignIn(locale, { name: `${name}@${master.name}`, first: phone.slice(-8) });

      await page.goto(PATH);
      await page.getByRole("button", { name: words.more(name) }).click();
      await page.getByRole("menuitem", { name: words.remove, exact: true }).click();
      await page.getByRole("dialog").getByRole("textbox").fill(name);
      await page.getByRole("dialog").getByRole("button", { name: words.remove, exact: true }).click();
      await page.getByText(`${name}@${master.name}`).first().waitFor({ state: "detached" });
    },
  );

  /** USR-02: the first password opens nothing but the form for a new one. */
  async function firstSignIn(locale: Locale, { name, first }: { name: string; first: string }): Promise<void> {
    const words = WORDS[locale];
    const page = await openPage({ locale });
    const captcha = watchCaptcha(page);
    await page.goto("/Login");
    await submitPassword(page, captcha, { name, password: first, locale });
    const dialog = page.getByRole("dialog", { name: words.title });
    await dialog.waitFor();
    expect(page.url()).toContain("/Login");
    await dialog.getByRole("textbox", { name: new RegExp(`^${words.password}( \\*)?$`) }).fill("Own-2026x");
    await dialog.getByRole("textbox", { name: new RegExp(`^${words.confirm}`) }).fill("Own-2026x");
    await dialog.getByRole("button", { name: words.set }).click();
    await dialog.waitFor({ state: "detached" });
    const own = await openPage({ locale });
    await signInByForm(own, { name, password: "Own-2026x", locale });
    await own.getByText("EV-01").first().waitFor();
    expect(await own.getByText("EV-02").count()).toBe(0);
  }

  it("beyond the package none is offered, with the limit as the reason [CAP-01] [USR-02]", async () => {
    const small = await newAccount();
    await setPackage((await database()).db, small.tenantId, { ...UNLIMITED_PACKAGE, sub_user_num: 0 });
    const page = await openPage();
    await signIn(page, small);
    await page.goto(PATH);
    const create = page.getByRole("button", { name: WORDS["zh-CN"].create }).first();
    await create.hover();
    await page.getByText(WORDS["zh-CN"].full).first().waitFor();
    await create.click({ force: true });
    expect(await page.getByRole("dialog").count()).toBe(0);
    expect(await field(page, WORDS["zh-CN"].phone).count()).toBe(0);
  });
});
