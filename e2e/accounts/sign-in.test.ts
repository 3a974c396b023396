import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { Page, Route } from "playwright-core";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { errorText } from "../../packages/contract/error-table.ts";
import { baseUrl, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newAccount, newPhone, PASSWORD, sentCode } from "../support/store.ts";
import {
  DEMO_MASTER,
  DEMO_PASSWORD,
  eventually,
  lookOf,
  signInByForm,
  submitPassword,
  typeCaptcha,
  WORDS,
  watchCaptcha,
} from "../support/visitors.ts";

const zh = WORDS["zh-CN"];

async function openSignIn(page: Page) {
  const captcha = watchCaptcha(page);
  await page.goto("/Login");
  await page.getByRole("tab").first().waitFor();
  return captcha;
}

/** The sentence shown at a field, found as a screen reader finds it, without the code behind it. */
async function noteOf(page: Page, label: string): Promise<string> {
  const field = page.getByLabel(label, { exact: true });
  const id = await field.getAttribute("aria-describedby");
  if (!id) return "";
  return page.locator(`[id="${id}"]`).evaluate((note) => {
    const [code, text] = [note.querySelector("code")?.textContent ?? "", note.textContent ?? ""];
    return text.slice(0, text.length - code.length);
  });
}

const picture = (page: Page) => page.getByRole("img", { name: "图形验证码图片" });

const tokenIn = (page: Page, storage: "localStorage" | "sessionStorage") =>
  page.evaluate((name) => window[name].getItem("token"), storage);

