import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import type { DiskWatch } from "../landing/disk-watch.ts";
import { DUE_MS } from "../settling/settle.ts";
import type { FilesState } from "./files/files-mark.ts";

/** OPS-03: state of the store's parts. */
export interface StoreHealth {
  /** `partly`: some of several frame servers are away. */
  readonly frames: "ok" | "partly" | "unreachable";
  /** Of segments: a folder or a bucket. */
  readonly files: FilesState;
  /** `full`: batches are not acknowledged until there is room. */
  readonly disk: "ok" | "full";
  /** `stalled`: landed batches are not settled into segments. */
  readonly landing: "ok" | "stalled";
  /** Of each, by number and address, where there are several. */
  readonly servers?: Readonly<Record<string, "ok" | "unreachable">>;
}

/** Settling runs every few seconds; a longer delay means that it fails. */
export const STALLED_MS = DUE_MS + 10 * 60_000;
/** A place of files that takes longer for a few bytes does not work. */
const FILES_PATIENCE_MS = 2500;

export async function storeHealth(
  pool: pg.Pool,
  disk: DiskWatch,
  lookAtFiles: () => Promise<FilesState>,
): Promise<StoreHealth> {
  const [hasRoom, landing, files] = await Promise.all([
    disk.hasRoom(),
    landingState(pool),
    Promise.race([lookAtFiles(), sleep(FILES_PATIENCE_MS, "unreachable" as const, { ref: false })]),
  ]);
  return {
    frames: landing === undefined ? "unreachable" : "ok",
    files,
    disk: hasRoom ? "ok" : "full",
    landing: landing ?? "ok",
  };
}

/**
 * Undefined where the database does not answer. A device that cannot be settled for a reason of its own stalls nothing;
 * half of all of them do.
 */
async function landingState(pool: pg.Pool): Promise<StoreHealth["landing"] | undefined> {
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
  if (late === undefined) return undefined;
  return late.bindings > 0 && 2 * late.late >= late.bindings ? "stalled" : "ok";
}
