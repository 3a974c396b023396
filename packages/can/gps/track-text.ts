import type { JudgedPosition } from "./track-judge.ts";

/** A track as text, position by position: a long one never is one string. */
export interface TrackWriter {
  head(name: string): string;
  position(judged: JudgedPosition): string;
  tail(): string;
}

const ESCAPES: Record<string, string> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&apos;" };

/** XML 1.0 has no place for control characters, lone surrogates, U+FFFE and U+FFFF, not even escaped. */
export function escapeXml(text: string): string {
  let escaped = "";
  for (const char of text) if (isXmlCharacter(char)) escaped += ESCAPES[char] ?? char;
  return escaped;
}

const isXmlCharacter = (char: string): boolean =>
  (char >= " " || char === "\t" || char === "\n") && !/^[\ud800-\udfff\ufffe\uffff]$/.test(char);

/** Without float noise and exponent; nine decimals of a degree are a tenth of a millimetre. */
export function decimal(value: number, digits = 9): string {
  const text = value.toFixed(digits);
  const short = text.includes(".") ? text.replace(/\.?0+$/, "") : text;
  return short === "-0" ? "0" : short;
}

/** Milliseconds, and microseconds where there are some. */
export function isoTime(timeUs: number): string {
  const ms = Math.floor(timeUs / 1000);
  const micros = timeUs - ms * 1000;
  const text = new Date(ms).toISOString();
  return micros === 0 ? text : text.replace("Z", `${String(micros).padStart(3, "0")}Z`);
}
