import type { Page } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { CLIENT, testOpenIdProvider } from "../../apps/server/testing/outside/test-openid-provider.ts";
import { baseUrl, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount } from "../support/store.ts";
import { eventually, looksOf, signIn } from "../support/visitors.ts";

const WORDS = {
  "zh-CN": {
    company: "用公司账号登录",
    name: "公司",
    go: "前往公司登录页",
    on: "允许公司账号登录",
    issuer: "颁发者地址（issuer）",
    clientId: "客户端 ID",
    secret: "客户端密钥",
    addRule: "添加规则",
    claim: "声明",
    value: "值（空为任意）",
    card: "公司登录",
    saved: "已保存",
    unknown: "该公司没有设置单点登录",
    joins: "邮箱经服务方验证的人员以同邮箱的子用户身份登录，并保留其权限",
    expired: "登录请求已过期或已使用，请重新开始",
  },
  "en-US": {
    company: "Sign in with your company",
    name: "Company",
    go: "To the company's sign-in",
    on: "Let people sign in with the company's own provider",
    issuer: "Issuer",
    clientId: "Client ID",
    secret: "Client secret",
    addRule: "Add a rule",
    claim: "Claim",
    value: "Value (empty: any)",
    card: "Company sign-in",
    saved: "Saved",
    unknown: "This company has no sign-in of its own",
    joins: "A person with a checked e-mail enters as the sub-user with that address, and keeps its rights",
    expired: "This sign-in has expired or was used: start again",
  },
} as const;
type Words = (typeof WORDS)[keyof typeof WORDS];

const CONFIG = "/Container/UserManager/SystemConfig";

async function setProvider(page: Page, words: Words, issuer: string): Promise<void> {
  await page.goto(CONFIG);
  const card = page.getByRole("region", { name: words.card });
  await card.getByLabel(words.on).check();
  await card.getByRole("textbox", { name: words.issuer }).fill(issuer);
  await card.getByRole("textbox", { name: words.clientId }).fill(CLIENT.id);
  await card.getByLabel(new RegExp(`^${words.secret}`)).fill(CLIENT.secret);
  await card.getByRole("button", { name: words.addRule }).click();
  await card.getByRole("textbox", { name: words.claim }).fill("groups");
  await card.getByRole("textbox", { name: words.value }).fill("engineers");
  await card.getByRole("button", { name: /^(保存|Save)$/ }).click();
  await page.getByText(words.saved, { exact: true }).first().waitFor();
}

/** Over the pages of the provider, as a person goes. */
async function enterByCompany(
  entering: Page,
  words: Words,
  { company, name, issuer }: { company: string; name: string; issuer: string },
): Promise<void> {
  await entering.goto(`/Login?company=${company}`);
  await entering.getByRole("button", { name: words.company }).click();
  const dialog = entering.getByRole("dialog");
  expect(await dialog.getByRole("textbox", { name: words.name }).inputValue()).toBe(company);
  await dialog.getByRole("button", { name: words.go }).click();
  await entering.waitForURL(`${issuer}/**`);
  await entering.locator('input[name="login"]').fill(name);
  await entering.locator('input[name="password"]').fill("any");
  await entering.locator('button[type="submit"]').click();
  await entering.locator('input[name="prompt"][value="consent"]').waitFor({ state: "attached" });
  await entering.locator('button[type="submit"]').click();
  await entering.waitForURL(/\/Container\/HomePage/);
}

journeys("sign-in with one's company", () => {
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "is set by the manager, and makes a sub-user who comes from there, in $locale at $width px [OPS-07]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const provider = await testOpenIdProvider([`${baseUrl}/Login`], () => ({ groups: ["engineers"] }));
      onTestFinished(() => provider.close());
      const manager = await newAccount();
      const page = await openPage({ locale, width });
      await signIn(page, manager);
      await setProvider(page, words, provider.issuer);
      await expectAccessible(page);
      await screenshot(page, `system-config-company-${width}-${locale}`);

      // The provider's own page asks for a font of the internet.
      const entering = await openPage({ locale, width, allow: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] });
      await enterByCompany(entering, words, { company: manager.name, name: "li_wei", issuer: provider.issuer });

      await page.goto("/Container/UserManager/SubuserManagement");
      await page.getByText(`li_wei@${manager.name}`).first().waitFor();
    },
  );

  it("joins the sub-user with the checked e-mail, where the manager ticked it, and keeps its rights [OPS-07]", async () => {
    const words = WORDS["en-US"];
    const claims = { groups: ["engineers"], email: "zhou@example.com", email_verified: true };
    const provider = await testOpenIdProvider([`${baseUrl}/Login`], () => claims);
    onTestFinished(() => provider.close());
    const manager = await newAccount();
    const sub = await newAccount({ tenant: manager.name, name: "zhou_old", role: "sub", tenantLevel: "write" });
    await (await database()).pool.query("update users set email = 'Zhou@example.com' where id = $1", [sub.userId]);
    const page = await openPage({ locale: "en-US" });
    await signIn(page, manager);
    await setProvider(page, words, provider.issuer);
    const card = page.getByRole("region", { name: words.card });
    await card.getByLabel(words.joins).check();
    await card.getByRole("button", { name: "Save", exact: true }).click();
    await page.reload();
    await eventually(() => card.getByLabel(words.joins).isChecked()).toBe(true);

    const entering = await openPage({ locale: "en-US", allow: [/ERR_NAME_NOT_RESOLVED|ERR_INTERNET_DISCONNECTED/] });
    await enterByCompany(entering, words, { company: manager.name, name: "zhou", issuer: provider.issuer });
    await entering.goto("/Container/UserManager/PersonalCenter");
    await entering.getByText(`zhou_old@${manager.name}`).first().waitFor();
    const { pool } = await database();
    const users = await pool.query("select id, tenant_level from users where tenant_id = $1 and role = 'sub'", [
      manager.tenantId,
    ]);
    expect(users.rows).toEqual([{ id: sub.userId, tenant_level: "write" }]);
  });

  it("says why nobody entered: an unknown company, an answer that nobody here asked for [OPS-07]", async () => {
    const words = WORDS["en-US"];
    const page = await openPage({ locale: "en-US" });
    await page.goto("/Login");
    await page.getByRole("button", { name: words.company }).click();
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: words.name }).fill("no-such-company");
    await dialog.getByRole("button", { name: words.go }).click();
    await dialog.getByText(words.unknown).waitFor();
    await page.goto("/Login?state=of-somebody-else&code=abc");
    await page.getByText(words.expired).waitFor();
    expect(new URL(page.url()).search).toBe("");
  });
});
