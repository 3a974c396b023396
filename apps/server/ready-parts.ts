import type { ReadyParts } from "@canopy/contract/platform/system";
import type pg from "pg";
import type { FrameStores } from "./frames/servers/routed-store.ts";
import { soon } from "./platform/soon.ts";

/** A database that takes longer for a word does not work. */
const PATIENCE_MS = 3000;

/** OPS-03: state of the program's parts, for `/readyz`. */
export async function readyParts(
  pool: pg.Pool,
  store: Pick<FrameStores, "health">,
  patienceMs = PATIENCE_MS,
): Promise<ReadyParts> {
  const [database, health] = await Promise.all([
    soon(
      pool.query("select 1").then(() => "ok" as const),
      patienceMs,
      "unreachable" as const,
    ),
    soon(store.health(), patienceMs, { frames: "unreachable", files: "ok", disk: "ok", landing: "ok" } as const),
  ]);
  return { database, ...health };
}
