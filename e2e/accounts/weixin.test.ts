import { afterAll, expect, it, onTestFinished } from "vitest";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import { eventually, looksOf, signIn, submitPassword, watchCaptcha } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    weixin: "微信",
    bind: "首次使用微信登录：请用密码或短信验证码登录一次，以绑定账号",
    bound: "微信已绑定",
    edit: "修改微信登录",
    enable: "在登录页显示微信登录",
    appId: "应用 ID（AppID）",
    secret: "应用密钥",
    missing: "请填写客户端密钥",
    save: "保存",
    on: "已启用",
    off: "已停用",
    remove: "移除微信登录",
  },
  "en-US": {
    weixin: "WeChat",
    bind: "WeChat is new here: sign in once by password or code to bind it to your account",
    bound: "WeChat is bound to your account",
    edit: "Change WeChat",
    enable: "Offer WeChat on the sign-in page",
    appId: "App ID",
    secret: "App secret",
    missing: "The client secret is missing",
    save: "Save",
    on: "On",
    off: "Off",
    remove: "Remove WeChat",
  },
} as const;

journeys("sign-in by weixin", () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "binds to an account at the first use and enters at once afterwards, in $locale at $width px [ACC-20] [ACC-01] [NAV-02]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const account = await newAccount();
      const page = await openPage({ locale, width });
      const captcha = watchCaptcha(page);
      await page.goto("/Login");
      await page.getByRole("link", { name: words.weixin }).click();
      await page.getByText(words.bind).first().waitFor();
      expect(new URL(page.url()).search).toBe("");
      await expectAccessible(page);
      await screenshot(page, `weixin-first-use-${width}-${locale}`);
      await submitPassword(page, captcha, { name: account.name, password: PASSWORD, locale });
      await page.getByText(words.bound).first().waitFor();
      await page.waitForURL(/\/Container\//);

      // NAV-02: over weixin too one comes to the page that was asked for.
      await page.evaluate(() => sessionStorage.clear());
      await page.goto("/Container/UserManager/AccessTokens");
      await page.getByRole("link", { name: words.weixin }).click();
      await page.waitForURL("**/Container/UserManager/AccessTokens");
    },
  );

  it("is offered by a new link before the last one ends, while the page is open [ACC-20]", async () => {
    const page = await openPage({ locale: "en-US" });
    await page.clock.install();
    await page.goto("/Login");
    const link = page.getByRole("link", { name: WORDS["en-US"].weixin });
    const first = await link.getAttribute("href");
    await page.clock.fastForward(301_000);
    await eventually(() => link.getAttribute("href")).not.toBe(first);
  });

  it.each(looksOf(["en-US", 1440], ["zh-CN", 390]))(
    "is switched off, set up and removed by the operator in the console, in $locale at $width px [USR-08] [ACC-20]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const { pool } = await database();
      onTestFinished(async () => {
        await pool.query("delete from login_providers");
      });
      const visitor = await openPage({ locale, width });
      const isOffered = async () => {
        const asked = visitor.waitForResponse("**/control/third-logins**");
        await visitor.goto("/Login");
        await asked;
        await visitor.getByRole("tab").first().waitFor();
        return (await visitor.getByRole("link", { name: words.weixin }).count()) > 0;
      };
      const page = await openPage({ locale, width });
      await signIn(page, await newAccount({ tenantKind: "platform", role: "system" }));
      await page.goto("/Container/Operating/Providers");
      const card = page.getByRole("region", { name: words.weixin });
      await card.getByText("CANOPY_WEIXIN_APP_ID").waitFor();
      await screenshot(page, `login-providers-${width}-${locale}`);
      await card.getByRole("button", { name: words.edit }).click();
      const dialog = page.getByRole("dialog");
      const secret = dialog.getByLabel(new RegExp(`^${words.secret}`));
      await dialog.getByRole("checkbox", { name: words.enable }).uncheck();
      await dialog.getByRole("textbox", { name: words.appId }).fill("wx another");
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await dialog.getByRole("textbox", { name: words.appId }).and(page.locator("[aria-invalid=true]")).waitFor();
      await dialog.getByRole("textbox", { name: words.appId }).fill("wx_another");
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await dialog.getByText(words.missing).waitFor();
      await expectAccessible(page);
      await screenshot(page, `login-provider-dialog-${width}-${locale}`);
      await secret.fill("a-secret-of-another");
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await card.getByText(words.off, { exact: true }).waitFor();
      expect(await isOffered()).toBe(false);

      await card.getByRole("button", { name: words.edit }).click();
      expect(await secret.inputValue()).toBe("");
      await dialog.getByRole("checkbox", { name: words.enable }).check();
      await dialog.getByRole("button", { name: words.save, exact: true }).click();
      await card.getByText(words.on, { exact: true }).waitFor();
      expect(await isOffered()).toBe(true);
      const link = await visitor.getByRole("link", { name: words.weixin }).getAttribute("href");
      expect(new URL(link ?? "").searchParams.get("appid")).toBe("wx_another");

      await card.getByRole("button", { name: words.remove }).click();
      await page.getByRole("dialog").getByRole("button", { name: words.remove }).click();
      await card.getByText("CANOPY_WEIXIN_APP_ID").waitFor();
      expect(await page.content()).not.toContain("a-secret-of");
    },
  );
});
