import { parseIntelHex } from "./ihex.ts";
import type { FirmwareFile, FirmwareFormat } from "./image.ts";
import { parseSrec } from "./srec.ts";

export interface FirmwareOptions {
  /** Detected by content when absent; BIN cannot be detected, it is neither of the others. */
  format?: FirmwareFormat;
  /** Of a BIN file, which has none of its own. */
  baseAddress?: number;
  /** Bytes per address: 2 for files that count 16-bit words. */
  wordBytes?: number;
}

/** The first record tells; undefined when the file is no text of records. */
export function detectFirmware(file: Uint8Array): "srec" | "ihex" | undefined {
  let text = "";
  for (const byte of file.subarray(0, 200)) text += String.fromCharCode(byte);
  if (/^\s*S[0-9][0-9A-Fa-f]{2}/.test(text)) return "srec";
  return /^\s*:[0-9A-Fa-f]{10}/.test(text) ? "ihex" : undefined;
}

export function parseFirmware(file: Uint8Array, options: FirmwareOptions = {}): FirmwareFile {
  const format = options.format ?? detectFirmware(file) ?? "bin";
  if (format === "srec") return parseSrec(file, options.wordBytes);
  if (format === "ihex") return parseIntelHex(file, options.wordBytes);
  const segments = file.length > 0 ? [{ address: options.baseAddress ?? 0, bytes: file }] : [];
  const image = { format, segments, startAddress: undefined, header: undefined };
  return { image, problems: file.length > 0 ? [] : [{ code: "empty", severity: "error", line: 0 }] };
}
