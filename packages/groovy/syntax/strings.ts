import { readEscape } from "./escape.ts";
import { syntaxError } from "./problem.ts";
import type { Reader } from "./reader.ts";
import type { GStringPart, Token } from "./tokens.ts";

/** Reads the tokens of `${…}` up to its closing brace. */
export type ReadEmbedded = (reader: Reader) => readonly Token[];

interface Style {
  readonly close: string;
  /** What a backslash does: every escape, the delimiter alone, or nothing. */
  readonly escapes: "all" | "slash" | "dollar";
  readonly interpolates: boolean;
  readonly multiline: boolean;
}

const STYLES: readonly (readonly [string, Style])[] = [
  ["'''", { close: "'''", escapes: "all", interpolates: false, multiline: true }],
  ['"""', { close: '"""', escapes: "all", interpolates: true, multiline: true }],
  ["'", { close: "'", escapes: "all", interpolates: false, multiline: false }],
  ['"', { close: '"', escapes: "all", interpolates: true, multiline: false }],
  ["$/", { close: "/$", escapes: "dollar", interpolates: true, multiline: true }],
  ["/", { close: "/", escapes: "slash", interpolates: true, multiline: true }],
];

/** Reads a string of any style at the reader, or gives undefined. A slash begins one where a value may begin. */
export function readString(
  reader: Reader,
  slashy: boolean,
  embedded: ReadEmbedded,
): readonly GStringPart[] | undefined {
  for (const [open, style] of STYLES) {
    if (!reader.startsWith(open)) continue;
    if (!slashy && open.endsWith("/")) continue;
    const at = reader.position();
    reader.skip(open.length);
    const parts = readParts(reader, style, embedded);
    if (parts === undefined) throw syntaxError(open, at);
    return parts;
  }
  return undefined;
}

function readParts(reader: Reader, style: Style, embedded: ReadEmbedded): GStringPart[] | undefined {
  const parts: GStringPart[] = [];
  let text = "";
  while (!reader.startsWith(style.close)) {
    if (reader.atEnd() || (!style.multiline && reader.peek() === "\n")) return undefined;
    const value = style.interpolates ? readValue(reader, embedded) : undefined;
    if (value === undefined) text += readText(reader, style);
    else {
      parts.push(text, value);
      text = "";
    }
  }
  reader.skip(style.close.length);
  parts.push(text);
  return parts;
}

function readText(reader: Reader, style: Style): string {
  const char = reader.take();
  if (style.escapes === "all") return char === "\\" ? readEscape(reader) : char;
  if (style.escapes === "slash") return char === "\\" && reader.peek() === "/" ? reader.take() : char;
  return char === "$" && (reader.peek() === "$" || reader.peek() === "/") ? reader.take() : char;
}

function readValue(reader: Reader, embedded: ReadEmbedded): GStringPart | undefined {
  if (reader.peek() !== "$") return undefined;
  if (reader.peek(1) === "{") {
    reader.skip(2);
    const tokens = embedded(reader);
    const lazy = tokens[0]?.text === "->" && tokens[0].kind === "op";
    return { tokens: lazy ? tokens.slice(1) : tokens, lazy };
  }
  if (!/[A-Za-z_]/.test(reader.peek(1))) return undefined;
  reader.take();
  return { tokens: readPath(reader), lazy: false };
}

/** `$name.property.property` */
function readPath(reader: Reader): Token[] {
  const tokens: Token[] = [];
  for (;;) {
    const start = reader.offset;
    const at = reader.position();
    let text = "";
    while (/[\w]/.test(reader.peek())) text += reader.take();
    const kind = text === "this" ? "keyword" : "name";
    tokens.push({ kind, text, newline: false, space: false, ...at, start, end: reader.offset });
    if (reader.peek() !== "." || !/[A-Za-z_]/.test(reader.peek(1))) break;
    const dot = reader.position();
    reader.take();
    tokens.push({
      kind: "op",
      text: ".",
      newline: false,
      space: false,
      ...dot,
      start: reader.offset - 1,
      end: reader.offset,
    });
  }
  const end = { ...reader.position(), start: reader.offset, end: reader.offset };
  tokens.push({ kind: "eof", text: "", newline: false, space: false, ...end });
  return tokens;
}
