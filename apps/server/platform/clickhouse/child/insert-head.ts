import { syntaxError } from "./sql-error.ts";
import { isWord, lex, type Token } from "./sql-lexer.ts";

/** An INSERT up to where its rows begin. */
export type InsertHead = {
  /** `INSERT INTO t (a, b)`. */
  readonly target: string;
  /** What the statement itself sets, without the word SETTINGS. */
  readonly settings: string;
} & ({ kind: "insertData"; format: string; data: string } | { kind: "insertSelect"; select: string });

/**
 * The data of an INSERT are never lexed and never reach the engine as text (R1: after a blank line the engine would run
 * the rest of them as SQL).
 */
export function readInsertHead(sql: string): InsertHead {
  const tokens = lex(sql);
  const seen: Token[] = [];
  let settings: { targetEnd: number; end: number } | undefined;
  for (const token of tokens) {
    const before = seen.at(-1)?.end ?? 0;
    const start = seen[0]?.start ?? token.start;
    const head = () => ({
      target: sql.slice(start, settings?.targetEnd ?? before),
      settings: settings === undefined ? "" : sql.slice(settings.end, before).trim(),
    });
    if (token.depth === 0 && seen.length > 2) {
      if (token.text === ";") break;
      if (isWord(token, "SETTINGS")) settings = { targetEnd: before, end: token.end };
      if (isWord(token, "FORMAT")) return { kind: "insertData", ...head(), ...formatAndData(sql, tokens) };
      if (isWord(token, "VALUES"))
        return { kind: "insertData", ...head(), format: "Values", data: sql.slice(token.end) };
      if (isWord(token, "SELECT", "WITH", "FROM") || (token.text === "(" && isQuery(sql, token)))
        return { kind: "insertSelect", ...head(), select: oneStatement(sql, token.start) };
    }
    seen.push(token);
  }
  throw syntaxError("An INSERT needs FORMAT, VALUES or SELECT.");
}

function formatAndData(sql: string, tokens: Generator<Token, void, undefined>): { format: string; data: string } {
  const name = tokens.next().value;
  if (name?.kind !== "word") throw syntaxError("FORMAT needs a name.");
  // As with a server: blanks and one line break after the name are not data, nor is a lone semicolon.
  const data = sql.slice(name.end).replace(/^[ \t\r]*\n?/, "");
  return { format: name.text, data: data.trim() === ";" ? "" : data };
}

/** A bracket after the table opens its columns, or a query in brackets. */
function isQuery(sql: string, bracket: Token): boolean {
  const inner = lex(sql.slice(bracket.end)).next().value;
  return inner !== undefined && (inner.text === "(" || isWord(inner, "SELECT", "WITH"));
}

function oneStatement(sql: string, start: number): string {
  const rest = sql.slice(start);
  let end = 0;
  let closed = false;
  for (const token of lex(rest)) {
    if (token.text === ";" && token.kind === "mark") closed = true;
    else if (closed) throw syntaxError("Multi-statements are not allowed.");
    else end = token.end;
  }
  return rest.slice(0, end);
}
