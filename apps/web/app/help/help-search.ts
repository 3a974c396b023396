import type { ErrorDef } from "@canopy/contract/platform/errors";
import type { Language } from "@canopy/contract/platform/language";
import { type HelpBook, plainOf } from "./help-book.ts";
import { errorAnchor } from "./help-errors.ts";

export interface HelpHit {
  readonly section: string;
  /** Of the paragraph, where it is not the whole section. */
  readonly anchor?: string;
  readonly title: string;
  readonly text: string;
}

interface Searched extends HelpHit {
  readonly rank: number;
  readonly sought: string;
}

export type HelpIndex = readonly Searched[];

interface Sources {
  readonly book: HelpBook;
  readonly errors: Iterable<ErrorDef>;
  readonly language: Language;
  titleOf(section: string): string;
  /** A field of the package bears the name that the package dialog gives it. */
  wordOf(section: string, word: string): string;
}

const MOST_HITS = 60;

/** Ids of the parts of a section, as its headings bear them. */
export const partAnchor = (part: "picture" | "steps" | "limits" | "words") => `part-${part}`;

/** Titles first, then words, codes and sentences of errors, then the texts. */
export function indexHelp({ book, errors, language, titleOf, wordOf }: Sources): HelpIndex {
  const rows: Searched[] = [];
  const add = (rank: number, hit: HelpHit) =>
    rows.push({ ...hit, rank, sought: `${hit.title}\n${hit.text}`.toLowerCase() });
  for (const { id, lead, steps, limits, words } of book.values()) {
    const title = titleOf(id);
    const plain = (line: string) => plainOf(line, titleOf);
    rows.push({ section: id, title, text: plain(lead[0] ?? ""), rank: 0, sought: title.toLowerCase() });
    for (const { word, meaning } of id === "errors" ? [] : words)
      add(1, {
        section: id,
        anchor: partAnchor("words"),
        title: `${title} · ${wordOf(id, word)}`,
        text: plain(meaning),
      });
    for (const line of lead) add(3, { section: id, title, text: plain(line) });
    for (const line of steps) add(3, { section: id, anchor: partAnchor("steps"), title, text: plain(line) });
    for (const line of limits) add(3, { section: id, anchor: partAnchor("limits"), title, text: plain(line) });
  }
  const advice = adviceOf(book);
  for (const { code, text } of errors) {
    const said = [text[language], advice.get(code) ?? ""].filter(Boolean).map((line) => plainOf(line, titleOf));
    add(2, { section: "errors", anchor: errorAnchor(code), title: code, text: said.join(" ") });
  }
  return rows;
}

/** What to do about an error, by its code. */
export function adviceOf(book: HelpBook): ReadonlyMap<string, string> {
  return new Map(book.get("errors")?.words.map(({ word, meaning }) => [word, meaning]));
}

/** What has every word that was typed, in any order. */
export function searchHelp(index: HelpIndex, typed: string): HelpHit[] {
  const words = typed.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0) return [];
  const hits = index.filter(({ sought }) => words.every((word) => sought.includes(word)));
  const seen = new Set<string>();
  return hits
    .sort((a, b) => a.rank - b.rank)
    .filter(({ section, text }) => {
      const key = `${section}\n${text}`;
      return !seen.has(key) && seen.add(key);
    })
    .slice(0, MOST_HITS);
}
