import { detectFirmware, foreignKind } from "./detect.ts";
import { parseIntelHex } from "./ihex.ts";
import type { FirmwareFile, FirmwareFormat } from "./image.ts";
import { parseSrec } from "./srec.ts";

export interface FirmwareOptions {
  /** Detected by content when absent; BIN cannot be detected, it is none of the others. */
  format?: FirmwareFormat;
  /** Of a BIN file, which has none of its own. */
  baseAddress?: number;
  /** Bytes per address: 2 for files that count 16-bit words. */
  wordBytes?: number;
}

export function parseFirmware(file: Uint8Array, options: FirmwareOptions = {}): FirmwareFile {
  const format = options.format ?? detectFirmware(file) ?? "bin";
  if (format === "srec") return parseSrec(file, options.wordBytes);
  if (format === "ihex") return parseIntelHex(file, options.wordBytes);
  const code = file.length === 0 ? "empty" : foreignKind(file);
  const segments = code === undefined ? [{ address: options.baseAddress ?? 0, bytes: file }] : [];
  const image = { format, segments, startAddress: undefined, header: undefined };
  return { image, problems: code === undefined ? [] : [{ code, severity: "error", line: 0 }] };
}
