import { constants, deflateSync, inflateSync } from "node:zlib";
import { describe, expect, it, vi } from "vitest";
import { FLAG_EXTENDED, FLAG_FD, type Frame } from "../frame/frame.ts";
import type { LogFormat, WriteFormat } from "./formats.ts";
import { collect, written } from "./testing/collect.ts";

// Many runs each; a busy machine may take its time.
vi.setConfig({ testTimeout: 60_000 });

const inflate = (data: Uint8Array, size: number): Uint8Array =>
  inflateSync(data, { maxOutputLength: size, finishFlush: constants.Z_SYNC_FLUSH });
const deflate = (data: Uint8Array): Uint8Array => deflateSync(data, { level: 1 });

/** Time spent on each reader; set it higher for a long run. */
const FUZZ_MS = Number(process.env.CANOPY_FUZZ_MS ?? 1500);
const SEED = Number(process.env.CANOPY_FUZZ_SEED ?? Date.now() % 1_000_000);

/** Small and repeatable (mulberry32). */
function random(seed: number): (below: number) => number {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return Math.floor((((t ^ (t >>> 14)) >>> 0) / 2 ** 32) * below);
  };
}

function sample(count: number): Frame[] {
  return Array.from({ length: count }, (_, i) => {
    const size = i % 5 === 0 ? 64 : i % 9;
    const flags = (i % 5 === 0 ? FLAG_FD : 0) | (i % 3 === 0 ? FLAG_EXTENDED : 0);
    const data = Uint8Array.from({ length: size }, (_v, k) => (i * 7 + k) & 255);
    return { timeUs: 1_700_000_000_000_000 + i * 1000, channel: i % 2, id: i & 0x7ff, flags, size, data };
  });
}

const BUSMASTER = new TextEncoder().encode(
  `***BUSMASTER Ver 2.4.0***\n***START DATE AND TIME 23:9:2015 22:17:28:928***\n***HEX***\n***SYSTEM MODE***\n${Array.from(
    { length: 200 },
    (_, i) => `22:20:14:${String(i).padStart(4, "0")} Rx 1 0x21A s 8 FE 36 12 FE 69 05 07 AD`,
  ).join("\n")}\n`,
);

function logs(): { name: string; format: LogFormat; file: Uint8Array }[] {
  const of = (format: LogFormat, as: WriteFormat, packed = false) => {
    return {
      name: `${as}${packed ? ", packed" : ""}`,
      format,
      file: written(as, sample(200), packed ? { deflate } : {}).file,
    };
  };
  return [
    of("candump", "candump"),
    of("asc", "asc"),
    of("trc", "trc"),
    of("trc", "trc-1.1"),
    of("csv", "csv"),
    of("csv", "csv-python-can"),
    of("csv", "csv-gvret"),
    { name: "busmaster", format: "busmaster", file: BUSMASTER },
    of("blf", "blf"),
    of("blf", "blf", true),
    of("mdf4", "mdf4"),
    of("mdf4", "mdf4", true),
  ];
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts));
}

function mutated(file: Uint8Array, next: (below: number) => number): Uint8Array {
  let bytes = new Uint8Array(file);
  for (let n = 1 + next(6); n > 0; n--) {
    const at = next(Math.max(bytes.length, 1));
    const kind = next(6);
    if (kind === 0) bytes = bytes.slice(0, at);
    else if (kind === 1) bytes[at] = next(256);
    else if (kind === 2) bytes.copyWithin(next(at + 1), next(at + 1), at);
    else if (kind === 3) bytes.fill(next(2) * 255, at, at + 1 + next(8));
    else if (kind === 4) bytes = joined(bytes.subarray(0, at), bytes.subarray(at + next(50)));
    else bytes = joined(bytes.subarray(0, at), bytes.subarray(next(at + 1), at), bytes.subarray(at));
    if (bytes.length > 4 * file.length) bytes = bytes.slice(0, file.length);
  }
  return bytes;
}

describe(`damaged logs (seed ${SEED})`, () => {
  it.each(logs())(
    "$name: mutated files end with frames and named problems, never with an exception",
    ({ format, file }) => {
      const next = random(SEED);
      const until = Date.now() + FUZZ_MS;
      let runs = 0;
      do {
        const bytes = mutated(file, next);
        const read = collect(format, bytes, { inflate, chunkBytes: 1 + next(9000) });
        expect(read.frames.length).toBeLessThanOrEqual(bytes.length);
        for (const frame of read.frames) {
          if (frame.size > 64 || !Number.isFinite(frame.timeUs)) throw new Error(`bad frame at run ${runs}`);
        }
        runs++;
      } while (Date.now() < until);
    },
    60_000,
  );

  it.each(logs())("$name: a file cut anywhere gives the frames before the cut", ({ format, file }) => {
    const whole = collect(format, file, { inflate }).frames;
    const next = random(SEED);
    for (let n = 0; n < 40; n++) {
      const cut = next(file.length);
      const { frames, problems } = collect(format, file.subarray(0, cut), { inflate, chunkBytes: 4096 });
      expect(frames.length).toBeLessThanOrEqual(whole.length);
      // MDF4 keeps its groups apart: the cut takes from each what lies behind it.
      if (format === "mdf4")
        expect(frames).toEqual(whole.filter((frame) => frames.some((f) => f.timeUs === frame.timeUs)));
      // Of text the last line may be cut where it still is a frame.
      else expect(frames.slice(0, -1)).toEqual(whole.slice(0, Math.max(frames.length - 1, 0)));
      if (frames.length === 0) continue;
      if (format === "blf" || format === "mdf4") expect(problems.length).toBeGreaterThan(0);
    }
  });
});
