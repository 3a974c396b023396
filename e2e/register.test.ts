import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorText } from "../packages/contract/error-table.ts";
import { expectAccessible, journeys, openPage } from "./browser.ts";
import { closeStore, database, newAccount, newPhone, PASSWORD, sentCode } from "./store.ts";
import {
  eventually,
  LANGUAGES,
  type Locale,
  lookOf,
  signIn,
  signInByForm,
  submitPassword,
  watchCaptcha,
} from "./visitors.ts";

const WORDS = {
  "zh-CN": {
    merchant: "商户 ID",
    name: "用户名",
    mobile: "手机号",
    code: "短信验证码",
    send: "获取验证码",
    password: "密码",
    confirm: "确认密码",
    agree: "我已阅读并同意",
    next2: "下一步：邮箱",
    skip: "跳过",
    email: "邮箱",
    next3: "下一步：个人信息",
    back: "上一步",
    nick: "昵称",
    job: "职务",
    organisation: "单位名称",
    industry: "行业",
    address: "地址",
    submit: "提交注册",
    done: "已提交，审核需 1-3 个工作日",
    closed: "暂未开放注册",
    reset: "重置密码",
    resetDone: "密码重置成功",
    refused: "申请未通过",
    again: "重新申请",
    approve: "批准",
    refuse: "拒绝",
    reason: "原因",
  },
  "en-US": {
    merchant: "Merchant ID",
    name: "Username",
    mobile: "Mobile",
    code: "SMS code",
    send: "Send code",
    password: "Password",
    confirm: "Password again",
    agree: "I have read and agree to the",
    next2: "Next: e-mail",
    skip: "Skip",
    email: "E-mail",
    next3: "Next: you",
    back: "Back",
    nick: "Nick name",
    job: "Job",
    organisation: "Organisation",
    industry: "Industry",
    address: "Address",
    submit: "Send the registration",
    done: "Sent. The review takes 1-3 working days",
    closed: "Registration is not open",
    reset: "Reset the password",
    resetDone: "Password reset succeeded",
    refused: "The registration was refused",
    again: "Apply again",
    approve: "Approve",
    refuse: "Refuse",
    reason: "Reason",
  },
} as const;
type Words = (typeof WORDS)[Locale];

const languageOf = (locale: Locale) => (locale === "zh-CN" ? "zh" : "en");
const field = (page: Page, label: string) => page.getByRole("textbox", { name: new RegExp(`^${label}( \\*)?$`) });
const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
let made = 0;
const newName = () => `reg_${Date.now().toString(36)}${++made}`;

