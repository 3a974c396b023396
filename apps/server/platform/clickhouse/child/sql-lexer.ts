import { syntaxError } from "./sql-error.ts";

/**
 * The tokens of ClickHouse SQL, so far as one must know them to find where a statement ends, which clauses stand at
 * its top level and where its data begin. What it does not know it refuses: a lexer that guesses differently from the
 * engine would let a second statement through.
 */
export interface Token {
  readonly kind: "word" | "number" | "string" | "name" | "mark";
  readonly text: string;
  readonly start: number;
  readonly end: number;
  /** How many brackets are open around it; an opening bracket counts as outside itself. */
  readonly depth: number;
}

const SPACE = /[\s\u00a0\ufeff]+/y;
// `#` begins a comment only before a space or `!`, as in the engine.
const COMMENT = /--[^\n]*|#[ !][^\n]*|\/\*[\s\S]*?\*\//y;
const WORD = /[A-Za-z_][A-Za-z0-9_$]*/y;
const NUMBER = /\d[A-Za-z0-9_.]*/y;
const HEREDOC = /\$([A-Za-z0-9_]*)\$[\s\S]*?\$\1\$/y;
const QUOTED: Readonly<Record<string, RegExp>> = {
  "'": /'(?:[^'\\]|\\[\s\S]|'')*'/y,
  '"': /"(?:[^"\\]|\\[\s\S]|"")*"/y,
  "`": /`(?:[^`\\]|\\[\s\S]|``)*`/y,
};
const OPENING = "([{";
const CLOSING = ")]}";

function match(pattern: RegExp, sql: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(sql)?.[0];
}

/** Lazy: the data of an INSERT follow its head and must not be read as SQL. */
export function* lex(sql: string): Generator<Token, void, undefined> {
  let at = 0;
  let depth = 0;
  while (at < sql.length) {
    const skipped = match(SPACE, sql, at) ?? match(COMMENT, sql, at);
    if (skipped !== undefined) {
      at += skipped.length;
      continue;
    }
    const { kind, text } = next(sql, at);
    if (kind === "mark" && CLOSING.includes(text)) depth -= 1;
    yield { kind, text, start: at, end: at + text.length, depth };
    if (kind === "mark" && OPENING.includes(text)) depth += 1;
    at += text.length;
  }
}

function next(sql: string, at: number): Pick<Token, "kind" | "text"> {
  const first = sql[at] ?? "";
  const quoted = QUOTED[first];
  if (quoted !== undefined) {
    const text = match(quoted, sql, at);
    if (text === undefined) throw syntaxError(`A quote is not closed at position ${at + 1}.`);
    return { kind: first === "'" ? "string" : "name", text };
  }
  const heredoc = match(HEREDOC, sql, at);
  if (heredoc !== undefined) return { kind: "string", text: heredoc };
  const word = match(WORD, sql, at);
  if (word !== undefined) return { kind: "word", text: word };
  const number = match(NUMBER, sql, at);
  if (number !== undefined) return { kind: "number", text: number };
  // The engine reads some typographic characters as quotes and minus signs; nobody needs them here.
  if (first.charCodeAt(0) > 0x7e || first.charCodeAt(0) < 0x20 || sql.startsWith("/*", at))
    throw syntaxError(`Unexpected character at position ${at + 1}.`);
  return { kind: "mark", text: first };
}

/** Undefined is no token, hence no word. */
export function isWord(token: Token | undefined, ...words: readonly string[]): boolean {
  return token?.kind === "word" && words.includes(token.text.toUpperCase());
}

/** The statements of a file, without their semicolons. */
export function splitStatements(sql: string): string[] {
  const statements: string[] = [];
  let start: number | undefined;
  let end = 0;
  for (const token of lex(sql)) {
    if (token.kind === "mark" && token.text === ";") {
      if (start !== undefined) statements.push(sql.slice(start, end));
      start = undefined;
      continue;
    }
    start ??= token.start;
    end = token.end;
  }
  if (start !== undefined) statements.push(sql.slice(start, end));
  return statements;
}
