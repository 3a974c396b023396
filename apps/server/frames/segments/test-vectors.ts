import {
  FLAG_BRS,
  FLAG_ERROR,
  FLAG_EXTENDED,
  FLAG_FD,
  FLAG_REMOTE,
  FLAG_TX,
  type Frame,
} from "@canopy/can/frame/frame";

/** For tests: the frames of a file of segments, by binding; `about` says what the file is there for. */
export interface SegmentVector {
  readonly name: string;
  readonly about: string;
  readonly bindings: ReadonlyMap<number, readonly Frame[]>;
}

/** 2023-11-14 22:00:30 UTC. */
const START_US = 1_699_999_230_000_000;
const SECOND_US = 1_000_000;

const frame = (timeUs: number, channel: number, id: number, flags: number, data: readonly number[], size?: number) => ({
  timeUs,
  channel,
  id,
  flags,
  size: size ?? data.length,
  data: Uint8Array.from(data),
});

const range = (count: number) => Array.from({ length: count }, (_, i) => i);

/** The same numbers on every machine (xorshift32). */
function randomFrom(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state ^= state << 13;
    state ^= state >>> 17;
    state ^= state << 5;
    return (state >>> 0) % below;
  };
}

const kinds = (): Frame[] => [
  frame(START_US, 0, 0x123, 0, [1, 2, 3, 4, 5, 6, 7, 8]),
  frame(START_US + 10_000, 0, 0x123, 0, [1, 2, 3, 4, 5, 6, 7, 9]),
  frame(START_US + 20_007, 0, 0x123, FLAG_TX, [0xff]),
  frame(START_US + 30_000, 1, 0x18daf110, FLAG_EXTENDED, [2, 16, 3]),
  frame(START_US + 40_000, 1, 0x7ff, FLAG_REMOTE, [], 8),
  frame(START_US + 50_000, 0, 0, FLAG_ERROR, [0xe3, 0x10, 0, 0x80, 5]),
  frame(START_US + 60_000, 0, 0x100, 0, []),
  ...range(3).map((i) =>
    frame(
      START_US + (70 + i) * SECOND_US,
      2,
      0x1abcdef0,
      FLAG_EXTENDED | FLAG_FD | FLAG_BRS,
      range(64).map((k) => (k * 3 + i * (k & 1)) & 255),
    ),
  ),
  frame(START_US + 140 * SECOND_US, 32, 0x21, 0, [0xde, 0xad, 0xbe, 0xef]),
  frame(START_US + 141 * SECOND_US, 48, 0, 0, [5]),
  frame(START_US + 142 * SECOND_US, 255, 2, 0, [0, 0, 72, 65]),
];

/** Steps that are all equal, jitter of some microseconds around a grid, steps that follow no grid, and a long pause. */
function times(): Frame[] {
  const random = randomFrom(7);
  const jitters = [2, 9, 180, 350, 700, 1500, 3000, 6000, 40_000, 90_000, 2_000_000];
  const regular = range(40).map((i) => frame(START_US + i * 10_000, 0, 0x100, 0, [i]));
  const jittered = jitters.flatMap((jitterUs, n) =>
    range(60).map((i) => frame(START_US + i * 5_000_000 + random(jitterUs), 0, 0x200 + n, 0, [n])),
  );
  let stepped = START_US;
  const steps = range(60).map((i) => {
    stepped += 20_000 + random(2_000);
    return frame(stepped, 0, 0x2ff, 0, [i & 1]);
  });
  let timeUs = START_US;
  const bursts = range(60).map((i) => {
    timeUs += i % 10 === 9 ? 30_000_000 : 100 + random(200);
    return frame(timeUs, 0, 0x300, 0, [i & 3]);
  });
  const pause = range(12).map((i) => frame(START_US + (i < 11 ? i : 3_500_000_000), 0, 0x301, 0, [7]));
  return [...regular, ...jittered, ...steps, ...bursts, ...pause];
}

/** A log with millisecond stamps, two buses, and a stamp that 300 frames share. */
function ties(): Frame[] {
  const random = randomFrom(11);
  const coarse = range(200).map((i) =>
    frame(START_US + Math.floor(i / 3) * 1000, i & 1, 0x10 + random(4), 0, [i, random(5)]),
  );
  const burst = range(300).map((i) => frame(START_US + SECOND_US, 0, 0x50, 0, [i & 255, i >> 8]));
  return [...coarse, ...burst];
}

/** Runs from 2,048 frames on: constant, plain and delta planes, and one that zstd makes no smaller. */
function longRuns(): Frame[] {
  const random = randomFrom(23);
  let walk = 120;
  const mixed = range(2_100).map((i) => {
    walk = (walk + random(5) - 2) & 255;
    return frame(START_US + i * 10_000 + random(600), 0, 0x123, 0, [0x55, i & 255, walk, 5 * random(4), random(256)]);
  });
  const cut = range(9_000).map((i) => frame(START_US + i * 20_000, 1, 0x1ffffff0, FLAG_EXTENDED, [i & 255, 0xa5]));
  const short = range(2_047).map((i) => frame(START_US + i * 10_000, 2, 0x7, 0, [i >> 8, 0, i & 16]));
  return [...mixed, ...cut, ...short];
}

/** Two devices; the first crosses an hour and a midnight. */
function hours(): ReadonlyMap<number, readonly Frame[]> {
  const midnightUs = Date.UTC(2023, 10, 15) * 1000;
  const first = range(90).map((i) => frame(midnightUs + (i - 70) * 60 * SECOND_US, i & 1, 0x201, 0, [i, 1]));
  const second = range(5).map((i) => frame(midnightUs - 1 - i * 1000, 3, 0x55, 0, [i]));
  return new Map([
    [7, first],
    [4_000_000_000, second],
  ]);
}

const of = (frames: readonly Frame[]) => new Map([[1, frames]]);

export const segmentVectors: readonly SegmentVector[] = [
  {
    name: "kinds",
    about: "every kind of frame, in runs of one to three frames over three minutes",
    bindings: of(kinds()),
  },
  { name: "times", about: "times as steps and on a grid, of 0 to 32 bits", bindings: of(times()) },
  { name: "ties", about: "frames that share a time stamp: k of 1 to 9 bits", bindings: of(ties()) },
  { name: "long-runs", about: "planes in blocks of their own, and a run that was cut", bindings: of(longRuns()) },
  { name: "hours", about: "several segments: two devices, hours and a midnight", bindings: hours() },
];
