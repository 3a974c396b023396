import { FrameBatch } from "../../frame/batch.ts";
import type { LogOutput, LogWriter, WriteOptions } from "../writer.ts";
import { COLUMNS, type ParquetColumn, schemaElement } from "./columns.ts";
import { gzip } from "./gzip.ts";
import { encodeStruct, i32, i64, list, struct, type ThriftValue, text } from "./thrift.ts";

/** Frames per row group: a reader loads whole ones. */
const GROUP_FRAMES = 100_000;
const MAGIC = new Uint8Array([0x50, 0x41, 0x52, 0x31]);
const DATA_PAGE = 0;
const PLAIN = 0;
const RLE = 3;
const UNCOMPRESSED = 0;
const GZIP = 2;

/** Apache Parquet: one row per frame, one page per column and row group. */
export class ParquetWriter implements LogWriter {
  skipped = 0;
  adjusted = 0;
  private readonly output: LogOutput;
  private readonly options: WriteOptions;
  private readonly frames = new FrameBatch();
  private readonly groups: ThriftValue[] = [];
  private rows = 0;
  private at = 0;

  constructor(output: LogOutput, options: WriteOptions = {}) {
    this.output = output;
    this.options = options;
  }

  write(batch: FrameBatch): void {
    for (let i = 0; i < batch.length; i++) {
      this.frames.pushFrame(batch.at(i));
      if (this.frames.length === GROUP_FRAMES) this.flush();
    }
  }

  end(): void {
    this.flush();
    if (this.at === 0) this.append(MAGIC);
    const root = struct({ 4: text("frames"), 5: i32(COLUMNS.length) });
    const footer = encodeStruct({
      1: i32(1),
      2: list("struct", [root, ...COLUMNS.map(schemaElement)]),
      3: i64(this.rows),
      4: list("struct", this.groups),
      6: text("canopy"),
    });
    const tail = new Uint8Array(4);
    new DataView(tail.buffer).setUint32(0, footer.length, true);
    for (const part of [footer, tail, MAGIC]) this.append(part);
  }

  private append(bytes: Uint8Array): void {
    this.output.append(bytes);
    this.at += bytes.length;
  }

  private flush(): void {
    const { length } = this.frames;
    if (length === 0) return;
    if (this.at === 0) this.append(MAGIC);
    const start = this.at;
    const columns = COLUMNS.map((column) => this.column(column));
    this.groups.push(struct({ 1: list("struct", columns), 2: i64(this.at - start), 3: i64(length) }));
    this.rows += length;
    this.frames.clear();
  }

  /** Writes the page of a column; returns its ColumnChunk. */
  private column(column: ParquetColumn): ThriftValue {
    const values = column.values(this.frames);
    const { deflate } = this.options;
    const page = deflate ? gzip(values, deflate) : values;
    const count = i32(this.frames.length);
    const header = encodeStruct({
      1: i32(DATA_PAGE),
      2: i32(values.length),
      3: i32(page.length),
      5: struct({ 1: count, 2: i32(PLAIN), 3: i32(RLE), 4: i32(RLE) }),
    });
    const offset = this.at;
    this.append(header);
    this.append(page);
    const metadata = struct({
      1: i32(column.type),
      2: list("i32", [i32(PLAIN), i32(RLE)]),
      3: list("binary", [text(column.name)]),
      4: i32(deflate ? GZIP : UNCOMPRESSED),
      5: i64(this.frames.length),
      6: i64(header.length + values.length),
      7: i64(header.length + page.length),
      9: i64(offset),
    });
    return struct({ 2: i64(offset), 3: metadata });
  }
}
