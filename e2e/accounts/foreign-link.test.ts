import type { Page, Request } from "playwright-core";
import { afterAll, expect, it } from "vitest";
import { baseUrl, expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, newAccount, PASSWORD } from "../support/store.ts";
import { lookOf, signIn, signInAtHome, submitPassword, WORDS, watchCaptcha } from "../support/visitors.ts";

const ENDED = { "zh-CN": "链接已失效，请登录", "en-US": "The link has ended: please sign in" } as const;
/** Allowed by the configuration of the journeys' program; nobody listens there. */
const PORTAL = "http://127.0.0.1:9";
const SESSIONS = "/Container/UserManager/Sessions";

const tokenOf = (page: Page) => page.evaluate(() => sessionStorage.getItem("token") ?? localStorage.getItem("token"));

/** As a site of the same operator asks for a code, for a person who is signed in there. */
async function newCode(asking: Page): Promise<string> {
  return asking.evaluate(async () => {
    const headers = { authorization: `Bearer ${sessionStorage.getItem("token")}`, "content-type": "application/json" };
    const body = JSON.stringify({ target: "page" });
    return (await (await fetch("/api/control/hand-overs", { method: "POST", headers, body })).json()).code;
  });
}

function linkOf(token: string, more: Readonly<Record<string, string>> = {}): string {
  return `/?${new URLSearchParams({ token, ujwt: "other-secret", belongPlatform: "portal", ...more })}`;
}

async function askingPage(): Promise<Page> {
  const asking = await openPage();
  await signInAtHome(asking, await newAccount());
  return asking;
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole("button", { name: WORDS["zh-CN"].userMenu }).click();
  await page.getByRole("menuitem", { name: WORDS["zh-CN"].signOut }).click();
}

journeys("a link of another site", () => {
  afterAll(closeStore);

  it.each([...lookOf("zh-CN", 1440), ...lookOf("en-US", 390)])(
    "that has ended shows the form, which goes on to the link's page; its secrets leave the address at once, in $locale at $width px [ACC-21] [NAV-02]",
    async ({ locale, width }) => {
      const page = await openPage({ locale, width });
      const requests: Request[] = [];
      page.on("request", (request) => requests.push(request));
      const captcha = watchCaptcha(page);
      const more = { loginUrl: `${PORTAL}/portal`, prePath: SESSIONS, preQuery: "a=1&b=2" };
      await page.goto(linkOf("the-secret", more));
      await page.waitForURL(/\/Login\?/);
      await page.getByText(ENDED[locale]).first().waitFor();
      const shown = new URL(page.url()).searchParams;
      expect([shown.get("token"), shown.get("ujwt")]).toEqual([null, null]);
      expect(Object.fromEntries(shown)).toMatchObject({ belongPlatform: "portal", ...more });
      await expectAccessible(page);
      await screenshot(page, `link-ended-${width}-${locale}`);

      const { name } = await newAccount();
      await submitPassword(page, captcha, { name, password: PASSWORD, locale });
      await page.waitForURL(`**${SESSIONS}?a=1&b=2`);
      const [, ...later] = requests;
      const told = later.map((request) => `${request.url()} ${request.headers().referer ?? ""}`);
      expect(told.filter((text) => /secret/.test(text))).toEqual([]);
    },
  );

  it("whose code holds signs in and goes on to its page, once, and of this site alone [ACC-21]", async () => {
    const asking = await askingPage();
    const link = linkOf(await newCode(asking), { prePath: SESSIONS, preQuery: "?a=1" });
    const page = await openPage();
    await page.goto(link);
    await page.waitForURL(`**${SESSIONS}?a=1`);
    expect(await tokenOf(page)).not.toBeNull();
    const second = await openPage();
    await second.goto(link);
    await second.getByText(ENDED["zh-CN"]).first().waitFor();
    expect(await tokenOf(second)).toBeNull();
    for (const prePath of ["https://elsewhere.example/steal", "//elsewhere.example", "/Login"]) {
      const other = await openPage();
      await other.goto(linkOf(await newCode(asking), { prePath }));
      await other.waitForURL("**/Container/HomePage");
    }
  });

  it("asks before it replaces the session of another user, and keeps that unless told otherwise [ACC-21]", async () => {
    const asking = await askingPage();
    const page = await openPage();
    const own = await newAccount();
    await signInAtHome(page, own);
    const kept = await tokenOf(page);
    const dialog = page.getByRole("dialog", { name: "要切换账号吗？" });
    await page.goto(linkOf(await newCode(asking), { prePath: SESSIONS }));
    await dialog.getByText(own.name).first().waitFor();
    await dialog.getByRole("button", { name: /^保留/ }).click();
    await page.waitForURL(`**${SESSIONS}`);
    expect(await tokenOf(page)).toBe(kept);
    await page.goto(linkOf(await newCode(asking), { prePath: SESSIONS }));
    await dialog.getByRole("button", { name: /^切换到/ }).click();
    await page.waitForURL(`**${SESSIONS}`);
    expect(await tokenOf(page)).not.toBe(kept);
  });

  it("leads back to its site when the person signs out, where the operator allows that site [ACC-21]", async () => {
    const asking = await askingPage();
    const page = await openPage();
    await page
      .context()
      .route(`${PORTAL}/**`, (route) =>
        route.fulfill({ contentType: "text/html", body: "<title>portal</title><h1>Portal</h1>" }),
      );
    await page.goto(linkOf(await newCode(asking), { loginUrl: `${PORTAL}/portal?from=canopy`, prePath: SESSIONS }));
    await page.waitForURL(`**${SESSIONS}`);
    await signOut(page);
    await page.waitForURL(`${PORTAL}/portal?from=canopy`);
    await page.goto("/Login");
    expect(await tokenOf(page)).toBeNull();
    // Once: who signs in here by the form afterwards stays here.
    await signIn(page, await newAccount());
    await page.goto("/Container/HomePage");
    await signOut(page);
    await page.waitForURL(/\/Login$/);
  });

  it.each([
    "https://elsewhere.example/login",
    "http://127.0.0.1:9.elsewhere.example/",
    "http://127.0.0.1:10/",
    "javascript:alert(1)",
    "not an address",
  ])("with the way back %s, which nobody allowed, signs out to the sign-in page [ACC-21]", async (loginUrl) => {
    const page = await openPage();
    await page.goto(linkOf(await newCode(await askingPage()), { loginUrl, prePath: SESSIONS }));
    await page.waitForURL(`**${SESSIONS}`);
    await signOut(page);
    await page.getByRole("tab").first().waitFor();
    expect(page.url()).toBe(`${baseUrl}/Login`);
  });
});
