import pg from "pg";
import type { Config } from "../config.ts";
import { type EngineHome, engineHome } from "../engines/engine-home.ts";
import { StartFault, systemCode } from "../engines/start-fault.ts";
import { type EngineState, type Supervised, supervise } from "../engines/supervise.ts";
import type { Log } from "../log.ts";
import { requirePostgresBinaries } from "./postgres-binaries.ts";
import { openCluster, type PostgresCluster, SUPERUSER } from "./postgres-cluster.ts";
import { launchPostgres } from "./postgres-run.ts";

export interface PostgresServer {
  /** Of the metadata database. */
  readonly url: string;
  readonly embedded: boolean;
}

export interface PostgresEngine extends PostgresServer {
  readonly state: EngineState;
  /** Of the embedded server, while it runs. */
  readonly pid: number | undefined;
  stop(): Promise<void>;
}

const DATABASE = "canopy";

/** The PostgreSQL the program works with: the one of DATABASE_URL, else our own, started or adopted, and supervised. */
export async function startPostgres(
  config: Pick<Config, "databaseUrl">,
  home: EngineHome,
  log: Log,
): Promise<PostgresEngine> {
  if (config.databaseUrl !== undefined) return externalPostgres(config.databaseUrl);
  const cluster = await openCluster(home, requirePostgresBinaries());
  const supervised = await supervise({ name: "postgres", log, launch: () => launchPostgres(cluster) });
  try {
    await makeDatabase(urlOf(cluster, "postgres"));
  } catch (error) {
    await supervised.stop();
    throw error;
  }
  return embeddedPostgres(cluster, supervised);
}

/** The server that another process of ours runs: it is neither started nor stopped here. */
export async function connectRunningPostgres(
  config: Partial<Pick<Config, "databaseUrl">> & Pick<Config, "dataFolder">,
): Promise<PostgresServer> {
  if (config.databaseUrl !== undefined) return externalPostgres(config.databaseUrl);
  const cluster = await openCluster(engineHome(config.dataFolder), requirePostgresBinaries());
  return { url: urlOf(cluster, DATABASE), embedded: true };
}

function embeddedPostgres(cluster: PostgresCluster, supervised: Supervised): PostgresEngine {
  return {
    url: urlOf(cluster, DATABASE),
    embedded: true,
    get state() {
      return supervised.state;
    },
    get pid() {
      return supervised.pid;
    },
    stop: () => supervised.stop(),
  };
}

async function externalPostgres(url: string): Promise<PostgresEngine> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on("error", () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const reason = error instanceof Error && error.message ? error.message : systemCode(error);
    throw new StartFault(
      `The PostgreSQL of DATABASE_URL does not answer (${reason}): start it, or correct DATABASE_URL.`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
  return { url, embedded: false, state: "ready", pid: undefined, stop: async () => undefined };
}

/** A local socket, never a port: nothing to collide with, nothing to reach from outside, the same after each restart. */
function urlOf(cluster: PostgresCluster, database: string): string {
  const host = encodeURIComponent(cluster.socketFolder);
  return `postgresql://${SUPERUSER}:${cluster.password}@localhost/${database}?host=${host}`;
}

async function makeDatabase(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => undefined);
  await client.connect();
  try {
    const found = await client.query("select 1 from pg_database where datname = $1", [DATABASE]);
    if (found.rowCount === 0) await client.query(`create database ${DATABASE}`);
  } finally {
    await client.end();
  }
}
