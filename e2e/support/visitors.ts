// Ways in, as people take them.
import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { openSession } from "../../apps/server/accounts/open-session.ts";
import { DEMO_MASTER, DEMO_PASSWORD } from "../../apps/server/accounts/seed-demo.ts";
import { findSignInAccounts } from "../../apps/server/accounts/user-store.ts";
import { PATIENCE } from "./patience.ts";
import { captchaText, database } from "./store.ts";

export { DEMO_MASTER, DEMO_PASSWORD };

export const LANGUAGES = ["zh-CN", "en-US"] as const;
export type Locale = (typeof LANGUAGES)[number];

interface Look {
  locale: Locale;
  width: number;
}

/**
 * The look a journey runs in: pages.test.ts looks at every page in all of them. CANOPY_LOOKS=all runs each journey in
 * both languages, wide and narrow.
 */
export function lookOf(locale: Locale, width: number): Look[] {
  if (process.env.CANOPY_LOOKS !== "all") return [{ locale, width }];
  return LANGUAGES.flatMap((language) => [1440, 390].map((each) => ({ locale: language, width: each })));
}

type LookArgs = Parameters<typeof lookOf>;

/** One of two looks: the first with `npm test`, the second with `npm run test:faults` (CANOPY_LOOKS=second). */
export function looksOf(first: LookArgs, second: LookArgs): Look[] {
  return lookOf(...(process.env.CANOPY_LOOKS === "second" ? second : first));
}

/** The words a journey looks for, in the language it runs in. */
export const WORDS = {
  "zh-CN": {
    username: "用户名",
    password: "密码",
    captcha: "图形验证码",
    signIn: "登录",
    remember: "记住登录状态（30 天）",
    demo: "进入演示车队",
    byCode: "短信验证码",
    phone: "手机号",
    userMenu: "用户菜单",
    signOut: "退出登录",
  },
  "en-US": {
    username: "Username",
    password: "Password",
    captcha: "Captcha",
    signIn: "Sign in",
    remember: "Keep me signed in for 30 days",
    demo: "Open the demo fleet",
    byCode: "SMS code",
    phone: "Phone number",
    userMenu: "User menu",
    signOut: "Sign out",
  },
} as const;

/** What becomes true in its time, also on a slow machine. */
export function eventually<T>(read: () => T | Promise<T>, message?: string) {
  return expect.poll(read, { timeout: 15_000 * PATIENCE, ...(message ? { message } : {}) });
}

/** A tool that did not fit into its line is behind ⋯, which is opened for it. */
export async function reach(tool: Locator): Promise<Locator> {
  const more = tool.page().getByRole("button", { name: /^(更多工具|More tools)$/ });
  await eventually(async () => {
    if (await tool.isVisible()) return true;
    for (const each of await more.all()) if (!(await tool.isVisible())) await each.click();
    return tool.isVisible();
  }).toBe(true);
  return tool;
}

/** What is drawn next is drawn. */
export const nextFrame = (page: Page) =>
  page.evaluate(
    () => new Promise<void>((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => resolve()))),
  );

/** Until what is read stays the same; gives it. */
export async function atRest<T>(read: () => T | Promise<T>, quietMs = 600): Promise<T> {
  let last = await read();
  const isSame = async () => {
    const before = JSON.stringify(last);
    last = await read();
    return JSON.stringify(last) === before;
  };
  await expect.poll(isSame, { timeout: 15_000 * PATIENCE, interval: quietMs }).toBe(true);
  return last;
}

interface Captcha {
  uuid: string;
}

/** Follows which picture the page shows; its answer comes from the store, never from the response. */
export function watchCaptcha(page: Page): { text(): Promise<string> } {
  let uuid = "";
  const isPicture = (message: { url(): string }) => message.url().includes("/control/usercenter/svg");
  // One that is on its way takes the place of the one before.
  page.on("request", (request) => {
    if (isPicture(request)) uuid = "";
  });
  page.on("response", async (response) => {
    if (!isPicture(response) || !response.ok()) return;
    const body: Captcha = await response.json().catch(() => ({ uuid: "" }));
    if (body.uuid) uuid = body.uuid;
  });
  return {
    text: async () => {
      // One that was tried is gone from the store: the next picture is on its way.
      let answer = "";
      await eventually(async () => {
        answer = uuid ? await captchaText(uuid).catch(() => "") : "";
        return answer;
      }).not.toBe("");
      return answer;
    },
  };
}

interface Credentials {
  name: string;
  password: string;
  remember?: boolean;
  locale?: Locale;
}

/** Fills in the password form and presses the button; what follows is for the journey to look at. */
export async function submitPassword(
  page: Page,
  captcha: { text(): Promise<string> },
  form: Credentials,
): Promise<void> {
  const words = WORDS[form.locale ?? "zh-CN"];
  await page.getByRole("textbox", { name: words.username, exact: true }).fill(form.name);
  await page.getByRole("textbox", { name: words.password, exact: true }).fill(form.password);
  await typeCaptcha(page.getByRole("textbox", { name: words.captcha, exact: true }), captcha);
  if (form.remember) await page.getByLabel(words.remember).check();
  await page.getByRole("button", { name: words.signIn, exact: true }).click();
}

/** A new picture empties the field: what was typed a moment too early is read and typed again. */
export async function typeCaptcha(field: Locator, captcha: { text(): Promise<string> }): Promise<void> {
  await eventually(async () => {
    const text = await captcha.text();
    if ((await field.inputValue()) !== text) await field.fill(text);
    await nextFrame(field.page());
    return (await captcha.text()) === (await field.inputValue());
  }).toBe(true);
}

/** As people sign in; for journeys that are about signing in. */
export async function signInByForm(page: Page, form: Credentials): Promise<void> {
  const captcha = watchCaptcha(page);
  await page.goto("/Login");
  await page.getByRole("tab").first().waitFor();
  await submitPassword(page, captcha, form);
  await page.waitForURL(/\/Container\//);
  await shellShown(page);
}

/** The pages opened from here on are signed in: a session as the form opens one, without its picture. */
export async function signIn(page: Page, { name }: Pick<Credentials, "name">): Promise<void> {
  const { db } = await database();
  const [user] = await findSignInAccounts(db, name);
  if (!user) throw new Error(`no account ${name}`);
  const opened = await openSession(db, user, { address: "127.0.0.1", agent: "journey" }, false);
  const kept = { token: opened.token, ujwt: opened.ujwt, sessionId: opened.session_id, signedIn: "once" };
  await page.context().addInitScript((session) => {
    // Once in each tab: one that signed out stays so.
    if (sessionStorage.getItem("signedIn") !== null) return;
    for (const [key, value] of Object.entries(session)) sessionStorage.setItem(key, value);
  }, kept);
}

export async function signInAtHome(page: Page, account: Pick<Credentials, "name">): Promise<void> {
  await signIn(page, account);
  await page.goto("/Container/HomePage");
  await shellShown(page);
}

/** The address changes before the page does: what comes next must not meet the sign-in page. */
async function shellShown(page: Page): Promise<void> {
  await page
    .getByRole("button", { name: /用户菜单|User menu/ })
    .or(page.getByRole("button", { name: /打开菜单|Open the menu/ }))
    .first()
    .waitFor();
}

export async function enterDemoByButton(page: Page, locale: Locale = "zh-CN"): Promise<void> {
  await page.goto("/Login");
  await page.getByRole("button", { name: WORDS[locale].demo }).click();
  await page.waitForURL("**/Container/HomePage");
  await shellShown(page);
}

export async function enterDemo(page: Page): Promise<void> {
  await signInAtHome(page, { name: DEMO_MASTER });
}
