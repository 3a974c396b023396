import type { Page } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { baseUrl, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount, PASSWORD } from "../support/store.ts";
import {
  DEMO_MASTER,
  DEMO_PASSWORD,
  enterDemoByButton,
  eventually,
  lookOf,
  signIn,
  signInByForm,
  submitPassword,
  WORDS,
  watchCaptcha,
} from "../support/visitors.ts";

const kept = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key);
const token = (page: Page) => page.evaluate(() => sessionStorage.getItem("token") ?? localStorage.getItem("token"));

async function signOut(page: Page, locale: keyof typeof WORDS = "zh-CN"): Promise<void> {
  await page.getByRole("button", { name: WORDS[locale].userMenu }).click();
  await page.getByRole("menuitem", { name: WORDS[locale].signOut }).click();
  await page.waitForURL(/\/Login$/);
}

journeys("a session", () => {
  afterAll(closeStore);

  it("signing in loads what belongs to the person, says so and emits a login event [ACC-08] [ACC-25] [NAV-13]", async () => {
    const { name, tenantId, userId } = await newAccount({ nickName: "林远" });
    const page = await openPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    const event = page.waitForRequest((request) => request.url().endsWith("/control/tracking"));
    await signInByForm(page, { name, password: PASSWORD });
    await page.getByRole("region", { name: "通知" }).getByText("欢迎回来，林远").waitFor();
    for (const path of [
      "/tenant/privileges/self",
      "/tenant/users/self",
      "/tenant/tenants/self",
      "/control/system-config",
    ]) {
      expect(asked).toContain(`GET /api${path}`);
    }
    expect((await event).postDataJSON()).toMatchObject({
      platform: "candtu",
      module: "accounts",
      action: "login",
      tenant_id: tenantId,
      user_id: userId,
    });
    expect(await page.getByRole("link", { name: "首页", exact: true }).getAttribute("aria-current")).toBe("page");
  });

  it("nothing is tracked before signing in, and a failing event disturbs nobody [NAV-13]", async () => {
    const page = await openPage({ allow: [/500|ERR_FAILED/] });
    let events = 0;
    await page.route("**/control/tracking", (route) => {
      events += 1;
      return route.abort();
    });
    await page.goto("/Login");
    await page.getByRole("tab").first().waitFor();
    expect(events).toBe(0);
    await enterDemoByButton(page);
    await eventually(() => events).toBe(1);
    expect(await page.getByRole("alert").filter({ hasText: /./ }).count()).toBe(0);
  });

  it("a manager without a dashboard gets one, the next sign-in finds it [ACC-11]", async () => {
    const { name, tenantId } = await newAccount();
    const dashboards = async () => {
      const { pool } = await database();
      return (await pool.query("select id, business_type, name from dashboards where tenant_id = $1", [tenantId])).rows;
    };
    const page = await openPage();
    await signInByForm(page, { name, password: PASSWORD });
    await eventually(dashboards).toHaveLength(1);
    expect((await dashboards())[0]).toMatchObject({ business_type: "candtu_dashboard_default" });
    await signOut(page);
    await signInByForm(page, { name, password: PASSWORD });
    await page.waitForLoadState("networkidle");
    expect(await dashboards()).toHaveLength(1);
  });

  it("the language is kept as 中文 or English, saved with the customisation and found again elsewhere [ACC-12]", async () => {
    const { name } = await newAccount();
    const page = await openPage();
    await signInByForm(page, { name, password: PASSWORD });
    await page.getByRole("button", { name: "语言" }).click();
    const saved = page.waitForResponse(
      (response) => response.url().includes("/user-attributes") && response.request().method() === "POST",
    );
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.getByRole("link", { name: "Vehicles" }).waitFor();
    expect((await saved).request().postDataJSON()).toMatchObject({ attribute: { systemLanguage: "English" } });
    expect(await kept(page, "canopy.language")).toBe("English");
    expect(await page.evaluate(() => document.documentElement.lang)).toBe("en");

    const elsewhere = await openPage();
    await signInByForm(elsewhere, { name, password: PASSWORD });
    await elsewhere.getByRole("link", { name: "Vehicles" }).waitFor();
    expect(await kept(elsewhere, "canopy.language")).toBe("English");
  });

  it("chosen on the sign-in page, the language stays chosen [ACC-12]", async () => {
    const { name } = await newAccount();
    const page = await openPage();
    const captcha = watchCaptcha(page);
    await page.goto("/Login");
    await page.getByRole("button", { name: /语言/ }).click();
    await page.getByRole("menuitemradio", { name: "English" }).click();
    await page.getByRole("heading", { name: "Sign in to Canopy" }).waitFor();
    await submitPassword(page, captcha, { name, password: PASSWORD, locale: "en-US" });
    await page.getByRole("link", { name: "Vehicles" }).waitFor();
    await page.reload();
    await page.getByRole("link", { name: "Vehicles" }).waitFor();
    expect(await kept(page, "canopy.language")).toBe("English");
  });

  it("the permitted names are kept for a sub-user and removed for a manager [USR-05]", async () => {
    const page = await openPage();
    await signInByForm(page, { name: `viewer@${DEMO_MASTER}`, password: DEMO_PASSWORD });
    const map: Record<string, boolean> = JSON.parse((await kept(page, "userApiRoleListMap")) ?? "{}");
    expect(map["accounts.userSelf"]).toBe(true);
    expect(map["settings.createDashboard"]).toBeUndefined();
    await page.getByRole("button", { name: "用户菜单" }).click();
    expect(await page.getByRole("menuitem", { name: "子用户管理" }).count()).toBe(0);
    await page.keyboard.press("Escape");
    await signOut(page);
    expect(await kept(page, "userApiRoleListMap")).toBeNull();
    await signInByForm(page, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    expect(await kept(page, "userApiRoleListMap")).toBeNull();
  });

  it("a button that is not permitted explains itself instead of working [USR-05]", async () => {
    const page = await openPage();
    await signIn(page, { name: `viewer@${DEMO_MASTER}` });
    // As a role without this call would have it.
    await page.route("**/tenant/privileges/self**", async (route) => {
      const answer = await route.fetch();
      const body = await answer.json();
      const apis = body.apis.filter((name: string) => name !== "accounts.createAccessToken");
      return route.fulfill({ response: answer, json: { ...body, apis } });
    });
    await page.goto("/Container/UserManager/AccessTokens");
    const button = page.getByRole("button", { name: "新建令牌" });
    await eventually(() => button.getAttribute("aria-disabled")).toBe("true");
    await button.click({ force: true });
    expect(await page.getByRole("dialog").count()).toBe(0);
  });

  it.each(lookOf("en-US", 1440))(
    "signing out ends the session on the server, here and in every tab [ACC-22] in $locale",
    async ({ locale }) => {
      const page = await openPage({ locale });
      await enterDemoByButton(page, locale);
      const second = await page.context().newPage();
      await second.goto("/Container/HomePage");
      await second.getByRole("heading", { level: 1 }).waitFor();
      const old = await token(page);
      const deleted = page.waitForResponse((response) => response.request().method() === "DELETE");
      await signOut(page, locale);
      expect((await deleted).ok()).toBe(true);
      await second.waitForURL(/\/Login/);
      expect(await token(page)).toBeNull();
      expect(await token(second)).toBeNull();
      const answer = await page.request.get("/api/tenant/users/self", { headers: { authorization: `Bearer ${old}` } });
      expect(answer.status()).toBe(401);
    },
  );

  it("another tab follows: out with one user, in with the next [ACC-22] [NAV-06]", async () => {
    const [first, next] = [await newAccount({ nickName: "甲" }), await newAccount({ nickName: "乙" })];
    const page = await openPage();
    await signInByForm(page, { name: first.name, password: PASSWORD, remember: true });
    const second = await page.context().newPage();
    await second.goto("/Container/UserManager/Sessions");
    await second.getByRole("button", { name: /甲/ }).waitFor();
    await signOut(page);
    await second.waitForURL(/\/Login/);
    await signInByForm(page, { name: next.name, password: PASSWORD, remember: true });
    await second.waitForURL("**/Container/UserManager/Sessions");
    await second.getByRole("button", { name: /乙/ }).waitFor();
    expect(await second.getByText("甲").count()).toBe(0);
  });

  it("with the server away it still signs out [ACC-22]", async () => {
    const page = await openPage({ allow: [/ERR_FAILED/] });
    await enterDemoByButton(page);
    await page.route("**/control/sessions/**", (route) => route.abort());
    await signOut(page);
    expect(await token(page)).toBeNull();
  });

  it("without a token every page leads to sign-in, and back to the page after it [NAV-02]", async () => {
    const page = await openPage();
    const captcha = watchCaptcha(page);
    const configured = page.waitForResponse("**/control/system-config**");
    await page.goto("/Container/UserManager/AccessTokens?sort=-name");
    await configured;
    await page.waitForURL(/\/Login\?redirect=/);
    await submitPassword(page, captcha, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await page.waitForURL("**/Container/UserManager/AccessTokens?sort=-name");
    expect(await token(page)).not.toBeNull();
  });

  it("never leads to a foreign site after signing in [NAV-02]", async () => {
    const page = await openPage();
    await page.goto("/Login?redirect=https%3A%2F%2Fevil.example%2F");
    await page.getByRole("button", { name: WORDS["zh-CN"].demo }).click();
    await page.waitForURL("**/Container/HomePage");
    expect(new URL(page.url()).origin).toBe(baseUrl);
  });

  it("a session that ended on the server leads to sign-in, then back to the page [NAV-02]", async () => {
    const { name, userId } = await newAccount();
    const page = await openPage();
    await signInByForm(page, { name, password: PASSWORD });
    await page.goto("/Container/UserManager/Sessions");
    await page.getByText("当前会话").waitFor();
    await (await database()).pool.query("delete from sessions where user_id = $1", [userId]);
    const captcha = watchCaptcha(page);
    await page.getByRole("button", { name: "用户菜单" }).click();
    await page.getByRole("menuitem", { name: "访问令牌" }).click();
    await page.waitForURL(/\/Login\?redirect=/);
    await screenshot(page, "login-session-ended-1440-zh-CN");
    await submitPassword(page, captcha, { name, password: PASSWORD });
    await page.waitForURL("**/Container/UserManager/AccessTokens");
    expect(await token(page)).not.toBeNull();
  });
});
