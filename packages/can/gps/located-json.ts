import { failure, type Result, success } from "../bytes/result.ts";

/** A JSON value with the line where it begins, so that a problem in it can be shown. */
export interface JsonNode {
  /** From 1. */
  readonly line: number;
  readonly value: string | number | boolean | null | readonly JsonNode[] | ReadonlyMap<string, JsonNode>;
}

/** Deeper files are none of ours. */
const MAX_DEPTH = 64;
const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?/y;
const SPACE = /[ \t\r\n]*/y;
const WORDS = { true: true, false: false, null: null } as const;

class Broken extends Error {}

/** The value, or the line where the text is no JSON. */
export function parseLocatedJson(text: string): Result<JsonNode, { readonly line: number }> {
  const reader = new Reader(text.startsWith("\ufeff") ? text.slice(1) : text);
  try {
    const node = reader.value(0);
    reader.end();
    return success(node);
  } catch (error) {
    if (error instanceof Broken) return failure({ line: reader.line });
    throw error;
  }
}

class Reader {
  readonly #text: string;
  #at = 0;
  #counted = 0;
  #line = 1;

  constructor(text: string) {
    this.#text = text;
  }

  /** Of the place that was read to. */
  get line(): number {
    for (; this.#counted < this.#at; this.#counted++) if (this.#text[this.#counted] === "\n") this.#line += 1;
    return this.#line;
  }

  value(depth: number): JsonNode {
    if (depth > MAX_DEPTH) throw new Broken();
    this.#skip(SPACE);
    const { line } = this;
    const first = this.#text[this.#at];
    if (first === "{") return { line, value: this.#object(depth) };
    if (first === "[") return { line, value: this.#list(depth) };
    if (first === '"') return { line, value: this.#string() };
    for (const [word, value] of Object.entries(WORDS)) if (this.#take(word)) return { line, value };
    return { line, value: Number(this.#skip(NUMBER, 1)) };
  }

  end(): void {
    this.#skip(SPACE);
    if (this.#at < this.#text.length) throw new Broken();
  }

  #object(depth: number): ReadonlyMap<string, JsonNode> {
    const fields = new Map<string, JsonNode>();
    this.#expect("{");
    if (this.#take("}")) return fields;
    do {
      this.#skip(SPACE);
      const name = this.#string();
      this.#expect(":");
      fields.set(name, this.value(depth + 1));
    } while (this.#take(","));
    this.#expect("}");
    return fields;
  }

  #list(depth: number): readonly JsonNode[] {
    const list: JsonNode[] = [];
    this.#expect("[");
    if (this.#take("]")) return list;
    do list.push(this.value(depth + 1));
    while (this.#take(","));
    this.#expect("]");
    return list;
  }

  #string(): string {
    const from = this.#at;
    this.#expect('"');
    while (this.#at < this.#text.length && this.#text[this.#at] !== '"')
      this.#at += this.#text[this.#at] === "\\" ? 2 : 1;
    this.#at += 1;
    try {
      return JSON.parse(this.#text.slice(from, this.#at)) as string;
    } catch {
      throw new Broken();
    }
  }

  #expect(mark: string): void {
    if (!this.#take(mark)) throw new Broken();
  }

  #take(mark: string): boolean {
    this.#skip(SPACE);
    if (!this.#text.startsWith(mark, this.#at)) return false;
    this.#at += mark.length;
    return true;
  }

  #skip(pattern: RegExp, least = 0): string {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text)?.[0] ?? "";
    if (found.length < least) throw new Broken();
    this.#at += found.length;
    return found;
  }
}
