import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const frameAnswers = {
  commandListDeleted: { zh: "指令列表已删除", en: "The command list was deleted" },
} satisfies Record<string, Text>;
