/** For tests: a database in memory that can fail, hang and be left behind by a crash, and a clock turned by hand. */
import { FrameBatch } from "@canopy/can/frame/batch";
import pg from "pg";
import { createLog } from "../../platform/log.ts";
import { type SetKey, type StoredSet, setName } from "../landing/known-set.ts";
import type { CountedDay, LandingWrite } from "../landing/landing-store.ts";
import { SequenceSet } from "../landing/sequence-set.ts";
import { type BatchJudge, NO_RULES } from "./batch-judge.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { FrameIngest } from "./ingest-frames.ts";
import type { IngestPorts } from "./ingest-ports.ts";
import type { IngestClock } from "./ingest-retry.ts";

export const TENANT = "00000000-0000-4000-8000-000000000001";
/** Ten seconds before midnight. */
export const EVENING_US = Date.UTC(2026, 10, 14, 23, 59, 50) * 1000;

export interface BatchShape {
  readonly sequence: number;
  readonly epoch?: number;
  readonly bindingNumber?: number;
  /** Of each frame; the payload says which batch and which frame it is. */
  readonly timesUs: readonly number[];
  readonly payload?: Uint8Array;
}

export function batchOf(shape: BatchShape): IncomingBatch {
  const { sequence, epoch = 7, bindingNumber = 1 } = shape;
  const frames = new FrameBatch(shape.timesUs.length || 1);
  for (const [i, timeUs] of shape.timesUs.entries())
    frames.push(timeUs, i % 2, 0x100 + i, 0, 8, shape.payload ?? Uint8Array.of(sequence, i, 0, 0, 0, 0, 0, epoch));
  const deviceId = String(bindingNumber).padStart(20, "0");
  return { bindingNumber, deviceId, tenantId: TENANT, epoch, sequence, frames, raw: undefined, receivedAtMs: 0 };
}

export class ManualClock implements IngestClock {
  #nowMs = EVENING_US / 1000;
  #timers: { readonly atMs: number; readonly run: () => void }[] = [];

  nowMs(): number {
    return this.#nowMs;
  }

  after(delayMs: number, run: () => void): () => void {
    const timer = { atMs: this.#nowMs + delayMs, run };
    this.#timers.push(timer);
    return () => {
      this.#timers = this.#timers.filter((one) => one !== timer);
    };
  }

  /** Runs everything due, in order, including follow-ups. */
  async advance(ms: number): Promise<void> {
    const endMs = this.#nowMs + ms;
    for (;;) {
      await settled();
      const due = this.#timers.filter(({ atMs }) => atMs <= endMs).sort((a, b) => a.atMs - b.atMs)[0];
      if (due === undefined) break;
      this.#timers = this.#timers.filter((one) => one !== due);
      this.#nowMs = Math.max(this.#nowMs, due.atMs);
      due.run();
    }
    this.#nowMs = endMs;
  }
}

const settled = () => new Promise((resolve) => setImmediate(resolve));

/** As PostgreSQL says that a row cannot be stored. */
function contentError(): Error {
  const error = new pg.DatabaseError("value out of range", 0, "error");
  error.code = "22003";
  return error;
}

/** How the next commit ends. */
export type CommitFate = "stored" | "failsBefore" | "failsAfter" | "hangs";

interface MemorySet {
  version: number;
  ranges: SequenceSet;
  newestUs: number;
}

/** A database that holds sets and batches, for any number of processes. */
export class IngestWorld {
  readonly clock = new ManualClock();
  /** How often each batch is in the store. */
  readonly landed = new Map<string, number>();
  readonly quarantined = new Map<string, string>();
  readonly refused = new Map<string, string>();
  readonly hashes = new Set<string>();
  readonly days: CountedDay[] = [];
  /** The batches of each commit, as (binding, sequence). */
  readonly commits: [number, number][][] = [];
  readonly closed = new Set<number>();
  fates: CommitFate[] = [];
  /** A group that holds one of these is refused by the database for its content, as (binding, epoch, sequence). */
  readonly unstorable = new Set<string>();
  /** Groups that were tried. */
  tried = 0;
  judge: BatchJudge = NO_RULES;
  mayStore = true;
  pauseMs = 0;
  readonly #sets = new Map<string, MemorySet>();
  /** Process numbers below it are dead: nothing of them reaches the world any more. */
  #alive = 0;
  #started = 0;

