import { type Deflate, PackQueue } from "../pack-queue.ts";
import type { LogOutput } from "../writer.ts";
import { ENCODING, type EncodedColumn, type ParquetColumn, schemaElement } from "./column.ts";
import { gzip } from "./gzip.ts";
import { binary, encodeStruct, i32, i64, list, struct, type ThriftStruct, type ThriftValue, text } from "./thrift.ts";

const MAGIC = new Uint8Array([0x50, 0x41, 0x52, 0x31]);
const DATA_PAGE = 0;
const DICTIONARY_PAGE = 2;
const CODEC = { none: 0, gzip: 2, zstd: 6 } as const;

/** A page as it lies in the file; `bytes` are its unpacked content, good until the call returns. */
export interface WrittenPage {
  readonly at: number;
  readonly length: number;
  readonly bytes: Uint8Array;
}

interface TableOptions<Rows> {
  readonly output: LogOutput;
  /** Of the schema. */
  readonly name: string;
  readonly columns: readonly ParquetColumn<Rows>[];
  /** Pages are packed by gzip. */
  readonly deflate?: Deflate | undefined;
  /** Pages are packed by Zstandard instead. */
  readonly zstd?: Deflate | undefined;
  /** Key-value metadata of the file. */
  readonly metadata?: Readonly<Record<string, string>>;
  readonly onPage?: (page: WrittenPage) => void;
}

/** Where the pages of a column chunk came to lie. */
interface ChunkPlace {
  at: number;
  dataAt: number;
  length: number;
  unpackedLength: number;
}

/** An Apache Parquet file: row groups of columns, each in one or several pages. */
export class ParquetTable<Rows extends { readonly length: number }> {
  private readonly options: TableOptions<Rows>;
  private readonly queue = new PackQueue();
  private readonly groups: ThriftValue[] = [];
  private readonly codec: number;
  private rows = 0;
  private at = 0;

  constructor(options: TableOptions<Rows>) {
    this.options = options;
    this.codec = options.zstd ? CODEC.zstd : options.deflate ? CODEC.gzip : CODEC.none;
  }

  get pending(): Promise<void> | undefined {
    return this.queue.pending;
  }

  /** Takes copies of the rows. */
  group(rows: Rows): void {
    const { length } = rows;
    if (length === 0) return;
    const chunks: ThriftValue[] = [];
    let start = 0;
    this.queue.afterwards(() => {
      if (this.at === 0) this.append(MAGIC);
      start = this.at;
    });
    for (const column of this.options.columns) this.column(column, column.encode(rows), length, chunks);
    this.queue.afterwards(() => {
      this.groups.push(struct({ 1: list("struct", chunks), 2: i64(this.at - start), 3: i64(length) }));
      this.rows += length;
    });
  }

  end(): void {
    this.queue.afterwards(() => this.footer());
  }

  private footer(): void {
    const { name, columns, metadata } = this.options;
    if (this.at === 0) this.append(MAGIC);
    const root = struct({ 4: text(name), 5: i32(columns.length) });
    // Without the order of a column readers leave its range aside.
    const typeOrder = struct({ 1: struct({}) });
    const footer = encodeStruct({
      1: i32(1),
      2: list("struct", [root, ...columns.map(schemaElement)]),
      3: i64(this.rows),
      4: list("struct", this.groups),
      5: keyValues(metadata),
      6: text("canopy"),
      7: list(
        "struct",
        columns.map(() => typeOrder),
      ),
    });
    const tail = new Uint8Array(4);
    new DataView(tail.buffer).setUint32(0, footer.length, true);
    for (const part of [footer, tail, MAGIC]) this.append(part);
  }

  private append(bytes: Uint8Array): void {
    this.options.output.append(bytes);
    this.at += bytes.length;
  }

  private column(column: ParquetColumn<Rows>, encoded: EncodedColumn, rows: number, chunks: ThriftValue[]): void {
    const { dictionary, pages, encoding } = encoded;
    const place: ChunkPlace = { at: 0, dataAt: 0, length: 0, unpackedLength: 0 };
    this.queue.afterwards(() => {
      place.at = this.at;
      place.dataAt = this.at;
    });
    if (dictionary !== undefined) {
      const head = { 7: struct({ 1: i32(dictionary.count), 2: i32(ENCODING.plain) }) };
      this.page(dictionary.bytes, DICTIONARY_PAGE, head, place);
      this.queue.afterwards(() => {
        place.dataAt = this.at;
      });
    }
    for (const { rows: count, bytes } of pages) {
      const levels = i32(ENCODING.rle);
      this.page(bytes, DATA_PAGE, { 5: struct({ 1: i32(count), 2: i32(encoding), 3: levels, 4: levels }) }, place);
    }
    this.queue.afterwards(() => chunks.push(this.chunk(column, encoded, rows, place)));
  }

  private page(bytes: Uint8Array, type: number, head: ThriftStruct, place: ChunkPlace): void {
    this.queue.push(this.pack(bytes), (packed) => {
      const header = encodeStruct({ 1: i32(type), 2: i32(bytes.length), 3: i32(packed.length), ...head });
      this.append(header);
      this.options.onPage?.({ at: this.at, length: packed.length, bytes });
      this.append(packed);
      place.length += header.length + packed.length;
      place.unpackedLength += header.length + bytes.length;
    });
  }

  private pack(bytes: Uint8Array): Uint8Array | Promise<Uint8Array> {
    const { deflate, zstd } = this.options;
    if (zstd) return zstd(bytes);
    return deflate ? gzip(bytes, deflate) : bytes;
  }

  /** ColumnChunk, after its pages. */
  private chunk(column: ParquetColumn<Rows>, encoded: EncodedColumn, rows: number, place: ChunkPlace): ThriftValue {
    const { range, dictionary, encoding } = encoded;
    const encodings = new Set<number>([encoding, ENCODING.rle, ...(dictionary ? [ENCODING.plain] : [])]);
    const metadata = struct({
      1: i32(column.type),
      2: list("i32", [...encodings].map(i32)),
      3: list("binary", [text(column.name)]),
      4: i32(this.codec),
      5: i64(rows),
      6: i64(place.unpackedLength),
      7: i64(place.length),
      8: keyValues(column.metadata),
      9: i64(place.dataAt),
      11: dictionary ? i64(place.at) : undefined,
      12: range && struct({ 5: binary(range.max), 6: binary(range.min) }),
    });
    return struct({ 2: i64(place.at), 3: metadata });
  }
}

function keyValues(metadata: Readonly<Record<string, string>> | undefined): ThriftValue | undefined {
  if (metadata === undefined) return undefined;
  const pairs = Object.entries(metadata).map(([key, value]) => struct({ 1: text(key), 2: text(value) }));
  return list("struct", pairs);
}
