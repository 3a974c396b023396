import type { Language, Text } from "../platform/language.ts";

/** FIL-02: the outcomes of a recall that failed, as the product has always numbered them. */
const RECALL_CODES = {
  "001": { zh: "文件获取失败", en: "File fetch failed" },
  "002": { zh: "请求超时", en: "Request timed out" },
  "004": { zh: "请求超时", en: "Request timed out" },
  "005": { zh: "设备响应超时", en: "Device response timed out" },
} as const satisfies Record<string, Text>;
export type RecallCode = keyof typeof RECALL_CODES;

export function recallText(code: string | null, language: Language): string | undefined {
  return Object.entries<Text>(RECALL_CODES).find(([one]) => one === code)?.[1][language];
}
