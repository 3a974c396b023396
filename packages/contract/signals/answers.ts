import type { Text } from "../platform/language.ts";

/** Sentences of calls that succeeded. */
export const signalAnswers = {
  computedSignalDeleted: { zh: "计算信号已删除", en: "The computed signal was deleted" },
  dbcDeleted: { zh: "DBC 文件已删除", en: "The DBC file was deleted" },
  layoutDeleted: { zh: "布局已删除", en: "The layout was deleted" },
  strategyDeleted: { zh: "信号策略已删除", en: "The signal strategy was deleted" },
} satisfies Record<string, Text>;
