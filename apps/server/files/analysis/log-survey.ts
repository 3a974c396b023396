import type { BitRates } from "@canopy/can/bus/bus-load";
import type { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_REMOTE } from "@canopy/can/frame/frame";
import type { LogProblem, LogSink } from "@canopy/can/logs/reader";
import { type AnalysisResult, GAP_MS, MAX_LISTED_GAPS, MAX_LISTED_IDS } from "@canopy/contract/files/file-analysis";
import { type FoundLog, MAX_LISTED_PROBLEMS } from "@canopy/contract/transfers/imports";
import { FRAME_BYTES } from "../../frames/segments/run.ts";
import { IdBits, LogLoad } from "./log-load.ts";
import { LogTimes } from "./log-times.ts";

/** A bus has some hundreds; more than this is noise. */
const MOST_IDS = 20_000;
const CHANNELS = 256;
const IDS = 2 ** 30;

interface SeenId {
  frames: number;
  firstUs: number;
  lastUs: number;
  readonly bits: IdBits;
}

type Survey = Omit<AnalysisResult, "format" | "stored" | "repeated">;

/** Contents of a log, read once from front to back. */
export class LogSurvey implements LogSink {
  #frames = 0;
  #bytes = 0;
  #errorFrames = 0;
  #firstUs = Number.POSITIVE_INFINITY;
  #lastUs = 0;
  #problemCount = 0;
  readonly #problems: Survey["problems"] = [];
  readonly #channels = new Float64Array(CHANNELS);
  /** By channel and id, extended ones apart. */
  readonly #ids = new Map<number, SeenId>();
  readonly #times = new LogTimes();
  readonly #load: LogLoad;
  /** Of all error frames together, and of ids beyond what is counted. */
  readonly #otherBits = new IdBits();

  /** Rates by channel; usual ones where they are unknown. */
  constructor(rates: ReadonlyMap<number, BitRates> = new Map()) {
    this.#load = new LogLoad(rates);
  }

  frames(batch: FrameBatch): void {
    this.#frames += batch.length;
    for (let i = 0; i < batch.length; i += 1) this.#add(batch, i);
  }

  problem({ code, offset, line }: LogProblem): void {
    this.#problemCount += 1;
    if (this.#problems.length < MAX_LISTED_PROBLEMS) this.#problems.push({ code, offset, line: line ?? null });
  }

  #add(batch: FrameBatch, i: number): void {
    const timeUs = batch.timeUs[i] as number;
    const flags = batch.flags[i] as number;
    const channel = batch.channel[i] as number;
    if (timeUs < this.#firstUs) this.#firstUs = timeUs;
    if (timeUs > this.#lastUs) this.#lastUs = timeUs;
    this.#times.add(timeUs);
    this.#channels[channel] = (this.#channels[channel] as number) + 1;
    this.#bytes += FRAME_BYTES + (flags & FLAG_REMOTE ? 0 : (batch.size[i] as number));
    if (flags & FLAG_ERROR) this.#errorFrames += 1;
    const key = (channel * 2 + (flags & FLAG_EXTENDED)) * IDS + (batch.id[i] as number);
    const bits = (flags & FLAG_ERROR ? undefined : this.#addId(key, timeUs)) ?? this.#otherBits;
    bits.sample(batch, i);
    this.#load.add(channel, timeUs, bits);
  }

  /** Undefined: there are too many to count each. */
  #addId(key: number, timeUs: number): IdBits | undefined {
    const seen = this.#ids.get(key);
    if (seen === undefined) {
      if (this.#ids.size >= MOST_IDS) return undefined;
      const bits = new IdBits();
      this.#ids.set(key, { frames: 1, firstUs: timeUs, lastUs: timeUs, bits });
      return bits;
    }
    seen.frames += 1;
    if (timeUs < seen.firstUs) seen.firstUs = timeUs;
    if (timeUs > seen.lastUs) seen.lastUs = timeUs;
    return seen.bits;
  }

  /** Read so far. */
  get frameCount(): number {
    return this.#frames;
  }

  /** As an import knows a file. */
  found(format: string, sha256: string): FoundLog {
    const channels = [...this.#channels].flatMap((frames, channel) =>
      frames === 0 ? [] : [{ channel, name: null, frames }],
    );
    const [first, last] = this.#frames === 0 ? ["0", "0"] : [String(this.#firstUs), String(this.#lastUs)];
    const problems = { problems: this.#problems, problem_count: this.#problemCount };
    return { format, sha256, frames: this.#frames, bytes: this.#bytes, first, last, channels, ...problems };
  }

  result(): Survey {
    const gaps = [...this.#times.gaps(GAP_MS * 1000)];
    const spanUs = Math.max(0, this.#lastUs - this.#firstUs);
    const silentUs = gaps.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0);
    return {
      frames: this.#frames,
      error_frames: this.#errorFrames,
      ids: this.#listedIds(),
      id_count: this.#ids.size,
      gaps: gaps.slice(0, MAX_LISTED_GAPS).map(({ fromUs, toUs }) => ({ from_time: ms(fromUs), to_time: ms(toUs) })),
      gap_count: gaps.length,
      load: this.#load.result(spanUs),
      coverage: spanUs === 0 ? 1 : (spanUs - silentUs) / spanUs,
      problems: this.#problems,
      problem_count: this.#problemCount,
    };
  }

  #listedIds(): Survey["ids"] {
    const ids = [...this.#ids].sort(([a], [b]) => a - b).slice(0, MAX_LISTED_IDS);
    return ids.map(([key, { frames, firstUs, lastUs }]) => {
      const bus = Math.floor(key / IDS);
      const times = { first_time: ms(firstUs), last_time: ms(lastUs) };
      return { channel: bus >> 1, id: key - bus * IDS, is_extended: bus % 2 === 1, frames, ...times };
    });
  }
}

const ms = (us: number): number => Math.floor(us / 1000);
