import { type InsertHead, readInsertHead } from "./insert-head.ts";
import { notSupported, syntaxError } from "./sql-error.ts";
import { isWord, lex, type Token } from "./sql-lexer.ts";

/** What a request asks for, taken apart so far that settings, format and destination can be put in. */
export type Statement =
  /** Rows come back: they go through a pipe. `tail` are settings after FORMAT. */
  | { kind: "rows"; sql: string; format: string | undefined; ownSettings: ReadonlySet<string>; tail: string }
  /** Takes `FORMAT … SETTINGS …` at its end, answers nothing. */
  | { kind: "command"; sql: string }
  /** Takes `SETTINGS …` alone at its end, answers nothing. */
  | { kind: "change"; sql: string; hasSettings: boolean }
  /** Takes no settings (SYSTEM, BACKUP …). */
  | { kind: "bare"; sql: string }
  | InsertHead;

const ROWS = ["SELECT", "WITH", "FROM", "SHOW", "DESC", "DESCRIBE", "EXISTS", "EXPLAIN", "CHECK", "KILL"];
const COMMANDS = ["CREATE", "ALTER", "DROP", "RENAME", "EXCHANGE", "TRUNCATE", "OPTIMIZE", "ATTACH", "DETACH"];

/** One statement, as the HTTP interface of ClickHouse takes it. */
export function readStatement(sql: string): Statement {
  const first = lex(sql).next().value;
  if (first === undefined) throw syntaxError("Empty query.");
  // A setting or database of the session would stick to whoever comes next.
  if (isWord(first, "SET", "USE"))
    throw notSupported(`${first.text.toUpperCase()} is not taken here: give settings and database with each query.`);
  if (isWord(first, "INSERT")) return readInsertHead(sql);
  const tokens = singleStatement(sql);
  const text = sql.slice(first.start, tokens.at(-1)?.end);
  if (isWord(first, ...ROWS) || first.text === "(") return rows(sql, tokens);
  if (isWord(first, ...COMMANDS)) return { kind: "command", sql: text };
  if (isWord(first, "DELETE", "UPDATE"))
    return { kind: "change", sql: text, hasSettings: tokens.some((token) => isTop(token, "SETTINGS")) };
  return { kind: "bare", sql: text };
}

const isTop = (token: Token, word: string) => isWord(token, word) && token.depth === 0;

/** The engine would run everything up to the last semicolon; the HTTP interface does not, and nor do we. */
export function singleStatement(sql: string): Token[] {
  const tokens = [...lex(sql)];
  const end = tokens.findIndex((token) => token.kind === "mark" && token.text === ";");
  if (end === -1) return tokens;
  if (tokens.slice(end).some((token) => token.text !== ";")) throw syntaxError("Multi-statements are not allowed.");
  return tokens.slice(0, end);
}

function rows(sql: string, tokens: readonly Token[]): Statement {
  const top = tokens.filter((token) => token.depth === 0);
  if (top.some((token, index) => isWord(token, "INTO") && isWord(top[index + 1], "OUTFILE")))
    throw notSupported("INTO OUTFILE is not taken here.");
  const at = top.findLastIndex((token, index) => isWord(token, "FORMAT") && endsThere(top, index));
  const formatWord = at === -1 ? undefined : top[at];
  const start = tokens[0]?.start ?? 0;
  const last = tokens.at(-1)?.end ?? 0;
  const format = at === -1 ? undefined : top[at + 1];
  return {
    kind: "rows",
    sql: withEngineIds(sql, tokens, start, formatWord?.start ?? last),
    format: format?.text,
    ownSettings: settingNames(tokens),
    tail: format === undefined || top[at + 2] === undefined ? "" : sql.slice(format.end, last),
  };
}

/** `FORMAT` may also be a column; as a clause it is followed by a name and then by nothing or SETTINGS. */
function endsThere(top: readonly Token[], index: number): boolean {
  const after = top[index + 2];
  return top[index + 1]?.kind === "word" && (after === undefined || isWord(after, "SETTINGS"));
}

/** The engine numbers its queries itself; ours carry the caller's id as their comment, so KILL must look there. */
function withEngineIds(sql: string, tokens: readonly Token[], start: number, end: number): string {
  if (!isWord(tokens[0], "KILL")) return sql.slice(start, end);
  const parts: string[] = [];
  let at = start;
  for (const token of tokens.filter((candidate) => isWord(candidate, "QUERY_ID"))) {
    parts.push(sql.slice(at, token.start), "Settings['log_comment']");
    at = token.end;
  }
  return [...parts, sql.slice(at, end)].join("");
}

/** Names set by the statement itself: these win over those of the request, as with a server. */
function settingNames(tokens: readonly Token[]): ReadonlySet<string> {
  const names = new Set<string>();
  let inside = false;
  for (const [index, token] of tokens.entries()) {
    if (token.depth !== 0) continue;
    if (isWord(token, "SETTINGS")) inside = true;
    else if (isWord(token, "FORMAT", "UNION", "INTERSECT", "EXCEPT")) inside = false;
    else if (inside && token.kind === "word" && tokens[index + 1]?.text === "=") names.add(token.text);
  }
  return names;
}
