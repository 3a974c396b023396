import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const accountAnswers = {
  signedIn: { zh: "登录成功", en: "Signed in" },
  signedOut: { zh: "已退出", en: "Signed out" },
  codeSent: { zh: "验证码已发送", en: "The code was sent" },
  signedInHere: { zh: "已登录", en: "Signed in" },
  registered: { zh: "已提交，审核需 1-3 个工作日", en: "Sent. The review takes 1-3 working days" },
  registeredAtOnce: { zh: "注册成功", en: "Registered" },
  passwordReset: { zh: "密码重置成功", en: "Password reset succeeded" },
  approved: { zh: "已批准", en: "Approved" },
  refused: { zh: "已拒绝", en: "Refused" },
  saved: { zh: "已保存", en: "Saved" },
  subUserDeleted: { zh: "子用户已删除", en: "The sub-user was deleted" },
  subUserPasswordReset: {
    zh: "密码已重置为手机号后 8 位",
    en: "The password is the last 8 digits of the phone again",
  },
  subUserSignedOut: { zh: "已让其退出", en: "Signed out" },
  firstPasswordSet: { zh: "密码已设置", en: "The password was set" },
  accountClosed: { zh: "账号已注销", en: "The account was closed" },
  tokenRevoked: { zh: "令牌已吊销", en: "The token was revoked" },
} satisfies Record<string, Text>;
