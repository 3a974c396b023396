import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const placeAnswers = {
  fenceDeleted: { zh: "围栏已删除", en: "The fence was deleted" },
} satisfies Record<string, Text>;
