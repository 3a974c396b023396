import { dtcName } from "../uds/dtc.ts";

export const MODE_STORED_CODES = 0x03;
export const MODE_PENDING_CODES = 0x07;
export const MODE_PERMANENT_CODES = 0x0a;

const MODES: ReadonlySet<number> = new Set([MODE_STORED_CODES, MODE_PENDING_CODES, MODE_PERMANENT_CODES]);

/** Reads an answer `43 count {two bytes}`, of modes 03, 07 and 0A; undefined when it is none. Zeros are filler. */
export function decodeTroubleCodes(response: Uint8Array): { mode: number; codes: string[] } | undefined {
  const mode = (response[0] ?? 0) - 0x40;
  if (!MODES.has(mode)) return undefined;
  const codes: string[] = [];
  for (let at = 2; at + 1 < response.length; at += 2) {
    const code = (response[at] ?? 0) * 256 + (response[at + 1] ?? 0);
    if (code !== 0) codes.push(dtcName(code));
  }
  return { mode, codes };
}
