import { csvColumns } from "./csv-columns.ts";
import type { LogFormat } from "./formats.ts";

/** Bytes of the beginning that are enough to tell the format. */
export const DETECT_BYTES = 4096;

/** The format of a log by its first bytes; never by its name. */
export function detectLogFormat(head: Uint8Array): LogFormat | undefined {
  let text = "";
  for (const byte of head.subarray(0, DETECT_BYTES)) text += String.fromCharCode(byte);
  if (text.startsWith("LOGG")) return "blf";
  if (/^(MDF {5}|UnFinMF )4\./.test(text)) return "mdf4";
  const lines = text.replace(/^\u00ef\u00bb\u00bf/, "").split(/\r?\n/);
  const first = lines.find((line) => line.trim() !== "")?.trim() ?? "";
  if (first.startsWith("***BUSMASTER")) return "busmaster";
  if (/^\(\d+(\.\d+)?\)\s+\S+\s+[0-9A-Fa-f]+#/.test(first)) return "candump";
  if (csvColumns(first) !== undefined) return "csv";
  if (isTrc(lines)) return "trc";
  return isAsc(lines) ? "asc" : undefined;
}

/** A version line, or, in the version without one, comments and numbered lines `1)  1841 0001 8 00 …`. */
function isTrc(lines: readonly string[]): boolean {
  if (lines.some((line) => /^;\$FILEVERSION=[12]\./.test(line))) return true;
  return lines.some((line) => /^\s*\d+\)\s+\d+(\.\d+)?\s+(\S+\s+)?[0-9A-F]{4,8}\s/.test(line));
}

function isAsc(lines: readonly string[]): boolean {
  const isHeader = (line: string): boolean => /^\s*(date\s.*\d|base\s+(hex|dec)\s+timestamps)/i.test(line);
  return lines.some(isHeader) || lines.some((line) => /^\s*\d+\.\d+\s+(CANFD|\d+)\s+\S+\s+(Rx|Tx)\s/.test(line));
}
