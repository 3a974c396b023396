import { createRequire } from "node:module";
import { join } from "node:path";
import { type Lane, openLane } from "./session-pool.ts";
import { codeOf } from "./sql-error.ts";

/** The part of chdb that is used: never insert() (R1), never bound parameters (R4), never streams. */
interface Chdb {
  readonly Session: new (path: string, options: { connectionArgs: string[] }) => ChdbSession;
}

interface ChdbSession {
  queryAsync(sql: string, options: { format: string }): Promise<{ bytes(): Uint8Array; readonly rowsRead: number }>;
  close(): void;
}

export interface Session {
  /** The FIFO its answers go through. */
  readonly pipe: string;
  run(sql: string, database: string, format?: string): Promise<{ bytes: Uint8Array; rowsRead: number }>;
}

export interface Engine {
  /** Queries, DDL and inserts from queries. */
  readonly queries: Lane<Session>;
  /** Inserts of data have a session of their own: no query ever holds up ingest. */
  readonly inserts: Lane<Session>;
  /** Stops the query that carries this comment, again and again until `done`: it may not have begun yet. */
  kill(comment: string, done: Promise<unknown>): Promise<void>;
  close(): void;
}

interface EngineOptions {
  /** Where `chdb` is resolved from. */
  readonly resolveFrom: string;
  readonly dataFolder: string;
  readonly configFile: string;
  readonly pipeFolder: string;
  readonly queryPipes: number;
  readonly database: string;
}

const KILL_AGAIN_MS = 200;
/** A query that cannot be stopped keeps its session for ever; a new process has all of them again. */
const UNSTOPPABLE_AFTER_MS = 120_000;

/** Opens the data folder. Only ever in the main thread of a process of its own (R2). */
export async function openEngine(options: EngineOptions): Promise<Engine> {
  const { Session: NativeSession }: Chdb = createRequire(options.resolveFrom)("chdb");
  const natives: ChdbSession[] = [];
  const open = (pipe: string): Session => {
    const native = new NativeSession(options.dataFolder, { connectionArgs: [`--config-file=${options.configFile}`] });
    natives.push(native);
    return session(native, join(options.pipeFolder, pipe));
  };
  const control = open("control");
  await control.run(`CREATE DATABASE IF NOT EXISTS ${options.database} ENGINE = Atomic`, "default");
  const readers = Array.from({ length: options.queryPipes }, (_, index) => open(`answer-${index}`));
  return {
    queries: openLane(readers),
    inserts: openLane([open("insert")]),
    kill: killer(control),
    close: () => {
      for (const native of natives) native.close();
    },
  };
}

function session(native: ChdbSession, pipe: string): Session {
  let current = "";
  const ask = async (sql: string, format: string) => {
    const answer = await native.queryAsync(sql, { format });
    return { bytes: answer.bytes(), rowsRead: answer.rowsRead };
  };
  return {
    pipe,
    async run(sql, database, format = "TabSeparated") {
      try {
        // The one thing kept in a session, because there is no other way to say it; it is known here what it is.
        if (current !== database) await ask(`USE \`${database.replace(/[\\`]/g, "\\$&")}\``, "Null");
        current = database;
        return await ask(sql, format);
      } catch (error) {
        endIfBroken(error);
        // A failed query stays among the running ones, with what it holds, until the session is used again.
        current = "";
        await ask("USE default", "Null").catch(() => undefined);
        throw error;
      }
    },
  };
}

function killer(control: Session): Engine["kill"] {
  // One at a time (R3); each kill is short.
  let last: Promise<unknown> = Promise.resolve();
  return async (comment, done) => {
    let finished = false;
    const end = done.then(
      () => (finished = true),
      () => (finished = true),
    );
    const sql = `KILL QUERY WHERE Settings['log_comment'] = '${comment.replace(/[\\']/g, "\\$&")}' ASYNC FORMAT Null`;
    const since = performance.now();
    while (!finished) {
      if (performance.now() - since > UNSTOPPABLE_AFTER_MS) giveUp(`query ${comment} does not stop`);
      last = last.then(() => (finished ? undefined : control.run(sql, "default"))).catch(() => undefined);
      await last;
      await Promise.race([end, new Promise((resolve) => setTimeout(resolve, KILL_AGAIN_MS))]);
    }
  };
}

/** After a fatal error inside, the engine refuses everything: only a new process helps, and the supervisor starts one. */
function endIfBroken(error: unknown): void {
  const message = error instanceof Error ? error.message : "";
  if (codeOf(message) === 236 && message.includes("shutting down")) giveUp(message);
}

function giveUp(reason: string): never {
  console.error(`The engine cannot go on: ${reason}`);
  process.exit(70);
}
