import { FrameBatch } from "../../frame/batch.ts";
import type { Frame } from "../../frame/frame.ts";
import { createReader, createWriter, type LogFormat, type WriteFormat } from "../formats.ts";
import type { LogProblem, LogReader, ReadOptions } from "../reader.ts";
import type { WriteOptions } from "../writer.ts";

export interface Collected {
  frames: Frame[];
  problems: LogProblem[];
  reader: LogReader;
}

/** Reads a whole log that lies in memory, in chunks of the given size. */
export function collect(
  format: LogFormat,
  file: Uint8Array,
  options: ReadOptions & { chunkBytes?: number } = {},
): Collected {
  const frames: Frame[] = [];
  const problems: LogProblem[] = [];
  const sink = {
    frames: (batch: FrameBatch): void => {
      for (let i = 0; i < batch.length; i++) {
        const frame = batch.at(i);
        frames.push({ ...frame, data: new Uint8Array(frame.data) });
      }
    },
    problem: (problem: LogProblem): void => {
      problems.push(problem);
    },
  };
  const reader = createReader(format, sink, { size: file.length, ...options });
  const scratch = new Uint8Array(options.chunkBytes ?? 65_536);
  while (!reader.done) {
    const part = file.subarray(reader.position, reader.position + scratch.length);
    // The same memory for every chunk: a reader that keeps a view instead of a copy shows at once.
    scratch.set(part);
    if (part.length > 0) reader.write(scratch.subarray(0, part.length));
    else reader.end();
  }
  return { frames, problems, reader };
}

/** The file a writer makes of the frames. */
export function written(
  format: WriteFormat,
  frames: readonly Frame[],
  options: WriteOptions & { batchFrames?: number } = {},
): { file: Uint8Array; skipped: number; adjusted: number; reduced: number } {
  let file = new Uint8Array(0);
  const output = {
    append: (bytes: Uint8Array): void => {
      const joined = new Uint8Array(file.length + bytes.length);
      joined.set(file);
      joined.set(bytes, file.length);
      file = joined;
    },
    patch: (at: number, bytes: Uint8Array): void => file.set(bytes, at),
  };
  const writer = createWriter(format, output, options);
  const batch = new FrameBatch(4);
  const size = options.batchFrames ?? 1000;
  for (let i = 0; i < frames.length; i += size) {
    batch.clear();
    for (const frame of frames.slice(i, i + size)) batch.pushFrame(frame);
    writer.write(batch);
  }
  writer.end();
  return { file, skipped: writer.skipped, adjusted: writer.adjusted, reduced: writer.reduced ?? 0 };
}
