import type { Deflate, LogOutput } from "../writer.ts";
import { block, setUint64, uint64Bytes } from "./block-builder.ts";
import { BLOCK_HEADER_BYTES } from "./blocks.ts";

/** Records gathered before they become a data block. */
const BUFFER_BYTES = 512 * 1024;
const FIRST_RECORDS = 16;

/**
 * The records of one group on their way into data blocks. Each block is hung into the chain of lists as soon as it
 * is written: a file that ends early is readable up to there.
 */
export class RecordBuffer {
  bytes = new Uint8Array(0);
  view = new DataView(this.bytes.buffer);
  readonly recordBytes: number;
  length = 0;
  records = 0;
  /** Bytes of records in the blocks written. */
  private offset = 0;
  /** Where the link to the next block is to be written. */
  private linkAt: number;

  constructor(recordBytes: number, dataLink: number) {
    this.recordBytes = recordBytes;
    this.linkAt = dataLink;
  }

  get isFull(): boolean {
    return this.length + this.recordBytes > BUFFER_BYTES;
  }

  /** Makes room for one more record; returns the bytes that are held more. */
  reserve(): number {
    const before = this.bytes.length;
    if (this.length + this.recordBytes <= before) return 0;
    const larger = new Uint8Array(Math.max(FIRST_RECORDS * this.recordBytes, 2 * before));
    larger.set(this.bytes.subarray(0, this.length));
    this.bytes = larger;
    this.view = new DataView(larger.buffer);
    return larger.length - before;
  }

  /** Of a buffer that was flushed: returns the bytes that are held less. */
  release(): number {
    const before = this.bytes.length;
    this.bytes = new Uint8Array(0);
    this.view = new DataView(this.bytes.buffer);
    return before;
  }

  /** Writes what was gathered as a DT or DZ block behind its list, at `at`; returns the address behind it. */
  flush(output: LogOutput, at: number, deflate: Deflate | undefined): number {
    if (this.length === 0) return at;
    const records = this.bytes.subarray(0, this.length);
    // Packed blocks must stand behind an HL, which says how they are packed: deflate.
    const isFirstPacked = this.offset === 0 && deflate !== undefined;
    const header = isFirstPacked ? block("HL", [0], new Uint8Array([0, 0, 1, 0, 0, 0, 0, 0])) : new Uint8Array(0);
    const listAt = at + header.length;
    const listBytes = blockList(0, 0).length;
    const list = blockList(listAt + listBytes, this.offset);
    const data = deflate ? this.packed(records, deflate) : block("DT", [], records);
    for (const part of [header, list, data]) if (part.length > 0) output.append(part);
    if (isFirstPacked) this.link(output, at);
    this.link(output, listAt);
    this.offset += this.length;
    this.length = 0;
    return listAt + listBytes + data.length;
  }

  /** Points the open end of the chain to the block at `at`, whose first link is the new open end. */
  private link(output: LogOutput, at: number): void {
    output.patch?.(this.linkAt, uint64Bytes(at));
    this.linkAt = at + BLOCK_HEADER_BYTES;
  }

  /** DZ of type 1: the records column by column, which packs far better than row by row. */
  private packed(records: Uint8Array, deflate: Deflate): Uint8Array {
    const rows = records.length / this.recordBytes;
    const columns = new Uint8Array(records.length);
    let to = 0;
    for (let column = 0; column < this.recordBytes; column++) {
      for (let row = 0, at = column; row < rows; row++, at += this.recordBytes) columns[to++] = records[at] as number;
    }
    const zipped = deflate(columns);
    const data = new Uint8Array(24 + zipped.length);
    const view = new DataView(data.buffer);
    data.set([0x44, 0x54, 1, 0]);
    view.setUint32(4, this.recordBytes, true);
    setUint64(view, 8, records.length);
    setUint64(view, 16, zipped.length);
    data.set(zipped, 24);
    return block("DZ", [], data);
  }
}

/** A list (DL) of one data block. */
function blockList(dataAt: number, offset: number): Uint8Array {
  const data = new Uint8Array(16);
  const view = new DataView(data.buffer);
  view.setUint32(4, 1, true);
  setUint64(view, 8, offset);
  return block("DL", [0, dataAt], data);
}
