import { FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { LogSink } from "@canopy/can/logs/reader";
import { transferErrors } from "@canopy/contract/transfers/errors";
import { type FoundLog, MAX_LISTED_PROBLEMS } from "@canopy/contract/transfers/imports";
import { FRAME_BYTES } from "../frames/segments/run.ts";
import { JobFailure } from "../platform/jobs/job-definition.ts";
import { formatOfFile, hashOfFile, readLogFile } from "./read-log.ts";

/** Reads a whole log: format, contents and problems. */
export async function checkLog(
  path: string,
  signal: AbortSignal,
  progress: (fraction: number) => Promise<void>,
  size: number,
): Promise<FoundLog> {
  const format = await formatOfFile(path);
  if (format === undefined) throw new JobFailure(transferErrors.notALog.code);
  const sha256 = await hashOfFile(path, signal);
  const channels = new Float64Array(256);
  const problems: FoundLog["problems"] = [];
  let [frames, bytes, firstUs, lastUs, problemCount] = [0, 0, Number.POSITIVE_INFINITY, 0, 0];
  const sink: LogSink = {
    frames: (batch) => {
      frames += batch.length;
      for (let i = 0; i < batch.length; i += 1) {
        const timeUs = batch.timeUs[i] as number;
        if (timeUs < firstUs) firstUs = timeUs;
        if (timeUs > lastUs) lastUs = timeUs;
        const channel = batch.channel[i] as number;
        channels[channel] = (channels[channel] as number) + 1;
        bytes += FRAME_BYTES + ((batch.flags[i] as number) & FLAG_REMOTE ? 0 : (batch.size[i] as number));
      }
    },
    problem: ({ code, offset, line }) => {
      problemCount += 1;
      if (problems.length < MAX_LISTED_PROBLEMS) problems.push({ code, offset, line: line ?? null });
    },
  };
  const onChunk = ({ bytesRead }: { bytesRead: number }) => progress(Math.min(1, bytesRead / Math.max(1, size)));
  const reader = await readLogFile(path, format, sink, { signal, onChunk });
  const named = [...channels].flatMap((count, channel) =>
    count === 0 ? [] : [{ channel, name: reader.channelNames?.[channel] ?? null, frames: count }],
  );
  const [first, last] = frames === 0 ? ["0", "0"] : [String(firstUs), String(lastUs)];
  return { format, sha256, frames, bytes, first, last, channels: named, problems, problem_count: problemCount };
}
