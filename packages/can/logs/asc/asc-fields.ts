import { FLAG_EXTENDED } from "../../frame/frame.ts";
import { parseUnsigned } from "../text.ts";
import type { Tokens } from "../tokens.ts";

const LETTER_X = 0x78;

/** `1679AAA8x` is extended. */
export function ascIdFlags(tokens: Tokens, i: number): number {
  const last = tokens.bytes[(tokens.to[i] as number) - 1] as number;
  return (last | 0x20) === LETTER_X ? FLAG_EXTENDED : 0;
}

/** -1 when it is no identifier. */
export function ascId(tokens: Tokens, i: number, base: number): number {
  const to = (tokens.to[i] as number) - (ascIdFlags(tokens, i) ? 1 : 0);
  return parseUnsigned(tokens.bytes, tokens.from[i] as number, to, base);
}
