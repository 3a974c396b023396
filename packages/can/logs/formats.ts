import { AscReader } from "./asc/asc-read.ts";
import { AscWriter } from "./asc/asc-write.ts";
import { BlfReader } from "./blf/blf-read.ts";
import { BlfWriter } from "./blf/blf-write.ts";
import { CandumpReader } from "./candump/candump-read.ts";
import { CandumpWriter } from "./candump/candump-write.ts";
import { CsvReader } from "./csv/csv-read.ts";
import { CsvWriter, GvretCsvWriter, PythonCanCsvWriter } from "./csv/csv-write.ts";
import { Mdf4Reader } from "./mdf4/read.ts";
import { Mdf4Writer } from "./mdf4/write.ts";
import { BusmasterReader } from "./other/busmaster-read.ts";
import { CrtdReader } from "./other/crtd-read.ts";
import { MicrochipReader } from "./other/microchip-read.ts";
import { ParquetReader } from "./parquet/read.ts";
import { ParquetWriter } from "./parquet/write.ts";
import type { LogReader, LogSink, ReadOptions } from "./reader.ts";
import { TrcReader } from "./trc/trc-read.ts";
import { TrcV1Writer, TrcWriter } from "./trc/trc-write.ts";
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
