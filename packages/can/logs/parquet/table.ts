import { type Deflate, PackQueue } from "../pack-queue.ts";
import type { LogOutput } from "../writer.ts";
import { type ParquetColumn, schemaElement } from "./columns.ts";
import { gzip } from "./gzip.ts";
import { encodeStruct, i32, i64, list, struct, type ThriftValue, text } from "./thrift.ts";

const MAGIC = new Uint8Array([0x50, 0x41, 0x52, 0x31]);
const DATA_PAGE = 0;
const PLAIN = 0;
const RLE = 3;
const UNCOMPRESSED = 0;
const GZIP = 2;

interface TableOptions<Rows> {
  readonly output: LogOutput;
  /** Of the schema. */
  readonly name: string;
  readonly columns: readonly ParquetColumn<Rows>[];
  readonly deflate?: Deflate | undefined;
}

interface Page {
  readonly page: Uint8Array;
  readonly rows: number;
  readonly unpackedBytes: number;
}

/** An Apache Parquet file: row groups with one page per column. */
export class ParquetTable<Rows extends { readonly length: number }> {
  private readonly options: TableOptions<Rows>;
  private readonly queue = new PackQueue();
  private readonly groups: ThriftValue[] = [];
  private rows = 0;
  private at = 0;

  constructor(options: TableOptions<Rows>) {
    this.options = options;
  }

  get pending(): Promise<void> | undefined {
    return this.queue.pending;
  }

  /** Takes copies of the rows. */
  group(rows: Rows): void {
    const { length } = rows;
    if (length === 0) return;
    const { columns, deflate } = this.options;
    const chunks: ThriftValue[] = [];
    let start = 0;
    this.queue.afterwards(() => {
      if (this.at === 0) this.append(MAGIC);
      start = this.at;
    });
    for (const column of columns) {
      const values = column.values(rows);
      this.queue.push(deflate ? gzip(values, deflate) : values, (page) => {
        chunks.push(this.column(column, { page, rows: length, unpackedBytes: values.length }));
      });
    }
    this.queue.afterwards(() => {
      this.groups.push(struct({ 1: list("struct", chunks), 2: i64(this.at - start), 3: i64(length) }));
      this.rows += length;
    });
  }

  end(): void {
    this.queue.afterwards(() => this.footer());
  }

  private footer(): void {
    const { name, columns } = this.options;
    if (this.at === 0) this.append(MAGIC);
    const root = struct({ 4: text(name), 5: i32(columns.length) });
    const footer = encodeStruct({
      1: i32(1),
      2: list("struct", [root, ...columns.map(schemaElement)]),
      3: i64(this.rows),
      4: list("struct", this.groups),
      6: text("canopy"),
    });
    const tail = new Uint8Array(4);
    new DataView(tail.buffer).setUint32(0, footer.length, true);
    for (const part of [footer, tail, MAGIC]) this.append(part);
  }

  private append(bytes: Uint8Array): void {
    this.options.output.append(bytes);
    this.at += bytes.length;
  }

  /** Writes the page of a column; returns its ColumnChunk. */
  private column(column: ParquetColumn<Rows>, { page, rows, unpackedBytes }: Page): ThriftValue {
    const header = encodeStruct({
      1: i32(DATA_PAGE),
      2: i32(unpackedBytes),
      3: i32(page.length),
      5: struct({ 1: i32(rows), 2: i32(PLAIN), 3: i32(RLE), 4: i32(RLE) }),
    });
    const offset = this.at;
    this.append(header);
    this.append(page);
    const metadata = struct({
      1: i32(column.type),
      2: list("i32", [i32(PLAIN), i32(RLE)]),
      3: list("binary", [text(column.name)]),
      4: i32(this.options.deflate ? GZIP : UNCOMPRESSED),
      5: i64(rows),
      6: i64(header.length + unpackedBytes),
      7: i64(header.length + page.length),
      9: i64(offset),
    });
    return struct({ 2: i64(offset), 3: metadata });
  }
}
