import { constants, crc32, zstdCompressSync } from "node:zlib";
import { type CurvePixel, PixelColumns, type PixelGrid } from "../../reading/curve-pixels.ts";
import { inflateInto } from "../../segments/inflate.ts";
import type { TimeWindow } from "../time-window.ts";

/*
 * A kept body: the pixels of one second each, or of one minute each, of one signal in one segment. u32 pixels | u32
 * unused | f64 origin (microseconds) | f64 columns: index, first, last, min, max | u32 columns: samples, and the times of
 * first, last, min and max in microseconds after the beginning of the pixel. zstd; in front of it its raw length, and in
 * front of both a CRC-32 of them.
 */

const VALUES = ["first", "last", "min", "max"] as const;
const TIMES = ["firstUs", "lastUs", "minUs", "maxUs"] as const;
const HEAD_BYTES = 16;
const PIXEL_BYTES = 8 * 5 + 4 * 5;
/** A second each, of a day. */
const MOST_PIXELS = 86_400;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** `pixels.index` counts units from `originUs`, a whole unit. */
export function writeKept(pixels: PixelColumns, originUs: number, unitUs: number): Uint8Array {
  const n = pixels.length;
  const raw = new ArrayBuffer(HEAD_BYTES + n * PIXEL_BYTES);
  const head = new DataView(raw);
  head.setUint32(0, n, true);
  head.setFloat64(8, originUs, true);
  let at = HEAD_BYTES;
  for (const name of ["index", ...VALUES] as const) {
    new Float64Array(raw, at, n).set(pixels[name].subarray(0, n));
    at += 8 * n;
  }
  new Uint32Array(raw, at, n).set(pixels.samples.subarray(0, n));
  at += 4 * n;
  for (const name of TIMES) {
    const column = new Uint32Array(raw, at, n);
    for (let row = 0; row < n; row += 1)
      column[row] = (pixels[name][row] as number) - originUs - (pixels.index[row] as number) * unitUs;
    at += 4 * n;
  }
  const packed = zstdCompressSync(new Uint8Array(raw), LEVEL);
  const bytes = new Uint8Array(8 + packed.length);
  bytes.set(packed, 8);
  const front = new DataView(bytes.buffer);
  front.setUint32(4, raw.byteLength, true);
  front.setUint32(0, crc32(bytes.subarray(4)), true);
  return bytes;
}

/** Bodies are read one after another, each is over before the next: a day of seconds takes five megabytes. */
let room = new Uint8Array(0);

/** Good until the next call. Undefined: the bytes are damaged. */
export function readKept(bytes: Uint8Array, unitUs: number): KeptPixels | undefined {
  const front = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  if (bytes.length < 8 || crc32(bytes.subarray(4)) !== front.getUint32(0, true)) return undefined;
  const rawLength = front.getUint32(4, true);
  if (rawLength < HEAD_BYTES || rawLength > HEAD_BYTES + MOST_PIXELS * PIXEL_BYTES) return undefined;
  if (rawLength >= room.length) room = new Uint8Array(rawLength + 1);
  if (!inflateInto(room, 0, bytes.subarray(8), rawLength)) return undefined;
  const raw = room.buffer;
  const head = new DataView(raw);
  const n = head.getUint32(0, true);
  if (rawLength !== HEAD_BYTES + n * PIXEL_BYTES) return undefined;
  const columns: Record<string, Float64Array | Uint32Array> = {};
  let at = HEAD_BYTES;
  for (const name of ["index", ...VALUES]) {
    columns[name] = new Float64Array(raw, at, n);
    at += 8 * n;
  }
  for (const name of ["samples", ...TIMES]) {
    columns[name] = new Uint32Array(raw, at, n);
    at += 4 * n;
  }
  return new KeptPixels(n, head.getFloat64(8, true), unitUs, columns as unknown as KeptColumns);
}

type KeptColumns = Readonly<Record<"index" | (typeof VALUES)[number], Float64Array>> &
  Readonly<Record<"samples" | (typeof TIMES)[number], Uint32Array>>;

/** The pixels of a body, each of one unit. */
export class KeptPixels {
  readonly length: number;
  readonly #originUs: number;
  readonly #unitUs: number;
  readonly #columns: KeptColumns;

  constructor(length: number, originUs: number, unitUs: number, columns: KeptColumns) {
    this.length = length;
    this.#originUs = originUs;
    this.#unitUs = unitUs;
    this.#columns = columns;
  }

  /** The units of `[fromUs, toUs)` as pixels of a grid whose width is a whole number of units. */
  join({ originUs, pixelUs, fromUs, toUs }: PixelGrid & TimeWindow): PixelColumns {
    const joined = new PixelColumns();
    const end = this.#rowAt(toUs);
    let row = this.#rowAt(fromUs);
    while (row < end) {
      const pixel = Math.floor((this.#timeOf(row) - originUs) / pixelUs);
      row = this.#joinPixel(joined, pixel, row, Math.min(end, this.#rowAt(originUs + (pixel + 1) * pixelUs, row + 1)));
    }
    return joined;
  }

  /** Each unit that begins in the window or holds its beginning. */
  eachUnit(
    { fromUs, toUs }: TimeWindow,
    take: (timeUs: number, min: number, max: number, lastUs: number) => void,
  ): void {
    const { min, max, lastUs } = this.#columns;
    const end = this.#rowAt(toUs);
    for (let row = this.#rowAt(Math.floor(fromUs / this.#unitUs) * this.#unitUs); row < end; row += 1) {
      const timeUs = this.#timeOf(row);
      take(timeUs, min[row] as number, max[row] as number, timeUs + (lastUs[row] as number));
    }
  }

  #timeOf(row: number): number {
    return this.#originUs + (this.#columns.index[row] as number) * this.#unitUs;
  }

  /** The first unit that begins at or after a time. */
  #rowAt(timeUs: number, from = 0): number {
    const { index } = this.#columns;
    const wanted = (timeUs - this.#originUs) / this.#unitUs;
    let low = from;
    // Indices rise by one at least: as many rows ahead it is surely there.
    const first = index[from];
    let high = first === undefined ? from : Math.min(this.length, Math.max(from, from + Math.ceil(wanted - first)));
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((index[middle] as number) < wanted) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  /** The units `from … to - 1` as one pixel; returns `to`. */
  #joinPixel(joined: PixelColumns, pixel: number, from: number, to: number): number {
    const { samples, first, firstUs, last, lastUs, min, minUs, max, maxUs } = this.#columns;
    let [sum, minRow, maxRow] = [0, from, from];
    let [least, largest] = [min[from] as number, max[from] as number];
    for (let row = from; row < to; row += 1) {
      sum += samples[row] as number;
      if ((min[row] as number) < least) {
        least = min[row] as number;
        minRow = row;
      }
      if ((max[row] as number) > largest) {
        largest = max[row] as number;
        maxRow = row;
      }
    }
    joined.push({
      index: pixel,
      samples: sum,
      firstUs: this.#timeOf(from) + (firstUs[from] as number),
      first: first[from] as number,
      lastUs: this.#timeOf(to - 1) + (lastUs[to - 1] as number),
      last: last[to - 1] as number,
      minUs: this.#timeOf(minRow) + (minUs[minRow] as number),
      min: least,
      maxUs: this.#timeOf(maxRow) + (maxUs[maxRow] as number),
      max: largest,
    });
    return to;
  }
}

/** Pixels of one unit as columns, with indices from the first whole unit on. */
export function unitColumns(pixels: readonly CurvePixel[]): PixelColumns {
  const columns = new PixelColumns();
  for (const pixel of pixels) columns.push(pixel);
  return columns;
}
