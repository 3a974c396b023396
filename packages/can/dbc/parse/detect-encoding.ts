import type { DbcEncoding } from "./encodings.ts";

export interface FoundEncoding {
  readonly encoding: DbcEncoding;
  /** Only likely: nothing in the bytes proves it. */
  readonly isGuess: boolean;
}

/** By the mark, by byte sequences that only one encoding allows, else by the likely characters. */
export function findEncoding(bytes: Uint8Array): FoundEncoding {
  const marked = markedEncoding(bytes) ?? utf16WithoutMark(bytes);
  if (marked !== undefined) return { encoding: marked, isGuess: false };
  if (isUtf8(bytes)) return { encoding: "utf-8", isGuess: false };
  if (isGb2312Pairs(bytes)) return { encoding: "gb18030", isGuess: false };
  const likely = likelyEncoding(bytes);
  return likely === undefined ? { encoding: "windows-1252", isGuess: false } : { encoding: likely, isGuess: true };
}

function markedEncoding([first, second, third]: Uint8Array): DbcEncoding | undefined {
  if (first === 0xef && second === 0xbb && third === 0xbf) return "utf-8-bom";
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

const SAMPLE_BYTES = 4096;

/** The keywords of a DBC are ASCII: in UTF-16 every second byte of most of the file is zero. */
function utf16WithoutMark(bytes: Uint8Array): DbcEncoding | undefined {
  const zeros = [0, 0];
  const length = Math.min(bytes.length, SAMPLE_BYTES) & ~1;
  for (let i = 0; i < length; i++) if (bytes[i] === 0) zeros[i & 1] = (zeros[i & 1] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  const many = length / 4;
  if (length === 0 || (even > many && odd > many)) return undefined;
  if (odd > many) return "utf-16le";
  return even > many ? "utf-16be" : undefined;
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

interface PairEncoding {
  readonly encoding: DbcEncoding;
  isLead(byte: number): boolean;
  /** Characters that texts are mostly made of: kana, and the first level of Chinese characters. */
  isCommon(lead: number, trail: number): boolean;
}

const within = (byte: number, from: number, to: number): boolean => byte >= from && byte <= to;

const PAIR_ENCODINGS: readonly PairEncoding[] = [
  {
    encoding: "gb18030",
    isLead: (byte) => within(byte, 0x81, 0xfe),
    isCommon: (lead, trail) => within(lead, 0xb0, 0xd7) && trail >= 0xa1,
  },
  {
    encoding: "big5",
    isLead: (byte) => within(byte, 0xa1, 0xf9),
    isCommon: (lead) => within(lead, 0xa4, 0xc6),
  },
  {
    encoding: "shift_jis",
    isLead: (byte) => within(byte, 0x81, 0x9f) || within(byte, 0xe0, 0xfc),
    isCommon: (lead) => within(lead, 0x81, 0x83) || within(lead, 0x88, 0x98),
  },
];

const MIN_PAIRS = 2;
const MIN_COMMON = 0.75;
/** Western letters stand alone between ASCII; characters of two bytes come in words. */
const MIN_TOGETHER = 0.6;

/** Undefined where no encoding of pairs makes words of common characters of the bytes. */
function likelyEncoding(bytes: Uint8Array): DbcEncoding | undefined {
  let best = { encoding: undefined as DbcEncoding | undefined, share: 0 };
  for (const candidate of PAIR_ENCODINGS) {
    const share = commonShare(bytes, candidate);
    if (share > best.share && decodes(bytes, candidate.encoding)) best = { encoding: candidate.encoding, share };
  }
  return best.encoding;
}

/** 0: not text in this encoding. */
function commonShare(bytes: Uint8Array, { isLead, isCommon }: PairEncoding): number {
  let [pairs, common, together, lastEnd] = [0, 0, 0, -1];
  for (let i = 0; i < bytes.length; i++) {
    const lead = bytes[i] as number;
    if (lead < 0x80 || !isLead(lead)) continue;
    const trail = bytes[i + 1] ?? 0;
    pairs++;
    if (isCommon(lead, trail)) common++;
    if (lastEnd === i) together++;
    i++;
    lastEnd = i + 1;
  }
  const isText = pairs >= MIN_PAIRS && common / pairs >= MIN_COMMON && (2 * together) / pairs >= MIN_TOGETHER;
  return isText ? common / pairs : 0;
}

function decodes(bytes: Uint8Array, encoding: string): boolean {
  try {
    new TextDecoder(encoding, { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
