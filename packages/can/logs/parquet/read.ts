import { unpackSnappy } from "../../bytes/snappy.ts";
import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_ESI,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  MAX_EXTENDED_ID,
  MAX_STANDARD_ID,
} from "../../frame/frame.ts";
import { isFrameTime } from "../frame-output.ts";
import { checkInflate } from "../inflate-limits.ts";
import type { Reading } from "../mdf4/blocks.ts";
import { RangeReader } from "../range-reader.ts";
import type { LogProblemCode, LogSink, ReadOptions } from "../reader.ts";
import { MAX_GROUP_ROWS, readChunk } from "./chunk.ts";
import { type ChunkInfo, type GroupInfo, readFooter } from "./footer.ts";
import { ParquetDamage } from "./thrift-read.ts";
import { microsPerUnit } from "./time-unit.ts";
import type { ColumnValues } from "./values.ts";

const TAIL_BYTES = 8;
const MAGIC = 0x31524150; // "PAR1"
/** The footer of a thousand row groups has some hundred kilobytes. */
const MAX_FOOTER_BYTES = 32 * 1024 * 1024;
const MAX_CHUNK_BYTES = 128 * 1024 * 1024;
/** Codecs of the format. */
const UNCOMPRESSED = 0;
const SNAPPY = 1;
const GZIP = 2;
const ZSTD = 6;
const GZIP_HEAD_BYTES = 10;
const GZIP_TAIL_BYTES = 8;

/** Columns by their names here and elsewhere. */
const NAMES = {
  time: ["time", "timestamp"],
  channel: ["channel", "bus"],
  id: ["id", "arbitration_id", "can_id"],
  size: ["size", "dlc", "length"],
  data: ["data", "data_bytes"],
} as const;
const FLAGS: readonly (readonly [string, number])[] = [
  ["extended", FLAG_EXTENDED],
  ["remote", FLAG_REMOTE],
  ["error", FLAG_ERROR],
  ["fd", FLAG_FD],
  ["brs", FLAG_BRS],
  ["esi", FLAG_ESI],
  ["tx", FLAG_TX],
];

class Unsupported extends Error {
  readonly code: LogProblemCode;

  constructor(code: LogProblemCode) {
    super();
    this.code = code;
  }
}

/** Apache Parquet with one row per frame, as `ParquetWriter` and others make it. */
export class ParquetReader extends RangeReader {
  bytesRead = 0;
  private readonly options: ReadOptions;
  /** Of the column of times in all row groups; undefined before the first. */
  private timeUnitUs: number | undefined;

  constructor(sink: LogSink, options: ReadOptions = {}) {
    super(sink);
    this.options = options;
    this.start();
  }

  protected override *read(): Reading<void> {
    const size = this.options.size ?? 0;
    const groups = size < TAIL_BYTES ? undefined : yield* this.footer(size);
    if (groups === undefined) {
      this.out.problem("badHeader", Math.max(0, size - TAIL_BYTES));
      return;
    }
    for (const group of groups) {
      const at = group.chunks[0]?.at ?? 0;
      try {
        yield* this.group(group);
      } catch (error) {
        if (!(error instanceof ParquetDamage || error instanceof Unsupported)) throw error;
        this.out.problem(error instanceof Unsupported ? error.code : "badBlock", at);
      }
    }
  }

  private *footer(size: number): Reading<GroupInfo[] | undefined> {
    const tail = new Uint8Array(yield { at: size - TAIL_BYTES, length: TAIL_BYTES });
    if (tail.length < TAIL_BYTES) return undefined;
    const view = new DataView(tail.buffer);
    const length = view.getUint32(0, true);
    const at = size - TAIL_BYTES - length;
    if (view.getUint32(4, true) !== MAGIC || at < 0 || length > MAX_FOOTER_BYTES) return undefined;
    try {
      return readFooter(new Uint8Array(yield { at, length }));
    } catch (error) {
      if (error instanceof ParquetDamage) return undefined;
      throw error;
    }
  }

  private *group({ rows, chunks }: GroupInfo): Reading<void> {
    if (rows > MAX_GROUP_ROWS) throw new Unsupported("tooLarge");
    const column = (...names: readonly string[]): ChunkInfo | undefined =>
      chunks.find(({ name }) => names.includes(name.toLowerCase()));
    const timeChunk = column(...NAMES.time);
    const wanted = [timeChunk, column(...NAMES.id), column(...NAMES.data)];
    if (wanted.includes(undefined)) throw new Unsupported("badHeader");
    const others = [column(...NAMES.channel), column(...NAMES.size), ...FLAGS.map(([name]) => column(name))];
    const values: (ColumnValues | undefined)[] = [];
    for (const chunk of [...wanted, ...others]) values.push(yield* this.chunk(chunk, rows));
    const [time, id, data, channel, size, ...flags] = values;
    if (time === undefined || id === undefined || data === undefined || timeChunk === undefined) return;
    const unitUs = this.unitOf(timeChunk, time.numbers);
    this.push(rows, { time, unitUs, id, data, channel, size, flags });
  }

