import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { StartFault, systemCode } from "../../../platform/engines/start-fault.ts";
import type { Files } from "../../../platform/files/files.ts";
import { FilesFault, type FilesFaultKind } from "../../../platform/files/files-fault.ts";

/** The version this program writes; a newer store is not touched. */
export const STORE_VERSION = 1;
/** Names the frame server whose segments lie beside it, in a folder or a bucket. */
export const FILES_MARK = "frame-server";
const MARK_BYTES = 100;
/** Below the segments of the first frame server lie those of the others. */
export const OTHER_SERVERS = "servers/";

interface MarkedPlace {
  readonly pool: pg.Pool;
  /** Without a cache. */
  readonly files: Files;
  /** In words, for sentences. */
  readonly where: string;
  /** The setting that names it. */
  readonly setting: "CANOPY_DATA" | "S3_URL";
}

const ATTEMPTS = 5;
const WAIT_MS = 50;

/** Segments belong to one frame server: another one's index would name files that are not there. Returns the mark. */
export async function checkMark({ pool, files, where, setting }: MarkedPlace): Promise<string> {
  const id = await frameServer(pool);
  try {
    let mark = await readMark(files);
    // Processes that start together write the same mark; an empty one is left by a power loss just after writing.
    for (let attempt = 1; !mark && attempt <= ATTEMPTS; attempt += 1) {
      if (setting === "S3_URL") await mustBeNew(pool, where);
      await writeMark(files, id).catch((error: unknown) => throwUnlessRival(error));
      mark = await readMark(files);
      if (!mark) await sleep(WAIT_MS);
    }
    if (mark !== id)
      throw new StartFault(
        `${where} holds the segments of another frame server: set ${setting} or FRAMES_DATABASE_URL to those that belong together.`,
      );
    return mark;
  } catch (error) {
    throw error instanceof FilesFault ? new StartFault(error.message, { cause: error }) : error;
  }
}

function throwUnlessRival(error: unknown): void {
  const code = systemCode(error);
  if (code !== "EEXIST" && code !== "ENOENT") throw error;
}

async function frameServer(pool: pg.Pool): Promise<string> {
  const found = await pool.query<{ id: string; store_version: number }>("select id, store_version from frame_server");
  const server = found.rows[0];
  if (server === undefined) throw new StartFault("The database of frames has lost its frame_server row: restore it.");
  if (server.store_version > STORE_VERSION)
    throw new StartFault(
      `The frame store has version ${server.store_version}, and this Canopy writes ${STORE_VERSION}: start the newer one.`,
    );
  return server.id;
}

/** The id of the frame server whose segments lie there; undefined: there is none. */
export async function readMark(files: Files): Promise<string | undefined> {
  try {
    return Buffer.from(await files.read(FILES_MARK, 0, MARK_BYTES))
      .toString()
      .trim();
  } catch (error) {
    if (systemCode(error) === "ENOENT") return undefined;
    throw error;
  }
}

/** A process that died here before may have left half a mark. */
async function writeMark(files: Files, id: string): Promise<void> {
  await files.remove(FILES_MARK);
  const file = await files.create(FILES_MARK);
  try {
    await file.write([Buffer.from(`${id}\n`)]);
    await file.finish();
  } catch (error) {
    await file.abort().catch(() => undefined);
    throw error;
  }
}

/** Segments that lie elsewhere would all be taken for damaged. A process without segments has an empty folder. */
async function mustBeNew(pool: pg.Pool, where: string): Promise<void> {
  const found = await pool.query<{ files: number }>("select count(*) as files from segment_files where state = 'live'");
  const files = found.rows[0]?.files ?? 0;
  if (files > 0)
    throw new StartFault(
      `S3_URL names ${where}, which has no object ${FILES_MARK}, but the index names ${files} files: copy the folder segments of CANOPY_DATA there, or set S3_URL to where they lie.`,
    );
}

/** OPS-03: `foreign`: another frame server has taken the place. */
export type FilesState = "ok" | "foreign" | FilesFaultKind;

/** Whether the place of files works and still has our mark. */
export async function filesState(files: Files, ours: string): Promise<FilesState> {
  try {
    const mark = await readMark(files);
    if (!mark) return "missing";
    return mark === ours ? "ok" : "foreign";
  } catch (error) {
    return error instanceof FilesFault ? error.kind : "unreachable";
  }
}
