import { randomBytes } from "node:crypto";
import { BRS, ERROR_FRAME, FD, type PageBatch, type PageFrame, REMOTE, SENT } from "./page-batch.ts";
import { between, pick, type Random, randomFrom } from "./random.ts";

/** Ends a statement and begins another, if bytes were ever taken for SQL. */
export const SQL_PAYLOAD = Buffer.from("'; DROP TABLE landing; DROP DATABASE canopy_frames; --");
const DAY_US = 86_400_000_000;
const MIDNIGHT_US = Math.floor(Date.now() / 86_400_000) * DAY_US;
/** Yesterday, late in the morning: far from both midnights. */
const MORNING_US = MIDNIGHT_US - DAY_US / 2;

/**
 * Traffic of a terminal, computed from (seed, sequence): a comparison builds it again instead of storing it. `day`: one
 * day in order of time; `midnight`: every batch lies on both sides of it.
 */
export interface Traffic {
  readonly seed: number;
  readonly epoch: number;
  readonly times: "day" | "midnight";
}

export const newTraffic = (random: Random, times: Traffic["times"]): Traffic => ({
  seed: between(random, 1, 2 ** 31),
  // Of its own even when a seed is repeated on the same data.
  epoch: randomBytes(4).readUInt32LE(),
  times,
});

export function batchOfTraffic({ seed, epoch, times }: Traffic, sequence: number): PageBatch {
  const random = randomFrom(seed ^ Math.imul(sequence + 1, 0x9e3779b1));
  const count = between(random, 1, 60);
  // A quarter of a second for each batch, so that batches follow each other without overlap.
  const startUs = times === "midnight" ? MIDNIGHT_US - 50_000 : MORNING_US + sequence * 250_000;
  const frames: PageFrame[] = [];
  let timeUs = startUs;
  for (let n = 0; n < count; n += 1) {
    frames.push(frameAt(timeUs, random));
    timeUs += between(random, 0, 4_000);
  }
  if (times === "midnight") frames.push({ ...frameAt(0, random), timeUs: MIDNIGHT_US + sequence });
  return { epoch, sequence, frames };
}

type Rest = Omit<PageFrame, "timeUs">;

const bytes = (random: Random, size: number) =>
  Buffer.from(Array.from({ length: size }, () => between(random, 0, 255)));

function frameAt(timeUs: number, random: Random): PageFrame {
  const kind = random();
  return { timeUs, ...(kind < 0.8 ? classic(random) : kind < 0.9 ? flexible(random) : odd(random)) };
}

type Identity = Pick<PageFrame, "channel" | "id" | "isExtended">;

function newIdentity(random: Random): Identity {
  const isExtended = random() < 0.3;
  return { channel: between(random, 0, 3), isExtended, id: between(random, 0, isExtended ? 0x1fffffff : 0x7ff) };
}

/** As many messages as a vehicle has: were every frame of a new one, a merge of hours would measure nothing that exists. */
const MESSAGES = Array.from({ length: 400 }, (_, i) => newIdentity(randomFrom(i + 1)));
const STRAY_SHARE = 0.005;

const identity = (random: Random): Identity => (random() < STRAY_SHARE ? newIdentity(random) : pick(random, MESSAGES));

function classic(random: Random): Rest {
  const size = between(random, 0, 8);
  const data = random() < 0.2 ? SQL_PAYLOAD.subarray(0, size) : bytes(random, size);
  return { ...identity(random), flags: random() < 0.1 ? SENT : 0, data, size };
}

function flexible(random: Random): Rest {
  const size = pick(random, [8, 12, 16, 20, 24, 32, 48, 64]);
  const data = bytes(random, size);
  if (random() < 0.3) SQL_PAYLOAD.copy(data);
  return { ...identity(random), flags: FD | (random() < 0.5 ? BRS : 0), data, size };
}

/** Remote and error frames; digital inputs, which make the batch one of version 2. */
function odd(random: Random): Rest {
  const kind = random();
  if (kind < 0.4) return { ...identity(random), flags: REMOTE, data: Buffer.alloc(0), size: between(random, 0, 8) };
  if (kind < 0.8) return { ...identity(random), flags: ERROR_FRAME, data: bytes(random, 5), size: 5 };
  return { channel: 48, id: 0, isExtended: false, flags: 0, data: bytes(random, 1), size: 1 };
}
