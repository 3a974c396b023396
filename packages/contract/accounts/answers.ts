import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const accountAnswers = {
  signedIn: { zh: "登录成功", en: "Signed in" },
  signedOut: { zh: "已退出", en: "Signed out" },
  codeSent: { zh: "验证码已发送", en: "The code was sent" },
  signedInHere: { zh: "已登录", en: "Signed in" },
  tokenRevoked: { zh: "令牌已吊销", en: "The token was revoked" },
} satisfies Record<string, Text>;