journeys("an account of one's own", () => {
  let merchantCode = "";
  beforeAll(async () => {
    const { tenantId } = await newAccount({ tenantKind: "merchant" });
    const found = await sql<{ code: string }>`select merchant_code as code from tenants
      where id = ${tenantId}`.execute((await database()).db);
    merchantCode = found.rows[0]?.code ?? "";
  });
  afterAll(closeStore);

  async function fillUser(page: Page, words: Words, { name, phone }: { name: string; phone: string }) {
    await field(page, words.name).fill(name);
    await field(page, words.mobile).fill(phone);
    await button(page, words.send).click();
    await eventually(async () => sentCode(phone).catch(() => "")).toMatch(/^\d{6}$/);
    await field(page, words.code).fill(await sentCode(phone));
    await field(page, words.password).fill(PASSWORD);
    await field(page, words.confirm).fill(PASSWORD);
    await page.getByLabel(words.agree).check();
  }
  async function fillPerson(page: Page, words: Words, organisation: string) {
    await field(page, words.nick).fill("李伟");
    await field(page, words.job).fill("工程师");
    await field(page, words.organisation).fill(organisation);
    await field(page, words.industry).fill("汽车");
    await field(page, words.address).fill("上海");
  }

  it.each(lookOf("zh-CN", 1440).concat(lookOf("en-US", 390)))(
    "is registered in four steps, reviewed, refused, applied for again and approved, in $locale at $width px [ACC-13] [ACC-16] [ACC-17] [USR-08]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const [name, phone] = [newName(), newPhone()];
      const page = await openPage({ locale, width });
      await page.goto(`/Register?merchant=${merchantCode}`);
      await eventually(() => field(page, words.merchant).inputValue()).toBe(merchantCode);
      await page.getByText(words.closed).waitFor();
      await fillUser(page, words, { name, phone });
      await expectAccessible(page);
      await button(page, words.next2).click();
      await button(page, words.back).click();
      expect(await field(page, words.name).inputValue()).toBe(name);
      await button(page, words.next2).click();
      await field(page, words.email).fill("li@example.com");
      await button(page, words.skip).click();
      await fillPerson(page, words, name);
      await button(page, words.back).click();
      expect(await field(page, words.email).inputValue()).toBe("");
      await button(page, words.skip).click();
      expect(await field(page, words.job).inputValue()).toBe("工程师");
      await expectAccessible(page);
      await button(page, words.submit).click();
      await page.getByText(words.done).waitFor();
      await page.reload();
      await page.getByText(words.done).waitFor();

      await decide(name, locale, "refuse");
      const applicant = await openPage({ locale, width });
      await trySignIn(applicant, name, locale);
      await applicant.getByRole("dialog", { name: words.refused }).getByText("no licence").waitFor();
      await button(applicant, words.again).click();
      await applicant.waitForURL("**/Register**");
      expect(await field(applicant, words.name).inputValue()).toBe(name);
      expect(await field(applicant, words.merchant).inputValue()).toBe(merchantCode);
      await agePhoneCodes(phone);
      await fillUser(applicant, words, { name, phone });
      await button(applicant, words.next2).click();
      await button(applicant, words.skip).click();
      expect(await field(applicant, words.organisation).inputValue()).toBe(name);
      await button(applicant, words.submit).click();
      await applicant.getByText(words.done).waitFor();

      await decide(name, locale, "approve");
      await signInByForm(await openPage({ locale }), { name, password: PASSWORD, locale });
    },
  );

  it.each(LANGUAGES.map((locale) => ({ locale })))(
    "every rule has its sentence at its field and nothing is sent, in $locale [ACC-14] [ACC-23]",
    async ({ locale }) => {
      const words = WORDS[locale];
      const page = await openPage({ locale });
      const calls: string[] = [];
      page.on("request", (request) => calls.push(`${request.method()} ${new URL(request.url()).pathname}`));
      await page.goto("/Register");
      const note = async (label: string) => {
        const id = await field(page, label).getAttribute("aria-describedby");
        return page.locator(`[id="${id}"]`).textContent();
      };
      const sentence = (code: string) => errorText(code, languageOf(locale)) ?? code;
      await button(page, words.next2).click();
      const empty = { [words.merchant]: "020", [words.name]: "013", [words.mobile]: "002", [words.code]: "014" };
      for (const [label, code] of Object.entries({ ...empty, [words.password]: "006", [words.confirm]: "012" }))
        expect(await note(label)).toContain(sentence(code));
      await page.getByText(sentence("accounts.notAgreed")).waitFor();
      const wrong: [string, string, string][] = [
        [words.name, "1ab", "008"],
        [words.name, "a".repeat(21), "008"],
        [words.mobile, "1380013800", "004"],
        [words.code, "12345", "014"],
        [words.password, "Aa1!567", "005"],
        [words.password, "aaaaaaaa", "010"],
        [words.confirm, "different", "011"],
      ];
      for (const [label, value, code] of wrong) {
        await field(page, label).fill(value);
        expect(await note(label)).toContain(sentence(code));
      }
      await button(page, words.next2).click();
      expect(calls.filter((call) => call.startsWith("POST"))).toEqual([]);
    },
  );

  it("a name, phone or merchant that is refused says so when the field is left; a reload keeps all but secrets [ACC-13] [ACC-19]", async () => {
    const words = WORDS["en-US"];
    const taken = await newAccount({ phone: newPhone() });
    const page = await openPage({ locale: "en-US" });
    await page.goto("/Register");
    await field(page, words.merchant).fill("M-0");
    await field(page, words.name).fill(taken.name);
    await field(page, words.name).blur();
    await page.getByText(errorText("009", "en") ?? "").waitFor();
    await page.getByText(errorText("020", "en") ?? "").waitFor();
    await field(page, words.name).fill(newName());
    await field(page, words.password).fill(PASSWORD);
    await field(page, words.password).blur();
    await page.getByText("free", { exact: true }).waitFor();
    const typed = await field(page, words.name).inputValue();
    await page.goto("/Register?step=3");
    expect(await field(page, words.name).inputValue()).toBe(typed);
    expect(await field(page, words.password).inputValue()).toBe("");
  });

  it("a code that was used up sends back to the first step, what was typed is kept [ACC-16]", async () => {
    const words = WORDS["zh-CN"];
    const [name, phone] = [newName(), newPhone()];
    const page = await openPage();
    await page.goto(`/Register?merchant=${merchantCode}`);
    await fillUser(page, words, { name, phone });
    await button(page, words.next2).click();
    await button(page, words.skip).click();
    await fillPerson(page, words, name);
    await sql`update verification_codes set used = true where destination = ${phone}`.execute((await database()).db);
    await button(page, words.submit).click();
    await page.waitForURL(/step=1/);
    await page.getByText(errorText("018", "zh") ?? "").waitFor();
    expect(await field(page, words.password).inputValue()).toBe(PASSWORD);
  });

  it.each(lookOf("zh-CN", 390).concat(lookOf("en-US", 1440)))(
    "a forgotten password is set anew by the phone's code, in $locale at $width px [ACC-18]",
    async ({ locale, width }) => {
      const words = WORDS[locale];
      const phone = newPhone();
      const { name } = await newAccount({ phone });
      const page = await openPage({ locale, width });
      await page.goto("/ForgetPassword");
      await field(page, words.mobile).fill(phone);
      await button(page, words.send).click();
      await eventually(async () => sentCode(phone).catch(() => "")).toMatch(/^\d{6}$/);
      await field(page, words.code).fill(await sentCode(phone));
      await field(page, words.password).fill("Changed-2026");
      await field(page, words.confirm).fill("Changed-2026");
      await expectAccessible(page);
      await button(page, words.reset).click();
      await page.waitForURL("**/Login");
      await page.getByText(words.resetDone).first().waitFor();
      await signInByForm(await openPage({ locale }), { name, password: "Changed-2026", locale });
    },
  );

  async function decide(name: string, locale: Locale, what: "approve" | "refuse"): Promise<void> {
    const words = WORDS[locale];
    const system = await newAccount({ role: "system", tenant: "platform", tenantKind: "platform" });
    const page = await openPage({ locale });
    await signIn(page, system);
    await page.goto(`/Container/Operating/Registrations?keyword=${name}`);
    await button(page, `${words[what]} ${name}`).click();
    if (what === "refuse") {
      const dialog = page.getByRole("dialog");
      await dialog.getByRole("textbox", { name: new RegExp(words.reason) }).fill("no licence");
      await dialog.getByRole("button", { name: words.refuse, exact: true }).click();
    }
    await button(page, `${words[what]} ${name}`).waitFor({ state: "detached" });
  }

  async function trySignIn(page: Page, name: string, locale: Locale): Promise<void> {
    const captcha = watchCaptcha(page);
    await page.goto("/Login");
    await submitPassword(page, captcha, { name, password: PASSWORD, locale });
  }

  async function agePhoneCodes(phone: string): Promise<void> {
    const { db } = await database();
    await sql`update verification_codes set created_at = created_at - interval '2 minutes'
      where destination = ${phone}`.execute(db);
  }
});
