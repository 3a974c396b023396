import type { FrameBatch } from "@canopy/can/frame/batch";
import type { Deflate } from "@canopy/can/logs/pack-queue";
import { SAMPLE_COLUMNS, type SampleRows } from "@canopy/can/logs/parquet/columns";
import { ParquetTable } from "@canopy/can/logs/parquet/table";
import type { LogOutput, LogWriter } from "@canopy/can/logs/writer";
import type { FirstDecoder } from "./first-decoder.ts";

const GROUP_ROWS = 100_000;

class Rows implements SampleRows {
  readonly timeUs: number[] = [];
  readonly channel: number[] = [];
  readonly id: number[] = [];
  readonly message: string[] = [];
  readonly signal: string[] = [];
  readonly value: number[] = [];
  readonly unit: string[] = [];
  readonly text: string[] = [];

  get length(): number {
    return this.timeUs.length;
  }
}

/** One row for each value of a signal, in the order of time. */
export class DecodedParquetWriter implements LogWriter {
  /** Frames that no DBC knows. */
  skipped = 0;
  adjusted = 0;
  readonly #table: ParquetTable<SampleRows>;
  readonly #decoder: FirstDecoder;
  #rows = new Rows();

  constructor(output: LogOutput, decoder: FirstDecoder, deflate: Deflate) {
    this.#table = new ParquetTable({ output, name: "samples", columns: SAMPLE_COLUMNS, deflate });
    this.#decoder = decoder;
  }

  get pending(): Promise<void> | undefined {
    return this.#table.pending;
  }

  write(batch: FrameBatch): void {
    for (const frame of this.#decoder.frames(batch)) {
      const decoded = this.#decoder.decode(frame);
      if (decoded === null) {
        this.skipped += 1;
        continue;
      }
      const rows = this.#rows;
      for (const { signal, value, text } of decoded.signals) {
        rows.timeUs.push(frame.timeUs);
        rows.channel.push(frame.channel);
        rows.id.push(frame.id);
        rows.message.push(decoded.message.name);
        rows.signal.push(signal.name);
        rows.value.push(Number(value));
        rows.unit.push(signal.unit);
        rows.text.push(text ?? "");
      }
      if (rows.length >= GROUP_ROWS) this.#flush();
    }
  }

  end(): void {
    this.#flush();
    this.#table.end();
  }

  #flush(): void {
    this.#table.group(this.#rows);
    this.#rows = new Rows();
  }
}
