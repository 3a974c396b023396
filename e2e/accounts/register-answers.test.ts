import type { Page } from "playwright-core";
import { afterAll, beforeAll, expect, it } from "vitest";
import { errorText } from "../../packages/contract/error-table.ts";
import { expectAccessible, journeys, openPage, screenshot } from "../support/browser.ts";
import { closeStore, database, newPhone, PASSWORD } from "../support/store.ts";
import { eventually, LANGUAGES, lookOf } from "../support/visitors.ts";
import {
  ageCodes,
  button,
  field,
  fillPerson,
  fillUser,
  languageOf,
  newCode,
  newMerchantCode,
  newName,
  REGISTER_WORDS,
  type RegisterWords,
} from "./registering.ts";

const REGISTER = "**/api/tenant/user-tenants";
const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);

const sentenceOf = async (page: Page, label: string) => {
  const id = await field(page, label).getAttribute("aria-describedby");
  return (await page.locator(`[id="${id}"]`).textContent()) ?? "";
};
const choosePicture = (page: Page, name: string, mimeType: string, buffer: Buffer) =>
  page.locator('input[type="file"]').setInputFiles({ name, mimeType, buffer });

async function usersNamed(name: string): Promise<number> {
  const { pool } = await database();
  return (await pool.query("select 1 from users where name = $1", [name])).rows.length;
}

