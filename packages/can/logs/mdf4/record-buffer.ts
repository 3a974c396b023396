import type { Deflate, LogOutput } from "../writer.ts";
import { block, setUint64 } from "./block-builder.ts";

/** Records gathered before they become a data block. */
const BUFFER_BYTES = 512 * 1024;

/** The records of one group on their way into data blocks, and the addresses of the blocks written. */
export class RecordBuffer {
  readonly bytes: Uint8Array;
  readonly view: DataView;
  readonly recordBytes: number;
  length = 0;
  records = 0;
  readonly blocks: { at: number; offset: number }[] = [];
  private offset = 0;

  constructor(recordBytes: number) {
    this.recordBytes = recordBytes;
    this.bytes = new Uint8Array(Math.floor(BUFFER_BYTES / recordBytes) * recordBytes);
    this.view = new DataView(this.bytes.buffer);
  }

  get isFull(): boolean {
    return this.length === this.bytes.length;
  }

  /** Writes what was gathered as a DT or DZ block at `at`; returns the address behind it. */
  flush(output: LogOutput, at: number, deflate: Deflate | undefined): number {
    if (this.length === 0) return at;
    const records = this.bytes.subarray(0, this.length);
    const bytes = deflate ? this.packed(records, deflate) : block("DT", [], records);
    output.append(bytes);
    this.blocks.push({ at, offset: this.offset });
    this.offset += this.length;
    this.length = 0;
    return at + bytes.length;
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
