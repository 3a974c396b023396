import { formatHex } from "@canopy/can/bytes/hex";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { DETECT_BYTES, detectLogFormat } from "@canopy/can/logs/detect";
import { createReader } from "@canopy/can/logs/formats";
import type { LogProblem } from "@canopy/can/logs/reader";
import type { StoredFrameRow } from "@canopy/contract/frames/history";
import { frameTest, type ResolvedFilter } from "../frames/filter/filter-resolve.ts";
import type { RangeCounts } from "../frames/sources/list-shares.ts";
import { LocalSamples } from "./local-samples.ts";
import { inflateZlib, unpackZstd } from "./unpack.ts";

const CHUNK_BYTES = 1 << 20;
/** Frames a page can hold: some 30 bytes each. */
export const MAX_LOCAL_FRAMES = 20_000_000;
const MAX_PROBLEMS = 100;

export interface LocalLogFacts {
  readonly format: string;
  readonly frames: number;
  readonly firstUs: number;
  readonly lastUs: number;
  readonly channels: readonly number[];
  readonly problems: readonly LogProblem[];
  readonly problemCount: number;
  /** More than can be held: the rest was not read. */
  readonly isCut: boolean;
}

export interface LocalPage {
  readonly rows: readonly StoredFrameRow[];
  readonly total: number;
}

/** Where the bytes are: a file of the browser, or anything that can be cut. */
export interface Bytes {
  readonly size: number;
  slice(from: number, to: number): { arrayBuffer(): Promise<ArrayBuffer> };
}

/** A log of this machine, held as columns; nothing of it leaves. */
export class LocalLog {
  readonly facts: LocalLogFacts;
  readonly samples: LocalSamples;
  readonly #frames: FrameBatch;
  #filtered: { readonly filter: ResolvedFilter; readonly found: Uint32Array } | undefined;

  private constructor(facts: LocalLogFacts, frames: FrameBatch) {
    this.facts = facts;
    this.#frames = frames;
    this.samples = new LocalSamples(frames);
  }

  /** Undefined: no log format that is known here. */
  static async open(file: Bytes, onProgress: (share: number) => void): Promise<LocalLog | undefined> {
    const read = async (at: number, length: number) => new Uint8Array(await file.slice(at, at + length).arrayBuffer());
    const format = detectLogFormat(await read(0, DETECT_BYTES));
    if (format === undefined) return undefined;
    const frames = new FrameBatch();
    const problems: LogProblem[] = [];
    let problemCount = 0;
    const sink = {
      frames: (batch: FrameBatch) => append(frames, batch),
      problem: (problem: LogProblem) => {
        problemCount += 1;
        if (problems.length < MAX_PROBLEMS) problems.push(problem);
      },
    };
    const reader = createReader(format, sink, { inflate: inflateZlib, zstd: unpackZstd, size: file.size });
    while (!reader.done && frames.length < MAX_LOCAL_FRAMES) {
      const chunk = await read(reader.position, CHUNK_BYTES);
      if (chunk.length > 0) reader.write(chunk);
      else reader.end();
      onProgress(Math.min(1, reader.bytesRead / Math.max(1, file.size)));
    }
    const isCut = !reader.done;
    return new LocalLog({ format, ...spanOf(frames), problems, problemCount, isCut }, frames);
  }

  page(filter: ResolvedFilter | null, from: number, count: number): LocalPage {
    const found = filter === null ? undefined : this.#find(filter);
    const total = found?.length ?? this.#frames.length;
    const rows: StoredFrameRow[] = [];
    for (let i = from; i < Math.min(total, from + count); i += 1)
      rows.push(rowOf(this.#frames, found ? (found[i] as number) : i));
    return { rows, total };
  }

  /** The first frame at or after a time, among those that pass. */
  placeAt(filter: ResolvedFilter | null, timeUs: number): number {
    const found = filter === null ? undefined : this.#find(filter);
    let [low, high] = [0, found?.length ?? this.#frames.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.#frames.timeUs[found ? (found[middle] as number) : middle] as number) < timeUs) low = middle + 1;
      else high = middle;
    }
    return low;
  }

  counts(filter: ResolvedFilter | null, buckets: number): RangeCounts {
    const found = filter === null ? undefined : this.#find(filter);
    const { firstUs, lastUs } = this.facts;
    const bucketUs = Math.max(1, Math.ceil((lastUs - firstUs + 1) / buckets));
    const frames = new Array<number>(buckets).fill(0);
    const total = found?.length ?? this.#frames.length;
    for (let i = 0; i < total; i += 1) {
      const at = this.#frames.timeUs[found ? (found[i] as number) : i] as number;
      const bucket = Math.floor((at - firstUs) / bucketUs);
      frames[bucket] = (frames[bucket] ?? 0) + 1;
    }
    return { startUs: firstUs, bucketUs, frames };
  }

  #find(filter: ResolvedFilter): Uint32Array {
    if (this.#filtered && JSON.stringify(plain(this.#filtered.filter)) === JSON.stringify(plain(filter)))
      return this.#filtered.found;
    const { channel, id, flags, size, start, data, length } = this.#frames;
    const test = frameTest(filter);
    const found = new Uint32Array(length);
    let count = 0;
    for (let i = 0; i < length; i += 1) {
      const passes = test(
        channel[i] as number,
        id[i] as number,
        flags[i] as number,
        size[i] as number,
        data,
        start[i] as number,
      );
      if (passes) found[count++] = i;
    }
    this.#filtered = { filter, found: found.slice(0, count) };
    return this.#filtered.found;
  }
}

const plain = (filter: ResolvedFilter) => ({
  ...filter,
  channels: filter.channels && [...filter.channels],
  data: filter.data && [[...filter.data.mask], [...filter.data.value]],
});

function append(all: FrameBatch, batch: FrameBatch): void {
  for (let i = 0; i < batch.length; i += 1)
    all.push(
      batch.timeUs[i] as number,
      batch.channel[i] as number,
      batch.id[i] as number,
      batch.flags[i] as number,
      batch.size[i] as number,
      batch.data,
      batch.start[i],
    );
}

function spanOf({ timeUs, channel, length }: FrameBatch) {
  let [firstUs, lastUs] = [Number.POSITIVE_INFINITY, 0];
  const channels = new Set<number>();
  for (let i = 0; i < length; i += 1) {
    const at = timeUs[i] as number;
    if (at < firstUs) firstUs = at;
    if (at > lastUs) lastUs = at;
    channels.add(channel[i] as number);
  }
  return { frames: length, firstUs: length === 0 ? 0 : firstUs, lastUs, channels: [...channels].sort((a, b) => a - b) };
}

/** As the table of the history has it. */
function rowOf(frames: FrameBatch, i: number): StoredFrameRow {
  const { timeUs, channel, id, flags, size, data } = frames.at(i);
  const type = flags & FLAG_ERROR ? "error" : flags & FLAG_REMOTE ? "remote" : flags & FLAG_FD ? "fd" : "classic";
  return {
    key: `${timeUs}.0.0.${i}`,
    time: String(timeUs),
    channel,
    id,
    extended: (flags & FLAG_EXTENDED) !== 0,
    type,
    direction: flags & FLAG_TX ? "transmitted" : "received",
    brs: (flags & FLAG_BRS) !== 0,
    esi: (flags & FLAG_ESI) !== 0,
    length: size,
    data: formatHex(data),
  };
}
