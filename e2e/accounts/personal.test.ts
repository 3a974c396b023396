import { readFileSync } from "node:fs";
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { unzip } from "../../apps/server/testing/stored/unzip.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount, newPhone, PASSWORD, sentCode } from "../support/store.ts";
import { eventually, lookOf, looksOf, reach, signIn, signInByForm } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    nick: "昵称",
    job: "职务",
    organisation: "单位名称",
    industry: "行业",
    address: "地址",
    save: "保存",
    saved: "已保存",
    primary: "由主账号设置",
    old: "当前密码",
    password: "密码",
    confirm: "确认密码",
    changePassword: "修改密码",
    changePhone: "更换手机号",
    newPhone: "新手机号",
    code: "短信验证码",
    send: "获取验证码",
    export: "导出我的数据",
    close: "注销账号…",
    closeAction: "注销账号",
    own: "您看到的是自己的操作",
    check: "立即校验",
    intact: "链完整",
    csv: "导出 CSV",
    module: "模块",
    accounts: "账号",
    sessions: "我的会话",
    tooLarge: "图片不能超过 2 MB",
    search: "关键词",
    wrongOld: "密码错误",
    passwordChanged: "修改密码（其他会话结束）",
    found: ["修改密码", "密码错误 127.0.0", "CHANGEPASS"],
  },
  "en-US": {
    nick: "Nickname",
    job: "Job",
    organisation: "Organisation",
    industry: "Industry",
    address: "Address",
    save: "Save",
    saved: "Saved",
    primary: "Set by the primary account",
    old: "Current password",
    password: "Password",
    confirm: "Password again",
    changePassword: "Change the password",
    changePhone: "Change the phone",
    newPhone: "New phone",
    code: "SMS code",
    send: "Send code",
    export: "Export my data",
    close: "Close the account…",
    closeAction: "Close the account",
    own: "You see your own operations",
    check: "Check now",
    intact: "chain intact",
    csv: "Export CSV",
    module: "Module",
    accounts: "Accounts",
    sessions: "My sessions",
    tooLarge: "A picture has at most 2 MB",
    search: "Keywords",
    wrongOld: "The password is wrong",
    passwordChanged: "Change one's password; other sessions end",
    found: ["other SESSIONS", "is wrong 127.0", "结束"],
  },
} as const;

const CENTRE = "/Container/UserManager/PersonalCenter";
const LOG = "/Container/UserManager/Log";
const field = (page: Page, label: string) => page.getByRole("textbox", { name: new RegExp(`^${label}( \\*)?$`) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });

journeys("one's own account", () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "profile, picture, phone and password are changed, in $locale at $width px [ACC-24]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount({ phone: newPhone() });
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto(CENTRE);
      await field(page, words.nick).fill("李伟");
      await field(page, words.job).fill("工程师");
      await field(page, words.organisation).fill("青冠智联");
      await field(page, words.industry).fill("汽车");
      await field(page, words.address).fill("上海");
      const large = { name: "large.png", mimeType: "image/png", buffer: Buffer.alloc(10 * 1024 * 1024) };
      await page.locator('input[type="file"]').setInputFiles(large);
      await page.getByText(words.tooLarge).waitFor();
      await expectAccessible(page);
      await button(page, words.save).first().click();
      await page.getByText(words.saved, { exact: true }).first().waitFor();
      // Whoever comes back at once finds what was saved.
      await page.getByRole("link", { name: words.sessions, exact: true }).first().click();
      await page.waitForURL(/Sessions/);
      await page.goBack();
      await eventually(() => field(page, words.nick).inputValue()).toBe("李伟");

      const phone = newPhone();
      await button(page, words.changePhone).click();
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: new RegExp(`^${words.newPhone}`) }).fill(phone);
      await dialog.getByRole("button", { name: words.send }).click();
      await eventually(async () => sentCode(phone).catch(() => "")).toMatch(/^\d{6}$/);
      await dialog.getByRole("textbox", { name: new RegExp(`^${words.code}`) }).fill(await sentCode(phone));
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await page.getByText(phone).waitFor();

      await field(page, words.old).fill(PASSWORD);
      await field(page, words.password).fill("Changed-2026");
      await field(page, words.confirm).fill("Changed-2026");
      await button(page, words.changePassword).click();
      await eventually(() => field(page, words.old).inputValue()).toBe("");
      await signInByForm(await openPage({ locale }), { name: account.name, password: "Changed-2026", locale });
    },
  );

  it("a sub-user cannot change the organisation [ACC-24]", async () => {
    const master = await newAccount();
    const sub = await newAccount({ tenant: master.name, role: "sub", tenantLevel: "read" });
    const page = await openPage();
    await signIn(page, { name: `${sub.name}@${master.name}` });
    await page.goto(CENTRE);
    await page.getByText(WORDS["zh-CN"].primary).first().waitFor();
    for (const name of ["organisation", "industry", "address"] as const)
      expect(await field(page, WORDS["zh-CN"][name]).isDisabled()).toBe(true);
    expect(await field(page, WORDS["zh-CN"].nick).isDisabled()).toBe(false);
  });

  it("own data is saved, and the account closed with everything told that goes [ACC-26]", async () => {
    const words = WORDS["en-US"];
    const account = await newAccount();
    const { pool } = await database();
    await pool.query("insert into labels (tenant_id, name) values ($1, 'a'), ($1, 'b')", [account.tenantId]);
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto(CENTRE);
    const coming = page.waitForEvent("download");
    await button(page, words.export).click();
    const documents = await unzip(readFileSync(await (await coming).path()));
    const profile = documents.find(({ name }) => name === "profile.json");
    expect(JSON.parse(String(profile?.content)).name).toBe(account.name);
    await button(page, words.close).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByText(/1 sessions end/).waitFor();
    await dialog.getByText("2 labels").waitFor();
    await expectAccessible(page);
    await screenshot(page, "close-account-1440-en");
    await dialog.getByRole("textbox").first().fill(account.name);
    await dialog.locator('input[type="password"]').fill(PASSWORD);
    await dialog.getByRole("button", { name: words.closeAction, exact: true }).click();
    await page.waitForURL("**/Login");
    const { db } = await database();
    const state = await sql<{ state: string }>`select state from tenants where id = ${account.tenantId}`.execute(db);
    expect(state.rows).toEqual([{ state: "closed" }]);
  });
});

