import { sql } from "kysely";
import { type DiskRoom, keptFree } from "../frames/landing/disk-watch.ts";
import type { FrameServerState } from "../frames/store/frame-servers.ts";
import type { Db } from "../platform/postgres/schema.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** Farther ahead nobody plans. */
const MOST_DAYS = 3650;

/** One for each minute: another worker may have been first. */
export async function insertSample(db: Db, { id, report, disk }: FrameServerState): Promise<void> {
  if (id === undefined || report === undefined || disk === undefined) return;
  await sql`insert into store_samples (at, server, landed_batches, landed_frames, disk_bytes, disk_free)
    values (date_trunc('minute', now()), ${id}, ${report.landedBatches}, ${report.landedFrames}, ${disk.bytes},
      ${disk.freeBytes}) on conflict do nothing`.execute(db);
}

/** Each minute of two hours, then each whole hour of eight days. */
export async function dropOldSamples(db: Db): Promise<void> {
  await sql`delete from store_samples where at < now() - interval '8 days'
    or (at < now() - interval '2 hours' and extract(minute from at) <> 0)`.execute(db);
}

/** Landed batches over all frame servers by minute. */
export async function landedMinutes(db: Db, fromMs: number): Promise<Map<number, number>> {
  const found = await sql<{ minute: number; batches: number }>`
    select (extract(epoch from at) * 1000)::bigint as minute, sum(landed_batches)::bigint as batches
    from store_samples where at >= ${new Date(fromMs)} group by 1`.execute(db);
  return new Map(found.rows.map(({ minute, batches }) => [minute, batches]));
}

export interface DiskSample extends DiskRoom {
  readonly atMs: number;
}

interface SampledDisk {
  readonly newest: DiskSample;
  /** Of the same disk, at most a week ago. */
  readonly oldest: DiskSample;
}

interface SampleRow {
  readonly server: string;
  readonly at_ms: number;
  readonly disk_bytes: number;
  readonly disk_free: number;
}

export async function sampledDisks(db: Db): Promise<Map<string, SampledDisk>> {
  const at = sql`(extract(epoch from at) * 1000)::bigint as at_ms`;
  const newest = await sql<SampleRow>`select distinct on (server) server, ${at}, disk_bytes, disk_free
    from store_samples order by server, at desc`.execute(db);
  const oldest = await sql<SampleRow>`select distinct on (server, disk_bytes) server, ${at}, disk_bytes, disk_free
    from store_samples where at > now() - interval '7 days' order by server, disk_bytes, store_samples.at`.execute(db);
  return new Map(
    newest.rows.map((row) => {
      const first = oldest.rows.find((one) => one.server === row.server && one.disk_bytes === row.disk_bytes) ?? row;
      return [row.server, { newest: sampleOf(row), oldest: sampleOf(first) }];
    }),
  );
}

const sampleOf = (row: SampleRow): DiskSample => ({
  atMs: row.at_ms,
  bytes: row.disk_bytes,
  freeBytes: row.disk_free,
});

/** Until landing stops for want of room; null: it does not fill, or less than an hour is known. */
export function daysLeft({ newest, oldest }: SampledDisk): number | null {
  const passedMs = newest.atMs - oldest.atMs;
  const filled = oldest.freeBytes - newest.freeBytes;
  if (passedMs < HOUR_MS || filled <= 0) return null;
  const days = (Math.max(0, newest.freeBytes - keptFree(newest.bytes)) * passedMs) / filled / DAY_MS;
  return days > MOST_DAYS ? null : days;
}
