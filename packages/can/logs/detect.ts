import { csvColumns, rowColumns } from "./csv/csv-columns.ts";
import type { LogFormat } from "./formats.ts";

/** Bytes of the beginning that are enough to tell the format. */
export const DETECT_BYTES = 16_384;

/** Lines of text formats. A log that was rotated begins in the middle, so its rows tell it as well as its header. */
const LINES: readonly (readonly [LogFormat, RegExp])[] = [
  ["busmaster", /^\*\*\*BUSMASTER|^\d\d?:\d\d:\d\d:\d{1,4}\s+[RT]x\s+\d+\s+(0x)?[0-9A-F]+\s+[sx]/i],
  ["candump", /^\(\d+(\.\d+)?\)\s+\S+\s+[0-9A-F]+#/i],
  // The form that candump prints, with or without times and directions.
  ["candump", /^(\([\d.: -]+\)\s+)?[a-z]+\d*\s+([RT]X [B-] [E-]\s+)?[0-9A-F]{3,8}\s+\[\d\d?\](\s|$)/i],
  ["crtd", /^\d+(\.\d+)?\s+\d{0,2}([RT](11|29)\s+[0-9A-F]{1,8}|C(XX|EV|ER|ST|BC|DP|MT|VR)(\s|$))/],
  ["microchip", /^\d+(\.\d+)?;[RT]X;0x[0-9A-F]+x?;\d{1,2};/i],
  ["trc", /^;\$FILEVERSION=[12]\./],
  // Versions without a column of types, and with one.
  ["trc", /^\d+\)\s+\d+(\.\d+)?\s+(\d\d?\s+)?([A-Z]\w+\s+)?[0-9A-F]{4,8}\s/],
  ["trc", /^\d+\s+\d+\.\d+\s+(DT|FD|FB|FE|BI|RR|ER|ST|EC|EV)\s/],
  ["asc", /^(date\s.*\d|base\s+(hex|dec)\s+timestamps)/i],
  ["asc", /^\d+\.\d+\s+(CANFD|\d+)\s+\S+\s+(Rx|Tx)\s/],
];

/** The format of a log by its first bytes; never by its name. */
export function detectLogFormat(head: Uint8Array): LogFormat | undefined {
  let text = "";
  for (const byte of head.subarray(0, DETECT_BYTES)) text += String.fromCharCode(byte);
  if (text.startsWith("LOGG")) return "blf";
  if (text.startsWith("PAR1")) return "parquet";
  if (/^(MDF {5}|UnFinMF )4\./.test(text)) return "mdf4";
  for (const line of text.replace(/^\u00ef\u00bb\u00bf/, "").split(/\r?\n/)) {
    const format = formatOfLine(line.trim());
    if (format !== undefined) return format;
  }
  return undefined;
}

function formatOfLine(line: string): LogFormat | undefined {
  if (line === "") return undefined;
  const known = LINES.find(([, pattern]) => pattern.test(line));
  if (known !== undefined) return known[0];
  return csvColumns(line) === undefined && rowColumns(line) === undefined ? undefined : "csv";
}