journeys("the operation log", () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "is filtered, opened, checked and exported, in $locale at $width px [USR-07]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto(CENTRE);
      await field(page, words.old).fill("Wrong-2026");
      await field(page, words.password).fill("Changed-2026");
      await field(page, words.confirm).fill("Changed-2026");
      await button(page, words.changePassword).click();
      await page.goto(`${LOG}?module=accounts&result=refused`);
      await page.getByText(account.name).first().waitFor();
      await expectAccessible(page);
      await (await reach(button(page, words.check))).click();
      await page.keyboard.press("Escape");
      await (await reach(page.getByText(words.intact))).waitFor();
      await page.keyboard.press("Escape");
      const coming = page.waitForEvent("download");
      await (await reach(button(page, words.csv))).click();
      expect(readFileSync(await (await coming).path(), "utf8")).toContain("accounts.changePassword");
    },
  );

  it.each([...lookOf("zh-CN", 1440), ...lookOf("en-US", 1440)])(
    "is searched by words of what was done, the result and the place it came from, in $locale at $width px [USR-07]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto(CENTRE);
      await field(page, words.old).fill("Wrong-2026");
      await field(page, words.password).fill("Changed-2026");
      await field(page, words.confirm).fill("Changed-2026");
      await button(page, words.changePassword).click();
      await page.getByText(words.wrongOld).first().waitFor();
      await page.goto(LOG);
      const rows = page.getByText(words.passwordChanged, { exact: true });
      await eventually(() => rows.count()).toBe(1);
      const search = page.getByRole("searchbox", { name: words.search });
      // Words of the operation, of the refusal, of the address; in capitals, and half a word.
      for (const typed of words.found) {
        await search.fill(typed);
        await page.waitForURL((url) => url.searchParams.get("words") === typed);
        await eventually(() => rows.count()).toBe(1);
      }
      for (const typed of ["zzzz", "%", "passw_rd"]) {
        await search.fill(typed);
        await eventually(() => rows.count()).toBe(0);
      }
      await expectAccessible(page);
      await page.goto(`${LOG}?words=${encodeURIComponent(words.found[0])}`);
      await eventually(() => rows.count()).toBe(1);
    },
  );

  it("keeps its page and any range of time in the address [USR-07] [NAV-14]", async () => {
    const account = await newAccount();
    const { db } = await database();
    await sql`insert into operation_log (tenant_id, operation, status, address, seq, hash)
      select ${account.tenantId}, 'devices.createLabel', 200, 'row ' || n, n, '' from generate_series(1, 30) n`.execute(
      db,
    );
    const page = await openPage({ locale: "en-US" });
    await signIn(page, account);
    await page.goto(`${LOG}?size=10`);
    await page.getByText("row 30", { exact: true }).waitFor();
    await button(page, "Next page").click();
    await page.waitForURL(/[?&]before=21(&|$)/);
    await page.reload();
    await page.getByText("row 20", { exact: true }).waitFor();
    await button(page, "Previous page").click();
    await page.waitForURL(/[?&]after=20(&|$)/);
    await page.getByText("row 30", { exact: true }).waitFor();
    await (await reach(page.getByLabel("Time range"))).selectOption({ label: "From … to …" });
    await page.waitForURL(/[?&]span=own(&|$)/);
    const [from, to] = ["from", "to"].map((end) => Number(new URL(page.url()).searchParams.get(end)));
    expect(to ?? 0).toBeGreaterThan(from ?? 0);
    await page.getByText("row 30", { exact: true }).waitFor();
    await page.goto(`${LOG}?span=own&from=0&to=1000000000000`);
    await page.getByRole("textbox", { name: "Start", exact: true }).waitFor();
    await eventually(() => page.getByText("row 30", { exact: true }).count()).toBe(0);
    await expectAccessible(page);
  });

  it("a row of a sub-user is its own [USR-07]", async () => {
    const master = await newAccount();
    const sub = await newAccount({ tenant: master.name, role: "sub", tenantLevel: "read" });
    const page = await openPage();
    await signIn(page, { name: `${sub.name}@${master.name}` });
    await page.goto(LOG);
    await page.getByText(WORDS["zh-CN"].own).waitFor();
    expect(await button(page, WORDS["zh-CN"].check).count()).toBe(0);
  });
});
