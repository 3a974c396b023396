import { join } from "node:path";
import { addressInWords } from "./frames/store/frame-servers.ts";
import { type OpenFrameStore, openFrameStore } from "./frames/store/open-frame-store.ts";
import type { Config } from "./platform/config.ts";
import type { Log } from "./platform/log.ts";
import { framesDatabaseUrl, makeFramesDatabase, reachFramesDatabase } from "./platform/postgres/frames-database.ts";
import { FRAMES_MIGRATIONS, migrate } from "./platform/postgres/migrate.ts";
import { type Database, openDatabase } from "./platform/postgres/open-database.ts";
import type { PostgresServer } from "./platform/postgres/postgres-engine.ts";
import { refuseUnsafeServer } from "./platform/postgres/refuse-unsafe-server.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { type OperatorPostgres, withPostgres } from "./platform/postgres/with-database.ts";

type FramesConfig = Pick<Config, "dataFolder" | "framesDatabaseUrls" | "s3">;

export interface OpenFrames {
  readonly store: OpenFrameStore;
  readonly database: Database;
  /** Without credentials. */
  readonly address: string;
  close(): Promise<void>;
}

/** The frame store of a configuration: its database, made and migrated, and the segments in the data folder or in a bucket. */
export async function openFrames(config: FramesConfig, postgres: PostgresServer, log: Log): Promise<OpenFrames> {
  const url = framesDatabaseUrl(config, postgres);
  await makeFramesDatabase(config, postgres);
  return open(config, url, log, async ({ pool }) => {
    await refuseUnsafeServer(pool);
    await migrate(pool, log, FRAMES_MIGRATIONS);
  });
}

/** The same as another process of ours has it open: nothing is made and nothing is migrated. */
export async function openRunningFrames(config: FramesConfig, postgres: PostgresServer, log: Log): Promise<OpenFrames> {
  return open(config, framesDatabaseUrl(config, postgres), log, async () => undefined);
}

async function open(
  { dataFolder, s3 }: FramesConfig,
  url: string,
  log: Log,
  prepare: (database: Database) => Promise<void>,
): Promise<OpenFrames> {
  const database = openDatabase({ url, log });
  try {
    await reachFramesDatabase(database.pool);
    await prepare(database);
    const store = await openFrameStore({ database, folder: join(dataFolder, "segments"), s3, log });
    return {
      store,
      database,
      address: addressInWords(url),
      async close() {
        await store.close();
        await database.close();
      },
    };
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** The frame store for one command of the operator: that of the running server, or opened for the moment. */
export async function withFrames<T>(config: Config, log: Log, work: (frames: OpenFrames) => Promise<T>): Promise<T> {
  return withPostgres(config, log, (postgres) => onFrames(config, postgres, log, work));
}

/** The same together with the metadata database. */
export async function withStores<T>(
  config: Config,
  log: Log,
  work: (stores: { db: Db; store: OpenFrameStore }) => Promise<T>,
): Promise<T> {
  return withPostgres(config, log, async (postgres) => {
    const database = openDatabase({ url: postgres.url, log });
    try {
      if (!postgres.isBorrowed) await migrate(database.pool, log);
      return await onFrames(config, postgres, log, ({ store }) => work({ db: database.db, store }));
    } finally {
      await database.close();
    }
  });
}

async function onFrames<T>(
  config: Config,
  postgres: OperatorPostgres,
  log: Log,
  work: (frames: OpenFrames) => Promise<T>,
): Promise<T> {
  const frames = await (postgres.isBorrowed ? openRunningFrames : openFrames)(config, postgres, log);
  try {
    return await work(frames);
  } finally {
    await frames.close();
  }
}
