import { FrameBatch } from "../../frame/batch.ts";
import type { LogOutput, LogWriter, WriteOptions } from "../writer.ts";
import { FRAME_COLUMNS } from "./columns.ts";
import { ParquetTable } from "./table.ts";

/** Frames per row group: a reader loads whole ones. */
const GROUP_FRAMES = 100_000;

/** Apache Parquet: one row per frame. */
export class ParquetWriter implements LogWriter {
  skipped = 0;
  adjusted = 0;
  private readonly table: ParquetTable<FrameBatch>;
  private readonly frames = new FrameBatch();

  constructor(output: LogOutput, { deflate }: WriteOptions = {}) {
    this.table = new ParquetTable({ output, name: "frames", columns: FRAME_COLUMNS, deflate });
  }

  get pending(): Promise<void> | undefined {
    return this.table.pending;
  }

  write(batch: FrameBatch): void {
    for (let i = 0; i < batch.length; i++) {
      this.frames.pushFrom(batch, i);
      if (this.frames.length === GROUP_FRAMES) this.flush();
    }
  }

  end(): void {
    this.flush();
    this.table.end();
  }

  private flush(): void {
    this.table.group(this.frames);
    this.frames.clear();
  }
}
