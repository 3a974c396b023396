import { block, setUint64, uint64Bytes } from "./block-builder.ts";
import type { BlockOutput } from "./block-output.ts";
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
  /** Where the link to the next block is to be written: at first that of the group to its data. */
  linkAt = 0;

  constructor(recordBytes: number) {
    this.recordBytes = recordBytes;
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

  /** Writes the gathered records as a DT or DZ block behind its list. */
  flush(file: BlockOutput): void {
    if (this.length === 0) return;
    const { length, offset } = this;
    const records = this.bytes.subarray(0, length);
    const isPacked = file.deflate !== undefined;
    const given = file.deflate ? file.deflate(this.columns(records)) : records;
    file.queue.push(given, (data) => {
      const start = file.at;
      // Packed blocks must stand behind an HL, which says how they are packed: deflate.
      const isFirstPacked = isPacked && offset === 0;
      if (isFirstPacked) file.append(block("HL", [0], new Uint8Array([0, 0, 1, 0, 0, 0, 0, 0])));
      const listAt = file.at;
      file.append(blockList(listAt + blockList(0, 0).length, offset));
      file.append(isPacked ? this.packed(data, length) : block("DT", [], data));
      if (isFirstPacked) this.link(file, start);
      this.link(file, listAt);
    });
    this.offset += length;
    this.length = 0;
  }

  /** Points the open end of the chain to the block at `at`, whose first link is the new open end. */
  private link(file: BlockOutput, at: number): void {
    file.patch(this.linkAt, uint64Bytes(at));
    this.linkAt = at + BLOCK_HEADER_BYTES;
  }

  /** The records column by column, which packs far better than row by row. */
  private columns(records: Uint8Array): Uint8Array {
    const rows = records.length / this.recordBytes;
    const columns = new Uint8Array(records.length);
    let to = 0;
    for (let column = 0; column < this.recordBytes; column++) {
      for (let row = 0, at = column; row < rows; row++, at += this.recordBytes) columns[to++] = records[at] as number;
    }
    return columns;
  }

  /** DZ of type 1: deflated columns. */
  private packed(zipped: Uint8Array, unpackedBytes: number): Uint8Array {
    const data = new Uint8Array(24 + zipped.length);
    const view = new DataView(data.buffer);
    data.set([0x44, 0x54, 1, 0]);
    view.setUint32(4, this.recordBytes, true);
    setUint64(view, 8, unpackedBytes);
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
