import type { ChunkInfo } from "./footer.ts";
import { readHybrid } from "./levels.ts";
import {
  countOf,
  numberOf,
  ParquetDamage,
  structOf,
  type ThriftFields,
  type ThriftRead,
  ThriftReader,
} from "./thrift-read.ts";
import { type ColumnValues, decodeValues, newValues, putValues } from "./values.ts";

const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const DATA_PAGE_V2 = 3;
const PLAIN = 0;

/** Unpacks a page by the codec of its chunk. */
export type Unpack = (codec: number, bytes: Uint8Array, size: number) => Uint8Array;

/** Rows of one group, which are unpacked together. */
export const MAX_GROUP_ROWS = 4_000_000;

function rowsOf(value: ThriftRead | undefined): number {
  const rows = countOf(value);
  if (rows > MAX_GROUP_ROWS) throw new ParquetDamage();
  return rows;
}

interface Page {
  readonly header: ThriftFields;
  readonly body: Uint8Array;
  readonly size: number;
}

/** All values of a column in a row group, from the bytes of its chunk. */
export function readChunk(bytes: Uint8Array, chunk: ChunkInfo, rows: number, unpack: Unpack): ColumnValues {
  const values = newValues(chunk, rows);
  let dictionary: ColumnValues | undefined;
  for (let at = 0; values.length < rows; ) {
    const thrift = new ThriftReader(bytes, at);
    const header = thrift.struct();
    const packed = countOf(header[3]);
    const body = bytes.subarray(thrift.at, thrift.at + packed);
    if (body.length < packed) throw new ParquetDamage();
    at = thrift.at + packed;
    const page = { header, body, size: countOf(header[2]) };
    const type = numberOf(header[1]);
    if (type === DICTIONARY_PAGE) dictionary = readDictionary(page, chunk, unpack);
    else if (type === DATA_PAGE) readPage(page, chunk, values, dictionary, unpack);
    else if (type === DATA_PAGE_V2) readPageV2(page, chunk, values, dictionary, unpack);
  }
  return values;
}

function readDictionary({ header, body, size }: Page, chunk: ChunkInfo, unpack: Unpack): ColumnValues {
  const count = rowsOf(structOf(header[7])[1]);
  const bytes = unpack(chunk.codec, body, size);
  return decodeValues(bytes, { chunk, encoding: PLAIN, count, dictionary: undefined });
}

function readPage(
  { header, body, size }: Page,
  chunk: ChunkInfo,
  values: ColumnValues,
  dictionary: ColumnValues | undefined,
  unpack: Unpack,
): void {
  const head = structOf(header[5]);
  const count = rowsOf(head[1]);
  const bytes = unpack(chunk.codec, body, size);
  let present: Uint32Array | undefined;
  let from = 0;
  if (chunk.isOptional) {
    if (bytes.length < 4) throw new ParquetDamage();
    const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
    present = readHybrid(bytes.subarray(0, 4 + length), 4, 1, count);
    from = 4 + length;
  }
  put(bytes.subarray(from), chunk, numberOf(head[2]), { count, present, values, dictionary });
}

/** Levels stand in front of the packed part, unpacked. */
function readPageV2(
  { header, body, size }: Page,
  chunk: ChunkInfo,
  values: ColumnValues,
  dictionary: ColumnValues | undefined,
  unpack: Unpack,
): void {
  const head = structOf(header[8]);
  const count = rowsOf(head[1]);
  const levels = countOf(head[5]) + countOf(head[6]);
  if (levels > body.length || levels > size) throw new ParquetDamage();
  const rest = body.subarray(levels);
  const bytes = head[7] === false ? rest : unpack(chunk.codec, rest, size - levels);
  const present = chunk.isOptional ? readHybrid(body.subarray(0, levels), numberOf(head[6]), 1, count) : undefined;
  put(bytes, chunk, numberOf(head[4]), { count, present, values, dictionary });
}

interface Put {
  readonly count: number;
  readonly present: Uint32Array | undefined;
  readonly values: ColumnValues;
  readonly dictionary: ColumnValues | undefined;
}

function put(bytes: Uint8Array, chunk: ChunkInfo, encoding: number, { count, present, values, dictionary }: Put): void {
  const filled = present === undefined ? count : present.reduce((sum, level) => sum + level, 0);
  const decoded = decodeValues(bytes, { chunk, encoding, count: filled, dictionary });
  putValues(values, decoded, count, present);
}
