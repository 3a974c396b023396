import { FrameBatch } from "@canopy/can/frame/batch";
import { readVarint, skipString } from "../platform/clickhouse/native-reading.ts";

/** The columns of `streamFrames`, in this order; the widths of all but the last, which are strings. */
export const BLOCK_COLUMNS = ["ts", "ch", "id", "flags", "len", "d8", "ext"] as const;
const WIDTHS = [8, 1, 4, 1, 1, 8] as const;
const TWO_32 = 2 ** 32;
const FIRST_BYTES = 1 << 20;

/** Where the columns of a whole block lie in the bytes. */
interface Block {
  readonly rows: number;
  readonly columns: readonly number[];
  readonly end: number;
}

/** ClickHouse's Native format as batches: blocks of columns, so no row is parsed. A batch is good until the next. */
export async function* parseFrameBlocks(
  chunks: AsyncIterable<Uint8Array>,
): AsyncGenerator<FrameBatch, void, undefined> {
  const batch = new FrameBatch();
  let bytes = new Uint8Array(FIRST_BYTES);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > bytes.length) {
      const larger = new Uint8Array(2 * (length + chunk.length));
      larger.set(bytes.subarray(0, length));
      bytes = larger;
    }
    bytes.set(chunk, length);
    length += chunk.length;
    let at = 0;
    for (let block = blockAt(bytes, at, length); block !== undefined; block = blockAt(bytes, at, length)) {
      fill(batch, bytes, block);
      at = block.end;
      if (batch.length > 0) yield batch;
    }
    bytes.copyWithin(0, at, length);
    length -= at;
  }
  if (length > 0) throw new Error("the store's answer ends within a block");
}

/** Undefined: it is not here whole yet. */
function blockAt(bytes: Uint8Array, from: number, length: number): Block | undefined {
  const reading = { bytes, at: from, length };
  if (from >= length) return undefined;
  const count = readVarint(reading);
  const rows = readVarint(reading);
  if (count === undefined || rows === undefined) return undefined;
  if (count !== BLOCK_COLUMNS.length) throw new Error(`the store answered ${count} columns`);
  const columns: number[] = [];
  for (let column = 0; column < count; column += 1) {
    if (!skipString(reading) || !skipString(reading)) return undefined;
    columns.push(reading.at);
    const width = WIDTHS[column];
    if (width !== undefined) reading.at += rows * width;
    else for (let row = 0; row < rows; row += 1) if (!skipString(reading)) return undefined;
    if (reading.at > length) return undefined;
  }
  return { rows, columns, end: reading.at };
}

const long = new Uint8Array(256);

function fill(batch: FrameBatch, bytes: Uint8Array, { rows, columns }: Block): void {
  const [time = 0, channel = 0, id = 0, flags = 0, size = 0, head = 0, tail = 0] = columns;
  // Copies, because a view of 32-bit numbers must begin at a multiple of four.
  const times = new Uint32Array(bytes.slice(time, time + 8 * rows).buffer);
  const ids = new Uint32Array(bytes.slice(id, id + 4 * rows).buffer);
  batch.clear();
  let at = tail;
  for (let row = 0; row < rows; row += 1) {
    const timeUs = (times[2 * row + 1] as number) * TWO_32 + (times[2 * row] as number);
    const flag = bytes[flags + row] as number;
    const length = bytes[size + row] as number;
    const rest = bytes[at] as number;
    const ch = bytes[channel + row] as number;
    if (length <= 8 || rest === 0) batch.push(timeUs, ch, ids[row] as number, flag, length, bytes, head + 8 * row);
    else {
      long.set(bytes.subarray(head + 8 * row, head + 8 * row + 8));
      long.set(bytes.subarray(at + 1, at + 1 + rest), 8);
      batch.push(timeUs, ch, ids[row] as number, flag, length, long);
    }
    // A payload has at most 64 bytes: its length is one byte.
    at += 1 + rest;
  }
}
