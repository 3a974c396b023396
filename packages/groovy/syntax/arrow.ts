import type { Cursor } from "./cursor.ts";

/** Whether `->` comes before anything that a list of parameters cannot hold at its own level. */
export function arrowAhead(cursor: Cursor, from = 0): boolean {
  let depth = 0;
  for (let ahead = from; ; ahead++) {
    const token = cursor.peek(ahead);
    if (token.kind === "eof") return false;
    if (depth === 0 && cursor.is("->", ahead)) return true;
    if (token.kind !== "op") {
      if (token.kind === "keyword" && /^(return|if|for|while|switch|try|throw|assert|case)$/.test(token.text))
        return false;
      continue;
    }
    if (/^[([{]$/.test(token.text)) depth++;
    else if (/^[)\]}]$/.test(token.text) && --depth < 0) return false;
    else if (depth === 0 && !/^(,|=|<|>|>>|\.|\?|\.\.\.|[)\]}]|-|\+|\*)$/.test(token.text)) return false;
  }
}
