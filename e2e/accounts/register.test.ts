import { sql } from "kysely";
import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorText } from "../../packages/contract/error-table.ts";
import { expectAccessible, journeys, openPage } from "../support/browser.ts";
import { closeStore, database, newAccount, newPhone, PASSWORD, sentCode } from "../support/store.ts";
import {
  eventually,
  LANGUAGES,
  type Locale,
  looksOf,
  signIn,
  signInByForm,
  submitPassword,
  watchCaptcha,
} from "../support/visitors.ts";
import {
  ageCodes,
  button,
  field,
  fillPerson,
  fillUser,
  languageOf,
  newMerchantCode,
  newName,
  REGISTER_WORDS,
} from "./registering.ts";

journeys("an account of one's own", () => {
  let merchantCode = "";
  beforeAll(async () => {
    merchantCode = await newMerchantCode();
  });
  afterAll(closeStore);

  it.each(looksOf(["zh-CN", 1440], ["en-US", 390]))(
    "is registered in four steps, reviewed, refused, applied for again and approved, in $locale at $width px [ACC-13] [ACC-16] [ACC-17] [USR-08]",
    async ({ locale, width }) => {
      const words = REGISTER_WORDS[locale];
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
      await ageCodes(phone);
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
      const words = REGISTER_WORDS[locale];
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
    const words = REGISTER_WORDS["en-US"];
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
    const words = REGISTER_WORDS["zh-CN"];
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

  it.each(looksOf(["zh-CN", 390], ["en-US", 1440]))(
    "a forgotten password is set anew by the phone's code, in $locale at $width px [ACC-18]",
    async ({ locale, width }) => {
      const words = REGISTER_WORDS[locale];
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
    const words = REGISTER_WORDS[locale];
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
});
