import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const pushAnswers = {
  ruleDeleted: { zh: "推送规则已删除", en: "The push rule was deleted" },
} satisfies Record<string, Text>;
