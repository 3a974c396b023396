import type { FrameOutput } from "../frame-output.ts";
import { checkInflate } from "../inflate-limits.ts";
import type { ReadOptions } from "../reader.ts";
import { BLOCK_HEADER_BYTES, type BlockHeader, type Reading, readBlock, readHeader, uint64, viewOf } from "./blocks.ts";
import { transposed } from "./transpose.ts";

/** Uncompressed data is taken in pieces of this size. */
const PIECE_BYTES = 256 * 1024;
/** Unpacked blocks that all streams of a file may hold at the same time. */
const MAX_HELD_BYTES = 64 * 1024 * 1024;
const DZ_HEADER_BYTES = BLOCK_HEADER_BYTES + 24;

export interface Mdf4File {
  out: FrameOutput;
  options: ReadOptions;
  /** Unfinalised file: the data block at this address runs to the end of the file. 0 for none. */
  openEndedData: number;
  /** Progress: bytes of data blocks dealt with. */
  dataBytesRead: number;
  /** Unpacked bytes held by all streams. */
  heldBytes: number;
}

/** The bytes behind a data link, whatever they are cut into: DT, SD, DZ, lists (DL) and headers of lists (HL). */
export class DataStream {
  private readonly file: Mdf4File;
  private readonly first: number;
  private readonly seen = new Set<number>();
  private blocks: number[] = [];
  private nextBlock = 0;
  private nextList = 0;
  private at = 0;
  private remaining = 0;
  private held = 0;

  constructor(file: Mdf4File, link: number) {
    this.file = file;
    this.first = link;
    this.rewind();
  }

  rewind(): void {
    this.seen.clear();
    this.blocks = this.first === 0 ? [] : [this.first];
    this.nextBlock = 0;
    this.nextList = 0;
    this.remaining = 0;
  }

  /** The next piece; undefined at the end. The piece is good until the next step. */
  *next(): Reading<Uint8Array | undefined> {
    this.hold(0);
    for (;;) {
      if (this.remaining > 0) {
        const piece = yield* this.piece();
        if (piece !== undefined) return piece;
      }
      const link = yield* this.link();
      if (link === undefined) return undefined;
      const piece = yield* this.open(link);
      if (piece !== undefined) return piece;
    }
  }

  private hold(bytes: number): void {
    this.file.heldBytes += bytes - this.held;
    this.held = bytes;
  }

  private *piece(): Reading<Uint8Array | undefined> {
    const length = Math.min(this.remaining, PIECE_BYTES);
    const bytes = yield { at: this.at, length };
    if (bytes.length < length && this.remaining !== Number.POSITIVE_INFINITY) {
      this.file.out.problem("truncated", this.at + bytes.length);
    }
    this.at += bytes.length;
    this.remaining = bytes.length < length ? 0 : this.remaining - bytes.length;
    this.file.dataBytesRead += bytes.length;
    return bytes.length > 0 ? bytes : undefined;
  }

  private *link(): Reading<number | undefined> {
    while (this.nextBlock >= this.blocks.length) {
      if (this.nextList === 0) return undefined;
      yield* this.openList(this.nextList);
    }
    return this.blocks[this.nextBlock++];
  }

  private *openList(at: number): Reading<void> {
    const block = this.seen.has(at) ? undefined : yield* readBlock(at, "DL");
    this.seen.add(at);
    this.nextBlock = 0;
    this.blocks = block?.links.slice(1).filter((link) => link !== 0) ?? [];
    this.nextList = block?.links[0] ?? 0;
    if (block === undefined) this.file.out.problem("badBlock", at);
  }

  private *open(at: number): Reading<Uint8Array | undefined> {
    const header = this.seen.has(at) ? undefined : yield* readHeader(at);
    this.seen.add(at);
    switch (header?.id) {
      case "DT":
      case "SD":
      case "DV":
      case "RD":
        this.at = at + BLOCK_HEADER_BYTES;
        this.remaining = at === this.file.openEndedData ? Number.POSITIVE_INFINITY : header.length - BLOCK_HEADER_BYTES;
        return undefined;
      case "DZ":
        return yield* this.unpack(at, header);
      case "DL":
        this.seen.delete(at);
        yield* this.openList(at);
        return undefined;
      case "HL": {
        const block = yield* readBlock(at, "HL");
        this.nextList = block?.links[0] ?? 0;
        return undefined;
      }
      default:
        this.file.out.problem("badBlock", at);
        return undefined;
    }
  }

  private *unpack(at: number, header: BlockHeader): Reading<Uint8Array | undefined> {
    const { out, options } = this.file;
    const head = yield { at, length: DZ_HEADER_BYTES };
    if (head.length < DZ_HEADER_BYTES) {
      out.problem("truncated", at);
      return undefined;
    }
    const view = viewOf(head);
    const zipType = view.getUint8(BLOCK_HEADER_BYTES + 2);
    const columns = view.getUint32(BLOCK_HEADER_BYTES + 4, true);
    const size = uint64(view, BLOCK_HEADER_BYTES + 8);
    const packed = Math.min(uint64(view, BLOCK_HEADER_BYTES + 16), header.length - DZ_HEADER_BYTES);
    const refused = checkInflate(packed, size) ?? this.refuse(packed, size);
    if (refused !== undefined || zipType > 1 || options.inflate === undefined) {
      out.problem(refused ?? "unsupportedCompression", at);
      return undefined;
    }
    const data = yield { at: at + DZ_HEADER_BYTES, length: packed };
    this.file.dataBytesRead += data.length;
    if (data.length < packed) out.problem("truncated", at + DZ_HEADER_BYTES + data.length);
    this.hold(size);
    try {
      const bytes = options.inflate(data, size);
      if (zipType === 0) return bytes;
      // A part of a transposed block is columns without their rows.
      return bytes.length === size ? transposed(bytes, columns) : undefined;
    } catch {
      out.problem("inflateFailed", at);
      return undefined;
    }
  }

  private refuse(packed: number, size: number): "tooLarge" | undefined {
    const isBloated = packed > size + 65_536;
    return isBloated || this.file.heldBytes + size > MAX_HELD_BYTES ? "tooLarge" : undefined;
  }
}