journeys("signing in", () => {
  afterAll(closeStore);

  it.each(lookOf("en-US", 390))(
    "has both tabs, captcha, tick, links and demo at $width px in $locale [ACC-01]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const page = await openPage({ width, height: width === 390 ? 844 : 900, locale });
      await openSignIn(page);
      await page.getByRole("img").first().waitFor();
      expect(await page.getByRole("tab").count()).toBe(2);
      expect(await page.getByRole("link", { name: /Register|注册/ }).getAttribute("href")).toBe("/Register");
      expect(await page.getByRole("link", { name: /Forgot|忘记/ }).getAttribute("href")).toBe("/ForgetPassword");
      expect(await page.getByRole("link", { name: /Help|帮助/ }).getAttribute("href")).toBe(
        "/doc?type=help&page=Login",
      );
      expect(await page.getByRole("button", { name: words.demo }).count()).toBe(1);
      await page.getByRole("link", { name: /微信|WeChat/ }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `login-${width}-${locale}`);
      await page.getByRole("tab").nth(1).click();
      await page.getByLabel(words.phone, { exact: true }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `login-code-${width}-${locale}`);
    },
  );

  it("a password manager finds its fields, and the password is never stored [ACC-01]", async () => {
    const page = await openPage();
    await openSignIn(page);
    expect(await page.getByLabel(zh.username, { exact: true }).getAttribute("autocomplete")).toBe("username");
    expect(await page.getByLabel(zh.password, { exact: true }).getAttribute("autocomplete")).toBe("current-password");
    await signInByForm(page, { name: DEMO_MASTER, password: DEMO_PASSWORD, remember: true });
    const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
    expect(stored).not.toContain(DEMO_PASSWORD);
  });

  it("ticked: the session outlives the browser and the name is filled in next time [ACC-01]", async () => {
    const page = await openPage();
    await signInByForm(page, { name: DEMO_MASTER, password: DEMO_PASSWORD, remember: true });
    expect(await tokenIn(page, "localStorage")).toMatch(/.{40}/);
    expect(await tokenIn(page, "sessionStorage")).toBeNull();
    await page.evaluate(() => localStorage.removeItem("token"));
    await page.goto("/Login");
    expect(await page.getByLabel(zh.username, { exact: true }).inputValue()).toBe(DEMO_MASTER);
  });

  it("unticked: the session ends with the browser, and another tab of it shares the session [ACC-01]", async () => {
    const page = await openPage();
    await signInByForm(page, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    expect(await tokenIn(page, "localStorage")).toBeNull();
    expect(await tokenIn(page, "sessionStorage")).toMatch(/.{40}/);
    const second = await page.context().newPage();
    await second.goto("/Container/HomePage");
    // The first tab may be slow to answer: then the page of the sign-in is seen for a moment.
    await second.waitForURL("**/Container/HomePage");
    await second.getByRole("heading", { level: 1 }).waitFor();
  });

  it("one click opens the demo [ACC-01]", async () => {
    const page = await openPage({ locale: "en-US" });
    await openSignIn(page);
    await page.getByRole("button", { name: WORDS["en-US"].demo }).click();
    await page.waitForURL("**/Container/HomePage");
    expect(await tokenIn(page, "sessionStorage")).not.toBeNull();
  });

  it("an empty form is refused at its fields before anything is sent [ACC-02] [ACC-05] [ACC-23]", async () => {
    const page = await openPage();
    await openSignIn(page);
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.getByRole("button", { name: zh.signIn, exact: true }).click();
    expect(await noteOf(page, zh.username)).toBe(errorText("001", "zh"));
    expect(await noteOf(page, zh.password)).toBe(errorText("006", "zh"));
    expect(await noteOf(page, zh.captcha)).toBe(errorText("accounts.captchaEmpty", "zh"));
    await page.getByLabel(zh.username, { exact: true }).fill("x'; drop table users;--");
    expect(await noteOf(page, zh.username)).toBe(errorText("003", "zh"));
    expect(calls.filter((url) => url.includes("/control/sessions"))).toEqual([]);
  });

  it("a bare mobile number warns of the area code and is still sent [ACC-05]", async () => {
    const page = await openPage();
    const captcha = await openSignIn(page);
    const name = newPhone();
    const sent = page.waitForRequest(
      (request) => request.method() === "POST" && request.url().endsWith("/control/sessions"),
    );
    await submitPassword(page, captcha, { name, password: "Wrong-2026" });
    expect(await noteOf(page, zh.username)).toMatch(/区号/);
    expect((await sent).postDataJSON()).toMatchObject({ username: name, type: 3 });
  });

  it("the manager check decides which session call is used [ACC-03] [ACC-04]", async () => {
    const page = await openPage();
    const asked: string[] = [];
    page.on("request", (request) => asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
    await signInByForm(page, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    expect(asked).toContain("GET /api/control/sessions/manager-check");
    expect(asked).toContain("POST /api/control/sessions/tenant-manager");

    const sub = await openPage();
    const bySub: { url: string; body: unknown }[] = [];
    sub.on("request", (request) => bySub.push({ url: request.url(), body: request.postDataJSON?.() }));
    await signInByForm(sub, { name: `viewer@${DEMO_MASTER}`, password: DEMO_PASSWORD });
    const session = bySub.find(({ url }) => url.endsWith("/api/control/sessions"));
    expect(session?.body).toMatchObject({ type: 3, username: `viewer@${DEMO_MASTER}` });
  });

  it("a wrong captcha, then a wrong password: shown at the field, with a new picture each time [ACC-02] [ACC-10]", async () => {
    const { name } = await newAccount();
    const page = await openPage();
    const captcha = await openSignIn(page);
    await picture(page).waitFor();
    let pictures = 0;
    page.on("request", (request) => {
      if (request.url().includes("/control/usercenter/svg")) pictures += 1;
    });
    await page.getByLabel(zh.username, { exact: true }).fill(name);
    await page.getByLabel(zh.password, { exact: true }).fill(PASSWORD);
    await page.getByLabel(zh.captcha, { exact: true }).fill("nope");
    await page.getByRole("button", { name: zh.signIn, exact: true }).click();
    await eventually(() => noteOf(page, zh.captcha)).toBe(errorText("iot-control.10027", "zh"));
    await eventually(() => pictures).toBe(1);
    await eventually(() => page.getByLabel(zh.captcha, { exact: true }).inputValue()).toBe("");

    await submitPassword(page, captcha, { name, password: "Wrong-2026" });
    await eventually(() => noteOf(page, zh.password)).toBe(errorText("iot-control.10013", "zh"));
    await eventually(() => pictures).toBe(2);
    await submitPassword(page, captcha, { name, password: PASSWORD });
    await page.waitForURL("**/Container/HomePage");
  });

  it("strangers who fail shut no known browser out, and its owner is told of it [ACC-09]", async () => {
    const { name } = await newAccount();
    const page = await openPage();
    await signInByForm(page, { name, password: PASSWORD });
    const stranger = await openPage();
    const captcha = await openSignIn(stranger);
    for (let n = 0; n < 4; n += 1) {
      await submitPassword(stranger, captcha, { name, password: "Wrong-2026" });
      await eventually(() => noteOf(stranger, zh.password)).toBe(errorText("iot-control.10013", "zh"));
    }
    await submitPassword(stranger, captcha, { name, password: "Wrong-2026" });
    await stranger.getByText(errorText("iot-control.10024", "zh") ?? "").waitFor();
    await page.evaluate(() => sessionStorage.clear());
    await signInByForm(page, { name, password: PASSWORD });
    await page.getByText(/连续输错您的密码，新浏览器曾被禁止登录/).waitFor();
  });

  it("an expired captcha says so and is replaced [ACC-02]", async () => {
    const page = await openPage();
    const captcha = await openSignIn(page);
    const answer = await captcha.text();
    await (await database()).pool.query("update captchas set created_at = now() - interval '6 minutes'");
    await submitPassword(page, { text: async () => answer }, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await eventually(() => noteOf(page, zh.captcha)).toBe(errorText("iot-control.10026", "zh"));
    await submitPassword(page, captcha, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await page.waitForURL("**/Container/HomePage");
  });

  it("by text-message code: digits only, counted down, from the outbox [ACC-06] [ACC-07]", async () => {
    const phone = newPhone();
    await newAccount({ phone });
    const page = await openPage();
    await openSignIn(page);
    await page.getByRole("tab", { name: zh.byCode }).click();
    await page.getByRole("button", { name: "获取验证码" }).click();
    await eventually(() => noteOf(page, zh.phone)).toBe(errorText("002", "zh"));
    await page.getByLabel(zh.phone, { exact: true }).pressSequentially(`a${phone}b`);
    expect(await page.getByLabel(zh.phone, { exact: true }).inputValue()).toBe(phone);
    await page.getByRole("button", { name: "获取验证码" }).click();
    await page.getByRole("button", { name: /\d+ 秒后可重新获取/ }).waitFor();
    const code = page.getByRole("textbox", { name: zh.byCode });
    await code.fill("12");
    await page.getByRole("button", { name: zh.signIn, exact: true }).click();
    await page.getByText(errorText("014", "zh") ?? "").waitFor();
    await code.fill(await sentCode(phone));
    await page.getByRole("button", { name: zh.signIn, exact: true }).click();
    await page.waitForURL("**/Container/HomePage");
  });

  it("ticked, a sign-in by code is kept too, and the phone is filled in next time [ACC-01]", async () => {
    const phone = newPhone();
    await newAccount({ phone });
    const page = await openPage();
    const byCode = async () => {
      await openSignIn(page);
      await page.getByRole("tab", { name: zh.byCode }).click();
      return page.getByLabel(zh.phone, { exact: true });
    };
    await (await byCode()).fill(phone);
    await page.getByRole("button", { name: "获取验证码" }).click();
    await page.getByRole("button", { name: /\d+ 秒后可重新获取/ }).waitFor();
    await page.getByRole("textbox", { name: zh.byCode }).fill(await sentCode(phone));
    await page.getByLabel(zh.remember).check();
    await page.getByRole("button", { name: zh.signIn, exact: true }).click();
    await page.waitForURL("**/Container/HomePage");
    expect(await tokenIn(page, "localStorage")).toMatch(/.{40}/);
    await page.evaluate(() => localStorage.removeItem("token"));
    expect(await (await byCode()).inputValue()).toBe(phone);
    expect(await page.getByLabel(zh.remember).isChecked()).toBe(true);
  });

  it("a phone nobody has is not registered; a wrong code is wrong [ACC-06] [ACC-10]", async () => {
    const page = await openPage({ locale: "en-US" });
    await openSignIn(page);
    await page.getByRole("tab", { name: "SMS code" }).click();
    await page.getByLabel("Phone number", { exact: true }).fill(newPhone());
    await page.getByRole("button", { name: "Send code" }).click();
    await page.getByText("Mobile number not registered").waitFor();

    const phone = newPhone();
    await newAccount({ phone });
    await page.getByLabel("Phone number", { exact: true }).fill(phone);
    await page.getByRole("textbox", { name: "SMS code" }).fill("000000");
    await page.getByRole("button", { name: "Sign in", exact: true }).click();
    await page.getByText("Wrong verification code").waitFor();
    expect(await tokenIn(page, "sessionStorage")).toBeNull();
  });

  it("a failing send is said in words [ACC-07]", async () => {
    const page = await openPage({ allow: [/502/] });
    await openSignIn(page);
    await page.route("**/control/verification-codes", (route) => route.fulfill({ status: 502, body: "" }));
    await page.getByRole("tab", { name: zh.byCode }).click();
    await page.getByLabel(zh.phone, { exact: true }).fill(newPhone());
    await page.getByRole("button", { name: "获取验证码" }).click();
    await eventually(async () => (await page.getByRole("alert").allTextContents()).join("")).toMatch(/\p{Script=Han}/u);
  });

  it("five wrong passwords ban the account for 30 minutes, whatever comes after [ACC-09]", async () => {
    const { name } = await newAccount();
    const page = await openPage();
    const captcha = await openSignIn(page);
    for (let attempt = 1; attempt <= 5; attempt += 1) {
      const answered = page.waitForResponse((response) => response.url().includes("/control/sessions/tenant-manager"));
      await submitPassword(page, captcha, { name, password: `Wrong-${attempt}` });
      await answered;
    }
    const banned = page.getByText(errorText("iot-control.10024", "zh") ?? "");
    await banned.waitFor();
    await submitPassword(page, captcha, { name, password: PASSWORD });
    await banned.waitFor();
    await screenshot(page, "login-locked-1440-zh-CN");
  });

  it.each(lookOf("en-US", 1440))("after three failures a new browser proves the phone [ACC-10]", async ({ locale }) => {
    const phone = newPhone();
    const { name, userId } = await newAccount({ phone });
    const { pool } = await database();
    await pool.query(
      "insert into sign_in_failures (account, address) select $1, 'elsewhere' from generate_series(1, 3)",
      [userId],
    );
    const page = await openPage({ locale });
    const captcha = await openSignIn(page);
    await submitPassword(page, captcha, { name, password: PASSWORD, locale });
    const dialog = page.getByRole("dialog");
    await dialog.getByText(`${phone.slice(0, 3)}****${phone.slice(-4)}`).waitFor();
    await expectAccessible(page);
    await screenshot(page, `login-verify-1440-${locale}`);
    await dialog.getByRole("textbox").fill("000000");
    await dialog.getByRole("button", { name: /验证并登录|Verify and sign in/ }).click();
    await dialog.getByText(errorText("018", locale === "zh-CN" ? "zh" : "en") ?? "").waitFor();
    await dialog.getByRole("textbox").fill(await sentCode(phone));
    await dialog.getByRole("button", { name: /验证并登录|Verify and sign in/ }).click();
    await page.waitForURL("**/Container/HomePage");
  });

  it("an account under review gets its dialog, two of one phone a conflict [ACC-10] [ACC-23]", async () => {
    const { name, tenantId } = await newAccount();
    await (await database()).pool.query("update tenants set state = 'review' where id = $1", [tenantId]);
    const page = await openPage();
    const captcha = await openSignIn(page);
    await submitPassword(page, captcha, { name, password: PASSWORD });
    const dialog = page.getByRole("dialog");
    await dialog.getByText("1-3 个工作日").waitFor();
    await expectAccessible(page);
    await dialog.getByRole("button", { name: "知道了" }).click();

    const phone = newPhone();
    await newAccount({ phone });
    await newAccount({ phone });
    await submitPassword(page, captcha, { name: phone, password: PASSWORD });
    await page
      .getByRole("alert")
      .getByText(errorText("iot-http.409", "zh") ?? "")
      .waitFor();
  });

  it("any other message is shown as it comes, and none means wrong username or password [ACC-10]", async () => {
    const page = await openPage({ allow: [/500|418/] });
    const captcha = await openSignIn(page);
    const answer = (message: string) =>
      page.route(
        "**/control/sessions/tenant-manager",
        (route) => route.fulfill({ status: 418, json: { code: "other", message, errorMsg: message } }),
        { times: 1 },
      );
    await answer("今晚维护");
    await submitPassword(page, captcha, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await page.getByText("今晚维护").waitFor();
    await answer("");
    await submitPassword(page, captcha, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await page.getByText(errorText("iot-control.10013", "zh") ?? "").waitFor();
    expect(await tokenIn(page, "sessionStorage")).toBeNull();
  });

  it("with the server away it says so and works when it is back [ACC-08]", async () => {
    const page = await openPage({ allow: [/ERR_FAILED/] });
    const captcha = await openSignIn(page);
    await page.route("**/control/sessions/**", (route) => route.abort(), { times: 1 });
    // The picture goes with its try: nobody reads it while the next one is on its way.
    await picture(page).waitFor();
    const next = Promise.withResolvers<void>();
    const held = async (route: Route) => {
      await next.promise;
      await route.continue();
    };
    await page.route("**/control/usercenter/svg*", held);
    await submitPassword(page, captcha, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await page
      .getByRole("alert")
      .filter({ hasText: /连不上|服务器|网络/ })
      .waitFor();
    await picture(page).waitFor({ state: "hidden" });
    next.resolve();
    await submitPassword(page, captcha, { name: DEMO_MASTER, password: DEMO_PASSWORD });
    await page.waitForURL("**/Container/HomePage");
    expect(await tokenIn(page, "sessionStorage")).not.toBeNull();
  });

  it("caps lock is pointed out, the password can be shown, Enter signs in [ACC-01]", async () => {
    const page = await openPage();
    const captcha = await openSignIn(page);
    await page.getByLabel(zh.username, { exact: true }).fill(DEMO_MASTER);
    await typeCaptcha(page.getByLabel(zh.captcha, { exact: true }), captcha);
    const password = page.getByLabel(zh.password, { exact: true });
    await password.evaluate((input) =>
      input.dispatchEvent(new KeyboardEvent("keydown", { key: "A", bubbles: true, modifierCapsLock: true })),
    );
    await page.getByText("大写锁定已打开").waitFor();
    await password.fill(DEMO_PASSWORD);
    await page.getByRole("button", { name: "显示密码" }).click();
    expect(await password.getAttribute("type")).toBe("text");
    await password.press("Enter");
    await page.waitForURL("**/Container/HomePage");
  });

  it("a page elsewhere that opens it keeps no hold of its window [ACC-08]", async () => {
    const page = await openPage();
    await page.goto(await serveElsewhere());
    const opening = page.context().waitForEvent("page");
    await page.evaluate((url) => Object.assign(window, { held: window.open(url) }) && undefined, `${baseUrl}/Login`);
    const opened = await opening;
    await opened.getByRole("tab").first().waitFor();
    expect(await opened.evaluate(() => window.opener)).toBeNull();
    expect(await page.evaluate(() => (window as Window & { held?: Window }).held?.closed)).toBe(true);
  });
});

/** Another origin, with nothing on its page. */
async function serveElsewhere(): Promise<string> {
  const server = createServer((_request, response) => {
    response.writeHead(200, { "content-type": "text/html" }).end("<title>elsewhere</title>");
  });
  onTestFinished(() => void server.close());
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}
