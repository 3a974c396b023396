import { hexDigit } from "../bytes/hex.ts";

/** The longest record is S3 with 255 bytes behind the count. */
const MAX_RECORD_BYTES = 300;
const NEWLINE = 0x0a;

/** One line of hex behind its first characters. */
export interface RecordLine {
  /** Characters in front of the hex pairs, `S1` or `:`. */
  prefix: string;
  /** The pairs as bytes; undefined when they are not hex or not whole. */
  bytes: Uint8Array | undefined;
  line: number;
}

/** Editors put a byte order mark in front of UTF-8. */
export function withoutMark(file: Uint8Array): Uint8Array {
  return file[0] === 0xef && file[1] === 0xbb && file[2] === 0xbf ? file.subarray(3) : file;
}

/** Lines of a record file, blank ones left out; CR, LF and lower case are all accepted. */
export function* recordLines(marked: Uint8Array, prefixLength: number): Generator<RecordLine> {
  const file = withoutMark(marked);
  let line = 0;
  for (let from = 0; from < file.length; ) {
    const newline = file.indexOf(NEWLINE, from);
    let to = newline < 0 ? file.length : newline;
    const next = to + 1;
    while (to > from && (file[to - 1] as number) <= 0x20) to--;
    while (from < to && (file[from] as number) <= 0x20) from++;
    line++;
    if (to > from) {
      const prefixTo = Math.min(from + prefixLength, to);
      const prefix = String.fromCharCode(...file.subarray(from, prefixTo));
      yield { prefix, bytes: hexBytes(file, prefixTo, to), line };
    }
    from = next;
  }
}

function hexBytes(file: Uint8Array, from: number, to: number): Uint8Array | undefined {
  const count = (to - from) / 2;
  if (!Number.isInteger(count) || count < 1 || count > MAX_RECORD_BYTES) return undefined;
  const bytes = new Uint8Array(count);
  for (let i = 0; i < count; i++) {
    const high = hexDigit(file[from + 2 * i] as number);
    const low = hexDigit(file[from + 2 * i + 1] as number);
    if (high < 0 || low < 0) return undefined;
    bytes[i] = (high << 4) | low;
  }
  return bytes;
}

export function sumOf(bytes: Uint8Array): number {
  let sum = 0;
  for (const byte of bytes) sum += byte;
  return sum & 0xff;
}

/** Big endian, as in all record formats. */
export function numberOf(bytes: Uint8Array): number {
  let value = 0;
  for (const byte of bytes) value = value * 256 + byte;
  return value;
}
