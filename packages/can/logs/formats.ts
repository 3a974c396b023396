import { AscReader } from "./asc-read.ts";
import { AscWriter } from "./asc-write.ts";
import { BlfReader } from "./blf-read.ts";
import { BlfWriter } from "./blf-write.ts";
import { BusmasterReader } from "./busmaster-read.ts";
import { CandumpReader } from "./candump-read.ts";
import { CandumpWriter } from "./candump-write.ts";
import { CrtdReader } from "./crtd-read.ts";
import { CsvReader } from "./csv-read.ts";
import { CsvWriter, GvretCsvWriter, PythonCanCsvWriter } from "./csv-write.ts";
import { Mdf4Reader } from "./mdf4/read.ts";
import { Mdf4Writer } from "./mdf4/write.ts";
import { MicrochipReader } from "./microchip-read.ts";
import { ParquetReader } from "./parquet/read.ts";
import { ParquetWriter } from "./parquet/write.ts";
import type { LogReader, LogSink, ReadOptions } from "./reader.ts";
import { TrcReader } from "./trc-read.ts";
import { TrcV1Writer, TrcWriter } from "./trc-write.ts";
import type { LogOutput, LogWriter, WriteOptions } from "./writer.ts";

const READERS = {
  candump: CandumpReader,
  asc: AscReader,
  blf: BlfReader,
  trc: TrcReader,
  csv: CsvReader,
  busmaster: BusmasterReader,
  crtd: CrtdReader,
  microchip: MicrochipReader,
  parquet: ParquetReader,
  mdf4: Mdf4Reader,
} as const satisfies Record<string, new (sink: LogSink, options?: ReadOptions) => LogReader>;

const WRITERS = {
  candump: CandumpWriter,
  asc: AscWriter,
  blf: BlfWriter,
  trc: TrcWriter,
  "trc-1.1": TrcV1Writer,
  csv: CsvWriter,
  "csv-python-can": PythonCanCsvWriter,
  "csv-gvret": GvretCsvWriter,
  mdf4: Mdf4Writer,
  parquet: ParquetWriter,
} as const satisfies Record<string, new (output: LogOutput, options?: WriteOptions) => LogWriter>;

export type LogFormat = keyof typeof READERS;
export type WriteFormat = keyof typeof WRITERS;

export const WRITE_FORMATS: readonly string[] = Object.keys(WRITERS);

export function isWriteFormat(name: string): name is WriteFormat {
  return Object.hasOwn(WRITERS, name);
}

export function createReader(format: LogFormat, sink: LogSink, options: ReadOptions = {}): LogReader {
  return new READERS[format](sink, options);
}

export function createWriter(format: WriteFormat, output: LogOutput, options: WriteOptions = {}): LogWriter {
  return new WRITERS[format](output, options);
}
