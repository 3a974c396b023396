import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type pg from "pg";
import { StartFault } from "../../platform/engines/start-fault.ts";

/** The version this program writes; a newer store is not touched. */
export const STORE_VERSION = 1;
/** Names the frame server whose segments lie in a folder. */
export const FOLDER_MARK = "frame-server";

/** A folder of segments belongs to one frame server: another one's index would name files that are not there. */
export async function checkFolder(pool: pg.Pool, folder: string): Promise<void> {
  const found = await pool.query<{ id: string; store_version: number }>("select id, store_version from frame_server");
  const server = found.rows[0];
  if (server === undefined) throw new StartFault("The database of frames has lost its frame_server row: restore it.");
  if (server.store_version > STORE_VERSION)
    throw new StartFault(
      `The frame store has version ${server.store_version}, and this Canopy writes ${STORE_VERSION}: start the newer one.`,
    );
  const path = join(folder, FOLDER_MARK);
  const mark = existsSync(path) ? readFileSync(path, "utf8").trim() : "";
  // An empty mark is left by a power loss just after writing.
  if (mark === "") writeFileSync(path, `${server.id}\n`, { flush: true });
  else if (mark !== server.id)
    throw new StartFault(
      `${folder} holds the segments of another frame server: set CANOPY_DATA or FRAMES_DATABASE_URL to those that belong together.`,
    );
}
