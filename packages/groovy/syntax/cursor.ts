import type { Closure, Expression, Statement } from "./ast.ts";
import { type Position, type ProblemError, syntaxError } from "./problem.ts";
import type { Token } from "./tokens.ts";

/** Parts of the grammar that call each other across files. */
export interface Grammar {
  expression(cursor: Cursor): Expression;
  /** `{ … }` of a statement. */
  block(cursor: Cursor): readonly Statement[];
  closure(cursor: Cursor): Closure;
}

/** Deeper nesting than this would end the stack of the program that reads the script. */
const MAX_NESTING = 200;

export class Cursor {
  readonly source: string;
  readonly grammar: Grammar;
  private readonly tokens: readonly Token[];
  private index = 0;
  private depth = 0;

  constructor(tokens: readonly Token[], source: string, grammar: Grammar) {
    this.tokens = tokens;
    this.source = source;
    this.grammar = grammar;
  }

  peek(ahead = 0): Token {
    const token = this.tokens[Math.min(this.index + ahead, this.tokens.length - 1)];
    if (token === undefined) throw new Error("no tokens");
    return token;
  }

  take(): Token {
    const token = this.peek();
    if (this.index < this.tokens.length - 1) this.index++;
    return token;
  }

  /** Of the token before. */
  lastEnd(): number {
    return this.tokens[this.index - 1]?.end ?? 0;
  }

  mark(): number {
    return this.index;
  }

  back(mark: number): void {
    this.index = mark;
  }

  /** An operator or keyword here; with `ahead`, later. */
  is(text: string, ahead = 0): boolean {
    const token = this.peek(ahead);
    return token.text === text && (token.kind === "op" || token.kind === "keyword");
  }

  isName(ahead = 0): boolean {
    return this.peek(ahead).kind === "name";
  }

  accept(text: string): boolean {
    if (!this.is(text)) return false;
    this.take();
    return true;
  }

  expect(text: string): Token {
    if (!this.is(text)) throw this.unexpected();
    return this.take();
  }

  name(): Token {
    if (!this.isName()) throw this.unexpected();
    return this.take();
  }

  unexpected(): ProblemError {
    const token = this.peek();
    return syntaxError(token.kind === "eof" ? "end" : token.text, token);
  }

  nested<T>(at: Position, read: () => T): T {
    if (++this.depth > MAX_NESTING) throw syntaxError("nesting", at);
    try {
      return read();
    } finally {
      this.depth--;
    }
  }

  /** The same grammar over the tokens of an embedded expression. */
  embedded(tokens: readonly Token[]): Cursor {
    const inner = new Cursor(tokens, this.source, this.grammar);
    inner.depth = this.depth;
    return inner;
  }

  /** End of a statement: `;`, a new line, or what closes the block. */
  endStatement(): void {
    if (this.accept(";")) return;
    const token = this.peek();
    if (token.newline || token.kind === "eof" || this.is("}") || this.is("else")) return;
    throw this.unexpected();
  }
}
