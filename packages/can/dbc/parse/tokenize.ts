import type { Position, ProblemList } from "./problem.ts";

/** `word` is a keyword, a name or a number: which one, only the grammar knows. */
export type TokenKind = "word" | "string" | "punctuation" | "end";

const TAB = 9;
const NEWLINE = 10;
const RETURN = 13;
const SPACE = 32;
const QUOTE = 34;
const STAR = 42;
const SLASH = 47;
const BACKSLASH = 92;

/** 1: blank, 2: punctuation, 4: quote, 0: part of a word (also anything beyond ASCII). */
const CLASS = new Uint8Array(128);
for (const code of [TAB, NEWLINE, 11, 12, RETURN, SPACE, 0]) CLASS[code] = 1;
for (const mark of ":;,|@()[]") CLASS[mark.charCodeAt(0)] = 2;
CLASS[QUOTE] = 4;

/**
 * Reads one token after another, each character once. The current token is in the fields: no object per token.
 * Names are whatever stands between blanks and punctuation, for files in the wild have `2017_5` and `a-b`.
 */
export class Tokenizer {
  kind: TokenKind = "end";
  /** The word, the mark, or the text of the string with its escapes resolved. */
  text = "";
  line = 1;
  column = 1;
  /** The token is the first on its line. */
  startsLine = true;

  private readonly source: string;
  private readonly problems: ProblemList;
  private at = 0;
  private lineNumber = 1;
  private lineStart = 0;
  /** After one string without an end every further one ends with its line: else each could scan the whole rest. */
  private stringsEndWithLine = false;
  private knownLineEnd = -1;

  constructor(source: string, problems: ProblemList) {
    // A file with classic Mac line ends has no line feed at all.
    this.source = source.includes("\n") ? source : source.replaceAll("\r", "\n");
    this.problems = problems;
    this.next();
  }

  position(): Position {
    return { line: this.line, column: this.column };
  }

  /** Only blanks stand behind the current token on its line. */
  endsLine(): boolean {
    for (let at = this.at; at < this.source.length; at++) {
      const code = this.source.charCodeAt(at);
      if (code === NEWLINE || code === RETURN) return true;
      if (code !== SPACE && code !== TAB) return false;
    }
    return true;
  }

  next(): void {
    const lineBefore = this.kind === "end" ? 0 : this.lineNumber;
    this.skipBlanks();
    this.startsLine = this.lineNumber !== lineBefore;
    this.line = this.lineNumber;
    this.column = this.at - this.lineStart + 1;
    if (this.at >= this.source.length) {
      this.kind = "end";
      this.text = "";
      return;
    }
    const code = this.source.charCodeAt(this.at);
    const found = code < 128 ? CLASS[code] : 0;
    if (found === 4) this.readString();
    else if (found === 2) this.readMark();
    else this.readWord();
  }

  private skipBlanks(): void {
    const source = this.source;
    while (this.at < source.length) {
      const code = source.charCodeAt(this.at);
      if (code === NEWLINE) this.startLine();
      else if (code === SLASH && this.startsComment()) {
        this.skipComment();
        continue;
      } else if (!(code < 128 ? CLASS[code] === 1 : code === 0xa0 || code === 0xfeff)) return;
      this.at++;
    }
  }

  private startLine(): void {
    this.lineNumber++;
    this.lineStart = this.at + 1;
  }

  private startsComment(): boolean {
    const second = this.source.charCodeAt(this.at + 1);
    return second === SLASH || second === STAR;
  }

  private skipComment(): void {
    const isBlock = this.source.charCodeAt(this.at + 1) === STAR;
    const end = this.source.indexOf(isBlock ? "*/" : "\n", this.at + 2);
    const start = { line: this.lineNumber, column: this.at - this.lineStart + 1 };
    if (isBlock && end < 0) this.problems.error("unterminatedComment", start);
    this.advanceTo(end < 0 ? this.source.length : isBlock ? end + 2 : end);
  }

  private advanceTo(end: number): void {
    let newline = this.lineEnd(this.at);
    while (newline < end) {
      this.at = newline;
      this.startLine();
      newline = this.lineEnd(newline + 1);
    }
    this.at = end;
  }

  private readMark(): void {
    this.kind = "punctuation";
    this.text = this.source.charAt(this.at++);
  }

  private readWord(): void {
    const source = this.source;
    let end = this.at + 1;
    for (; end < source.length; end++) {
      const code = source.charCodeAt(end);
      if (code < 128 ? CLASS[code] !== 0 : code === 0xa0) break;
      if (code === SLASH && source.charCodeAt(end + 1) === SLASH) break;
    }
    this.kind = "word";
    this.text = source.slice(this.at, end);
    this.at = end;
  }

  private readString(): void {
    const from = this.at + 1;
    const end = this.closingQuote(from);
    this.kind = "string";
    if (end >= 0) {
      const text = this.source.slice(from, end);
      this.text = text.includes('\\"') ? text.replaceAll('\\"', '"') : text;
      this.advanceTo(end + 1);
      return;
    }
    this.problems.error("unterminatedString", this.position());
    this.stringsEndWithLine = true;
    const lineEnd = this.lineEnd(from);
    this.text = withoutLastBackslashes(this.source.slice(from, lineEnd));
    this.advanceTo(lineEnd);
  }

  /** Only `\"` is an escape; a lone backslash is itself. */
  private closingQuote(from: number): number {
    const limit = this.stringsEndWithLine ? this.lineEnd(from) : this.source.length;
    let quote = this.source.indexOf('"', from);
    while (quote >= 0 && quote < limit && quote > from && this.source.charCodeAt(quote - 1) === BACKSLASH) {
      quote = this.source.indexOf('"', quote + 1);
    }
    return quote < limit ? quote : -1;
  }

  /** Remembered, for a line of megabytes may hold many strings. */
  private lineEnd(from: number): number {
    if (from > this.knownLineEnd) {
      const end = this.source.indexOf("\n", from);
      this.knownLineEnd = end < 0 ? this.source.length : end;
    }
    return this.knownLineEnd;
  }
}

/** From the end, for a pattern would try every backslash of a hostile text. */
export function withoutLastBackslashes(text: string): string {
  let end = text.length;
  while (text.charCodeAt(end - 1) === BACKSLASH) end--;
  return text.slice(0, end);
}
