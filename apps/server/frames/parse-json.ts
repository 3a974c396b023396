import { impossibleText } from "../platform/impossible-text.ts";

/**
 * What a terminal sent as JSON (RFC 8259: UTF-8); undefined where it is none, or where no database keeps its texts: such
 * a message would fail and come again for ever. Only an escape can say what is impossible.
 */
export function parseJson(payload: Uint8Array): unknown {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(payload);
    const value: unknown = JSON.parse(text);
    return text.includes("\\u") && impossibleText(value) !== undefined ? undefined : value;
  } catch {
    return undefined;
  }
}
