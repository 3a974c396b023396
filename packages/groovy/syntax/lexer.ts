import { type Position, syntaxError } from "./problem.ts";
import { Reader } from "./reader.ts";
import { readString } from "./strings.ts";
import { KEYWORDS, OPERATORS, type Token, type TokenKind } from "./tokens.ts";

const NUMBER =
  /0[xX][0-9a-fA-F][0-9a-fA-F_]*[iIlLgG]?|0[bB][01][01_]*[iIlLgG]?|\d[\d_]*(?:\.\d[\d_]*)?(?:[eE][+-]?\d+)?[iIlLgGdDfF]?/y;
const NAME = /[\p{L}_$][\p{L}\p{N}_$]*/uy;
/** Nested `${}` beyond this is not a script of a person. */
const MAX_DEPTH = 32;

/** The tokens of a source, the last of kind eof. Throws a ProblemError. */
export function tokenize(source: string): readonly Token[] {
  const reader = new Reader(source.replaceAll("\r\n", "\n").replaceAll("\r", "\n"));
  return new Lexer(reader, 0).run(undefined);
}

class Lexer {
  private readonly tokens: Token[] = [];
  private readonly brackets: string[] = [];
  private readonly reader: Reader;
  private readonly depth: number;

  constructor(reader: Reader, depth: number) {
    this.reader = reader;
    this.depth = depth;
    if (depth > MAX_DEPTH) throw syntaxError("${", reader.position());
  }

  /** Up to the end, or to the brace that closes an embedded expression. */
  run(close: "}" | undefined): readonly Token[] {
    for (;;) {
      const { newline, space } = this.skipBlank();
      const { reader } = this;
      if (reader.atEnd()) {
        if (close !== undefined) throw syntaxError("${", reader.position());
        return this.finish(newline);
      }
      if (close !== undefined && this.brackets.length === 0 && reader.peek() === "}") {
        reader.take();
        return this.finish(newline);
      }
      this.next(newline && this.endsStatements(), space || newline);
    }
  }

  private finish(newline: boolean): readonly Token[] {
    this.push("eof", "", this.reader.position(), this.reader.offset, newline, true);
    return this.tokens;
  }

  /** Between round and square brackets a line end means nothing. */
  private endsStatements(): boolean {
    const inner = this.brackets.at(-1);
    return inner === undefined || inner === "{";
  }

  private next(newline: boolean, space: boolean): void {
    const { reader } = this;
    const at = reader.position();
    const start = reader.offset;
    const parts = readString(reader, this.valueMayBegin(), () => new Lexer(reader, this.depth + 1).run("}"));
    if (parts !== undefined) {
      const plain = parts.length === 1 && typeof parts[0] === "string" ? parts[0] : undefined;
      const token = { text: plain ?? "", ...at, start, end: reader.offset, newline, space };
      this.tokens.push(plain === undefined ? { kind: "gstring", parts, ...token } : { kind: "string", ...token });
      return;
    }
    const word = this.match(NAME);
    const number = word === undefined ? this.match(NUMBER) : undefined;
    if (word !== undefined) this.push(KEYWORDS.has(word) ? "keyword" : "name", word, at, start, newline, space);
    else if (number !== undefined) this.push("number", number, at, start, newline, space);
    else this.operator(at, start, newline, space);
  }

  private operator(at: Position, start: number, newline: boolean, space: boolean): void {
    const found = OPERATORS.find((known) => this.reader.startsWith(known));
    if (found === undefined) throw syntaxError(this.reader.peek(), at);
    // `x ?: y` aside, `a ? [1] : b` is a condition, not the safe index of Groovy 3.
    const operator = found === "?[" && (this.reader.peek(-1) === " " || space) ? "?" : found;
    this.reader.skip(operator.length);
    this.push("op", operator, at, start, newline, space);
    if (operator === "(" || operator === "[" || operator === "{") this.brackets.push(operator);
    if (operator === ")" || operator === "]" || operator === "}") this.brackets.pop();
  }

  private valueMayBegin(): boolean {
    const last = this.tokens.at(-1);
    if (last === undefined) return true;
    if (last.kind === "op")
      return last.text !== ")" && last.text !== "]" && last.text !== "}" && !/^(\+\+|--)$/.test(last.text);
    return last.kind === "keyword" && !/^(this|super|true|false|null)$/.test(last.text);
  }

  private push(kind: TokenKind, text: string, at: Position, start: number, newline: boolean, space: boolean): void {
    this.tokens.push({ kind, text, ...at, newline, space, start, end: this.reader.offset });
  }

  private match(pattern: RegExp): string | undefined {
    pattern.lastIndex = this.reader.offset;
    const found = pattern.exec(this.reader.text)?.[0];
    if (found === undefined) return undefined;
    this.reader.skip(found.length);
    return found;
  }

  private skipBlank(): { newline: boolean; space: boolean } {
    const { reader } = this;
    const start = reader.offset;
    let newline = reader.offset === 0;
    if (reader.offset === 0 && reader.startsWith("#!")) this.skipLine();
    for (;;) {
      const char = reader.peek();
      if (char === "\n") newline = true;
      else if (reader.startsWith("//")) {
        this.skipLine();
        continue;
      } else if (reader.startsWith("/*")) {
        this.skipComment();
        continue;
      } else if (char === "\\" && reader.peek(1) === "\n") reader.take();
      else if (char !== " " && char !== "\t" && char !== "\f" && char !== "\ufeff") break;
      reader.take();
    }
    return { newline, space: reader.offset > start };
  }

  private skipLine(): void {
    while (!this.reader.atEnd() && this.reader.peek() !== "\n") this.reader.take();
  }

  private skipComment(): void {
    const at = this.reader.position();
    this.reader.skip(2);
    while (!this.reader.startsWith("*/")) {
      if (this.reader.atEnd()) throw syntaxError("/*", at);
      this.reader.take();
    }
    this.reader.skip(2);
  }
}
