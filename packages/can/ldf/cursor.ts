import { numberOf } from "../dbc/parse/cursor.ts";
import type { DbcProblemCode, Position, ProblemList } from "../dbc/parse/problem.ts";
import { isName } from "../signal-file/build.ts";

type Kind = "word" | "string" | "mark" | "end";

/** Each alternative begins with a character of its own, so every character is looked at once. */
const TOKEN = /[{};:,=]|"[^"]*"?|\/\/[^\n]*|\/\*|\/|[^\s{};:,="/]+/g;

/**
 * Reads the parts of an LDF statement (ISO 17987-2 and LIN 1.3 … 2.2A). As in a DBC the first part that is not there
 * is reported, and from then on every read gives an empty value until `recover`.
 */
export class LdfCursor {
  kind: Kind = "end";
  text = "";
  failed = false;
  readonly problems: ProblemList;
  private readonly source: string;
  private readonly pattern = new RegExp(TOKEN);
  private line = 1;
  private lineStart = 0;
  /** Looked for once for a line: a file may be one line of megabytes. */
  private lineEnd = 0;
  private counted = 0;

  constructor(source: string, problems: ProblemList) {
    this.source = source.includes("\n") ? source : source.replaceAll("\r", "\n");
    this.problems = problems;
    this.lineEnd = this.endOfLine(0);
    this.next();
  }

  get atEnd(): boolean {
    return this.kind === "end";
  }

  position(): Position {
    return { line: this.line, column: this.counted - this.lineStart + 1 };
  }

  next(): void {
    for (;;) {
      const found = this.pattern.exec(this.source);
      this.moveTo(found?.index ?? this.source.length);
      const text = found?.[0] ?? "";
      if (text.startsWith("//")) continue;
      if (text === "/*" && this.skipComment()) continue;
      this.text = text;
      this.kind = found === null || text === "/*" ? "end" : kindOf(text);
      if (this.kind === "string") this.readString();
      return;
    }
  }

  isMark(mark: string): boolean {
    return !this.failed && this.kind === "mark" && this.text === mark;
  }

  optionalMark(mark: string): boolean {
    if (!this.isMark(mark)) return false;
    this.next();
    return true;
  }

  mark(mark: string): void {
    if (!this.optionalMark(mark)) this.fail();
  }

  fail(code: DbcProblemCode = "unexpected"): void {
    if (!this.failed) this.problems.error(code, this.position(), this.text);
    this.failed = true;
  }

  /** A keyword, or a unit. */
  word(): string {
    if (this.failed || this.kind !== "word") {
      this.fail();
      return "";
    }
    const word = this.text;
    this.next();
    return word;
  }

  name(): string {
    if (!this.failed && this.kind === "word" && !isName(this.text)) {
      this.fail(/^\w+$/.test(this.text) ? "nameTooLong" : "unexpected");
    }
    return this.word();
  }

  string(): string {
    if (this.failed || this.kind !== "string") {
      this.fail();
      return "";
    }
    const text = this.text;
    this.next();
    return text;
  }

  number(): number {
    const value = !this.failed && this.kind === "word" ? numberOf(this.text) : null;
    if (value === null) {
      this.fail("numberExpected");
      return 0;
    }
    this.next();
    return value;
  }

  /** `, word , word` up to something else. */
  moreNames(): string[] {
    const names: string[] = [];
    while (this.optionalMark(",")) names.push(this.name());
    return this.failed ? [] : names;
  }

  /** Behind the next `;`, or before the `}` of the block that is read. Blocks on the way are passed over. */
  recover(): void {
    this.failed = false;
    while (!this.atEnd && !this.isMark("}")) {
      if (this.optionalMark(";")) return;
      if (this.isMark("{")) {
        this.skipBlock();
        return;
      }
      this.next();
    }
  }

  /** From `{` to behind its `}`. */
  skipBlock(): void {
    let depth = 0;
    do {
      if (this.isMark("{")) depth += 1;
      if (this.isMark("}")) depth -= 1;
      this.next();
    } while (depth > 0 && !this.atEnd);
  }

  /** Calls `read` for each statement of a block; one that fails is passed over. */
  block(read: () => void): void {
    this.mark("{");
    if (this.failed) return;
    while (!this.atEnd && !this.optionalMark("}")) {
      const before = this.pattern.lastIndex;
      read();
      if (this.failed) this.recover();
      if (this.pattern.lastIndex === before) this.next();
    }
  }

  /** False: it does not end, and so ends the file. */
  private skipComment(): boolean {
    const end = this.source.indexOf("*/", this.pattern.lastIndex);
    if (end < 0) {
      this.problems.error("unterminatedComment", this.position());
      this.pattern.lastIndex = this.source.length;
      return false;
    }
    this.pattern.lastIndex = end + 2;
    return true;
  }

  private readString(): void {
    const isClosed = this.text.length > 1 && this.text.endsWith('"');
    if (!isClosed) this.problems.error("unterminatedString", this.position());
    this.text = this.text.slice(1, isClosed ? -1 : undefined);
  }

  private moveTo(at: number): void {
    while (this.lineEnd < at) {
      this.line += 1;
      this.lineStart = this.lineEnd + 1;
      this.lineEnd = this.endOfLine(this.lineStart);
    }
    this.counted = at;
  }

  private endOfLine(from: number): number {
    const end = this.source.indexOf("\n", from);
    return end < 0 ? this.source.length : end;
  }
}

function kindOf(text: string): Kind {
  if (text.startsWith('"')) return "string";
  return text.length === 1 && "{};:,=".includes(text) ? "mark" : "word";
}
