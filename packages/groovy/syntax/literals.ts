import type { Expression, NumberType } from "./ast.ts";
import type { Cursor } from "./cursor.ts";
import { syntaxError } from "./problem.ts";
import type { Token } from "./tokens.ts";

const INT_MAX = 2_147_483_647n;
const LONG_MAX = 9_223_372_036_854_775_807n;
const SUFFIXES: Readonly<Record<string, NumberType>> = { i: "int", l: "long", g: "big", d: "double", f: "float" };

/** Longer numbers than this take longer to read than a script may run. */
const MAX_DIGITS = 1000;

export function numberLiteral(token: Token, negative: boolean): Expression {
  const { line, column } = token;
  const written = token.text.replaceAll("_", "").toLowerCase();
  if (written.length > MAX_DIGITS) throw syntaxError(token.text.slice(0, 20), token);
  const radix = /^0[xb]/.exec(written)?.[0];
  const suffix = radix === "0x" ? /[ilg]$/.exec(written)?.[0] : /[ilgdf]$/.exec(written)?.[0];
  const digits = suffix === undefined ? written : written.slice(0, -1);
  const fractional = radix === undefined && /[.e]/.test(digits);
  const type = suffix === undefined ? undefined : SUFFIXES[suffix];
  if (fractional || type === "double" || type === "float") {
    const exact = type === undefined || type === "big" ? "decimal" : type;
    return { kind: "number", type: exact, text: digits, line, column };
  }
  const octal = radix === undefined && /^0\d/.test(digits);
  if (octal && /[89]/.test(digits)) throw syntaxError(token.text, token);
  const value = BigInt(octal ? `0o${digits.slice(1)}` : digits);
  return wholeNumber(value, type, negative, token);
}

/** Without a suffix the narrowest type that holds the number. */
function wholeNumber(
  size: bigint,
  suffix: NumberType | undefined,
  negative: boolean,
  { line, column }: Token,
): Expression {
  const value = negative ? -size : size;
  const least = negative ? 1n : 0n;
  const type = suffix ?? (size <= INT_MAX + least ? "int" : size <= LONG_MAX + least ? "long" : "big");
  const wrapped = type === "int" ? BigInt.asIntN(32, value) : type === "long" ? BigInt.asIntN(64, value) : value;
  return { kind: "number", type, text: String(wrapped), line, column };
}

export function gstringLiteral(cursor: Cursor, token: Token): Expression {
  const texts: string[] = [];
  const values: Expression[] = [];
  const lazy: boolean[] = [];
  for (const part of token.parts ?? []) {
    if (typeof part === "string") {
      texts.push(part);
      continue;
    }
    const inner = cursor.embedded(part.tokens);
    const { line, column } = token;
    const empty = inner.peek().kind === "eof";
    values.push(empty ? { kind: "null", line, column } : inner.grammar.expression(inner));
    if (inner.peek().kind !== "eof") throw inner.unexpected();
    lazy.push(part.lazy);
  }
  return { kind: "gstring", texts, values, lazy, line: token.line, column: token.column };
}
