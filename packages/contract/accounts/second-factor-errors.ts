import { defineErrors } from "../platform/errors.ts";

export const factorErrors = defineErrors("accounts", {
  factorNeeded: { status: 403, zh: "请输入验证器应用中的验证码", en: "Enter the code of your authenticator app" },
  factorSetup: {
    status: 403,
    zh: "您的租户要求使用两步验证，请先启用",
    en: "Your tenant requires a second factor: set it up first",
  },
  factorWrong: { status: 400, zh: "验证码错误或已使用", en: "The code is wrong or was used before" },
  factorLost: {
    status: 409,
    zh: "您的两步验证密钥无法读取（系统密钥已更换）：请输入恢复码，或请管理员重置密码以停用两步验证",
    en: "The key of your second factor can no longer be read (the installation's secret was changed): enter a recovery code, or have an administrator reset your password, which turns it off",
  },
  factorFormat: { status: 400, zh: "请输入 6 位验证码", en: "Enter six digits" },
  factorNotOffered: { status: 409, zh: "请先生成密钥", en: "Ask for a key first" },
  factorRequired: {
    status: 409,
    zh: "您的租户要求使用两步验证，不能停用",
    en: "Your tenant requires a second factor; it stays on",
  },
});
