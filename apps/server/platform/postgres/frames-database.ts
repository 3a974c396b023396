import pg from "pg";
import type { Config } from "../config.ts";
import { StartFault, systemCode } from "../engines/start-fault.ts";
import type { PostgresServer } from "./postgres-engine.ts";

/** The frames' own databases: those of FRAMES_DATABASE_URL, else `<name>_frames` beside the metadata's. */
export function framesDatabases(
  { framesDatabaseUrls }: Pick<Config, "framesDatabaseUrls">,
  { url }: PostgresServer,
): readonly string[] {
  if (framesDatabaseUrls.length > 0) return framesDatabaseUrls;
  const beside = new URL(url);
  beside.pathname = `/${encodeURIComponent(besideName(beside))}`;
  return [beside.href];
}

/** PostgreSQL takes the user's name where the address names no database. */
const besideName = ({ pathname, username }: URL) => `${decodeURIComponent(pathname.slice(1) || username)}_frames`;

/** Another process made it in the same moment: duplicate_database, or the unique index of pg_database. */
const MADE_MEANWHILE: ReadonlySet<string | undefined> = new Set(["42P04", "23505"]);

/** Makes the database beside the metadata's when it is missing; that of FRAMES_DATABASE_URL is the operator's own. */
export async function makeFramesDatabase(
  { framesDatabaseUrls }: Pick<Config, "framesDatabaseUrls">,
  { url }: PostgresServer,
): Promise<void> {
  if (framesDatabaseUrls.length > 0) return;
  const name = besideName(new URL(url));
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [name]);
    if (found.rowCount === 0) await client.query(`create database ${pg.escapeIdentifier(name)}`);
  } catch (error) {
    if (MADE_MEANWHILE.has(systemCode(error))) return;
    const reason = error instanceof Error ? error.message : String(error);
    throw new StartFault(
      `The database ${name} for the frames cannot be made (${reason}): make it, or set FRAMES_DATABASE_URL to another one.`,
    );
  } finally {
    await client.end();
  }
}

const NO_SUCH_DATABASE = "3D000";

/** One sentence for a frames database that cannot be opened; `where` tells which of several. */
export async function reachFramesDatabase(pool: pg.Pool, where = ""): Promise<void> {
  try {
    await pool.query("select 1");
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : systemCode(error);
    if (systemCode(error) === NO_SUCH_DATABASE)
      throw new StartFault(
        `The database of the frames${where} is not there (${reason}): start Canopy once, or make it.`,
      );
    throw new StartFault(
      `The database of the frames${where} does not answer (${reason}): start it, or correct FRAMES_DATABASE_URL.`,
    );
  }
}
