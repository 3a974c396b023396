// The pages of a registration, as an applicant fills them in.
import { sql } from "kysely";
import type { Page } from "playwright-core";
import { database, newAccount, PASSWORD, sentCode } from "../support/store.ts";
import { eventually, type Locale } from "../support/visitors.ts";

export const REGISTER_WORDS = {
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
    emailCode: "邮箱验证码",
    next3: "下一步：个人信息",
    back: "上一步",
    nick: "昵称",
    job: "职务",
    organisation: "单位名称",
    industry: "行业",
    address: "地址",
    male: "男",
    picture: "头像",
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
    emailCode: "E-mail code",
    next3: "Next: you",
    back: "Back",
    nick: "Nickname",
    job: "Job",
    organisation: "Organisation",
    industry: "Industry",
    address: "Address",
    male: "male",
    picture: "Picture",
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
export type RegisterWords = (typeof REGISTER_WORDS)[Locale];

export const languageOf = (locale: Locale) => (locale === "zh-CN" ? "zh" : "en");
export const field = (page: Page, label: string) =>
  page.getByRole("textbox", { name: new RegExp(`^${label}( \\*)?$`) });
export const button = (page: Page, name: string) => page.getByRole("button", { name, exact: true });
let made = 0;
export const newName = () => `reg_${Date.now().toString(36)}${++made}`;

/** The code that owners of a new merchant register with. */
export async function newMerchantCode(): Promise<string> {
  const { tenantId } = await newAccount({ tenantKind: "merchant" });
  const found = await sql<{ code: string }>`select merchant_code as code from tenants
    where id = ${tenantId}`.execute((await database()).db);
  return found.rows[0]?.code ?? "";
}

/** The code that is sent when it is asked for, not one of before. */
export async function newCode(destination: string, ask: () => Promise<void>): Promise<string> {
  const newest = () => sentCode(destination).catch(() => "");
  const before = await newest();
  await ask();
  await eventually(async () => ((await newest()) === before ? "" : newest())).toMatch(/^\d{6}$/);
  return newest();
}

export async function fillUser(page: Page, words: RegisterWords, { name, phone }: { name: string; phone: string }) {
  await field(page, words.name).fill(name);
  await field(page, words.mobile).fill(phone);
  await field(page, words.code).fill(await newCode(phone, () => button(page, words.send).click()));
  await field(page, words.password).fill(PASSWORD);
  await field(page, words.confirm).fill(PASSWORD);
  await page.getByLabel(words.agree).check();
}

export async function fillPerson(page: Page, words: RegisterWords, organisation: string) {
  await field(page, words.nick).fill("李伟");
  await field(page, words.job).fill("工程师");
  await field(page, words.organisation).fill(organisation);
  await field(page, words.industry).fill("汽车");
  await field(page, words.address).fill("上海");
}

/** A minute must lie between two codes. */
export async function ageCodes(destination: string, by = "2 minutes"): Promise<void> {
  const { db } = await database();
  await sql`update verification_codes set created_at = created_at - ${by}::interval
    where destination = ${destination}`.execute(db);
}
