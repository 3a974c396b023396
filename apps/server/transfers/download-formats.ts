import { promisify } from "node:util";
import { deflate as deflateLater, type ZlibOptions } from "node:zlib";
import { createWriter, type WriteFormat } from "@canopy/can/logs/formats";
import type { Deflate } from "@canopy/can/logs/pack-queue";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";
import type { DownloadFormat, DownloadRequest } from "@canopy/contract/transfers/downloads";

interface Format {
  readonly suffix: string;
  /** Text: worth compressing once more. */
  readonly isPlain: boolean;
  readonly writer: (output: LogOutput) => LogWriter;
}

const FORMATS: Readonly<Record<DownloadFormat, { write: WriteFormat; suffix: string; isPlain: boolean }>> = {
  csv: { write: "csv", suffix: ".csv", isPlain: true },
  asc: { write: "asc", suffix: ".asc", isPlain: true },
  blf: { write: "blf", suffix: ".blf", isPlain: false },
  candump: { write: "candump", suffix: ".log", isPlain: true },
  mdf4: { write: "mdf4", suffix: ".mf4", isPlain: false },
  parquet: { write: "parquet", suffix: ".parquet", isPlain: false },
};

/** Of one piece of output: the whole in one piece is one turn of the thread pool. */
const MIN_CHUNK_BYTES = 1024;
const deflated = promisify<Uint8Array, ZlibOptions, Uint8Array>(deflateLater);

/**
 * Beside this thread, which terminals and pages share. Files are made once and read once: the quick level halves the
 * time for a tenth of the size.
 */
export const deflate: Deflate = (data) =>
  deflated(data, { level: 1, chunkSize: Math.max(data.length, MIN_CHUNK_BYTES) });

export function formatOf({ format }: Pick<DownloadRequest, "format">): Format {
  const { write, suffix, isPlain } = FORMATS[format];
  return { suffix, isPlain, writer: (output) => createWriter(write, output, { deflate }) };
}

/** `DEVICE_20261115T101500Z_20261115T111500Z`: ours, whatever a device is called. */
export function fileStem(deviceId: string, startMs: number, endMs: number): string {
  const stamp = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d+/g, "");
  return `${deviceId.replace(/[^A-Za-z0-9]/g, "")}_${stamp(startMs)}_${stamp(endMs)}`;
}
