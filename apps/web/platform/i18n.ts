import { fill, LANGUAGES, type Language } from "@canopy/contract/platform/language";
import { createStore, useStore } from "./kept.ts";
import { isLanguageChosen, languageStore, tagOfLanguage } from "./language.ts";

/** All texts of the product. Each domain adds its own keys in its `texts.ts` by declaration merging. */
// biome-ignore lint/suspicious/noEmptyInterface: filled by the domains
export interface Texts {}

type WithoutPlural<K> = K extends `${infer Base}_one` | `${infer Base}_other` ? Base : K;
/** `domain.place.meaning`; a key with forms `_one` and `_other` is named without them and takes `count`. */
export type TextKey = WithoutPlural<keyof Texts> & string;
export type TextValues = Readonly<Record<string, string | number>>;
export type Translate = (key: TextKey, values?: TextValues) => string;

interface Book {
  readonly sentences: Map<string, string>;
  /** Components that use it render again when it is another one. */
  readonly translate: Translate;
}

const books: Readonly<Record<Language, Book>> = { zh: openBook("zh"), en: openBook("en") };

function openBook(language: Language): Book {
  const sentences = new Map<string, string>();
  const plurals = new Intl.PluralRules(language);
  const formOf = (key: string, count: number) => sentences.get(`${key}_${plurals.select(count)}`);
  return {
    sentences,
    translate(key, values) {
      // A formatted "1" has the form of one; "1,234" is no number and has that of many.
      const counted = values?.count === undefined ? undefined : formOf(key, Number(values.count));
      const sentence = counted ?? sentences.get(key) ?? key;
      return values ? fill(sentence, values) : sentence;
    },
  };
}

/** Called once by the `texts.ts` of each domain, which its pages import: texts travel with the route that needs them. */
export function registerTexts<K extends string>(texts: Record<Language, Readonly<Record<K, string>>>): void {
  for (const language of LANGUAGES) {
    for (const [key, sentence] of Object.entries<string>(texts[language])) books[language].sentences.set(key, sentence);
  }
}

export const translate: Translate = (key, values) => books[languageStore.get()].translate(key, values);

const rendered = createStore<Translate>(books[languageStore.get()].translate);
languageStore.subscribe(() => rendered.set(books[languageStore.get()].translate));

export function useText(): Translate {
  return useStore(rendered);
}

/** Something else that components read while they render, the rights, has changed: all with a text render again. */
export function renderAgain(): void {
  rendered.set((key, values) => translate(key, values));
}

export function useLanguage(): Language {
  return useStore(languageStore);
}

/** At run time, without a reload (NAV-04). To save the choice on the server, subscribe to `languageStore`. */
export function changeLanguage(language: Language): void {
  document.documentElement.lang = tagOfLanguage(language);
  languageStore.set(language);
}

/** For this page alone, and only where nobody has chosen one. */
export function suggestLanguage(language: Language): void {
  if (isLanguageChosen()) return;
  document.documentElement.lang = tagOfLanguage(language);
  languageStore.show(language);
}
