import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { bytesOfBase32, hotp } from "../../apps/server/accounts/factor/totp.ts";
import { expectAccessible, journeys, openPage } from "../support/browser.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import { looksOf, signIn, submitPassword, watchCaptcha } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    title: "两步验证",
    turnOn: "启用",
    turnOff: "停用",
    code: "验证码",
    kept: "已保存",
    signIn: "两步验证",
    enter: "登录",
    wrong: "验证码错误或已使用",
    left: "剩余恢复码 9 个",
    require: "要求本租户全部用户使用两步验证（下次登录起）",
    required: "您的租户要求使用两步验证",
    own: "设置自己的密码",
    password: "密码",
    confirm: "确认密码",
    set: "设置密码",
  },
  "en-US": {
    title: "Second factor",
    turnOn: "Turn on",
    turnOff: "Turn off",
    code: "Code",
    kept: "I have kept them",
    signIn: "Second factor",
    enter: "Sign in",
    wrong: "The code is wrong or was used before",
    left: "recovery codes left: 9",
    require: "Require a second factor of every user of this tenant, from the next sign-in",
    required: "Your tenant requires a second factor",
    own: "Set your own password",
    password: "Password",
    confirm: "Password again",
    set: "Set the password",
  },
} as const;

const CENTRE = "/Container/UserManager/PersonalCenter";
const STEP_MS = 30_000;
const codeOf = (secret: string, steps = 0) => hotp(bytesOfBase32(secret), Math.floor(Date.now() / STEP_MS) + steps);
const dialogOf = (page: Page, name: string) => page.getByRole("dialog", { name });

/** Reads the key as a person would type it into an app, gives a code, and notes the recovery codes. */
async function setUp(page: Page, words: (typeof WORDS)[keyof typeof WORDS]) {
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("img").waitFor();
  const secret = (await dialog.locator("code").textContent()) ?? "";
  await expectAccessible(page);
  await dialog.getByRole("textbox", { name: new RegExp(`^${words.code}`) }).fill(codeOf(secret, -1));
  await dialog.getByRole("button", { name: words.turnOn, exact: true }).click();
  await dialog.getByRole("listitem").first().waitFor();
  const codes = await dialog.getByRole("listitem").allInnerTexts();
  await dialog.getByRole("button", { name: words.kept }).click();
  return { secret, codes };
}

journeys("the second factor", () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "is turned on, asked for at the sign-in and turned off, in $locale at $width px [ACC-26]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width });
      await signIn(page, account);
      await page.goto(CENTRE);
      await page.getByRole("button", { name: words.turnOn, exact: true }).click();
      const { secret, codes } = await setUp(page, words);
      expect(codes).toHaveLength(10);

      const entering = await openPage({ locale, width });
      const captcha = watchCaptcha(entering);
      await entering.goto("/Login");
      await submitPassword(entering, captcha, { name: account.name, password: PASSWORD, locale });
      const dialog = dialogOf(entering, words.signIn);
      const give = async (code: string) => {
        await dialog.getByRole("textbox").fill(code);
        await dialog.getByRole("button", { name: words.enter, exact: true }).click();
      };
      await give(codeOf(secret, 5));
      await dialog.getByText(words.wrong).first().waitFor();
      await give(codes[0] ?? "");
      await entering.waitForURL(/\/Container\//);

      await page.reload();
      await page.getByText(words.left).waitFor();
      await page.getByRole("button", { name: words.turnOff, exact: true }).click();
      const confirm = page.getByRole("dialog");
      await confirm.locator('input[type="password"]').fill(PASSWORD);
      await confirm.getByRole("button", { name: words.turnOff, exact: true }).click();
      await page.getByRole("button", { name: words.turnOn, exact: true }).waitFor();
    },
  );

  it("that the tenant requires is set up by a sub-user before its first password and its first session [ACC-26] [USR-02]", async () => {
    const words = WORDS["en-US"];
    const master = await newAccount();
    const sub = await newAccount({ tenant: master.name, role: "sub", tenantLevel: "read" });
    const { pool } = await database();
    await pool.query("update users set is_first_password = true where id = $1", [sub.userId]);
    const page = await openPage({ locale: "en-US" });
    await signIn(page, master);
    await page.goto(CENTRE);
    await page.getByLabel(words.require).click();
    await page.getByText(words.required).first().waitFor();

    const entering = await openPage({ locale: "en-US" });
    const captcha = watchCaptcha(entering);
    const form = { name: `${sub.name}@${master.name}`, password: PASSWORD, locale: "en-US" } as const;
    await entering.goto("/Login");
    await submitPassword(entering, captcha, form);
    const { secret } = await setUp(entering, words);
    await submitPassword(entering, captcha, form);
    const dialog = dialogOf(entering, words.signIn);
    await dialog.getByRole("textbox").fill(codeOf(secret));
    await dialog.getByRole("button", { name: words.enter, exact: true }).click();

    // The right code leads on to the next step.
    const own = dialogOf(entering, words.own);
    await own.getByRole("textbox", { name: new RegExp(`^${words.password}( \\*)?$`) }).fill("Own-2026x");
    await own.getByRole("textbox", { name: new RegExp(`^${words.confirm}`) }).fill("Own-2026x");
    await own.getByRole("button", { name: words.set }).click();
    await own.waitFor({ state: "detached" });
    await submitPassword(entering, captcha, { ...form, password: "Own-2026x" });
    await dialog.getByRole("textbox").fill(codeOf(secret, 1));
    await dialog.getByRole("button", { name: words.enter, exact: true }).click();
    await entering.waitForURL(/\/Container\//);
  });
});
