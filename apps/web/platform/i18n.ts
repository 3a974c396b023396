import type { Language } from "@canopy/contract/platform/language";
import i18next from "i18next";
import { useCallback } from "react";
import { initReactI18next, useTranslation } from "react-i18next";
import { languageStore, tagOfLanguage } from "./language.ts";

/** All texts of the product. Each domain adds its own keys in its `texts.ts` by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface Texts {}

type WithoutPlural<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
/** `domain.place.meaning`; a key with forms `_one` and `_other` is named without them and takes `count`. */
export type TextKey = WithoutPlural<keyof Texts> & string;
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

const i18n = i18next.createInstance();

void i18n.use(initReactI18next).init({
  lng: languageStore.get(),
  fallbackLng: false,
  resources: { zh: { translation: {} }, en: { translation: {} } },
  // Keys are flat; places look as in the contract: {name}.
  keySeparator: false,
  nsSeparator: false,
  interpolation: { prefix: "{", suffix: "}", escapeValue: false },
  initAsync: false,
});

/** Called once by the `texts.ts` of each domain, which its pages import: texts travel with the route that needs them. */
export function registerTexts<K extends string>(texts: Record<Language, Readonly<Record<K, string>>>): void {
  i18n.addResourceBundle("zh", "translation", texts.zh, false, true);
  i18n.addResourceBundle("en", "translation", texts.en, false, true);
}

export function translate(key: TextKey, values?: TextValues): string {
  return i18n.t(key, values ?? {});
}

export function useText(): Translate {
  const { t } = useTranslation(undefined, { i18n });
  return useCallback((key, values) => t(key, values ?? {}), [t]);
}

export function useLanguage(): Language {
  useTranslation(undefined, { i18n });
  return languageStore.get();
}

/** At run time, without a reload (NAV-04). Who must save the choice on the server subscribes to `languageStore`. */
export async function changeLanguage(language: Language): Promise<void> {
  languageStore.set(language);
  document.documentElement.lang = tagOfLanguage(language);
  await i18n.changeLanguage(language);
}
