import { constants, crc32, zstdCompressSync, zstdDecompressSync } from "node:zlib";
import { type CurvePixel, PixelColumns } from "./curve-pixels.ts";

/*
 * A kept body: the pixels of one second each, or of one minute each, of one signal in one segment. u32 pixels | u32
 * unused | f64 origin (microseconds) | f64 columns: index, first, last, min, max | u32 columns: samples, and the times of
 * first, last, min and max in microseconds after the beginning of the pixel. zstd, with a CRC-32 of it in front.
 */

const VALUES = ["first", "last", "min", "max"] as const;
const TIMES = ["firstUs", "lastUs", "minUs", "maxUs"] as const;
const HEAD_BYTES = 16;
const LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };

/** `pixels.index` counts units from `originUs`, a whole unit. */
export function writeKept(pixels: PixelColumns, originUs: number, unitUs: number): Uint8Array {
  const n = pixels.length;
  const raw = new ArrayBuffer(HEAD_BYTES + n * (8 * 5 + 4 * 5));
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
  const bytes = new Uint8Array(4 + packed.length);
  new DataView(bytes.buffer).setUint32(0, crc32(packed), true);
  bytes.set(packed, 4);
  return bytes;
}

/** Undefined: the bytes are damaged. */
export function readKept(bytes: Uint8Array, unitUs: number): KeptPixels | undefined {
  const packed = bytes.subarray(4);
  const crc = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0, true);
  if (crc32(packed) !== crc) return undefined;
  const inflated = zstdDecompressSync(packed);
  const raw = inflated.buffer.slice(inflated.byteOffset, inflated.byteOffset + inflated.length) as ArrayBuffer;
  const head = new DataView(raw);
  const n = head.getUint32(0, true);
  const originUs = head.getFloat64(8, true);
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
  return new KeptPixels(n, originUs, unitUs, columns);
}

/** The pixels of a body, each of one unit. */
export class KeptPixels {
  readonly length: number;
  readonly #originUs: number;
  readonly #unitUs: number;
  readonly #columns: Readonly<Record<string, Float64Array | Uint32Array>>;

  constructor(
    length: number,
    originUs: number,
    unitUs: number,
    columns: Readonly<Record<string, Float64Array | Uint32Array>>,
  ) {
    this.length = length;
    this.#originUs = originUs;
    this.#unitUs = unitUs;
    this.#columns = columns;
  }

  /** Joins the units of `[fromUs, toUs)` into pixels of a grid whose width is a whole number of units. */
  joinInto(
    into: PixelColumns,
    { originUs, pixelUs, fromUs, toUs }: { originUs: number; pixelUs: number; fromUs: number; toUs: number },
  ): void {
    const index = this.#columns.index as Float64Array;
    const samples = this.#columns.samples as Uint32Array;
    const [first, last, min, max] = VALUES.map((name) => this.#columns[name] as Float64Array) as Four<Float64Array>;
    const [firstUs, lastUs, minUs, maxUs] = TIMES.map(
      (name) => this.#columns[name] as Uint32Array,
    ) as Four<Uint32Array>;
    for (let row = 0; row < this.length; row += 1) {
      const baseUs = this.#originUs + (index[row] as number) * this.#unitUs;
      if (baseUs < fromUs || baseUs >= toUs) continue;
      const pixel = Math.floor((baseUs - originUs) / pixelUs);
      const at = into.length - 1;
      if (at < 0 || into.index[at] !== pixel) {
        into.push({
          index: pixel,
          samples: samples[row] as number,
          firstUs: baseUs + (firstUs[row] as number),
          first: first[row] as number,
          lastUs: baseUs + (lastUs[row] as number),
          last: last[row] as number,
          minUs: baseUs + (minUs[row] as number),
          min: min[row] as number,
          maxUs: baseUs + (maxUs[row] as number),
          max: max[row] as number,
        });
        continue;
      }
      into.samples[at] = (into.samples[at] as number) + (samples[row] as number);
      into.lastUs[at] = baseUs + (lastUs[row] as number);
      into.last[at] = last[row] as number;
      if ((min[row] as number) < (into.min[at] as number)) {
        into.min[at] = min[row] as number;
        into.minUs[at] = baseUs + (minUs[row] as number);
      }
      if ((max[row] as number) > (into.max[at] as number)) {
        into.max[at] = max[row] as number;
        into.maxUs[at] = baseUs + (maxUs[row] as number);
      }
    }
  }
}

type Four<T> = [T, T, T, T];

/** Pixels of one unit as columns, with indices from the first whole unit on. */
export function unitColumns(pixels: readonly CurvePixel[]): PixelColumns {
  const columns = new PixelColumns();
  for (const pixel of pixels) columns.push(pixel);
  return columns;
}
