// The frame store alone, with a PostgreSQL of its own, for figures of what is in it.
import { chmodSync, mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type OpenFrameStore, openFrameStore } from "../../apps/server/frames/store/open-frame-store.ts";
import { engineHome } from "../../apps/server/platform/engines/engine-home.ts";
import { createLog } from "../../apps/server/platform/log.ts";
import { FRAMES_MIGRATIONS, migrate } from "../../apps/server/platform/postgres/migrate.ts";
import { type Database, openDatabase } from "../../apps/server/platform/postgres/open-database.ts";
import { startPostgres } from "../../apps/server/platform/postgres/postgres-engine.ts";
import { textFlag } from "./flags.ts";

/** An embedded PostgreSQL as the program starts it, in a folder that goes with it; that of `--store FOLDER` stays. */
export interface BenchPostgres {
  /** Readable by the engine's user. */
  readonly folder: string;
  /** Without a time limit of statements: a peer's index takes longer than a request may. */
  readonly database: Database;
  close(): Promise<void>;
}

export interface BenchStore extends BenchPostgres {
  readonly store: OpenFrameStore;
}

export async function openBenchPostgres(stays = textFlag("store")): Promise<BenchPostgres> {
  const log = createLog("error");
  const folder = stays === undefined ? mkdtempSync(join(tmpdir(), "canopy-bench-")) : resolve(stays);
  mkdirSync(folder, { recursive: true });
  // mkdtemp makes it 0700; as root the engine runs as somebody else.
  chmodSync(folder, 0o755);
  const postgres = await startPostgres({ databaseUrl: undefined }, engineHome(folder), log);
  const database = openDatabase({ url: postgres.url, log, statementTimeoutMs: 0 });
  return {
    folder,
    database,
    async close() {
      await database.close();
      await postgres.stop();
      if (stays === undefined) rmSync(folder, { recursive: true, force: true });
    },
  };
}

export async function openStore(stays = textFlag("store")): Promise<BenchStore> {
  const log = createLog("error");
  const postgres = await openBenchPostgres(stays);
  const { database, folder } = postgres;
  await migrate(database.pool, log, FRAMES_MIGRATIONS);
  const store = await openFrameStore({ database, folder: join(folder, "segments"), log });
  return {
    ...postgres,
    store,
    async close() {
      await store.close();
      await postgres.close();
    },
  };
}
