import { impossibleText } from "../../platform/impossible-text.ts";

/**
 * Parses a terminal's JSON (RFC 8259: UTF-8); undefined if invalid. Characters that no database stores are removed:
 * firmware pads its texts with NUL, and such a message would fail and be repeated for ever.
 */
export function parseJson(payload: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
    const value: unknown = JSON.parse(text);
    // Only an escape can produce impossible text.
    return text.includes("\\u") && impossibleText(value) !== undefined ? cleaned(value) : value;
  } catch {
    return undefined;
  }
}

function cleaned(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(cleaned);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, one]) => [cleanText(name), cleaned(one)]));
}

const cleanText = (text: string): string => text.replaceAll("\0", "").toWellFormed();
