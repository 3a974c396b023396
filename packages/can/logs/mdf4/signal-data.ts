import type { FrameBatch } from "../../frame/batch.ts";
import { FLAG_REMOTE } from "../../frame/frame.ts";
import { ByteQueue } from "../byte-queue.ts";
import type { Reading } from "./blocks.ts";
import { DataStream, type Mdf4File } from "./data-stream.ts";
import type { RecordDecoder } from "./record.ts";

/** A value of an SD block is at most a CAN FD payload; a longer one is damage. */
const MAX_VALUE_BYTES = 64 * 1024;
/** Offsets normally rise; going back starts the stream again, which a hostile file must not do for ever. */
const MAX_REWINDS = 8;

/** Records in memory, and where their frames go. */
interface Records {
  readonly batch: FrameBatch;
  readonly view: DataView;
  readonly bytes: Uint8Array;
}

/** Values of variable length by their offset (SD): each is a 32-bit length and its bytes. */
export class SignalData {
  /** Of the value found last: where its bytes are. */
  readonly queue = new ByteQueue();
  valueAt = 0;
  valueLength = 0;
  private readonly file: Mdf4File;
  private readonly stream: DataStream;
  private base = 0;
  private rewinds = 0;

  constructor(file: Mdf4File, link: number) {
    this.file = file;
    this.stream = new DataStream(file, link);
  }

  /**
   * Appends the frame of a record, with the value found last. Without one, or with one that is too short, zeros stand for
   * what is missing, and a problem. Returns its index, -1 when the record is damaged.
   */
  push(decoder: RecordDecoder, { batch, view, bytes }: Records, record: number, isFound: boolean): number {
    const index = decoder.push(batch, view, bytes, record, isFound ? this.queue.bytes : undefined, this.valueAt);
    if (index < 0 || (batch.flags[index] as number) & FLAG_REMOTE) return index;
    const size = batch.size[index] as number;
    const known = Math.min(size, isFound ? this.valueLength : 0);
    if (known === size) return index;
    const start = batch.start[index] as number;
    batch.data.fill(0, start + known, start + size);
    this.file.out.problem("missingData", this.file.dataBytesRead);
    return index;
  }

  /** Finds a value in the loaded bytes; false when `load` must be called first. */
  find(offset: number): boolean {
    const { queue } = this;
    const at = queue.from + offset - this.base;
    if (at < queue.from || at + 4 > queue.to) return false;
    const { bytes } = queue;
    const length =
      ((bytes[at] as number) |
        ((bytes[at + 1] as number) << 8) |
        ((bytes[at + 2] as number) << 16) |
        ((bytes[at + 3] as number) << 24)) >>>
      0;
    if (at + 4 + length > queue.to) return false;
    this.valueAt = at + 4;
    this.valueLength = length;
    return true;
  }

  /** Moves on until the value at `offset` is there; false when there is none. */
  *load(offset: number): Reading<boolean> {
    if (offset < this.base) {
      if (++this.rewinds > MAX_REWINDS) return false;
      this.stream.rewind();
      this.queue.clear();
      this.base = 0;
    }
    while (!this.find(offset)) {
      this.drop(offset);
      if (this.queue.length > MAX_VALUE_BYTES && this.base === offset) return false;
      this.queue.own();
      const piece = yield* this.stream.next();
      if (piece === undefined) return false;
      this.queue.append(piece);
      // The piece is the reader's window, which the next request overwrites.
      this.queue.own();
    }
    return true;
  }

  private drop(offset: number): void {
    const count = Math.min(offset - this.base, this.queue.length);
    this.queue.from += count;
    this.base += count;
  }
}
