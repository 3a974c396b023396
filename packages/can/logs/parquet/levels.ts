import { ParquetDamage } from "./thrift-read.ts";

/** The hybrid of run lengths and packed bits: `count` values of `width` bits. */
export function readHybrid(bytes: Uint8Array, from: number, width: number, count: number): Uint32Array {
  const values = new Uint32Array(count);
  if (width > 32) throw new ParquetDamage();
  const cursor = { bytes, at: from };
  for (let i = 0; i < count; ) {
    const head = readVarint(cursor);
    if (head % 2 === 0) {
      const run = Math.min(head / 2, count - i);
      const value = littleEndian(cursor, (width + 7) >> 3);
      values.fill(value, i, i + run);
      if (run === 0) throw new ParquetDamage();
      i += run;
    } else {
      const packed = ((head - 1) / 2) * 8;
      const used = Math.min(packed, count - i);
      readBits(cursor.bytes, cursor.at, width, values.subarray(i, i + used));
      cursor.at += (packed * width) / 8;
      i += used;
      if (used === 0) throw new ParquetDamage();
    }
  }
  return values;
}

/** Bits from the lowest of each byte on. */
function readBits(bytes: Uint8Array, from: number, width: number, values: Uint32Array): void {
  let bit = 8 * from;
  if (from + Math.ceil((width * values.length) / 8) > bytes.length) throw new ParquetDamage();
  for (let i = 0; i < values.length; i++, bit += width) values[i] = bitsAt(bytes, bit, width);
}

/** Up to 53 bits as a number. */
function bitsAt(bytes: Uint8Array, bit: number, width: number): number {
  let value = 0;
  let scale = 1;
  for (let done = 0; done < width; ) {
    const at = bit + done;
    const take = Math.min(8 - (at & 7), width - done);
    value += (((bytes[at >> 3] as number) >> (at & 7)) & ((1 << take) - 1)) * scale;
    scale *= 2 ** take;
    done += take;
  }
  return value;
}

interface Cursor {
  readonly bytes: Uint8Array;
  at: number;
}

function readVarint(cursor: Cursor): number {
  let value = 0;
  for (let scale = 1; ; scale *= 128) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined || scale > 2 ** 63) throw new ParquetDamage();
    value += (byte & 127) * scale;
    if (byte < 128) return value;
  }
}

function littleEndian(cursor: Cursor, count: number): number {
  let value = 0;
  for (let k = 0; k < count; k++) {
    const byte = cursor.bytes[cursor.at++];
    if (byte === undefined) throw new ParquetDamage();
    value += byte * 256 ** k;
  }
  return value;
}

/** DELTA_BINARY_PACKED: whole numbers by their differences, in blocks of miniblocks. */
export function readDeltas(bytes: Uint8Array, from: number, count: number): Float64Array {
  const cursor = { bytes, at: from };
  const values = new Float64Array(count);
  const blockSize = readVarint(cursor);
  const miniblocks = readVarint(cursor);
  const perMiniblock = blockSize / miniblocks;
  readVarint(cursor);
  let value = zigzag(readVarint(cursor));
  if (!Number.isInteger(perMiniblock) || perMiniblock < 1 || miniblocks > 512) throw new ParquetDamage();
  if (count > 0) values[0] = value;
  for (let i = 1; i < count; ) {
    const smallest = zigzag(readVarint(cursor));
    const widths = Array.from({ length: miniblocks }, () => littleEndian(cursor, 1));
    for (const width of widths) {
      if (i >= count) break;
      const used = Math.min(perMiniblock, count - i);
      if (width > 52 || cursor.at + Math.ceil((width * used) / 8) > bytes.length) throw new ParquetDamage();
      for (let k = 0; k < used; k++) {
        value += smallest + bitsAt(bytes, 8 * cursor.at + k * width, width);
        values[i++] = value;
      }
      cursor.at += (perMiniblock * width) / 8;
    }
  }
  return values;
}

function zigzag(value: number): number {
  return value % 2 === 0 ? value / 2 : -(value + 1) / 2;
}
