import { Kysely, PostgresDialect } from "kysely";
import pg from "pg";
import type { Log } from "../log.ts";
import { PatientPool } from "./connect-retry.ts";
import { PreparingClient } from "./prepared.ts";
import type { Db, Tables } from "./schema.ts";

export interface Database {
  readonly pool: pg.Pool;
  readonly db: Db;
  close(): Promise<void>;
}

interface Options {
  readonly url: string;
  readonly log: Log;
  readonly maxConnections?: number;
  readonly statementTimeoutMs?: number;
}

/** A statement of a request is over or wrong by then; a job that knows better sets its own inside a transaction. */
const STATEMENT_TIMEOUT_MS = 30_000;
const MAX_CONNECTIONS = 20;
/** A silent peer is asked for a sign of life. */
const KEEP_ALIVE_MS = 10_000;

/** Opens no connection yet; each is made when first needed. */
export function openDatabase(options: Options): Database {
  const pool = new PatientPool({
    Client: PreparingClient,
    connectionString: options.url,
    max: options.maxConnections ?? MAX_CONNECTIONS,
    connectionTimeoutMillis: 10_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_MS,
    idleTimeoutMillis: 30_000,
    statement_timeout: options.statementTimeoutMs ?? STATEMENT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: 60_000,
    application_name: "canopy",
    types: { getTypeParser },
  });
  // Without a listener an idle connection that breaks would end the whole program.
  pool.on("error", (error) => options.log.warn({ reason: error.message }, "an idle database connection broke"));
  // Nor may one that is lent out, between two statements of a transaction: its next statement fails and says so.
  pool.on("connect", (client) => client.on("error", () => undefined));
  const db = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) });
  const close = async () => {
    await db.destroy();
    // Kysely ends the pool only if it has used it itself.
    if (!pool.ending) await pool.end();
  };
  return { pool, db, close };
}

const INT8 = 20;

/** Counts and epoch milliseconds are bigint in PostgreSQL and fit a number; one that does not is a bug, not a text. */
function int8(text: string): number {
  const value = Number(text);
  if (!Number.isSafeInteger(value)) throw new RangeError(`bigint ${text} does not fit a number`);
  return value;
}

const getTypeParser: typeof pg.types.getTypeParser = (oid: number, format?: "text" | "binary") =>
  oid === INT8 && format !== "binary" ? int8 : pg.types.getTypeParser(oid, format);
