import { deflateSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { createWriter, type LogFormat } from "@canopy/can/logs/formats";
import { MemoryOutput } from "@canopy/can/logs/memory-output";
import { MAX_PREVIEW_BYTES } from "@canopy/contract/files/preview";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { ApiError } from "../platform/http/api-error.ts";
import { formatOfStored, readStoredLog } from "./analysis/read-stored-log.ts";
import type { ContentReader } from "./file-contents.ts";

export interface LogPreview {
  readonly format: LogFormat;
  readonly frames: number;
  readonly bytesRead: number;
  /** The file goes on behind them. */
  readonly isCut: boolean;
  readonly problems: number;
  /** As a BLF file, which keeps all that frames have. */
  readonly log: Uint8Array;
}

/** The first frames of a log: as much of it is read as they need, and no more than a bound. */
export async function previewLog(content: ContentReader, most: number, signal: AbortSignal): Promise<LogPreview> {
  const format = await formatOfStored(content);
  if (format === undefined) throw new ApiError(transferErrors.notALog);
  const first = new FrameBatch();
  let [problems, bytesRead, isCut] = [0, 0, false];
  const frames = (batch: FrameBatch) => {
    const wanted = Math.min(batch.length, most - first.length);
    if (wanted < batch.length) isCut = true;
    for (let i = 0; i < wanted; i += 1) first.pushFrom(batch, i);
  };
  const counted = counting(content, (bytes) => {
    bytesRead += bytes;
  });
  const onChunk = async () => (first.length < most && bytesRead < MAX_PREVIEW_BYTES ? "go on" : "stop");
  const problem = () => {
    problems += 1;
  };
  const isWhole = await readStoredLog(counted, format, { frames, problem }, { signal, onChunk });
  if (first.length === 0) throw new ApiError(transferErrors.noFrames);
  return { format, frames: first.length, bytesRead, isCut: isCut || !isWhole, problems, log: asBlf(first) };
}

/** A reader may jump: what it read counts, not where it is. */
function counting(content: ContentReader, onRead: (bytes: number) => void): Pick<ContentReader, "size" | "read"> {
  return {
    size: content.size,
    async read(position, most) {
      const bytes = await content.read(position, most);
      onRead(bytes.length);
      return bytes;
    },
  };
}

function asBlf(frames: FrameBatch): Uint8Array {
  const output = new MemoryOutput();
  const writer = createWriter("blf", output, { deflate: (data) => deflateSync(data) });
  writer.write(frames);
  writer.end();
  return output.view();
}
