/**
 * Bytes of the file that a step of the reader needs next; fewer come back where the file ends. They are good until
 * the next request.
 */
export interface ByteRange {
  at: number;
  length: number;
}

/** A reader that yields requests for bytes and leaves all input to its driver. */
export type Reading<T> = Generator<ByteRange, T, Uint8Array>;

export interface BlockHeader {
  /** Two letters: HD, DG, CG, … */
  id: string;
  length: number;
  linkCount: number;
}

export interface Block extends BlockHeader {
  links: number[];
  /** Data after the links. */
  data: DataView;
}

export const BLOCK_HEADER_BYTES = 24;
/** Lists of data blocks are the longest blocks that are read whole. */
const MAX_BLOCK_BYTES = 8 * 1024 * 1024;

export function viewOf(bytes: Uint8Array): DataView {
  return new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

/** A 64-bit number as a double; larger than any file when it is beyond 2^53. */
export function uint64(view: DataView, at: number): number {
  return view.getUint32(at, true) + view.getUint32(at + 4, true) * 0x100000000;
}

/** MDF 4.1, 4.2.1: "##XX", length, number of links. Undefined when there is no block at `at`. */
export function* readHeader(at: number): Reading<BlockHeader | undefined> {
  const bytes = yield { at, length: BLOCK_HEADER_BYTES };
  if (bytes.length < BLOCK_HEADER_BYTES || bytes[0] !== 0x23 || bytes[1] !== 0x23) return undefined;
  const view = viewOf(bytes);
  const length = uint64(view, 8);
  const linkCount = uint64(view, 16);
  if (length < BLOCK_HEADER_BYTES || linkCount * 8 > length - BLOCK_HEADER_BYTES) return undefined;
  return { id: String.fromCharCode(bytes[2] as number, bytes[3] as number), length, linkCount };
}

/** A whole block of the given kind; undefined when something else stands there, or not enough of it. */
export function* readBlock(at: number, id: string): Reading<Block | undefined> {
  const header = yield* readHeader(at);
  if (header === undefined || header.id !== id || header.length > MAX_BLOCK_BYTES) return undefined;
  // A copy: the memory of an answer is used again by the next ones.
  const bytes = new Uint8Array(yield { at, length: header.length });
  if (bytes.length < header.length) return undefined;
  const view = viewOf(bytes);
  const links: number[] = [];
  for (let i = 0; i < header.linkCount; i++) links.push(uint64(view, BLOCK_HEADER_BYTES + 8 * i));
  const dataAt = BLOCK_HEADER_BYTES + 8 * header.linkCount;
  return { ...header, links, data: new DataView(bytes.buffer, bytes.byteOffset + dataAt, bytes.byteLength - dataAt) };
}

/** The text of a TX or MD block; empty when there is none. */
export function* readText(at: number): Reading<string> {
  if (at === 0) return "";
  const header = yield* readHeader(at);
  if (header === undefined || (header.id !== "TX" && header.id !== "MD")) return "";
  const bytes = yield { at, length: Math.min(header.length, 1024) };
  const from = BLOCK_HEADER_BYTES + 8 * header.linkCount;
  let text = "";
  for (let i = from; i < bytes.length && bytes[i] !== 0; i++) text += String.fromCharCode(bytes[i] as number);
  return text;
}
