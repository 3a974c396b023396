import { MAX_NAME_LENGTH, type Raw } from "../model.ts";
import type { DbcProblemCode, Position, ProblemList } from "./problem.ts";
import { type Tokenizer, withoutLastBackslashes } from "./tokenize.ts";

export const SECTIONS: ReadonlySet<string> = new Set([
  "VERSION",
  "NS_",
  "BS_",
  "BU_",
  "VAL_TABLE_",
  "BO_",
  "SG_",
  "BO_TX_BU_",
  "EV_",
  "ENVVAR_DATA_",
  "EV_DATA_",
  "SGTYPE_",
  "SGTYPE_VAL_",
  "SIGTYPE_VALTYPE_",
  "SIG_TYPE_REF_",
  "CAT_DEF_",
  "CAT_",
  "FILTER",
  "CM_",
  "BA_DEF_",
  "BA_DEF_DEF_",
  "BA_",
  "BA_DEF_REL_",
  "BA_DEF_DEF_REL_",
  "BA_REL_",
  "BA_DEF_SGTYPE_",
  "BA_SGTYPE_",
  "VAL_",
  "SIG_GROUP_",
  "SIG_VALTYPE_",
  "SG_MUL_VAL_",
]);

/**
 * Reads the parts of one statement. The first part that is not there is reported, and from then on every read
 * gives an empty value and moves nowhere, so a statement is written straight down and asks `failed` once.
 */
export class Cursor {
  failed = false;
  readonly token: Tokenizer;
  readonly problems: ProblemList;

  constructor(token: Tokenizer, problems: ProblemList) {
    this.token = token;
    this.problems = problems;
  }

  get atEnd(): boolean {
    return this.token.kind === "end";
  }

  /** Where a section begins: the only place from which reading can go on after an error. */
  get atSection(): boolean {
    return this.token.kind === "word" && this.token.startsLine && SECTIONS.has(this.token.text);
  }

  isMark(mark: string): boolean {
    return !this.failed && this.token.kind === "punctuation" && this.token.text === mark;
  }

  isWord(): boolean {
    return !this.failed && this.token.kind === "word";
  }

  isText(): boolean {
    return !this.failed && this.token.kind === "string";
  }

  position(): Position {
    return this.token.position();
  }

  fail(code: DbcProblemCode = "unexpected"): void {
    this.failAt(this.token.position(), this.token.text, code);
  }

  /** For a word that is only known to be wrong once it was read. */
  failAt(at: Position, subject: string, code: DbcProblemCode = "unexpected"): void {
    if (!this.failed) this.problems.error(code, at, subject);
    this.failed = true;
  }

  mark(mark: string): void {
    if (!this.optionalMark(mark)) this.fail();
  }

  optionalMark(mark: string): boolean {
    if (!this.isMark(mark)) return false;
    this.token.next();
    return true;
  }

  /** A name, or a word of the grammar: neither is ever longer than a name may be. */
  word(): string {
    if (this.isWord() && this.token.text.length > MAX_NAME_LENGTH) this.fail("nameTooLong");
    return this.anyWord();
  }

  private anyWord(): string {
    if (!this.isWord() || this.atSection) {
      this.fail();
      return "";
    }
    const word = this.token.text;
    this.token.next();
    return word;
  }

  text(): string {
    if (!this.isText()) {
      this.fail();
      return "";
    }
    const text = this.token.text;
    this.token.next();
    return text;
  }

  /** A text whose quotes were left out. Quoted it could not end with a backslash, so it does not here. */
  wordAsText(): string {
    return withoutLastBackslashes(this.anyWord());
  }

  number(): number {
    const value = this.isWord() ? numberOf(this.token.text) : null;
    if (value === null) {
      this.fail("numberExpected");
      return 0;
    }
    this.token.next();
    return value;
  }

  /** The number of a message: whole, not negative. */
  messageId(): number {
    const value = this.isWord() ? numberOf(this.token.text) : null;
    if (value === null || !Number.isSafeInteger(value) || value < 0) this.fail("numberExpected");
    else this.token.next();
    return this.failed ? 0 : (value ?? 0);
  }

  /** A limit that cannot be read (`1.#INF`) is not worth a signal: 0 with a warning. */
  limit(): number {
    if (!this.isWord() || this.atSection) {
      this.fail();
      return 0;
    }
    const value = numberOf(this.token.text);
    if (value === null) this.problems.warning("numberExpected", this.position(), this.token.text);
    this.token.next();
    return value ?? 0;
  }

  /** The words up to the next mark or section. */
  words(): string[] {
    const words: string[] = [];
    while (this.isWord() && !this.atSection) words.push(this.word());
    return words;
  }

  /** Statements end with `;`; where it is forgotten, the next section ends them. */
  endStatement(): void {
    if (this.failed || this.optionalMark(";") || this.atSection || this.atEnd) return;
    this.fail();
  }

  /** Moves behind the next `;` or to the next section. */
  recover(): void {
    this.failed = false;
    while (!this.atEnd && !this.atSection) {
      if (this.optionalMark(";")) return;
      this.token.next();
    }
  }
}

export function numberOf(word: string): number | null {
  const value = Number(word);
  if (word === "" || Number.isNaN(value) || word.includes("I")) return null;
  // A file may say -0; it is never meant, and would not survive being written.
  return value === 0 ? 0 : value;
}

/** Exact where it is a whole number, of any size. */
export function rawOf(word: string): Raw | null {
  const value = numberOf(word);
  if (value === null || Number.isSafeInteger(value) || !/^[+-]?\d{1,400}$/.test(word)) return value;
  return BigInt(word.startsWith("+") ? word.slice(1) : word);
}
