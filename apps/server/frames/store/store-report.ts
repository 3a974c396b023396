import type pg from "pg";
import { DUE_FRAMES, DUE_MS } from "../settling/settle.ts";

export interface RefusedTenant {
  readonly tenantId: string;
  readonly batches: number;
  readonly isRecent: boolean;
}

/** Contents and backlog of the store. */
export interface StoreReport {
  readonly segments: number;
  readonly frames: number;
  readonly files: number;
  readonly diskBytes: number;
  readonly landedBatches: number;
  readonly landedFrames: number;
  readonly oldestLandedAgeMs: number | null;
  /** Bindings that are due to be settled, and how long the first of them has been. */
  readonly dueBindings: number;
  readonly oldestDueMs: number | null;
  readonly writingFiles: number;
  readonly droppedFiles: number;
  readonly keptBodies: number;
  /** CAP-05: batches that terminals still have to send again. */
  readonly refusedBatches: number;
  /** Whose these are; recent ones were sent within the hour. */
  readonly refusedTenants: readonly RefusedTenant[];
  /** Of the database, landed batches among them. */
  readonly databaseBytes: number;
}

export async function storeReport(pool: pg.Pool): Promise<StoreReport> {
  const found = await pool.query<StoreReport>(
    `select * from
        (select count(*) as segments, coalesce(sum(frames), 0)::bigint as frames from segments) s,
        (select count(*) filter (where state = 'live') as files,
          coalesce(sum(bytes) filter (where state in ('live', 'dropped')), 0)::bigint as "diskBytes",
          count(*) filter (where state = 'writing') as "writingFiles",
          count(*) filter (where state in ('dropped', 'sweeping')) as "droppedFiles" from segment_files) f,
        (select count(*) as "keptBodies" from kept_bodies) k,
        (select coalesce(sum(batches), 0)::bigint as "refusedBatches",
          pg_database_size(current_database()) as "databaseBytes", coalesce(jsonb_agg(jsonb_build_object(
            'tenantId', tenant_id, 'batches', batches, 'isRecent', newest > now() - interval '1 hour')), '[]')
            as "refusedTenants"
          from (select tenant_id, count(*) as batches, max(refused_at) as newest from refused_batches
            group by tenant_id) t) r,
        (select coalesce(sum(batches), 0)::bigint as "landedBatches", coalesce(sum(landed), 0)::bigint as "landedFrames",
          max(waited_ms) as "oldestLandedAgeMs",
          count(*) filter (where landed >= $1 or waited_ms >= $2) as "dueBindings",
          max(waited_ms) filter (where landed >= $1 or waited_ms >= $2) as "oldestDueMs"
        from (select binding, count(*) as batches, sum(frames) as landed,
            (extract(epoch from now() - min(landed_at)) * 1000)::bigint as waited_ms
          from landing group by binding) l) l`,
    [DUE_FRAMES, DUE_MS],
  );
  return found.rows[0] as StoreReport;
}
