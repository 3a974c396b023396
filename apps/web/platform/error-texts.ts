import { type ErrorDef, platformErrors, sentenceOf } from "@canopy/contract/platform/errors";
import { CallError } from "@canopy/contract/platform/http-call";
import type { Language } from "@canopy/contract/platform/language";
import { type TextValues, translate } from "./i18n.ts";
import { languageStore } from "./language.ts";
import "./texts.ts";

type Lookup = (code: string, language: Language, values?: TextValues) => string | undefined;

const own = new Map(Object.values<ErrorDef>(platformErrors).map((error) => [error.code, error]));

let lookUp: Lookup = (code, language, values) => {
  const error = own.get(code);
  return error && sentenceOf(error, language, values);
};

/** The app hands over the table of all domains: this floor knows its own errors only. */
export function setErrorTextSource(lookup: Lookup): void {
  lookUp = lookup;
}

const added = new Map<string, ErrorDef>();

/** Errors of a page that brings their texts along. */
export function addErrorTexts(errors: Readonly<Record<string, ErrorDef>>): void {
  for (const error of Object.values(errors)) added.set(error.code, error);
}

/** The text of a code in the language of the page; undefined for an unknown code. */
export function codeText(code: string, values?: TextValues): string | undefined {
  const language = languageStore.get();
  const error = added.get(code);
  return error ? sentenceOf(error, language, values) : lookUp(code, language, values);
}

export interface Trouble {
  code: string;
  text: string;
}

/** Whatever was thrown, as a code to quote and a sentence to read. */
export function troubleOf(thrown: unknown): Trouble {
  if (!(thrown instanceof CallError)) return { code: "unknown", text: translate("platform.error.unknown") };
  const { code, status, body } = thrown;
  if (status === 0) return { code, text: translate("platform.error.network") };
  if (code.startsWith("http.")) return { code, text: translate("platform.error.http", { status }) };
  // The server has filled the places of the sentence; the table is for a page that changed its language since.
  return { code, text: body.message || codeText(code) || translate("platform.error.unknown") };
}
