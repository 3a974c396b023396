import { createHash } from "node:crypto";
import { constants, inflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "../frame/frame.ts";
import { corpusBytes, corpusFiles, corpusJson, hasCorpus, noCorpus } from "../testing/corpus.ts";
import { CandumpReader } from "./candump/candump-read.ts";
import { DETECT_BYTES, detectLogFormat } from "./detect.ts";
import type { LogFormat } from "./formats.ts";
import { canonicalLine } from "./testing/canonical.ts";
import { type Collected, collect } from "./testing/collect.ts";

// Many runs each; a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

interface Golden {
  frames: number;
  counts: { error: number; remote: number; fd: number; ext: number; tx: number };
  head: string[];
  sha256_canonical: string;
  sha256_no_time: string;
}

/** python-can reads a zero-length FD frame of ASC as a remote frame (corpus README, known oracle faults). */
const ZERO_LENGTH_FD_FAULT = 49;
const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });

function sha256(lines: readonly string[]): string {
  return createHash("sha256")
    .update(lines.map((line) => `${line}\n`).join(""))
    .digest("hex");
}

/** CH in the golden is what the oracle calls the channel. */
function channelOf(file: string, format: LogFormat, read: Collected, frame: Frame): string {
  if (format === "candump") {
    if (frame.flags & FLAG_ERROR) return "-";
    return (read.reader instanceof CandumpReader && read.reader.channelNames[frame.channel]) || "?";
  }
  if (format === "trc") return String(frame.channel + 1);
  return format === "csv" && file.startsWith("own_") ? "-" : String(frame.channel);
}

function count(frames: readonly Frame[], flag: number): number {
  return frames.filter((frame) => frame.flags & flag).length;
}

describe.skipIf(!hasCorpus)(`logs of the corpus${noCorpus}`, () => {
  const files = corpusFiles("logs").filter((file) => file !== "sv_CarBusAnalyzer.trc");

  it.each(files)("%s gives the frames of its golden, in chunks of any size", (file) => {
    const golden = corpusJson(`golden/logs/${file}.json`) as Golden;
    const bytes = corpusBytes(`logs/${file}`);
    const format = detectLogFormat(bytes.subarray(0, DETECT_BYTES));
    expect(format).toBeDefined();
    if (format === undefined) return;
    const isAsc = format === "asc";
    const isRelative = isAsc || format === "trc" || format === "busmaster";
    for (const chunkBytes of [1_000_000, 65_536, 977]) {
      const read = collect(format, bytes, { inflate, chunkBytes });
      expect(read.problems).toEqual([]);
      expect(read.frames.length).toBe(golden.frames);
      const remote = count(read.frames, FLAG_REMOTE) + (isAsc ? ZERO_LENGTH_FD_FAULT : 0);
      const { counts } = golden;
      expect(remote).toBe(counts.remote);
      expect(count(read.frames, FLAG_ERROR)).toBe(counts.error);
      expect(count(read.frames, FLAG_FD)).toBe(counts.fd);
      expect(count(read.frames, FLAG_EXTENDED)).toBe(counts.ext);
      expect(count(read.frames, FLAG_TX)).toBe(counts.tx);
      const lines = read.frames.map((frame) => {
        const isFault = isAsc && frame.flags & FLAG_FD && frame.size === 0;
        const seen = isFault ? { ...frame, flags: frame.flags | FLAG_REMOTE } : frame;
        const startUs = isRelative ? read.reader.startUs : 0;
        return canonicalLine(seen, channelOf(file, format, read, frame), startUs);
      });
      expect(lines.slice(0, golden.head.length)).toEqual(golden.head);
      expect(sha256(lines.map((line) => line.slice(line.indexOf(" ") + 1)))).toBe(golden.sha256_no_time);
      expect(sha256(lines)).toBe(golden.sha256_canonical);
    }
  });

  it("refuses the trace of another program with the suffix of PEAK's", () => {
    expect(detectLogFormat(corpusBytes("logs/sv_CarBusAnalyzer.trc").subarray(0, DETECT_BYTES))).toBeUndefined();
  });
});