  /** A process beside those that run. */
  start(): FrameIngest {
    const own = this.#started++;
    const alive = <T>(work: () => T): Promise<T> =>
      own >= this.#alive ? Promise.resolve().then(work) : new Promise<T>(() => undefined);
    const ports: IngestPorts = {
      mayStore: () => this.mayStore,
      judge: this.judge,
      loadSets: (wanted) => alive(() => wanted.flatMap((one) => this.#load(one))),
      land: (write) => this.#land(write, alive),
      pauseMs: () => this.pauseMs,
      moveToPages: () => Promise.resolve(false),
      refuse: (batch, reason) => alive(() => void this.refused.set(identity(batch), reason)),
      refuseJudged: (batch) =>
        alive(() => {
          this.refused.set(identity(batch), "quota");
          return { isJudged: true, isStored: true };
        }),
      wasJudged: () => alive(() => false),
      wasQuarantined: (batch) => alive(() => this.quarantined.has(identity(batch))),
      recentPayloads: () => alive(() => new Set(this.hashes)),
    };
    return new FrameIngest(ports, this.clock, createLog("silent"));
  }

  /** All processes die where they are; a new one comes. */
  crash(): FrameIngest {
    this.#alive = this.#started;
    return this.start();
  }

  #load({ bindingNumber, epoch }: SetKey): StoredSet[] {
    if (this.closed.has(bindingNumber)) return [];
    const set = this.#setOf({ bindingNumber, epoch });
    const [main, ...others] = set.ranges.ranges;
    return [
      {
        bindingNumber,
        epoch,
        version: set.version,
        first: main?.from ?? 0,
        mark: main ? main.to + 1 : 0,
        ranges: others.flatMap(({ from, to }) => [from, to]),
        paged: [],
        newestUs: set.newestUs,
        hasRefusals: this.refused.size > 0,
      },
    ];
  }

  async #land(write: LandingWrite, alive: <T>(work: () => T) => Promise<T>): Promise<ReadonlySet<string>> {
    const fate = this.fates.shift() ?? "stored";
    if (fate === "hangs") return new Promise(() => undefined);
    return alive(() => {
      this.tried += 1;
      if (fate === "failsBefore") throw new Error("the database is away");
      if (write.landed.some((row) => this.unstorable.has(identity(row)))) throw contentError();
      const advanced = this.#advance(write);
      if (fate === "failsAfter") throw new Error("the answer was lost");
      return advanced;
    });
  }

  #advance(write: LandingWrite): Set<string> {
    const advanced = new Set<string>();
    for (const { known, first, mark, ranges, newestUs, ...key } of write.sets) {
      const set = this.#setOf(key);
      if (set.version !== known || this.closed.has(key.bindingNumber)) continue;
      advanced.add(setName(key));
      set.version += 1;
      set.newestUs = newestUs;
      set.ranges = new SequenceSet();
      if (mark > first) set.ranges.addRange({ from: first, to: mark - 1 });
      for (let i = 0; i < ranges.length; i += 2)
        set.ranges.addRange({ from: ranges[i] as number, to: ranges[i + 1] as number });
    }
    const isIn = (key: SetKey) => advanced.has(setName(key));
    const landed = write.landed.filter(isIn);
    for (const row of landed) this.landed.set(identity(row), (this.landed.get(identity(row)) ?? 0) + 1);
    for (const row of write.quarantined.filter(isIn)) this.quarantined.set(identity(row), row.reason);
    for (const row of write.accepted.filter(isIn)) this.refused.delete(identity(row));
    for (const { hash } of write.hashes.filter(isIn)) this.hashes.add(Buffer.from(hash).toString("hex"));
    this.days.push(...write.days.filter(isIn));
    this.commits.push(landed.map(({ bindingNumber, sequence }) => [bindingNumber, sequence]));
    return advanced;
  }

  #setOf(key: SetKey): MemorySet {
    const set = this.#sets.get(setName(key)) ?? { version: 0, ranges: new SequenceSet(), newestUs: 0 };
    this.#sets.set(setName(key), set);
    return set;
  }
}

export const identity = ({ bindingNumber, epoch, sequence }: SetKey & { readonly sequence: number }): string =>
  `${bindingNumber}/${epoch}/${sequence}`;
