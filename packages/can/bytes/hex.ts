import { failure, type Result, success } from "./result.ts";

const DIGITS = "0123456789ABCDEF";

export type HexProblem = "oddHexCount" | "notHex";

/** Spec §5: frame data is an even count of hex characters; pasted text has blanks between bytes. */
export function parseHex(text: string): Result<Uint8Array<ArrayBuffer>, HexProblem> {
  const digits = text.replace(/\s+/g, "");
  if (digits.length % 2 !== 0) return failure("oddHexCount");
  const bytes = new Uint8Array(digits.length / 2);
  for (let i = 0; i < bytes.length; i++) {
    const high = hexDigit(digits.charCodeAt(2 * i));
    const low = hexDigit(digits.charCodeAt(2 * i + 1));
    if (high < 0 || low < 0) return failure("notHex");
    bytes[i] = (high << 4) | low;
  }
  return success(bytes);
}

/** Upper case, no blanks. */
export function formatHex(bytes: Uint8Array, separator = ""): string {
  let text = "";
  for (let i = 0; i < bytes.length; i++) {
    const byte = bytes[i] as number;
    if (i > 0) text += separator;
    text += (DIGITS[byte >> 4] ?? "") + (DIGITS[byte & 15] ?? "");
  }
  return text;
}

/** The value of one hex character code, or -1. */
export function hexDigit(code: number): number {
  if (code >= 48 && code <= 57) return code - 48;
  const lower = code | 32;
  return lower >= 97 && lower <= 102 ? lower - 87 : -1;
}
