import type pg from "pg";
import type { Log } from "../../platform/log.ts";
import type { SetAside } from "../landing/set-aside.ts";
import { LANDED_US, readSegments } from "../reading/segment-index.ts";
import {
  advanceIndex,
  beginFile,
  fileIsLive,
  giveUpFile,
  indexVersions,
  insertSegments,
  type OpenFile,
} from "../store/files/segment-file-store.ts";
import { arrayOf } from "../store/sql-arrays.ts";
import type { StoreWorkers } from "../store/threads/store-workers.ts";
import type { TimeWindow } from "../store/time-window.ts";
import { inTransaction, PlanGone } from "../store/transaction.ts";
import type { SettleDevice } from "./settle-file.ts";

/** A binding is due with this many landed frames, or when its oldest batch is this old. */
export const DUE_FRAMES = 250_000;
export const DUE_MS = 5 * 60_000;
/** Bounds of one file: the memory of a worker. */
const FILE_FRAMES = 1_000_000;
const FILE_DEVICES = 200;
/** The worker writes one file while the rows of another are read or replaced. */
const FILES_AT_ONCE = 2;

export interface Settling {
  readonly pool: pg.Pool;
  readonly workers: StoreWorkers;
  readonly log: Log;
  /** Bindings whose batches could not be written, and segments that could not be read. */
  readonly aside: { readonly bindings: SetAside; readonly segments: SetAside };
  /** Between file and row: a test may stop here. */
  readonly step?: (step: string) => Promise<void>;
}

interface DueBinding {
  readonly binding: number;
  readonly tenant_id: string;
  readonly frames: number;
  readonly waited_ms: number;
}

/** Of all tenants: bindings with landed batches, those that wait longest first. */
export async function listLanded(pool: pg.Pool): Promise<DueBinding[]> {
  const found = await pool.query<DueBinding>(
    `select l.binding, b.tenant_id, l.frames, l.waited_ms from (
        select binding, sum(frames)::bigint as frames,
          (extract(epoch from now() - min(landed_at)) * 1000)::bigint as waited_ms
        from landing group by binding) l join frame_bindings b using (binding)
      where b.is_open order by l.waited_ms desc`,
  );
  return found.rows;
}

export const isDue = ({ frames, waited_ms }: Pick<DueBinding, "frames" | "waited_ms">): boolean =>
  frames >= DUE_FRAMES || waited_ms >= DUE_MS;

export interface SettleResult {
  readonly frames: number;
  readonly files: number;
}

/** Settles due bindings, or all; returns the counts. Of a stop it takes note behind each file. */
export async function settleDue(settling: Settling, wanted = isDue, signal?: AbortSignal): Promise<SettleResult> {
  const landed = await listLanded(settling.pool);
  const due = landed.filter((one) => wanted(one) && !settling.aside.bindings.has(one.binding));
  // A file never holds frames of two tenants.
  const ofTenants = Map.groupBy(due, ({ tenant_id }) => tenant_id).values();
  const groups = [...ofTenants].flatMap(groupsOf).values();
  let [frames, files] = [0, 0];
  const settleGroups = async () => {
    for (const group of groups) {
      if (signal?.aborted) return;
      const settled = await settleOrSetAside(
        settling,
        group.map(({ binding }) => binding),
      );
      frames += settled;
      if (settled > 0) files += 1;
    }
  };
  // Both end before an error is thrown: work must not outlive the round.
  const ends = await Promise.allSettled(Array.from({ length: FILES_AT_ONCE }, settleGroups));
  const fault = ends.find((end) => end.status === "rejected");
  if (fault) throw fault.reason;
  return { frames, files };
}

function groupsOf(due: readonly DueBinding[]): DueBinding[][] {
  const groups: DueBinding[][] = [];
  let frames = 0;
  for (const one of due) {
    const last = groups.at(-1);
    if (last === undefined || last.length >= FILE_DEVICES || frames + one.frames > FILE_FRAMES) {
      groups.push([one]);
      frames = one.frames;
    } else {
      last.push(one);
      frames += one.frames;
    }
  }
  return groups;
}

interface Taken {
  readonly binding: number;
  readonly id: number;
  readonly epoch: number;
  readonly sequence: number;
  readonly first_us: number;
  readonly last_us: number;
  readonly frames: number;
  readonly landed_us: number;
  readonly body: Buffer;
}

/** A worker could not make a file of these batches, and the system was not the reason. */
class Unwritable extends Error {
  constructor(cause: unknown) {
    super("landed batches cannot be settled", { cause });
  }
}

function asUnwritable(error: unknown): never {
  const isOfSystem = error instanceof Error && "code" in error && !/^ERR_/.test(String(error.code));
  throw isOfSystem ? error : new Unwritable(error);
}

