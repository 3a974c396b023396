import { defineErrors } from "../platform/errors.ts";

export const personalErrors = defineErrors("accounts", {
  passwordWrong: { status: 400, zh: "密码错误", en: "The password is wrong" },
  nameDiffers: { status: 400, zh: "输入的用户名不一致", en: "This is not the name of the account" },
  lastOperator: {
    status: 409,
    zh: "系统管理员账号只能由另一位系统管理员移除",
    en: "An operator's account is removed by another operator",
  },
  archiveNone: {
    status: 409,
    zh: "尚未生成压缩包，或已过期",
    en: "There is no archive: none was made, or it has expired",
  },
});
