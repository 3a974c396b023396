/**
 * The embedded ClickHouse: chdb in a process of its own, speaking the HTTP interface of ClickHouse on a loopback port.
 * Only Node's own modules and chdb may be imported here: the process may run on another Node (emulated), as another
 * user, from a copy of this folder.
 */
import { writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { type ChildOptions, QUERY_SESSIONS } from "./child-options.ts";
import { type Engine, openEngine } from "./engine.ts";
import { defaultSettings, engineConfig } from "./engine-config.ts";
import { answerError } from "./http-answer.ts";
import { addressOf, isAuthorised } from "./http-request.ts";
import { openSpool } from "./insert-spool.ts";
import { messageOf, serveQueries } from "./serve-query.ts";

/** Parameters travel in the address; a server takes an address of 1 MiB. */
const LARGEST_HEAD_BYTES = 1024 * 1024;
const STOP_AFTER_MS = 10_000;
const LEASE_TICK_MS = 500;

async function start(options: ChildOptions): Promise<void> {
  const configFile = join(options.runFolder, "config.xml");
  writeFileSync(configFile, engineConfig(options.memoryBytes));
  const engine = await openEngine({
    ...options,
    configFile,
    pipeFolder: options.runFolder,
    queryPipes: QUERY_SESSIONS,
  });
  const disk = join(options.runFolder, "rows");
  const spool = await openSpool(options.memoryFolder ?? join(disk, "small"), disk);
  const serve = serveQueries({
    engine,
    spool,
    database: options.database,
    defaults: defaultSettings(options.memoryBytes),
  });
  let silentMs = 0;
  const server = createServer({ maxHeaderSize: LARGEST_HEAD_BYTES, keepAliveTimeout: 60_000 }, (message, response) => {
    if (isAuthorised(message, options.password)) silentMs = 0;
    void exchange(message, response, { password: options.password, serve, leave: () => stop(server, engine, "asked") });
  });
  // Long uploads and long answers have limits of their own.
  server.requestTimeout = 0;
  server.on("error", (error) => end(1, messageOf(error)));
  server.listen(options.port, options.host, () => console.log(`ready on ${options.host}:${options.port}`));
  // Counted in ticks of our own loop, not by the clock: a machine that stood still was no silence.
  setInterval(() => {
    silentMs += LEASE_TICK_MS;
    if (silentMs > options.leaseMs) stop(server, engine, "no supervisor has called for long");
  }, LEASE_TICK_MS).unref();
  for (const signal of ["SIGTERM", "SIGINT"] as const) process.once(signal, () => stop(server, engine, signal));
}

interface Doors {
  readonly password: string;
  readonly serve: ReturnType<typeof serveQueries>;
  readonly leave: () => void;
}

async function exchange(message: IncomingMessage, response: ServerResponse, doors: Doors): Promise<void> {
  const { password, serve, leave } = doors;
  const queryId = addressOf(message).searchParams.get("query_id") ?? "";
  try {
    if (!isAuthorised(message, password))
      return answerError(response, "Code: 516. DB::Exception: Authentication failed. (AUTHENTICATION_FAILED)", queryId);
    const { pathname } = addressOf(message);
    if (pathname === "/ping") return void response.end("Ok.\n");
    // Not ClickHouse's: a signal would do, but under emulation it does not survive one.
    if (pathname === "/stop" && message.method === "POST") return void response.end("Ok.\n", leave);
    await serve(message, response);
  } catch (error) {
    answerError(response, messageOf(error), queryId);
    // Rows that will not be read any more must not keep the connection busy.
    message.resume();
  }
}

/** What runs may finish for a moment; then the engine is closed, which writes everything. */
function stop(server: Server, engine: Engine, reason: string): void {
  if (!server.listening) return;
  console.log(`ending: ${reason}`);
  setTimeout(() => end(0, "ended with queries running"), STOP_AFTER_MS);
  server.close(() => {
    engine.close();
    end(0, "ended");
  });
  // A connection is idle only after its answer: looked at again until all are gone.
  setInterval(() => server.closeIdleConnections(), 100);
}

function end(code: number, words: string): void {
  console.error(words);
  process.exit(code);
}

process.on("uncaughtException", (error) => end(1, error.stack ?? error.message));
try {
  await start(JSON.parse(await text(process.stdin)));
} catch (error) {
  end(1, messageOf(error));
}
