import { type OpenServers, openServers } from "./frames/servers/open-servers.ts";
import type { FrameStores } from "./frames/servers/routed-store.ts";
import type { Config } from "./platform/config.ts";
import type { Log } from "./platform/log.ts";
import { framesDatabases, makeFramesDatabase } from "./platform/postgres/frames-database.ts";
import { migrate } from "./platform/postgres/migrate.ts";
import { openDatabase } from "./platform/postgres/open-database.ts";
import type { PostgresServer } from "./platform/postgres/postgres-engine.ts";
import type { Db } from "./platform/postgres/schema.ts";
import { type OperatorPostgres, withPostgres } from "./platform/postgres/with-database.ts";

type FramesConfig = Pick<Config, "dataFolder" | "framesDatabaseUrls" | "s3"> & Partial<Pick<Config, "trashHours">>;

export type OpenFrames = OpenServers;

/** The frame store of a configuration: its databases, made and migrated, and the segments in the data folder or in a bucket. */
export async function openFrames(config: FramesConfig, postgres: PostgresServer, log: Log): Promise<OpenFrames> {
  await makeFramesDatabase(config, postgres);
  return openServers({ ...config, ...urlsOf(config, postgres), log, prepare: true });
}

/** The same as another process of ours has it open: nothing is made and nothing is migrated. */
export async function openRunningFrames(config: FramesConfig, postgres: PostgresServer, log: Log): Promise<OpenFrames> {
  return openServers({ ...config, ...urlsOf(config, postgres), log, prepare: false });
}

const urlsOf = (config: FramesConfig, postgres: PostgresServer) => ({
  urls: framesDatabases(config, postgres),
  metadataUrl: postgres.url,
});

/** The frame store for one command of the operator: that of the running server, or opened for the moment. */
export async function withFrames<T>(config: Config, log: Log, work: (frames: OpenFrames) => Promise<T>): Promise<T> {
  return withPostgres(config, log, (postgres) => onFrames(config, postgres, log, work));
}

/** The same together with the metadata database. */
export async function withStores<T>(
  config: Config,
  log: Log,
  work: (stores: { db: Db; store: FrameStores }) => Promise<T>,
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
