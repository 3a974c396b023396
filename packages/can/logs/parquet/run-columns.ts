import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "../../frame/frame.ts";
import {
  CONVERTED,
  type ColumnPage,
  ENCODING,
  type EncodedColumn,
  type ParquetColumn,
  plainColumn,
  plainNumbers,
  plainTimes,
  UTC_MICROS,
} from "./column.ts";
import { repeatedNumbers } from "./dictionary-column.ts";
import { encodeDeltas } from "./encode-deltas.ts";
import { encodeBytes, encodePresence, encodeRunLengths, packedRoom } from "./encode-levels.ts";
import { TYPE } from "./footer.ts";

/** Frames of one channel, identifier, flags and size in the order of time, column by column. */
export interface FrameRun {
  readonly channel: number;
  readonly id: number;
  readonly flags: number;
  readonly size: number;
  readonly count: number;
  /** Arrays may be longer than `count`. */
  readonly timesUs: Float64Array;
  /** Numbers of frames with one time stamp; null: all 0. */
  readonly ks: Uint32Array | null;
  /** Byte k of every payload; a number where all are equal. */
  readonly planes: readonly (Uint8Array | number)[];
}

/** Rows of a row group, page by page. */
export interface RunRows {
  readonly length: number;
  readonly pages: readonly (readonly FrameRun[])[];
}

/** Payload bytes of a CAN FD frame: every file has all of these columns, so that files can be read together. */
const PAYLOAD_BYTES = 64;

/** One column per payload byte: the layout of the lake. */
export const RUN_COLUMNS: readonly ParquetColumn<RunRows>[] = [
  {
    name: "time",
    type: TYPE.int64,
    convertedType: CONVERTED.timestampMicros,
    logicalType: UTC_MICROS,
    encode: encodeTimes,
  },
  keyColumn("channel", CONVERTED.uint8, ({ channel }) => channel),
  keyColumn("id", CONVERTED.uint32, ({ id }) => id),
  flagColumn("extended", FLAG_EXTENDED),
  flagColumn("remote", FLAG_REMOTE),
  flagColumn("error", FLAG_ERROR),
  flagColumn("fd", FLAG_FD),
  flagColumn("brs", FLAG_BRS),
  flagColumn("esi", FLAG_ESI),
  flagColumn("tx", FLAG_TX),
  keyColumn("size", CONVERTED.uint8, ({ size }) => size),
  { name: "k", type: TYPE.int32, convertedType: CONVERTED.uint32, encode: encodeKs },
  ...Array.from({ length: PAYLOAD_BYTES }, (_, k) => byteColumn(k)),
];

const countOf = (runs: readonly FrameRun[]): number => runs.reduce((sum, { count }) => sum + count, 0);

/** One column of the runs of a page as one array; that of a single run as it is. */
function joined<T extends Float64Array | Uint32Array>(
  runs: readonly FrameRun[],
  of: (run: FrameRun) => T | null,
  room: (count: number) => T,
): T {
  const [first] = runs;
  const only = runs.length === 1 && first ? of(first) : null;
  if (only !== null) return only;
  const all = room(countOf(runs));
  let at = 0;
  for (const run of runs) {
    const own = of(run);
    if (own !== null) all.set(own.subarray(0, run.count) as never, at);
    at += run.count;
  }
  return all;
}

function encodeTimes({ pages }: RunRows): EncodedColumn {
  let [min, max] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const encoded = pages.map((runs): ColumnPage => {
    for (const { timesUs, count } of runs) {
      min = Math.min(min, timesUs[0] as number);
      max = Math.max(max, timesUs[count - 1] as number);
    }
    const times = joined(
      runs,
      ({ timesUs }) => timesUs,
      (count) => new Float64Array(count),
    );
    const rows = countOf(runs);
    return { rows, bytes: encodeDeltas(times, rows).slice() };
  });
  const range = { min: plainTimes([min], 1), max: plainTimes([max], 1) };
  return { encoding: ENCODING.deltas, pages: encoded, range };
}

