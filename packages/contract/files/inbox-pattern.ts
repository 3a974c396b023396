/** Marks of a pattern that stand for the device: its ID, its name, or its serial (the ID without its checksum). */
export const CAPTURES = ["id", "name", "serial"] as const;
export type Capture = (typeof CAPTURES)[number];

export const MAX_PATTERN_LENGTH = 200;
/** A name of a device has at most 64 characters. */
const MAX_CAPTURED = 64;

type Token =
  | { readonly kind: "char"; readonly char: string }
  /** `?`: one character of a name; `*`: some; `**`: folders too. */
  | { readonly kind: "one" | "some" | "any" };

export interface InboxPattern {
  readonly before: readonly Token[];
  readonly capture: Capture | undefined;
  readonly after: readonly Token[];
}

const PARTS = /\*\*|\*|\?|\{[^{}]*\}|./gsu;

/** Undefined: it has an unknown or a second capture, or begins at the root of a disk. */
export function parsePattern(text: string): InboxPattern | undefined {
  if (text === "" || text.length > MAX_PATTERN_LENGTH || text.startsWith("/")) return undefined;
  const before: Token[] = [];
  const after: Token[] = [];
  let capture: Capture | undefined;
  for (const part of text.match(PARTS) ?? []) {
    const named = CAPTURES.find((one) => part === `{${one}}`);
    const isBrace = part.length > 1 && part.startsWith("{");
    if (isBrace && (named === undefined || capture !== undefined)) return undefined;
    if (named !== undefined) capture = named;
    else (capture === undefined ? before : after).push(...tokensOf(part));
  }
  return { before, capture, after };
}

function tokensOf(part: string): Token[] {
  if (part === "**") return [{ kind: "any" }];
  if (part === "*") return [{ kind: "some" }];
  if (part === "?") return [{ kind: "one" }];
  // By code unit, as positions are.
  return part.split("").map((char) => ({ kind: "char", char: char.toLowerCase() }));
}

/** Ends of what the tokens match from the beginning of the text on; every token is one pass over it. */
function endsOf(tokens: readonly Token[], text: string): boolean[] {
  let at = Array.from({ length: text.length + 1 }, (_, i) => i === 0);
  for (const token of tokens) {
    const next = at.map(() => false);
    for (let i = 0; i <= text.length; i += 1) {
      const char = text[i - 1];
      const isRepeating = token.kind === "any" || token.kind === "some";
      const isFit = char !== undefined && (token.kind === "any" || fits(token, char));
      next[i] = isRepeating ? at[i] === true || (isFit && next[i - 1] === true) : isFit && at[i - 1] === true;
    }
    at = next;
  }
  return at;
}

const fits = (token: Token, char: string): boolean =>
  token.kind === "char" ? token.char === char.toLowerCase() : char !== "/";

const reversed = (text: string): string => text.split("").reverse().join("");

/**
 * What may stand for the device in this path, the longest first: `{name}_*.blf` fits EV_01_7.blf with EV_01 and EV, and
 * the devices say which. Without a capture one empty text where the path fits. None: it does not fit.
 */
export function capturesIn({ before, capture, after }: InboxPattern, path: string): string[] {
  const starts = endsOf(before, path);
  if (capture === undefined) return starts[path.length] === true ? [""] : [];
  const tails = endsOf([...after].reverse(), reversed(path));
  const found = new Set<string>();
  for (let start = 0; start < path.length; start += 1) {
    if (starts[start] !== true) continue;
    for (let end = start + 1; end <= Math.min(path.length, start + MAX_CAPTURED); end += 1) {
      if (path[end - 1] === "/") break;
      if (tails[path.length - end] === true) found.add(path.slice(start, end));
    }
  }
  return [...found].sort((a, b) => b.length - a.length);
}
