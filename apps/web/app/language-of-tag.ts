import type { Language } from "@canopy/contract/platform/language";

/** The `locale` of a link to a screen: zh-CN, en, or the words of ACC-12. */
export function languageOfTag(tag: string): Language {
  return tag.startsWith("zh") || tag === "中文" ? "zh" : "en";
}