function encodeKs({ pages, length }: RunRows): EncodedColumn {
  if (pages.every((runs) => runs.every(({ ks }) => ks === null)))
    return repeatedNumbers([{ value: 0, count: length }], length);
  const encoded = pages.map((runs): ColumnPage => {
    const ks = joined(
      runs,
      (run) => run.ks,
      (count) => new Uint32Array(count),
    );
    const rows = countOf(runs);
    return { rows, bytes: encodeDeltas(ks, rows).slice() };
  });
  return { encoding: ENCODING.deltas, pages: encoded };
}

/** A value that all frames of a run share. */
function keyColumn(name: string, convertedType: number, of: (run: FrameRun) => number): ParquetColumn<RunRows> {
  const encode = ({ pages, length }: RunRows): EncodedColumn => {
    const runs = pages.flat().map((run) => ({ value: of(run), count: run.count }));
    return repeatedNumbers(runs, length);
  };
  return { name, type: TYPE.int32, convertedType, encode };
}

/** Booleans are bits, the first in the lowest. */
function flagColumn(name: string, mask: number): ParquetColumn<RunRows> {
  const encode = ({ pages, length }: RunRows): EncodedColumn => {
    const bytes = new Uint8Array((length + 7) >> 3);
    let at = 0;
    for (const runs of pages)
      for (const { flags, count } of runs) {
        if (flags & mask) setBits(bytes, at, at + count);
        at += count;
      }
    return plainColumn(bytes, length);
  };
  return { name, type: TYPE.boolean, encode };
}

function setBits(bytes: Uint8Array, from: number, to: number): void {
  let at = from;
  const set = () => {
    bytes[at >> 3] = (bytes[at >> 3] as number) | (1 << (at & 7));
    at++;
  };
  while (at < to && at & 7) set();
  const whole = (to - at) >> 3;
  bytes.fill(255, at >> 3, (at >> 3) + whole);
  at += 8 * whole;
  while (at < to) set();
}

/** The numbers 0 … 255: a payload byte is its own index. */
const IDENTITY = {
  count: 256,
  bytes: plainNumbers(
    Array.from({ length: 256 }, (_, i) => i),
    256,
  ),
};

/** Byte k of the payloads; frames without it have no value. */
function byteColumn(k: number): ParquetColumn<RunRows> {
  const encode = ({ pages, length }: RunRows): EncodedColumn => {
    if (pages.every((runs) => runs.every(({ planes }) => planes.length <= k)))
      return plainColumn(encodePresence([{ value: 0, count: length }]), length);
    const encoded = pages.map((runs): ColumnPage => ({ rows: countOf(runs), bytes: bytePage(runs, k) }));
    return { encoding: ENCODING.dictionary, dictionary: IDENTITY, pages: encoded };
  };
  return { name: `b${k}`, type: TYPE.int32, convertedType: CONVERTED.uint8, isOptional: true, encode };
}

function bytePage(runs: readonly FrameRun[], k: number): Uint8Array {
  const having = runs.filter(({ planes }) => planes.length > k);
  const levels = encodePresence(runs.map(({ planes, count }) => ({ value: planes.length > k ? 1 : 0, count })));
  const constants = having.map(({ planes, count }) => ({ value: planes[k], count }));
  const isConstant = constants.every((run): run is { value: number; count: number } => typeof run.value === "number");
  const count = countOf(having);
  const values = isConstant ? encodeRunLengths(constants, 8) : undefined;
  const bytes = new Uint8Array(levels.length + 1 + (values?.length ?? packedRoom(count)));
  bytes.set(levels);
  bytes[levels.length] = 8;
  const at = levels.length + 1;
  if (values !== undefined) {
    bytes.set(values, at);
    return bytes;
  }
  return bytes.subarray(0, encodeBytes(joinedPlane(having, k, count), count, bytes, at));
}

function joinedPlane(runs: readonly FrameRun[], k: number, count: number): Uint8Array {
  const [first] = runs;
  const only = runs.length === 1 ? first?.planes[k] : undefined;
  if (only instanceof Uint8Array) return only;
  const all = new Uint8Array(count);
  let at = 0;
  for (const { planes, count: own } of runs) {
    const plane = planes[k] ?? 0;
    if (typeof plane === "number") all.fill(plane, at, at + own);
    else all.set(plane.subarray(0, own), at);
    at += own;
  }
  return all;
}
