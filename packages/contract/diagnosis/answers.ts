import type { Text } from "../platform/language.ts";

export const diagnosisAnswers = {
  ended: { zh: "诊断已结束", en: "The diagnosis has ended" },
  cancelled: { zh: "正在取消", en: "Being cancelled" },
} as const satisfies Record<string, Text>;
