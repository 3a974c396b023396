import { defineErrors } from "../platform/errors.ts";

export const subUserErrors = defineErrors("accounts", {
  subUserNameFormat: {
    status: 400,
    zh: "子用户名为 4-32 位字母、数字或下划线",
    en: "A sub-user's name has 4-32 letters, digits or underscores",
  },
  subUserLimit: { status: 409, zh: "子用户数量已达上限（{limit}）", en: "No more sub-users (limit {limit})" },
  passwordMustChange: {
    status: 403,
    zh: "首次登录请先设置新密码",
    en: "Set a password of your own before the first sign-in",
  },
  ticketExpired: { status: 403, zh: "已超时，请重新登录", en: "This took too long; sign in again" },
  passwordUnchanged: {
    status: 400,
    zh: "新密码不能与旧密码相同",
    en: "The new password must differ from the old one",
  },
  noPassword: {
    status: 409,
    zh: "该子用户由公司的登录服务方登录，没有密码；填写手机号后可以设置",
    en: "This sub-user signs in by the company's provider and has no password; give it a phone first",
  },
});
