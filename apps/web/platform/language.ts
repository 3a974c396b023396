import { DEFAULT_LANGUAGE, type Language } from "@canopy/contract/platform/language";
import { createKept, readStorage } from "./kept.ts";

/** ACC-12: the two words under which the choice is kept. */
const WORD: Record<Language, string> = { zh: "中文", en: "English" };

/** ACC-12: absent is Chinese; anything else but 中文 is English. */
export function languageOfWord(word: string | null): Language {
  if (word === null) return DEFAULT_LANGUAGE;
  return word === WORD.zh ? "zh" : "en";
}

export function wordOfLanguage(language: Language): string {
  return WORD[language];
}

/** The `lang` attribute of the page. */
export function tagOfLanguage(language: Language): string {
  return language === "zh" ? "zh-CN" : "en";
}

/** index.html reads the same key before the first paint. */
const KEY = "canopy.language";

/** In this browser, whoever chose it. */
export const isLanguageChosen = (): boolean => readStorage(KEY) !== null;

export const languageStore = createKept<Language>({
  key: KEY,
  read: languageOfWord,
  write: wordOfLanguage,
});
