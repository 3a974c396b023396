import { FormulaFault } from "./problem.ts";

export type TokenKind = "number" | "name" | "quotedName" | "symbol" | "end";

export interface Token {
  readonly kind: TokenKind;
  /** The symbol, or the name without quotes. */
  readonly text: string;
  /** Of a number; else 0. */
  readonly value: number;
  readonly from: number;
  readonly to: number;
}

const BLANK = /[\s\uFEFF]+/y;
const NUMBER = /0[xX][0-9a-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?/y;
/** `EngineData.EngSpeed` is one name: the message before the signal. */
const NAME = /[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}_][\p{L}\p{N}_]*)*/uy;
/** Any other name stands in double quotes; a quote in it is doubled. */
const QUOTED = /"((?:[^"]|"")*)"/y;
const SYMBOL = /\|\||&&|==|!=|<=|>=|[-+*/%^<>!?:(),]/y;

/** The words of a formula and where they stand; throws a `FormulaFault`. */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let at = 0;
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at;
    return pattern.exec(text);
  };
  const take = (kind: TokenKind, found: RegExpExecArray, name = found[0], value = 0): void => {
    tokens.push({ kind, text: name, value, from: at, to: at + found[0].length });
    at += found[0].length;
  };
  for (;;) {
    at += match(BLANK)?.[0].length ?? 0;
    if (at >= text.length) break;
    let found = match(NUMBER);
    if (found !== null) {
      take("number", found, found[0], numberOf(found[0], at));
      refuseGluedName(text, at);
      continue;
    }
    found = match(NAME);
    if (found !== null) {
      take("name", found);
      continue;
    }
    found = match(QUOTED);
    if (found !== null) {
      take("quotedName", found, (found[1] as string).replaceAll('""', '"'));
      continue;
    }
    found = match(SYMBOL);
    if (found === null) refuse(text, at);
    else take("symbol", found);
  }
  tokens.push({ kind: "end", text: "", value: 0, from: text.length, to: text.length });
  return tokens;
}

function numberOf(text: string, at: number): number {
  const value = Number(text);
  if (!Number.isFinite(value)) throw new FormulaFault("badNumber", at, at + text.length, text);
  return value;
}

/** `3x` and `1.2.3` are slips, not two words. */
function refuseGluedName(text: string, at: number): void {
  const next = text[at];
  if (next !== undefined && /[\p{L}\p{N}_.]/u.test(next)) throw new FormulaFault("badNumber", at, at + 1, next);
}

function refuse(text: string, at: number): never {
  if (text[at] === '"') throw new FormulaFault("unclosedName", at, text.length, text.slice(at));
  const character = String.fromCodePoint(text.codePointAt(at) as number);
  throw new FormulaFault("unexpectedCharacter", at, at + character.length, character);
}
