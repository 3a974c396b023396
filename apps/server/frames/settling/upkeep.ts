import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Files } from "../../platform/files/files.ts";
import type { Log } from "../../platform/log.ts";
import { mergeDue } from "./merge.ts";
import { type Settling, settleDue } from "./settle.ts";
import type { SettlingPace } from "./settling-pace.ts";
import { GRACE_MS, sweepFiles } from "./sweep.ts";

const ROUND_MS = 2000;
const MERGE_MS = 30_000;
const SWEEP_MS = 60_000;
/** A large deletion drops tens of thousands of files: settling does not wait for all of them. */
const SWEEP_WITHIN_MS = 10_000;
/** Share of the time that looking for due bindings may take. */
const LOOK_SHARE = 0.05;
/** One process of all works on a frame server at a time; the commits would allow more. */
const LEADER = 0x43414e46;

interface UpkeepParts {
  readonly pool: pg.Pool;
  readonly files: Files;
  readonly trashMs: number;
  readonly settling: Settling;
  readonly pace: SettlingPace;
  readonly log: Log;
  readonly now: () => number;
}

export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  /** Frames settled since the start. */
  readonly settledFrames: number;
}

/** Settles, merges and sweeps, for ever; trouble is logged and tried again. A stop waits for the file that settles, and gives up a merge. */
export function upkeep({ pool, files, trashMs, settling, pace, log, now }: UpkeepParts): Upkeep {
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let [mergedMs, sweptMs, settledFrames] = [0, 0, 0];
  let pauseMs = 0;

  async function settle(): Promise<void> {
    const began = performance.now();
    pace.begin(began);
    const { frames } = await settleDue(settling, undefined, stopping.signal).finally(() => pace.end(performance.now()));
    settledFrames += frames;
    const looked = frames > 0 ? 0 : performance.now() - began;
    pauseMs = Math.max(ROUND_MS, looked / LOOK_SHARE);
  }

  async function merge(): Promise<void> {
    if (now() - mergedMs < MERGE_MS) return;
    mergedMs = now();
    // More may be due than one round takes.
    if ((await mergeDue(settling, now(), stopping.signal)) > 0) mergedMs = 0;
  }

  async function sweep(): Promise<void> {
    if (now() - sweptMs < SWEEP_MS) return;
    sweptMs = now();
    const swept = await sweepFiles(pool, files, {
      graceMs: Math.max(GRACE_MS, trashMs),
      withinMs: SWEEP_WITHIN_MS,
      signal: stopping.signal,
    });
    if (swept.isMore) sweptMs = 0;
    if (swept.faults.length > 0) throw swept.faults[0];
  }

  /** Each is done whatever happens to the others: sweeping makes the room that settling and merging may lack. */
  async function round(): Promise<void> {
    const faults: unknown[] = [];
    for (const work of [sweep, settle, merge])
      if (!stopping.signal.aborted) await work().catch((error: unknown) => faults.push(error));
    if (faults.length > 0) throw faults[0];
  }

  async function run(signal: AbortSignal): Promise<void> {
    pauseMs = 0;
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      pauseMs = ROUND_MS;
      try {
        await asLeader(pool, round);
      } catch (error) {
        log.warn({ err: error }, "the upkeep of the frame store is tried again");
      }
    }
  }

  return {
    get settledFrames() {
      return settledFrames;
    },
    start() {
      stopping = new AbortController();
      running = run(stopping.signal);
    },
    async stop() {
      stopping.abort();
      await running;
    },
  };
}

/** Nothing is done where another process does it. */
async function asLeader(pool: pg.Pool, work: () => Promise<void>): Promise<void> {
  const client = await pool.connect();
  try {
    const found = await client.query<{ is_ours: boolean }>("select pg_try_advisory_lock($1) as is_ours", [LEADER]);
    if (!found.rows[0]?.is_ours) return;
    try {
      await work();
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LEADER]).catch(() => undefined);
    }
  } finally {
    client.release();
  }
}
