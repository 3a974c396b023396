import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const outputAnswers = {
  deleted: { zh: "定时输出已删除", en: "The scheduled output was deleted" },
} satisfies Record<string, Text>;
