import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { Log } from "../../platform/log.ts";
import type { SegmentFiles } from "../segments/segment-files.ts";
import { mergeDue } from "./merge.ts";
import { type Settling, settleDue } from "./settle.ts";
import { sweepFiles } from "./sweep.ts";

const ROUND_MS = 2000;
const MERGE_MS = 30_000;
const SWEEP_MS = 60_000;
/** Looking for what is due takes at most this share of the time. */
const LOOK_SHARE = 0.05;
/** One process of all works on a frame server at a time; the commits would allow more. */
const LEADER = 0x43414e46;

interface UpkeepParts {
  readonly pool: pg.Pool;
  readonly files: SegmentFiles;
  readonly settling: Settling;
  readonly log: Log;
  readonly now: () => number;
}

export interface Upkeep {
  start(): void;
  stop(): Promise<void>;
  /** Frames settled since the start. */
  readonly settledFrames: number;
}

/** Settles, merges and sweeps, for ever; trouble is logged and tried again. */
export function upkeep({ pool, files, settling, log, now }: UpkeepParts): Upkeep {
  let stopping = new AbortController();
  let running: Promise<void> = Promise.resolve();
  let [mergedMs, sweptMs, settledFrames] = [0, 0, 0];

  async function round(): Promise<number> {
    const began = performance.now();
    const { frames } = await settleDue(settling);
    settledFrames += frames;
    const looked = frames > 0 ? 0 : performance.now() - began;
    if (now() - mergedMs >= MERGE_MS) {
      mergedMs = now();
      // More may be due than one round takes.
      if ((await mergeDue(settling, now())) > 0) mergedMs = 0;
    }
    if (now() - sweptMs >= SWEEP_MS) {
      sweptMs = now();
      await sweepFiles(pool, files);
    }
    return Math.max(ROUND_MS, looked / LOOK_SHARE);
  }

  async function run(signal: AbortSignal): Promise<void> {
    let pauseMs = 0;
    while (!signal.aborted) {
      await sleep(pauseMs, undefined, { signal, ref: false }).catch(() => undefined);
      if (signal.aborted) return;
      try {
        pauseMs = (await asLeader(pool, round)) ?? ROUND_MS;
      } catch (error) {
        log.warn({ err: error }, "the upkeep of the frame store is tried again");
        pauseMs = ROUND_MS;
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

/** Undefined: another process does it. */
async function asLeader<T>(pool: pg.Pool, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const found = await client.query<{ is_ours: boolean }>("select pg_try_advisory_lock($1) as is_ours", [LEADER]);
    if (!found.rows[0]?.is_ours) return undefined;
    try {
      return await work();
    } finally {
      await client.query("select pg_advisory_unlock($1)", [LEADER]).catch(() => undefined);
    }
  } finally {
    client.release();
  }
}
