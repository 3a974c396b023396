import { isHexRecord } from "./ihex.ts";
import type { FirmwareProblemCode } from "./image.ts";
import { type RecordLine, recordLines, withoutMark } from "./records.ts";
import { isSRecord } from "./srec.ts";

const HEAD_BYTES = 4096;
/** One alone may be a text inside a binary. */
const TELLING_RECORDS = 2;

/**
 * The first record tells, or lines of records further down: what stands before them is a fault of the file, which makes it
 * no binary. Undefined when the file is no text of records.
 */
export function detectFirmware(file: Uint8Array): "srec" | "ihex" | undefined {
  const head = withoutMark(file.subarray(0, HEAD_BYTES));
  const text = latin1(head.subarray(0, 200));
  if (/^[\0\s]*S[0-9][0-9A-Fa-f]{2}/.test(text)) return "srec";
  if (/^[\0\s]*:[0-9A-Fa-f]{10}/.test(text)) return "ihex";
  if (hasRecords(recordLines(head, 2), isSRecord)) return "srec";
  return hasRecords(recordLines(head, 1), isHexRecord) ? "ihex" : undefined;
}

function hasRecords(lines: Iterable<RecordLine>, isRecord: (line: RecordLine) => boolean): boolean {
  let count = 0;
  for (const line of lines) if (isRecord(line) && ++count === TELLING_RECORDS) return true;
  return false;
}

/** What a file is that only seems to be a binary: its bytes written into an ECU as they are would destroy it. */
export function foreignKind(file: Uint8Array): FirmwareProblemCode | undefined {
  const head = latin1(file.subarray(0, 1024));
  if (head.startsWith("\x7fELF")) return "elfFile";
  if (head.startsWith("UF2\n")) return "uf2File";
  if (head.includes("vbf_version")) return "vbfFile";
  return /^(\xff\xfe[S:]\0|\xfe\xff\0[S:])/.test(head) ? "utf16Text" : undefined;
}

function latin1(bytes: Uint8Array): string {
  let text = "";
  for (const byte of bytes) text += String.fromCharCode(byte);
  return text;
}
