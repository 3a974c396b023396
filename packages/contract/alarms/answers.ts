import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const alarmAnswers = {
  muteEnded: { zh: "静音已取消", en: "The mute has ended" },
  ruleDeleted: { zh: "触发规则已删除", en: "The trigger rule was deleted" },
} satisfies Record<string, Text>;
