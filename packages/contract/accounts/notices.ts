import type { Text } from "../platform/language.ts";

/** ACC-17: to those who decide on a registration. */
export const APPLIED_NOTICE = {
  title: { zh: "新的注册申请", en: "A new registration" },
  content: { zh: "{name} 申请注册，等待审核。", en: "{name} has registered and waits for a decision." },
} satisfies Record<string, Text>;

/** ACC-26: to the operators, who erase what a closed tenant leaves. */
export const CLOSED_NOTICE = {
  title: { zh: "租户已由其主账号注销", en: "A tenant was closed by its primary account" },
  content: { zh: "{name} 已注销，等待清除。", en: "{name} was closed and waits to be erased." },
} satisfies Record<string, Text>;