journeys("what the server says to a registration", () => {
  let merchantCode = "";
  beforeAll(async () => {
    merchantCode = await newMerchantCode();
  });
  afterAll(closeStore);

  async function atPerson(page: Page, words: RegisterWords, applicant = { name: newName(), phone: newPhone() }) {
    await page.goto(`/Register?merchant=${merchantCode}`);
    await fillUser(page, words, applicant);
    await button(page, words.next2).click();
    await button(page, words.skip).click();
    await field(page, words.nick).waitFor();
    return applicant;
  }

  it.each(LANGUAGES.map((locale) => ({ locale, width: locale === "zh-CN" ? 1440 : 390 })))(
    "personal information has a sentence for each rule, a gender that is 男, and a picture by content, in $locale at $width px [ACC-15]",
    async ({ locale, width }) => {
      const words = REGISTER_WORDS[locale];
      const page = await openPage({ locale, width });
      await atPerson(page, words);
      const sentence = (code: string) => errorText(code, languageOf(locale)) ?? code;
      expect(await page.getByRole("radio", { name: words.male, exact: true }).isChecked()).toBe(true);
      await button(page, words.submit).click();
      expect(await sentenceOf(page, words.nick)).toContain(sentence("accounts.nickNameEmpty"));
      for (const label of [words.job, words.organisation, words.industry, words.address]) {
        expect(await sentenceOf(page, label)).toContain(sentence("accounts.wordsEmpty"));
        for (const wrong of ["车", "a b", "车".repeat(33)]) {
          await field(page, label).fill(wrong);
          expect(await sentenceOf(page, label)).toContain(sentence("accounts.wordsFormat"));
        }
      }
      await field(page, words.nick).fill("x".repeat(21));
      expect(await sentenceOf(page, words.nick)).toContain(sentence("accounts.nickNameFormat"));

      await choosePicture(page, "logo.svg", "image/svg+xml", Buffer.from("<svg xmlns='http://www.w3.org/2000/svg'/>"));
      await page.getByText(sentence("platform.imageFormat")).waitFor();
      await choosePicture(page, "large.png", "image/png", Buffer.concat([PNG, Buffer.alloc(10 * 1024 * 1024)]));
      await page.getByText(sentence("platform.imageTooLarge")).waitFor();
      expect(await page.getByRole("img", { name: words.picture }).count()).toBe(0);
      await choosePicture(page, "me.png", "image/png", PNG);
      await page.getByRole("img", { name: words.picture }).waitFor();
      await expectAccessible(page);
      await screenshot(page, `register-person-${width}-${locale}`);
    },
  );

  it.each(lookOf("zh-CN", 1440))(
    "an e-mail code that is void leads back to the second step; all else is kept and the whole form arrives, in $locale [ACC-16]",
    async ({ locale, width }) => {
      const words = REGISTER_WORDS[locale];
      const applicant = { name: newName(), phone: newPhone() };
      const email = `${applicant.name}@example.com`;
      const page = await openPage({ locale, width });
      await page.goto(`/Register?merchant=${merchantCode}`);
      await fillUser(page, words, applicant);
      await button(page, words.next2).click();
      await field(page, words.email).fill(email);
      await askEmailCode(page, words, email);
      await button(page, words.next3).click();
      await fillPerson(page, words, applicant.name);
      await ageCodes(email, "6 minutes");
      await button(page, words.submit).click();
      await page.waitForURL(/step=2/);
      await eventually(() => sentenceOf(page, words.emailCode)).toContain(errorText("019", languageOf(locale)));
      expect(await field(page, words.email).inputValue()).toBe(email);
      await page.reload();
      // The codes and the password are gone with the reload, nothing else.
      expect(await field(page, words.name).inputValue()).toBe(applicant.name);
      await ageCodes(applicant.phone);
      await fillUser(page, words, applicant);
      await button(page, words.next2).click();
      expect(await field(page, words.email).inputValue()).toBe(email);
      await askEmailCode(page, words, email);
      await button(page, words.next3).click();
      await choosePicture(page, "me.png", "image/png", PNG);
      await page.getByRole("img", { name: words.picture }).waitFor();
      const sent = page.waitForRequest((request) => request.method() === "POST" && /user-tenants$/.test(request.url()));
      await button(page, words.submit).click();
      const body: Record<string, unknown> = (await sent).postDataJSON();
      const { avatar, mobile_verification_code, email_verification_code, ...rest } = body;
      expect(avatar).toMatch(/^data:image\/(webp|png);base64,/);
      for (const code of [mobile_verification_code, email_verification_code]) expect(code).toMatch(/^\d{6}$/);
      expect(rest).toEqual({
        ...{ name: applicant.name, namespace: applicant.name, username: applicant.name, platform: "candtu" },
        ...{ mobile: applicant.phone, region: "cn", password: PASSWORD, email, tenant_type: 0 },
        ...{
          merchant_id: merchantCode,
          nick_name: "李伟",
          gender: "男",
          job: "工程师",
          department: "",
          description: "",
        },
        ...{
          organization_name: applicant.name,
          industry: "汽车",
          address: "上海",
          country: "",
          province: "",
          city: "",
        },
      });
      await page.getByText(words.done).waitFor();
    },
  );

  it("an answer about the password shows its rule at the first step, any other one its own sentence, with all kept [ACC-16]", async () => {
    const words = REGISTER_WORDS["en-US"];
    const page = await openPage({ locale: "en-US" });
    const { name } = await atPerson(page, words);
    await fillPerson(page, words, name);
    // Neither is an answer that this server gives to this page: the form has checked before.
    await page.route(REGISTER, (route) =>
      route.fulfill({ status: 400, json: { code: "iot-tenant.10096", message: "10096", errorMsg: "10096" } }),
    );
    await button(page, words.submit).click();
    await page.waitForURL(/step=1/);
    await eventually(() => sentenceOf(page, words.password)).toContain(errorText("iot-tenant.10096", "en"));
    expect(await field(page, words.password).inputValue()).toBe(PASSWORD);
    expect(await field(page, words.name).inputValue()).toBe(name);
    await expectAccessible(page);

    await page.unroute(REGISTER);
    await page.route(REGISTER, (route) =>
      route.fulfill({ status: 409, json: { code: "iot-tenant.77777", message: "The office is closed today." } }),
    );
    await button(page, words.next2).click();
    await button(page, words.skip).click();
    await button(page, words.submit).click();
    await page.getByRole("alert").filter({ hasText: "The office is closed today." }).waitFor();
    for (const [label, typed] of [
      [words.nick, "李伟"],
      [words.organisation, name],
      [words.address, "上海"],
    ] as const)
      expect(await field(page, label).inputValue()).toBe(typed);
    await page.unroute(REGISTER);
    await button(page, words.submit).click();
    await page.getByText(words.done).waitFor();
  });

  it("a form left for a day is finished with a new code; the button pressed twice sends it once [ACC-13] [ACC-16]", async () => {
    const words = REGISTER_WORDS["zh-CN"];
    const page = await openPage();
    const applicant = await atPerson(page, words);
    await fillPerson(page, words, applicant.name);
    await ageCodes(applicant.phone, "1 day");
    await button(page, words.submit).click();
    await page.waitForURL(/step=1/);
    await page.getByText(errorText("018", "zh") ?? "").waitFor();
    await fillUser(page, words, applicant);
    await button(page, words.next2).click();
    await button(page, words.skip).click();
    expect(await field(page, words.organisation).inputValue()).toBe(applicant.name);
    let sent = 0;
    page.on("request", (request) => {
      if (request.method() === "POST" && request.url().endsWith("/user-tenants")) sent += 1;
    });
    await button(page, words.submit).dblclick();
    await page.getByText(words.done).waitFor();
    expect(sent).toBe(1);
    expect(await usersNamed(applicant.name)).toBe(1);
  });

  async function askEmailCode(page: Page, words: RegisterWords, email: string): Promise<void> {
    await field(page, words.emailCode).fill(await newCode(email, () => button(page, words.send).click()));
  }
});
