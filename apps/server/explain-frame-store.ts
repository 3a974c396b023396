import type pg from "pg";
import type { WatchedDisk } from "./frames/landing/disk-watch.ts";
import type { FrameServer } from "./frames/servers/frame-server.ts";
import { FILES_MARK } from "./frames/store/files/files-mark.ts";
import type { StoreReport } from "./frames/store/store-report.ts";
import { withFrames } from "./open-frames.ts";
import type { Config } from "./platform/config.ts";
import { type DoctorRow, doctorRow as row } from "./platform/doctor.ts";
import { StartFault } from "./platform/engines/start-fault.ts";
import { FilesFault } from "./platform/files/files-fault.ts";
import { openFar } from "./platform/files/open-files.ts";
import { bucketInWords, type S3Settings } from "./platform/files/s3-url.ts";
import { createLog } from "./platform/log.ts";
import { isServed } from "./platform/postgres/with-database.ts";

/** Due batches are settled within seconds; after this time a worker is considered missing. */
const LONG_WAIT_MS = 600_000;

/** Contents of the frame store and safety of its server, for `canopy doctor`. Starts nothing. */
export async function explainFrameStore(config: Config): Promise<DoctorRow[]> {
  if (!isServed(config))
    return [
      row("frame store", "not running", "ok", "Start Canopy to see what it holds."),
      ...(await bucketRows(config.s3)),
    ];
  try {
    return await withFrames(config, createLog("silent"), async ({ servers }) => {
      const rows = await bucketRows(config.s3);
      for (const server of servers) rows.push(...(await rowsOf(server, servers.length)));
      return rows;
    });
  } catch (error) {
    if (!(error instanceof StartFault)) throw error;
    return [row("frame store", "", "problem", error.message)];
  }
}

/** With several, a line before those of each. */
async function rowsOf(server: FrameServer, of: number): Promise<DoctorRow[]> {
  const { store, database, number, address, id } = server;
  const head = of > 1 ? [row("frame server", `${number}, ${address}, ${id.slice(0, 8)}`, "ok")] : [];
  const disk = await store.room();
  return [...head, ...storeRows(await store.report()), recordingRow(disk), ...(await serverRows(database.pool))];
}

/** Whether the bucket answers; nothing is written. */
async function bucketRows(s3: S3Settings | undefined): Promise<DoctorRow[]> {
  if (s3 === undefined) return [];
  const where = bucketInWords(s3);
  const files = await openFar(s3, { attempts: 1 });
  try {
    const isMarked = (await files.size(FILES_MARK)) !== undefined;
    return [row("bucket", where, "ok", isMarked ? undefined : "It is empty and is taken at the first start.")];
  } catch (error) {
    if (!(error instanceof FilesFault)) throw error;
    return [row("bucket", where, "problem", error.message)];
  } finally {
    await files.close();
  }
}

function storeRows(report: StoreReport): DoctorRow[] {
  const { segments, files, frames, diskBytes, landedBatches, landedFrames, oldestLandedAgeMs, dueBindings } = report;
  const megabytes = (bytes: number) => `${(bytes / 1024 ** 2).toFixed(1)} MB`;
  const landed = `${landedFrames} frames in ${landedBatches} batches${since(oldestLandedAgeMs)}`;
  const due = `${dueBindings} devices${since(report.oldestDueMs)}`;
  return [
    row("frame store", `${frames} frames, ${segments} segments, ${files} files, ${megabytes(diskBytes)}`, "ok"),
    row("size of the frames database", megabytes(report.databaseBytes), "ok"),
    row("landed", landed, "ok"),
    (report.oldestDueMs ?? 0) < LONG_WAIT_MS
      ? row("due to be settled", due, "ok")
      : row("due to be settled", due, "warn", "They wait long: see that a process of role worker runs."),
    row("refused batches", `${report.refusedBatches} kept by their terminals`, "ok"),
    row("files on their way", `${report.writingFiles} being written, ${report.droppedFiles} to be removed`, "ok"),
  ];
}

/** Landing stops before the disk is full, and so before anything here fails. */
export function recordingRow({ freeBytes, keptBytes }: WatchedDisk): DoctorRow {
  const gigabytes = (bytes: number) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  const what = "room for recording";
  if (keptBytes === 0) return row(what, "in the bucket and the database's own disk", "ok");
  const value = `${gigabytes(Math.max(0, freeBytes - keptBytes))}, then ${gigabytes(keptBytes)} stay free`;
  if (freeBytes < keptBytes)
    return row(
      what,
      value,
      "problem",
      "Terminals get no acknowledgement and keep what they send: delete data, or take a larger disk.",
    );
  if (freeBytes < 2 * keptBytes)
    return row(what, value, "warn", "That is little: recording stops then, and terminals keep what they send.");
  return row(what, value, "ok");
}

const since = (ms: number | null) => (ms === null ? "" : `, the oldest for ${Math.round(ms / 1000)} s`);

/** Whether what the server acknowledges is safe. */
export async function serverRows(pool: pg.Pool): Promise<DoctorRow[]> {
  const { rows } = await pool.query<{ fsync: string }>("select current_setting('fsync') as fsync");
  const fsync = rows[0]?.fsync ?? "";
  const standbys = await pool.query<{ name: string; state: string | null }>(
    "select application_name as name, sync_state as state from pg_stat_replication",
  );
  return [
    fsync === "on"
      ? row("fsync", fsync, "ok")
      : row(
          "fsync",
          fsync,
          "problem",
          "The PostgreSQL server of the frames would lose acknowledged data: set it to on.",
        ),
    ...standbys.rows.map(({ name, state }) => standbyRow(name, state)),
  ];
}

function standbyRow(name: string, state: string | null): DoctorRow {
  if (state === null)
    return row("standby", name, "warn", "Canopy's user may not see its state: grant it pg_read_all_stats.");
  const value = `${name}, ${state}`;
  if (state === "sync" || state === "quorum") return row("standby", value, "ok");
  const sentence = "Acknowledged frames may be missing on it: add it to synchronous_standby_names.";
  return row("standby", value, "warn", sentence);
}
