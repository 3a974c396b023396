import type { FrameBatch } from "../frame/batch.ts";
import type { Deflate } from "./pack-queue.ts";

/** Where a writer's bytes go. A chunk handed to `append` is good until that returns: its memory is filled again. */
export interface LogOutput {
  append(bytes: Uint8Array): void;
  /**
   * Overwrites bytes written earlier (sizes and counters in headers). An output that cannot seek leaves it out:
   * BLF then keeps a header without totals, which readers accept; MDF4 cannot be written.
   */
  patch?(at: number, bytes: Uint8Array): void;
}

export interface LogWriter {
  /** Frames that the format cannot hold (an FD frame in TRC 1.1) and that were left out. */
  readonly skipped: number;
  /** Frames that got the nearest time the format can hold (BLF has none before its start, TRC 1.1 tenths of a millisecond). */
  readonly adjusted: number;
  /** Frames that are there without something the format has no place for (channel, direction, flags, what an error frame says). */
  readonly reduced?: number;
  /** Where deflate answers later: resolves when the written bytes are in the output, or rejects as deflate did. */
  readonly pending?: Promise<void> | undefined;
  write(batch: FrameBatch): void;
  end(): void;
}

export interface WriteOptions {
  /** Without it BLF and MDF4 are written uncompressed. */
  deflate?: Deflate;
  /** Local time of the headers of ASC, BLF and TRC; 0 writes UTC. */
  utcOffsetMinutes?: number;
  /** candump: the name of a channel, where it is not can0, can1, …; asked at its first frame. */
  channelName?(channel: number): string | undefined;
}
