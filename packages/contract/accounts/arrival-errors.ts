import { defineErrors } from "../platform/errors.ts";

/** Of the ways to arrive from another site: OpenID Connect and weixin. */
export const arrivalErrors = defineErrors("accounts", {
  arrivalUnknown: {
    status: 404,
    zh: "该公司没有设置单点登录",
    en: "This company has no sign-in of its own",
  },
  arrivalExpired: {
    status: 400,
    zh: "登录请求已过期或已使用，请重新开始",
    en: "This sign-in has expired or was used: start again",
  },
  arrivalRefused: {
    status: 502,
    zh: "登录服务方的答复不可信：{problem}",
    en: "The answer of the sign-in provider cannot be trusted: {problem}",
  },
  arrivalCancelled: { status: 403, zh: "登录服务方拒绝了登录", en: "The provider refused to sign in" },
  noRule: {
    status: 403,
    zh: "没有规则允许您登录，请联系公司的管理员",
    en: "No rule lets you in: ask the manager of your company",
  },
  redirectForeign: { status: 400, zh: "返回地址不属于本站", en: "The return address is not of this site" },
  issuerPrivate: {
    status: 400,
    zh: "不允许访问内部网络的地址：{host}",
    en: "Addresses of private networks are not allowed: {host}",
  },
  issuerInvalid: { status: 400, zh: "须为 https 地址", en: "An https address is needed" },
  issuerUnreachable: {
    status: 502,
    zh: "无法读取服务方的配置：{problem}",
    en: "The provider cannot be read: {problem}",
  },
  bindingNeeded: {
    status: 403,
    zh: "首次使用微信登录：请用密码或短信验证码登录一次，以绑定账号",
    en: "WeChat is new here: sign in once by password or code to bind it to your account",
  },
  bindingTaken: { status: 409, zh: "该微信已绑定其他账号", en: "This WeChat is bound to another account" },
  weixinFactor: {
    status: 403,
    zh: "账号启用了两步验证，请用密码或短信验证码登录",
    en: "The account has a second factor: sign in by password or code",
  },
  clientSecretMissing: { status: 400, zh: "请填写客户端密钥", en: "The client secret is missing" },
});