/** The other devices of a file do not wait for one whose batches cannot be written. */
async function settleOrSetAside(settling: Settling, bindings: readonly number[]): Promise<number> {
  try {
    return await settleGroup(settling, bindings);
  } catch (error) {
    const [binding] = bindings;
    if (!(error instanceof Unwritable) || binding === undefined) throw error;
    if (bindings.length === 1) {
      settling.aside.bindings.add(binding);
      settling.log.error({ err: error, binding }, "frames of a device stay where they landed");
      return 0;
    }
    let frames = 0;
    for (const one of bindings) frames += await settleOrSetAside(settling, [one]);
    return frames;
  }
}

/** The oldest batches of some bindings, in one file. Returns the frames; 0 where another process was quicker. */
async function settleGroup(settling: Settling, bindings: readonly number[]): Promise<number> {
  const { pool, workers, step = async () => undefined } = settling;
  const versions = await indexVersions(pool, bindings);
  const rows = await takeRows(pool, [...versions.keys()]);
  if (rows.length === 0) return 0;
  const byBinding = Map.groupBy(rows, ({ binding }) => binding);
  for (const binding of [...versions.keys()]) if (!byBinding.has(binding)) versions.delete(binding);
  const overlapping = await readSegments(pool, new Map([...byBinding].map(([binding, own]) => [binding, spanOf(own)])));
  const devices = [...byBinding].map(
    ([bindingNumber, own]): SettleDevice => ({
      bindingNumber,
      batches: own.map(({ id, landed_us: landedUs, epoch, sequence, body }) => ({
        id,
        landedUs,
        epoch,
        sequence,
        body,
      })),
      frames: framesOf(own),
      overlapping: overlapping.get(bindingNumber) ?? [],
    }),
  );
  const file = await beginFile(pool, "seg");
  await step("begun");
  try {
    const written = await workers.run("settle", { file: file.name, devices }).catch(asUnwritable);
    await step("written");
    await replace(settling, file, rows, versions, written);
    await step("committed");
    return framesOf(rows);
  } catch (error) {
    await giveUpFile(pool, file).catch(() => undefined);
    if (error instanceof PlanGone) return 0;
    throw error;
  }
}

const framesOf = (rows: readonly Taken[]): number => rows.reduce((sum, { frames }) => sum + frames, 0);

function spanOf(rows: readonly Taken[]): TimeWindow {
  return {
    fromUs: rows.reduce((first, { first_us }) => Math.min(first, first_us), Number.POSITIVE_INFINITY),
    toUs: rows.reduce((last, { last_us }) => Math.max(last, last_us), Number.NEGATIVE_INFINITY) + 1,
  };
}

/** Sorted here: bodies would make PostgreSQL sort on disk. */
async function takeRows(pool: pg.Pool, bindings: readonly number[]): Promise<Taken[]> {
  const found = await pool.query<Taken>(
    `select l.binding, l.id, l.epoch, l.sequence, l.first_us, l.last_us, l.frames,
        ${LANDED_US} as landed_us, l.body
      from landing l join (
        select binding, id, frames, sum(frames) over (partition by binding order by landed_at, epoch, sequence, id)
          as so_far from landing where binding = any($1::int[])) t using (binding, id)
      where t.so_far - t.frames < $2`,
    [arrayOf(bindings), FILE_FRAMES],
  );
  return found.rows.sort((a, b) => a.binding - b.binding || a.id - b.id);
}

/** The file takes the place of exactly these rows, or of none. */
async function replace(
  { pool }: Settling,
  file: OpenFile,
  rows: readonly Taken[],
  versions: ReadonlyMap<number, number>,
  written: { readonly bytes: number; readonly segments: Parameters<typeof insertSegments>[2] },
): Promise<void> {
  const stored = new Map<number, number>();
  for (const { binding, landed_us } of rows)
    stored.set(binding, Math.max(stored.get(binding) ?? 0, Math.round(landed_us / 1000)));
  await inTransaction(pool, async (client) => {
    await fileIsLive(client, file, written.bytes);
    await advanceIndex(client, versions);
    const gone = await client.query(
      `delete from landing l using unnest($1::int[], $2::bigint[]) as t (binding, id)
        where l.binding = t.binding and l.id = t.id`,
      [arrayOf(rows.map(({ binding }) => binding)), arrayOf(rows.map(({ id }) => id))],
    );
    if (gone.rowCount !== rows.length) throw new PlanGone("landed batches were settled or deleted by another");
    await insertSegments(
      client,
      file,
      written.segments,
      ({ bindingNumber }) => stored.get(bindingNumber) ?? Date.now(),
    );
  });
}
