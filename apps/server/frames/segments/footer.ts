import { constants, crc32, zstdCompressSync } from "node:zlib";
import { MINUTE_US } from "../store/time-window.ts";
import {
  FOOTER_COLUMNS,
  type MinuteColumns,
  type MinuteRow,
  type PlaneColumns,
  type PlaneEntry,
  type RunColumns,
  type RunEntry,
  type View,
} from "./footer-columns.ts";
import { FooterRows } from "./footer-rows.ts";
import { inflate } from "./inflate.ts";
import { payloadSize, type RunKey } from "./run.ts";

/*
 * The footer describes the runs of a segment and counts its frames by minute, as columns: a reader makes views of them
 * and parses nothing. docs/segment-format.md has the layout byte by byte.
 */

export const SEGMENT_MAGIC = 0x31474553; // "SEG1", little-endian
export const FORMAT_VERSION = 1;
/** u32 stored bytes of the footer | u32 raw bytes | u32 CRC-32 of the stored bytes | u32 magic */
export const TRAILER_BYTES = 16;
const HEADER_BYTES = 64;
const FOOTER_LEVEL = { params: { [constants.ZSTD_c_compressionLevel]: 3 } };
/** A footer beyond this is damage: it would be a day of a million runs. */
const MAX_FOOTER_BYTES = 512 * 1024 * 1024;

export interface SegmentTotals {
  readonly bindingNumber: number;
  readonly frames: number;
  /** As the package counts them. */
  readonly bytes: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

/** Frames of one minute. */
export interface MinuteEntry {
  readonly minute: number;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
}

export class SegmentFooter {
  readonly totals: SegmentTotals;
  readonly runs: number;
  readonly columns: RunColumns;
  readonly planes: PlaneColumns;
  readonly minutes: MinuteColumns;
  /** Where the entries of run i begin among the planes; one more than there are runs. */
  readonly planeAt: Uint32Array;
  /** Where the bytes of run i begin in the segment; one more than there are runs. */
  readonly byteAt: Float64Array;
  /** Bytes in memory. */
  readonly memory: number;

  /** `bytes` are the raw footer, 8-byte aligned. Throws a RangeError where they are none. */
  constructor(bytes: ArrayBuffer) {
    const head = new DataView(bytes, 0, HEADER_BYTES);
    const version = head.getUint32(0, true);
    if (version !== FORMAT_VERSION) throw new RangeError(`segment format ${version} is unknown`);
    const counts = {
      runs: head.getUint32(8, true),
      planes: head.getUint32(12, true),
      minutes: head.getUint32(16, true),
    };
    this.totals = {
      bindingNumber: head.getUint32(4, true),
      frames: head.getFloat64(24, true),
      bytes: head.getFloat64(32, true),
      firstUs: head.getFloat64(40, true),
      lastUs: head.getFloat64(48, true),
    };
    this.runs = counts.runs;
    const views: Record<string, View> = {};
    let at = HEADER_BYTES;
    for (const { name, type, part } of FOOTER_COLUMNS) {
      views[name] = new type(bytes, at, counts[part]);
      at += counts[part] * type.BYTES_PER_ELEMENT;
    }
    if (at !== bytes.byteLength) throw new RangeError("the footer has another length than its columns");
    this.columns = views as unknown as RunColumns;
    this.planes = views as unknown as PlaneColumns;
    this.minutes = views as unknown as MinuteColumns;
    this.planeAt = new Uint32Array(counts.runs + 1);
    this.byteAt = new Float64Array(counts.runs + 1);
    this.#place();
    this.memory = bytes.byteLength + 12 * (counts.runs + 1) + 512;
    if (this.planeAt[counts.runs] !== counts.planes) throw new RangeError("the footer lacks planes");
  }

  keyOf(run: number): RunKey {
    const { channel, id, flags, size } = this.columns;
    return {
      channel: channel[run] as number,
      id: id[run] as number,
      flags: flags[run] as number,
      size: size[run] as number,
    };
  }

  minuteAt(row: number): MinuteEntry {
    const minute = this.minutes.minute[row] as number;
    return {
      minute,
      frames: this.minutes.minuteFrames[row] as number,
      firstUs: minute * MINUTE_US + (this.minutes.minuteFirst[row] as number),
      lastUs: minute * MINUTE_US + (this.minutes.minuteLast[row] as number),
    };
  }

