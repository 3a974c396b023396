import type pg from "pg";
import type { DiskWatch } from "../landing/disk-watch.ts";
import { DUE_MS } from "../settling/settle.ts";

/** OPS-03: state of the store's parts. */
export interface StoreHealth {
  readonly frames: "ok" | "unreachable";
  /** `full`: batches are not acknowledged until there is room. */
  readonly disk: "ok" | "full";
  /** `stalled`: landed batches are not settled into segments. */
  readonly landing: "ok" | "stalled";
}

/** Settling runs every few seconds; a longer delay means that it fails. */
export const STALLED_MS = DUE_MS + 10 * 60_000;

/** A device that cannot be settled for a reason of its own stalls nothing; half of all of them do. */
export async function storeHealth(pool: pg.Pool, disk: DiskWatch): Promise<StoreHealth> {
  const isFull = !(await disk.hasRoom());
  const late = await pool
    .query<{ late: number; bindings: number }>(
      `select count(*) filter (where waited > $1 * interval '1 millisecond') as late, count(*) as bindings
        from (select now() - min(landed_at) as waited from landing group by binding) l`,
      [STALLED_MS],
    )
    .then(
      ({ rows }) => rows[0],
      () => undefined,
    );
  const isStalled = late !== undefined && late.bindings > 0 && 2 * late.late >= late.bindings;
  return {
    frames: late === undefined ? "unreachable" : "ok",
    disk: isFull ? "full" : "ok",
    landing: isStalled ? "stalled" : "ok",
  };
}
