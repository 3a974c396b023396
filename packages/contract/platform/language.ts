/** The product's two languages; Chinese is the default (NAV-12). */
export const LANGUAGES = ["zh", "en"] as const;
export type Language = (typeof LANGUAGES)[number];
export const DEFAULT_LANGUAGE: Language = "zh";

/** One sentence in both languages. */
export type Text = Readonly<Record<Language, string>>;

/** Fills `{name}` places of a sentence. */
export function fill(sentence: string, values: Readonly<Record<string, string | number>> = {}): string {
  return sentence.replace(/\{(\w+)\}/g, (place, name: string) => String(values[name] ?? place));
}

/** The better of our two languages for an Accept-Language header; the first one named wins. */
export function acceptLanguage(header: string | undefined): Language {
  for (const part of (header ?? "").split(",")) {
    const tag = part.split(";")[0]?.trim().toLowerCase() ?? "";
    if (tag.startsWith("zh")) return "zh";
    if (tag.startsWith("en")) return "en";
  }
  return DEFAULT_LANGUAGE;
}
