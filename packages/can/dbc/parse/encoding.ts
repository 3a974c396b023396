import { findEncoding } from "./detect-encoding.ts";
import type { DbcEncoding } from "./encodings.ts";

export interface DecodedText {
  readonly text: string;
  readonly encoding: DbcEncoding;
  /** The encoding was not chosen, and nothing in the bytes proves it. */
  readonly isGuess: boolean;
}

/** The text of a file: by the override, else by its bytes. */
export function decodeDbcText(bytes: Uint8Array, override?: DbcEncoding): DecodedText {
  const { encoding, isGuess } = override === undefined ? findEncoding(bytes) : { encoding: override, isGuess: false };
  const label = encoding === "utf-8-bom" ? "utf-8" : encoding;
  // Without ignoreBOM a leading U+FEFF is dropped, in all of them.
  return { text: new TextDecoder(label).decode(bytes), encoding, isGuess };
}

/** Replaces a character that the encoding lacks. */
const REPLACEMENT = 0x3f;

/** The bytes of a text, so that an edited file goes back in the encoding it came in. */
export function encodeDbcText(text: string, encoding: DbcEncoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8-bom") return new TextEncoder().encode(`\ufeff${text}`);
  if (encoding === "utf-16le" || encoding === "utf-16be") return utf16Bytes(text, encoding === "utf-16le");
  const bytesOf = tableOf(encoding);
  // Four bytes for the widest character of any.
  const out = new Uint8Array(text.length * 4);
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? REPLACEMENT;
    if (code < 0x80) out[length++] = code;
    else for (const byte of bytesOf.get(character) ?? supplementaryBytes(code, encoding)) out[length++] = byte;
  }
  return out.slice(0, length);
}

/** The encoding, or UTF-8 where it lacks a character of the text, which would be written as a question mark. */
export function encodingThatHolds(text: string, encoding: DbcEncoding): DbcEncoding {
  return decodeDbcText(encodeDbcText(text, encoding), encoding).text === text ? encoding : "utf-8";
}

/** With its mark, which every program understands that reads UTF-16. */
function utf16Bytes(text: string, isLittleEndian: boolean): Uint8Array {
  const view = new DataView(new ArrayBuffer(2 * text.length + 2));
  view.setUint16(0, 0xfeff, isLittleEndian);
  for (let i = 0; i < text.length; i++) view.setUint16(2 * i + 2, text.charCodeAt(i), isLittleEndian);
  return new Uint8Array(view.buffer);
}

type EncodingTable = ReadonlyMap<string, readonly number[]>;
type TableEncoding = Exclude<DbcEncoding, `utf-${string}`>;
const tables = new Map<TableEncoding, EncodingTable>();

type Ranges = readonly (readonly [number, number])[];

/** Byte sequences of each encoding; of those that mean one character the last counts. */
const SEQUENCES: Record<TableEncoding, readonly Ranges[]> = {
  "windows-1252": [[[0x80, 0xff]]],
  // Characters of the basic plane that have four bytes, then those of two, which come first where both exist.
  gb18030: [
    [
      [0x81, 0x84],
      [0x30, 0x39],
      [0x81, 0xfe],
      [0x30, 0x39],
    ],
    [
      [0x81, 0xfe],
      [0x40, 0xfe],
    ],
  ],
  big5: [
    [
      [0x81, 0xfe],
      [0x40, 0xfe],
    ],
  ],
  shift_jis: [
    [[0xa1, 0xdf]],
    [
      [0x81, 0xfc],
      [0x40, 0xfc],
    ],
  ],
};

/** Platforms decode these and do not encode them, so a table is the decoder turned round, made on first use. */
function tableOf(encoding: TableEncoding): EncodingTable {
  const table = tables.get(encoding) ?? invert(encoding, SEQUENCES[encoding].flatMap(byteSequences));
  tables.set(encoding, table);
  return table;
}

function byteSequences(ranges: Ranges): number[][] {
  let sequences: number[][] = [[]];
  for (const [from, to] of ranges) {
    const longer: number[][] = [];
    for (const start of sequences) for (let byte = from; byte <= to; byte++) longer.push([...start, byte]);
    sequences = longer;
  }
  return sequences;
}

function invert(label: string, sequences: readonly number[][]): EncodingTable {
  const decoder = new TextDecoder(label);
  const table = new Map<string, readonly number[]>();
  for (const sequence of sequences) {
    const text = decoder.decode(Uint8Array.from(sequence));
    if ([...text].length === 1 && text !== "\ufffd") table.set(text, sequence);
  }
  return table;
}

/** GB18030 places U+10000 and above linearly from 90 30 81 30 on. */
function supplementaryBytes(code: number, encoding: DbcEncoding): readonly number[] {
  if (encoding !== "gb18030" || code < 0x10000) return [REPLACEMENT];
  const index = code - 0x10000;
  return [
    0x90 + Math.floor(index / 12600),
    0x30 + (Math.floor(index / 1260) % 10),
    0x81 + (Math.floor(index / 10) % 126),
    0x30 + (index % 10),
  ];
}
