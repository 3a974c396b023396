import { hexDigit } from "@canopy/can/bytes/hex";
import { MAX_EXTENDED_ID, MAX_STANDARD_ID } from "@canopy/can/frame/frame";
import type { FrameType } from "@canopy/contract/frames/frame-filters";
import { EXTENDED_IDS, type IdSet, maskSet, rangeSet, STANDARD_IDS } from "../bus-health/id-ranges.ts";

/** What is typed into the filter of a frame table, live or stored; the DBC resolves the names later. */
export interface FrameSearch {
  readonly ids: readonly IdTerm[];
  readonly direction: "received" | "transmitted" | null;
  readonly types: readonly FrameType[];
  readonly format: IdSet | null;
  readonly data: DataMask | null;
}

/** A bare word such as `EEC1` may be either. */
export interface IdTerm {
  readonly not: boolean;
  readonly ids: IdSet;
  readonly name: string | null;
}

/** Payload bytes from byte 0 on: those under the mask must be those of the value. */
interface DataMask {
  readonly mask: Uint8Array;
  readonly value: Uint8Array;
}

type SearchProblem = "id" | "idRange" | "mask" | "data" | "name";
type ReadSearch = { ok: true; search: FrameSearch } | { ok: false; problem: SearchProblem; text: string };

export const NO_SEARCH: FrameSearch = { ids: [], direction: null, types: [], format: null, data: null };

/** An address, and what is typed, has an end. */
const MAX_LENGTH = 512;
const MAX_DATA_BYTES = 64;

// Maps, for anything can be typed: an object would also know `constructor` and `__proto__`.
const WORDS: ReadonlyMap<string, Partial<FrameSearch>> = new Map([
  ["rx", { direction: "received" }],
  ["tx", { direction: "transmitted" }],
  ["std", { format: STANDARD_IDS }],
  ["ext", { format: EXTENDED_IDS }],
]);
const TYPE_WORDS: ReadonlyMap<string, FrameType> = new Map([
  ["can", "classic"],
  ["fd", "fd"],
  ["rtr", "remote"],
  ["remote", "remote"],
  ["err", "error"],
  ["error", "error"],
]);

/**
 * `id 100-1FF, data ?? 0A, name BMS, !7DF, 1A0/7F0, tx, fd`: terms between commas. Identifiers and names widen each
 * other, `!` takes away, everything else narrows. A bare term is an identifier if it looks like one, else a name.
 */
export function readSearch(text: string): ReadSearch {
  let search = NO_SEARCH;
  for (const term of text.slice(0, MAX_LENGTH).split(/[,，;；\n]/)) {
    const read = readTerm(term.trim(), search);
    if (typeof read === "string") return { ok: false, problem: read, text: term.trim() };
    search = read;
  }
  return { ok: true, search };
}

function readTerm(term: string, search: FrameSearch): FrameSearch | SearchProblem {
  if (term === "") return search;
  const not = term.startsWith("!");
  const [, word = "", rest = ""] = /^(\w+)?\s*(.*)$/s.exec(not ? term.slice(1).trim() : term) ?? [];
  const lower = word.toLowerCase();
  if (lower === "data" && !not) return withData(rest, search);
  if (lower === "id") return withIds(rest, not, search);
  if (lower === "name") return withName(rest, not, search);
  const type = TYPE_WORDS.get(lower);
  if (rest === "" && !not && type) return { ...search, types: [...search.types, type] };
  const known = WORDS.get(lower);
  if (rest === "" && !not && known) return { ...search, ...known };
  const bare = not ? term.slice(1).trim() : term;
  if (!looksLikeIds(bare)) return withName(bare, not, search);
  const name = /[a-f]/i.test(digitsOf(bare)) ? bare : null;
  return withIds(bare, not, search, name);
}

const ID = "(?:0x)?[0-9a-f]{1,8}";
const ONE_ID = new RegExp(`^(${ID})(?:\\s*([-/])\\s*(${ID}))?$`, "i");

function looksLikeIds(text: string): boolean {
  return /\d/.test(text) && partsOf(text).every((part) => ONE_ID.test(part));
}

/** `100 200-2FF`; blanks around a dash do not part. */
function partsOf(text: string): string[] {
  return text
    .replace(/\s*([-/])\s*/g, "$1")
    .split(/\s+/)
    .filter((part) => part !== "");
}

function withIds(text: string, not: boolean, search: FrameSearch, name: string | null = null) {
  const parts = partsOf(text);
  if (parts.length === 0) return "id";
  const terms: IdTerm[] = [];
  for (const part of parts) {
    const ids = readIds(part);
    if (typeof ids === "string") return ids;
    terms.push({ not, ids, name });
  }
  return { ...search, ids: [...search.ids, ...terms] };
}

function readIds(part: string): IdSet | SearchProblem {
  const [, first = "", sign, second] = ONE_ID.exec(part) ?? [];
  if (first === "") return "id";
  const from = hexOf(first);
  if (from > MAX_EXTENDED_ID) return "id";
  // Eight digits are the way a 29-bit identifier is written.
  const isLong = digitsOf(first).length === 8;
  if (second === undefined) return rangeSet(from, from, isLong || undefined);
  const to = hexOf(second);
  if (sign === "/") {
    const isExtended = isLong || from > MAX_STANDARD_ID || to > MAX_STANDARD_ID;
    return maskSet(from, to, isExtended) ?? "mask";
  }
  if (to < from || to > MAX_EXTENDED_ID) return "idRange";
  return rangeSet(from, to, isLong || undefined);
}

const digitsOf = (text: string) => text.replace(/^0x/i, "");
const hexOf = (text: string) => Number.parseInt(digitsOf(text), 16);

function withName(text: string, not: boolean, search: FrameSearch): FrameSearch | SearchProblem {
  if (text === "") return "name";
  return { ...search, ids: [...search.ids, { not, ids: [], name: text }] };
}

/** Two digits a byte; `?` or `x` leaves a digit open: `?? 0A 1?`. */
function withData(text: string, search: FrameSearch): FrameSearch | SearchProblem {
  const digits = text.replace(/\s+/g, "").toLowerCase();
  if (digits === "" || digits.length % 2 !== 0 || digits.length > 2 * MAX_DATA_BYTES) return "data";
  const mask = new Uint8Array(digits.length / 2);
  const value = new Uint8Array(digits.length / 2);
  for (let k = 0; k < digits.length; k++) {
    const digit = digits[k] ?? "";
    const shift = k % 2 === 0 ? 4 : 0;
    if (digit === "?" || digit === "x") continue;
    const number = hexDigit(digit.charCodeAt(0));
    if (number < 0) return "data";
    mask[k >> 1] = (mask[k >> 1] ?? 0) | (0xf << shift);
    value[k >> 1] = (value[k >> 1] ?? 0) | (number << shift);
  }
  return { ...search, data: { mask, value } };
}