  /** One unit for the whole file: times from its start on are small in the first row group alone. */
  private unitOf(chunk: ChunkInfo, times: Float64Array): number {
    if (this.timeUnitUs !== undefined) return this.timeUnitUs;
    const unitUs = microsPerUnit(chunk, times);
    if (unitUs === undefined) this.out.problem("timeUnitMissing", chunk.at);
    this.timeUnitUs = unitUs ?? 1;
    return this.timeUnitUs;
  }

  private *chunk(chunk: ChunkInfo | undefined, rows: number): Reading<ColumnValues | undefined> {
    if (chunk === undefined) return undefined;
    if (chunk.length > MAX_CHUNK_BYTES) throw new Unsupported("tooLarge");
    const bytes = yield { at: chunk.at, length: chunk.length };
    if (bytes.length < chunk.length) throw new Unsupported("truncated");
    this.bytesRead += bytes.length;
    return readChunk(bytes, chunk, rows, (codec, packed, size) => this.unpack(codec, packed, size));
  }

  private unpack(codec: number, bytes: Uint8Array, size: number): Uint8Array {
    if (codec === UNCOMPRESSED) return bytes;
    const refused = checkInflate(bytes.length, size);
    if (refused !== undefined) throw new Unsupported(refused);
    const unpacked = this.unpacked(codec, bytes, size);
    if (unpacked === undefined || unpacked.length !== size) throw new Unsupported("inflateFailed");
    return unpacked;
  }

  private unpacked(codec: number, bytes: Uint8Array, size: number): Uint8Array | undefined {
    const { inflate, zstd } = this.options;
    if (codec === SNAPPY) return unpackSnappy(bytes, size);
    try {
      if (codec === GZIP && inflate !== undefined) return inflate(zlibOf(bytes), size);
      if (codec === ZSTD && zstd !== undefined) return zstd(bytes, size);
    } catch {
      return undefined;
    }
    throw new Unsupported("unsupportedCompression");
  }

  private push(rows: number, columns: Columns): void {
    const { time, unitUs, id, data, channel, size } = columns;
    for (let i = 0; i < rows; i++) {
      const flags = flagsOf(columns, i);
      const length = data.sizes[i] as number;
      const isRemote = (flags & FLAG_REMOTE) !== 0;
      const frameSize = isRemote ? (size?.numbers[i] ?? length) : length;
      const timeUs = Math.round((time.numbers[i] as number) * unitUs);
      const frameId = id.numbers[i] as number;
      const maxId = flags & (FLAG_EXTENDED | FLAG_ERROR) ? MAX_EXTENDED_ID : MAX_STANDARD_ID;
      const isFrame = isFrameTime(timeUs) && frameId >= 0 && frameId <= maxId && frameSize >= 0 && frameSize <= 64;
      if (isFrame) {
        const bus = (channel?.numbers[i] ?? 0) & 255;
        this.out.batch.push(timeUs, bus, frameId, flags, frameSize, data.bytes, data.starts[i]);
        this.out.flushIfFull();
      } else this.out.problem("badLine", 0, i + 1);
    }
  }
}

interface Columns {
  readonly time: ColumnValues;
  readonly unitUs: number;
  readonly id: ColumnValues;
  readonly data: ColumnValues;
  readonly channel: ColumnValues | undefined;
  readonly size: ColumnValues | undefined;
  readonly flags: readonly (ColumnValues | undefined)[];
}

/** Without a column of its own an identifier beyond 11 bits is extended, and more than 8 bytes are CAN FD. */
function flagsOf({ id, data, flags }: Columns, i: number): number {
  let all = 0;
  for (const [k, [, flag]] of FLAGS.entries()) if (flags[k]?.numbers[i] === 1) all |= flag;
  if (flags[0] === undefined && (id.numbers[i] as number) > MAX_STANDARD_ID) all |= FLAG_EXTENDED;
  if (flags[3] === undefined && (data.sizes[i] as number) > 8) all |= FLAG_FD;
  return all;
}

/** The deflate stream of a plain gzip with the head of zlib; its checksum is left out. */
function zlibOf(gzip: Uint8Array): Uint8Array {
  if (gzip[0] !== 0x1f || gzip[1] !== 0x8b || gzip[3] !== 0) throw new Unsupported("unsupportedCompression");
  const zlib = gzip.slice(GZIP_HEAD_BYTES - 2, -GZIP_TAIL_BYTES);
  zlib.set([0x78, 0x01]);
  return zlib;
}
