import type pg from "pg";
import { readIndex, type SegmentRow } from "../reading/segment-index.ts";
import { onSnapshot } from "../reading/snapshots.ts";
import type { StoreWorkers } from "../store/threads/store-workers.ts";
import { DAY_US } from "../store/time-window.ts";
import type { LakeFramesJob } from "./frames-file.ts";
import type { WrittenLakeFile } from "./parquet-file.ts";
import type { LakeSignalsJob } from "./signals-file.ts";

/** A day of a binding, as it is settled. */
export interface SettledDay {
  /** Days since 1970, UTC. */
  readonly day: number;
  /** Ascending: a segment never changes, and its number never comes back. */
  readonly segments: readonly number[];
  readonly frames: number;
}

export interface LakeDay {
  readonly bindingNumber: number;
  readonly day: number;
}

/** A written file and the segments that it was made of. */
export interface WrittenDay {
  /** Undefined: there was nothing to write. */
  readonly file: WrittenLakeFile | undefined;
  readonly segments: readonly number[];
}

/** Settled frames as files of a lake, a day of a binding at a time. Frames that are only landed come with a later run. */
export interface LakeStore {
  /** Numbers of segments mean something together with it. */
  serverId(): Promise<string>;
  daysOf(bindingNumber: number): Promise<SettledDay[]>;
  writeFrames(day: LakeDay, job: Omit<LakeFramesJob, "sources">, signal?: AbortSignal): Promise<WrittenDay>;
  writeSignals(day: LakeDay, job: Omit<LakeSignalsJob, "sources">, signal?: AbortSignal): Promise<WrittenDay>;
  /** One at a time for each name, in the whole cluster. Undefined: another has it. */
  alone<T>(name: string, work: () => Promise<T>): Promise<T | undefined>;
}

export interface LakeStoreParts {
  readonly pool: pg.Pool;
  readonly workers: StoreWorkers;
}

export function lakeStore({ pool, workers }: LakeStoreParts): LakeStore {
  return {
    async serverId() {
      const found = await pool.query<{ id: string }>("select id from frame_server");
      return found.rows[0]?.id ?? "";
    },
    async daysOf(bindingNumber) {
      const found = await pool.query<{ day: number; segments: string; frames: number }>(
        `select day, string_agg(id::text, ',' order by id) as segments, sum(frames)::bigint as frames
          from segments where binding = $1 group by day order by day`,
        [bindingNumber],
      );
      return found.rows.map(({ day, segments, frames }) => ({
        day,
        frames,
        segments: segments.split(",").map(Number),
      }));
    },
    writeFrames: (day, job, signal) =>
      onDay(pool, day, signal, (sources) => workers.run("lakeFrames", { ...job, sources }, { signal })),
    writeSignals: (day, job, signal) =>
      onDay(pool, day, signal, (sources) => workers.run("lakeSignals", { ...job, sources }, { signal })),
    alone: (name, work) => alone(pool, name, work),
  };
}

/** The day as one snapshot has it; taken again where a segment was merged away meanwhile. */
function onDay(
  pool: pg.Pool,
  { bindingNumber, day }: LakeDay,
  signal: AbortSignal | undefined,
  write: (sources: readonly SegmentRow[]) => Promise<WrittenLakeFile | undefined>,
): Promise<WrittenDay> {
  return onSnapshot(async () => {
    const window = { fromUs: day * DAY_US, toUs: (day + 1) * DAY_US };
    const { segments: sources } = await readIndex(pool, bindingNumber, window);
    const segments = sources.map(({ id }) => id).sort((a, b) => a - b);
    return { segments, file: sources.length === 0 ? undefined : await write(sources) };
  }, signal);
}

/** A lock of the session: it goes with its connection, and no transaction stays open. */
async function alone<T>(pool: pg.Pool, name: string, work: () => Promise<T>): Promise<T | undefined> {
  const client = await pool.connect();
  try {
    const key = "hashtextextended($1, 0)";
    const taken = await client.query<{ is_mine: boolean }>(`select pg_try_advisory_lock(${key}) as is_mine`, [name]);
    if (!taken.rows[0]?.is_mine) return undefined;
    try {
      return await work();
    } finally {
      await client.query(`select pg_advisory_unlock(${key})`, [name]);
    }
  } finally {
    client.release();
  }
}
