import { fail } from "./throwable.ts";
import { Pattern, type Value } from "./values.ts";

/** Java's syntax in JavaScript's: inline flags, \A \z \Z, POSIX classes. */
function convert(source: string): { source: string; flags: string } {
  let flags = "";
  let rest = source;
  const inline = /^\(\?([imsx]+)\)/.exec(rest);
  if (inline !== null) {
    flags = (inline[1] ?? "").replaceAll("x", "");
    rest = rest.slice(inline[0].length);
  }
  rest = rest
    .replaceAll("\\A", "^")
    .replace(/\\[zZ]/g, "$")
    .replaceAll("\\h", "[ \\t]")
    .replace(/\\p\{(\w+)\}/g, (all, name: string) => POSIX[name] ?? all)
    .replace(/([*+?}])\+/g, "$1");
  return { source: rest, flags };
}

const POSIX: Readonly<Record<string, string>> = {
  Alpha: "[a-zA-Z]",
  Digit: "[0-9]",
  Alnum: "[a-zA-Z0-9]",
  Upper: "[A-Z]",
  Lower: "[a-z]",
  Punct: "[!-\\/:-@\\[-`{-~]",
  Space: "\\s",
  XDigit: "[0-9a-fA-F]",
  L: "[a-zA-Z\\u00c0-\\uffff]",
  Lu: "[A-Z]",
  Ll: "[a-z]",
};

const compiled = new Map<string, RegExp>();
const MOST_COMPILED = 500;

export function regexOf(pattern: Pattern | string, whole = false): RegExp {
  const from = typeof pattern === "string" ? new Pattern(pattern) : pattern;
  const key = `${whole ? "w" : "p"}${from.flags}/${from.source}`;
  let regex = compiled.get(key);
  if (regex === undefined) {
    const { source, flags } = convert(from.source);
    try {
      regex = new RegExp(whole ? `^(?:${source})$` : source, `g${[...new Set(from.flags + flags)].join("")}`);
    } catch {
      return fail("PatternSyntaxException", `${from.source}`);
    }
    if (compiled.size >= MOST_COMPILED) compiled.clear();
    compiled.set(key, regex);
  }
  regex.lastIndex = 0;
  return regex;
}

export class Matcher {
  readonly pattern: Pattern;
  readonly text: string;
  private at = 0;
  private found: RegExpExecArray | null = null;
  private tried = false;

  constructor(pattern: Pattern, text: string) {
    this.pattern = pattern;
    this.text = text;
  }

  reset(): Matcher {
    this.at = 0;
    this.found = null;
    this.tried = false;
    return this;
  }

  find(): boolean {
    const regex = regexOf(this.pattern);
    regex.lastIndex = this.at;
    this.found = this.at > this.text.length ? null : regex.exec(this.text);
    this.tried = true;
    if (this.found !== null) this.at = this.found.index + Math.max(1, this.found[0].length);
    return this.found !== null;
  }

  matches(): boolean {
    this.found = regexOf(this.pattern, true).exec(this.text);
    this.tried = true;
    return this.found !== null;
  }

  lookingAt(): boolean {
    this.found = regexOf(this.pattern).exec(this.text);
    this.tried = true;
    return this.found?.index === 0;
  }

  current(): RegExpExecArray {
    if (this.found === null) return fail("IllegalStateException", this.tried ? "No match found" : "No match found");
    return this.found;
  }

  group(which: number | string): string | null {
    const found = this.current();
    if (typeof which === "string") return found.groups?.[which] ?? null;
    if (which >= found.length) return fail("IndexOutOfBoundsException", `No group ${which}`);
    return found[which] ?? null;
  }

  /** Every match: its text, or the list of its groups where the pattern has some. */
  all(): Value[] {
    return [...this.text.matchAll(regexOf(this.pattern))].map(matchValue);
  }

  groupCount(): number {
    const { source, flags } = convert(this.pattern.source);
    return (new RegExp(`${source}|`, flags).exec("")?.length ?? 1) - 1;
  }
}

export function matchValue(match: RegExpExecArray): Value {
  return match.length === 1 ? match[0] : [...match].map((group) => group ?? null);
}
