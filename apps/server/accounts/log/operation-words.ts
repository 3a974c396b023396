import { LEAST_WORD } from "@canopy/contract/accounts/operation-log";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import type { ErrorDef } from "@canopy/contract/platform/errors";
import { type RawBuilder, sql } from "kysely";
import { contains } from "../tenant-store.ts";
import { NAMES } from "./logged-objects.ts";

/** Words of one search at most; more say nothing more. */
const MOST_WORDS = 8;
/** As its index has them. */
const WORDS = sql`(o.user_name || ' ' || o.operation || ' ' || o.objects::text || ' ' || coalesce(o.error_code, '') || ' '
  || o.address || ' ' || o.agent || ' ' || o.request_id)`;
const ASCII = /^[\x20-\x7e]+$/;

/** Sentences of the log are kept as codes: which operations and which errors have a word in one of their texts. */
export interface Sayings {
  readonly operations: ReadonlyMap<string, string>;
  readonly errors: ReadonlyMap<string, string>;
}

export function sayingsOf(endpoints: readonly Endpoint[], errors: ReadonlyMap<string, ErrorDef>): Sayings {
  return {
    operations: new Map(
      endpoints.map(({ name, summary }) => [name, `${summary.zh} ${summary.en} ${name}`.toLowerCase()]),
    ),
    errors: new Map([...errors].map(([code, { text }]) => [code, `${text.zh} ${text.en} ${code}`.toLowerCase()])),
  };
}

const having = (texts: ReadonlyMap<string, string>, word: string): string[] =>
  [...texts].flatMap(([key, text]) => (text.includes(word) ? [key] : []));

interface Search {
  readonly sayings: Sayings;
  /** Ids of what has the word in its name. */
  idsNamed(word: string): Promise<readonly string[]>;
}

/** Of rows `o`: every word occurs. */
export async function hasWords(words: string, search: Search): Promise<RawBuilder<boolean> | undefined> {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (each.length === 0) return undefined;
  const conditions = [];
  for (const word of each) conditions.push(await hasWord(word, search));
  return sql<boolean>`${sql.join(conditions, sql` and `)}`;
}

async function hasWord(word: string, { sayings, idsNamed }: Search): Promise<RawBuilder<boolean>> {
  // A name in Chinese is known by two signs, by one of them at times.
  const ids = ASCII.test(word) && word.length < LEAST_WORD ? [] : await idsNamed(word);
  const places = [
    sql`o.operation = any(${having(sayings.operations, word)}::text[])`,
    sql`o.error_code = any(${having(sayings.errors, word)}::text[])`,
    inOwnFields(word),
    ...ids.map((id) => sql`${WORDS} ilike ${contains(id)}`),
  ];
  return sql<boolean>`(${sql.join(places, sql` or `)})`;
}

/** The index has groups of three signs: a shorter word would read every row. */
function inOwnFields(word: string): RawBuilder<unknown> {
  // Beside the codes only names are anything but ASCII: of users, and of what was deleted.
  if (!ASCII.test(word))
    return sql`(o.user_name || ' ' || coalesce(o.objects ->> ${NAMES}, '')) ilike ${contains(word)}`;
  return word.length < LEAST_WORD ? sql`o.user_name = ${word}` : sql`${WORDS} ilike ${contains(word)}`;
}
