/** What a terminal sent as JSON (RFC 8259: UTF-8); undefined where it is none. */
export function parseJson(payload: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(payload));
  } catch {
    return undefined;
  }
}
