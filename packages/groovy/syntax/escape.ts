import { syntaxError } from "./problem.ts";
import type { Reader } from "./reader.ts";

const SIMPLE: Readonly<Record<string, string>> = {
  n: "\n",
  t: "\t",
  r: "\r",
  b: "\b",
  f: "\f",
  "\\": "\\",
  "'": "'",
  '"': '"',
  $: "$",
  "\n": "",
};

/** Reads what follows a backslash in a quoted string. */
export function readEscape(reader: Reader): string {
  const at = reader.position();
  const char = reader.take();
  const simple = SIMPLE[char];
  if (simple !== undefined) return simple;
  if (char === "u") {
    while (reader.peek() === "u") reader.take();
    const hex = reader.text.slice(reader.offset, reader.offset + 4);
    if (!/^[0-9a-fA-F]{4}$/.test(hex)) throw syntaxError("\\u", at);
    reader.skip(4);
    return String.fromCharCode(Number.parseInt(hex, 16));
  }
  if (char >= "0" && char <= "7") return readOctal(reader, char);
  throw syntaxError(`\\${char}`, at);
}

function readOctal(reader: Reader, first: string): string {
  let digits = first;
  const most = first <= "3" ? 3 : 2;
  while (digits.length < most && /[0-7]/.test(reader.peek())) digits += reader.take();
  return String.fromCharCode(Number.parseInt(digits, 8));
}
