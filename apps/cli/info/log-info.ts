import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import type { LogFormat } from "@canopy/can/logs/formats";
import type { LogProblem } from "@canopy/can/logs/reader";
import { seconds } from "../lines/json-number.ts";
import type { LogSource } from "../log-source.ts";
import { logSentence } from "../problem-lines.ts";
import { readLog } from "../read-log.ts";
import { type Description, MAX_LISTED_PROBLEMS } from "./description.ts";

/** A bus has some hundred ids; a log of noise must not fill the memory with them. */
const MAX_COUNTED_IDS = 1_000_000;

class LogCounts {
  frames = 0;
  readonly flags = { error: 0, remote: 0, fd: 0, ext: 0, tx: 0 };
  readonly channels = new Map<number, number>();
  readonly ids = new Set<number>();
  firstUs = Number.POSITIVE_INFINITY;
  lastUs = Number.NEGATIVE_INFINITY;

  add(batch: FrameBatch): void {
    this.frames += batch.length;
    for (let i = 0; i < batch.length; i++) {
      const flags = batch.flags[i] as number;
      const timeUs = batch.timeUs[i] as number;
      const channel = batch.channel[i] as number;
      if (timeUs < this.firstUs) this.firstUs = timeUs;
      if (timeUs > this.lastUs) this.lastUs = timeUs;
      this.channels.set(channel, (this.channels.get(channel) ?? 0) + 1);
      this.addFlags(flags);
      if (flags & FLAG_ERROR || this.ids.size >= MAX_COUNTED_IDS) continue;
      this.ids.add((batch.id[i] as number) + (flags & FLAG_EXTENDED ? 0x80000000 : 0));
    }
  }

  private addFlags(flags: number): void {
    if (flags & FLAG_ERROR) this.flags.error++;
    if (flags & FLAG_REMOTE) this.flags.remote++;
    if (flags & FLAG_FD) this.flags.fd++;
    if (flags & FLAG_EXTENDED) this.flags.ext++;
    if (flags & FLAG_TX) this.flags.tx++;
  }
}

export async function describeLog(source: LogSource, format: LogFormat): Promise<Description> {
  const counts = new LogCounts();
  const problems: LogProblem[] = [];
  const read = await readLog(source, format, {
    frames: (batch) => counts.add(batch),
    problem: (found) => {
      if (problems.length < MAX_LISTED_PROBLEMS) problems.push(found);
    },
  });
  const hasFrames = counts.frames > 0;
  const names = read.reader.channelNames;
  return {
    info: {
      kind: "log",
      format,
      frames: counts.frames,
      counts: counts.flags,
      channels: [...counts.channels.keys()].sort((a, b) => a - b),
      ...(names ? { channelNames: names.filter((name) => name !== undefined) } : {}),
      framesByChannel: Object.fromEntries(counts.channels),
      ids: counts.ids.size,
      first: hasFrames ? seconds(counts.firstUs) : null,
      last: hasFrames ? seconds(counts.lastUs) : null,
      durationS: hasFrames ? (counts.lastUs - counts.firstUs) / 1e6 : 0,
      problemCount: read.problems,
      problems,
    },
    problems: problems.map(logSentence),
    isBroken: read.problems > 0,
  };
}