  #place(): void {
    const { flags, size, timeLength, kLength, groupLength } = this.columns;
    let planes = 0;
    let bytes = 0;
    for (let run = 0; run < this.runs; run += 1) {
      this.planeAt[run] = planes;
      this.byteAt[run] = bytes;
      const own = payloadSize({ flags: flags[run] as number, size: size[run] as number });
      bytes += (timeLength[run] as number) + (kLength[run] as number) + (groupLength[run] as number);
      for (let plane = planes; plane < planes + own; plane += 1) bytes += this.planes.planeLength[plane] as number;
      planes += own;
    }
    this.planeAt[this.runs] = planes;
    this.byteAt[this.runs] = bytes;
  }
}

/** The footer with its trailer, as the segment ends. */
export function writeFooter(
  totals: SegmentTotals,
  runs: FooterRows<RunEntry>,
  planes: FooterRows<PlaneEntry>,
  minutes: readonly MinuteEntry[],
): Uint8Array {
  const counts = { runs: runs.length, planes: planes.length, minutes: minutes.length };
  const length = FOOTER_COLUMNS.reduce(
    (sum, { type, part }) => sum + counts[part] * type.BYTES_PER_ELEMENT,
    HEADER_BYTES,
  );
  if (length > MAX_FOOTER_BYTES) throw new RangeError("a footer of this length could not be read again");
  const raw = new ArrayBuffer(length);
  const head = new DataView(raw);
  head.setUint32(0, FORMAT_VERSION, true);
  head.setUint32(4, totals.bindingNumber, true);
  head.setUint32(8, counts.runs, true);
  head.setUint32(12, counts.planes, true);
  head.setUint32(16, counts.minutes, true);
  head.setFloat64(24, totals.frames, true);
  head.setFloat64(32, totals.bytes, true);
  head.setFloat64(40, totals.firstUs, true);
  head.setFloat64(48, totals.lastUs, true);
  const minuteRows = minutesOf(minutes);
  let at = HEADER_BYTES;
  for (const { name, type, part } of FOOTER_COLUMNS) {
    const rows = part === "runs" ? runs : part === "planes" ? planes : minuteRows;
    new type(raw, at, counts[part]).set(rows.column(name));
    at += counts[part] * type.BYTES_PER_ELEMENT;
  }
  const stored = zstdCompressSync(new Uint8Array(raw), FOOTER_LEVEL);
  const bytes = new Uint8Array(stored.length + TRAILER_BYTES);
  bytes.set(stored);
  const trailer = new DataView(bytes.buffer, stored.length);
  trailer.setUint32(0, stored.length, true);
  trailer.setUint32(4, length, true);
  trailer.setUint32(8, crc32(stored), true);
  trailer.setUint32(12, SEGMENT_MAGIC, true);
  return bytes;
}

function minutesOf(minutes: readonly MinuteEntry[]): FooterRows<MinuteRow> {
  const rows = new FooterRows<MinuteRow>("minutes");
  for (const { minute, frames, firstUs, lastUs } of minutes)
    rows.push({
      minute,
      minuteFrames: frames,
      minuteFirst: firstUs - minute * MINUTE_US,
      minuteLast: lastUs - minute * MINUTE_US,
    });
  return rows;
}

/** From the last bytes of a segment, footer and trailer. Throws a RangeError where they are damaged. */
export function readFooter(end: Uint8Array): SegmentFooter {
  if (end.length < TRAILER_BYTES) throw new RangeError("the segment is too short");
  const trailer = new DataView(end.buffer, end.byteOffset + end.length - TRAILER_BYTES, TRAILER_BYTES);
  if (trailer.getUint32(12, true) !== SEGMENT_MAGIC) throw new RangeError("the segment does not end as one");
  const storedLength = trailer.getUint32(0, true);
  const rawLength = trailer.getUint32(4, true);
  if (storedLength + TRAILER_BYTES > end.length || rawLength > MAX_FOOTER_BYTES)
    throw new RangeError("the footer's length is wrong");
  const stored = end.subarray(end.length - TRAILER_BYTES - storedLength, end.length - TRAILER_BYTES);
  if (crc32(stored) !== trailer.getUint32(8, true)) throw new RangeError("the footer's checksum is wrong");
  const raw = inflate(stored, rawLength);
  if (raw === undefined) throw new RangeError("the footer cannot be inflated, or has another length than it says");
  // A buffer of its own: the views need an aligned beginning, and memory shared with blocks would be kept alive.
  return new SegmentFooter(raw.buffer.slice(raw.byteOffset, raw.byteOffset + raw.length) as ArrayBuffer);
}
