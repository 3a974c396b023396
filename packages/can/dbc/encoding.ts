/** A DBC has no field for its encoding; these four are met. */
export type DbcEncoding = "utf-8" | "utf-8-bom" | "gb18030" | "windows-1252";

export interface DecodedText {
  readonly text: string;
  readonly encoding: DbcEncoding;
}

/** The text of a file: by the override, else by its bytes. */
export function decodeDbcText(bytes: Uint8Array, override?: DbcEncoding): DecodedText {
  const encoding = override ?? detectEncoding(bytes);
  const label = encoding === "utf-8-bom" ? "utf-8" : encoding;
  // Without ignoreBOM a leading U+FEFF is dropped, in all four.
  return { text: new TextDecoder(label).decode(bytes), encoding };
}

export function detectEncoding(bytes: Uint8Array): DbcEncoding {
  if (bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf) return "utf-8-bom";
  if (isUtf8(bytes)) return "utf-8";
  return isGb2312Pairs(bytes) ? "gb18030" : "windows-1252";
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

/**
 * Every non-ASCII byte is part of a GB2312 pair. "Decodes as GB18030" would not do: `°C` in windows-1252 is
 * B0 43, which is a GBK character too (癈).
 */
function isGb2312Pairs(bytes: Uint8Array): boolean {
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] as number;
    if (lead < 0x80) continue;
    const trail = bytes[++i] ?? 0;
    const isLead = (lead >= 0xa1 && lead <= 0xa9) || (lead >= 0xb0 && lead <= 0xf7);
    if (!isLead || trail < 0xa1 || trail > 0xfe) return false;
  }
  return true;
}

/** What a character becomes that the encoding lacks. */
const REPLACEMENT = 0x3f;

/** The bytes of a text, so that an edited file goes back in the encoding it came in. */
export function encodeDbcText(text: string, encoding: DbcEncoding): Uint8Array {
  if (encoding === "utf-8") return new TextEncoder().encode(text);
  if (encoding === "utf-8-bom") return new TextEncoder().encode(`\ufeff${text}`);
  const bytesOf = encoding === "gb18030" ? gb18030Bytes() : windows1252Bytes();
  // Four bytes for the widest character of either.
  const out = new Uint8Array(text.length * 4);
  let length = 0;
  for (const character of text) {
    const code = character.codePointAt(0) ?? REPLACEMENT;
    if (code < 0x80) out[length++] = code;
    else for (const byte of bytesOf.get(character) ?? supplementaryBytes(code, encoding)) out[length++] = byte;
  }
  return out.slice(0, length);
}

type EncodingTable = ReadonlyMap<string, readonly number[]>;
let windows1252Table: EncodingTable | null = null;
let gb18030Table: EncodingTable | null = null;

function windows1252Bytes(): EncodingTable {
  windows1252Table ??= invert("windows-1252", byteSequences([[0x80, 0xff]]));
  return windows1252Table;
}

/** Platforms decode GB18030 and do not encode it, so the table is the decoder turned round, made on first use. */
function gb18030Bytes(): EncodingTable {
  gb18030Table ??= new Map([
    // Characters of the basic plane that have four bytes, then those of two, which come first where both exist.
    ...invert(
      "gb18030",
      byteSequences([
        [0x81, 0x84],
        [0x30, 0x39],
        [0x81, 0xfe],
        [0x30, 0x39],
      ]),
    ),
    ...invert(
      "gb18030",
      byteSequences([
        [0x81, 0xfe],
        [0x40, 0x7e],
      ]),
    ),
    ...invert(
      "gb18030",
      byteSequences([
        [0x81, 0xfe],
        [0x80, 0xfe],
      ]),
    ),
  ]);
  return gb18030Table;
}

function byteSequences(ranges: readonly (readonly [number, number])[]): number[][] {
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
