import { LEAST_WORD } from "@canopy/contract/accounts/operation-log";
import type { Endpoint } from "@canopy/contract/platform/endpoint";
import type { ErrorDef } from "@canopy/contract/platform/errors";
import { type RawBuilder, sql } from "kysely";

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

/** Of rows `o`: every word occurs. */
export function hasWords(words: string, sayings: Sayings): RawBuilder<boolean> | undefined {
  const each = words.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MOST_WORDS);
  if (each.length === 0) return undefined;
  return sql<boolean>`${sql.join(
    each.map((word) => hasWord(word, sayings)),
    sql` and `,
  )}`;
}

function hasWord(word: string, sayings: Sayings): RawBuilder<boolean> {
  const places = [
    sql`o.operation = any(${having(sayings.operations, word)}::text[])`,
    sql`o.error_code = any(${having(sayings.errors, word)}::text[])`,
    // The index has groups of three signs: a shorter word would read every row. Fields beside the codes are ASCII.
    word.length >= LEAST_WORD && ASCII.test(word)
      ? sql`${WORDS} ilike ${`%${word.replace(/[\\%_]/g, "\\$&")}%`}`
      : sql`o.user_name = ${word}`,
  ];
  return sql<boolean>`(${sql.join(places, sql` or `)})`;
}
