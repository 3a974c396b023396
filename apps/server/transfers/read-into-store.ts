import { setImmediate as breathe } from "node:timers/promises";
import type { FrameBatch } from "@canopy/can/frame/batch";
import type { LogFormat } from "@canopy/can/logs/formats";
import type { ImportWriter } from "../frames/store/frame-imports.ts";
import type { ChannelMover } from "./import-channels.ts";
import type { KnownFrames } from "./known-frames.ts";
import { readLogFile } from "./read-log.ts";

interface LogToStore {
  readonly path: string;
  readonly format: LogFormat;
  readonly mover: ChannelMover;
  readonly writer: ImportWriter;
  /** Leaves out what history has. */
  readonly known?: KnownFrames | undefined;
  readonly signal: AbortSignal;
  /** After each part, with the bytes read so far. */
  readonly onPart: (bytesRead: number) => Promise<void>;
}

/** Reads all frames that the mover lets through; only the commit remains. */
export async function readIntoStore(log: LogToStore): Promise<void> {
  const { path, format, mover, writer, known, signal, onPart } = log;
  const sink = {
    frames: (batch: FrameBatch) => {
      mover.move(batch);
      if (known) known.hold(batch);
      else writer.push(batch);
    },
    problem: () => undefined,
  };
  const onChunk = async ({ bytesRead }: { bytesRead: number }) => {
    await breathe();
    if (known) writer.push(await known.missing(signal));
    if (!writer.isFull) return;
    await writer.flush();
    await onPart(bytesRead);
  };
  await readLogFile(path, format, sink, { signal, onChunk });
  await writer.flush();
}
