import type { Position } from "./problem.ts";

export type TokenKind = "name" | "keyword" | "number" | "string" | "gstring" | "op" | "eof";

/** A piece of a GString: its text, or the tokens of an expression in it. `lazy` is `${-> …}`. */
export type GStringPart = string | { readonly tokens: readonly Token[]; readonly lazy: boolean };

export interface Token extends Position {
  readonly kind: TokenKind;
  /** Name, keyword, operator, number as written, or the value of a string. */
  readonly text: string;
  readonly parts?: readonly GStringPart[];
  /** A line ended before it, and this ends a statement. */
  readonly newline: boolean;
  /** Blank before it. */
  readonly space: boolean;
  /** Offset of its first character and of the one after its last. */
  readonly start: number;
  readonly end: number;
}

export const KEYWORDS: ReadonlySet<string> = new Set(
  `as assert boolean break byte case catch char class continue def default do double else enum extends false final
  finally float for if implements import in instanceof int interface long native new null package private protected
  public return short static strictfp super switch synchronized this throw throws trait transient true try void volatile while`.split(
    /\s+/,
  ),
);

/** Longest first: the lexer takes the first that fits. */
export const OPERATORS: readonly string[] = [
  ">>>=",
  "**=",
  "<<=",
  ">>=",
  ">>>",
  "<=>",
  "===",
  "!==",
  "==~",
  "..<",
  "...",
  "?.",
  "*.",
  ".&",
  ".@",
  "?:",
  "?=",
  "?[",
  "->",
  "::",
  "**",
  "++",
  "--",
  "+=",
  "-=",
  "*=",
  "/=",
  "%=",
  "&=",
  "|=",
  "^=",
  "==",
  "!=",
  "<=",
  ">=",
  "<<",
  ">>",
  "&&",
  "||",
  "=~",
  "..",
  "*:",
  "(",
  ")",
  "[",
  "]",
  "{",
  "}",
  ";",
  ",",
  ".",
  "=",
  "<",
  ">",
  "!",
  "~",
  "?",
  ":",
  "+",
  "-",
  "*",
  "/",
  "&",
  "|",
  "^",
  "%",
  "@",
  "#",
  "\\",
  "`",
];
