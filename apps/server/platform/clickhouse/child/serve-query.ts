import type { IncomingMessage, ServerResponse } from "node:http";
import { Readable } from "node:stream";
import { openAnswerPipe } from "./answer-pipe.ts";
import type { Engine } from "./engine.ts";
import { answerBytes, answerStream } from "./http-answer.ts";
import { addressOf, bodyOf, readRequest, readStatementText, wantsGzip } from "./http-request.ts";
import type { Spool } from "./insert-spool.ts";
import type { Settings } from "./query-settings.ts";
import { effectiveSettings, insertSql, quietSql, type Request, rowsSql, withSession } from "./run-statement.ts";
import { SqlError } from "./sql-error.ts";
import { readStatement, type Statement } from "./statement.ts";

export interface Served {
  readonly engine: Engine;
  readonly spool: Spool;
  readonly database: string;
  /** Settings of every query that does not give them itself. */
  readonly defaults: Settings;
}

/** One exchange: what was asked, by whom it can be ended, and where the answer goes. */
interface Exchange {
  readonly request: Request;
  readonly settings: Settings;
  readonly gzip: boolean;
  readonly response: ServerResponse;
  /** Fires when the client leaves before its answer is complete. */
  readonly left: AbortSignal;
}

/** Serves `/`: a statement in the address or the body, and the rows of an insert. */
export function serveQueries(served: Served): (message: IncomingMessage, response: ServerResponse) => Promise<void> {
  const running = new Set<string>();
  return async (message, response) => {
    const request = readRequest(message, served.database);
    if (running.has(request.queryId))
      throw new SqlError(216, "QUERY_WITH_SAME_ID_IS_ALREADY_RUNNING", `Query ${request.queryId} is already running.`);
    const left = new AbortController();
    response.on("close", () => response.writableEnded || left.abort());
    const settings = effectiveSettings(request, served.defaults);
    const exchange = { request, settings, response, left: left.signal, gzip: wantsGzip(message) };
    running.add(request.queryId);
    try {
      const { statement, rows } = await readMessage(message);
      if (statement.kind === "insertData") await insert(served, exchange, statement, rows);
      else if (statement.kind === "rows") await query(served, exchange, statement);
      else await quiet(served, exchange, statement);
    } finally {
      running.delete(request.queryId);
    }
  };
}

async function readMessage(message: IncomingMessage): Promise<{ statement: Statement; rows: Readable }> {
  const inAddress = addressOf(message).searchParams.get("query");
  const body = bodyOf(message);
  if (inAddress !== null) {
    const statement = readStatement(inAddress);
    if (statement.kind === "insertData") return { statement, rows: body };
    return { statement: readStatement(`${inAddress}\n${await readStatementText(body)}`), rows: Readable.from([]) };
  }
  return { statement: readStatement(await readStatementText(body)), rows: Readable.from([]) };
}

/** The file stands before a session is taken: a slow sender holds up nobody. */
function insert({ engine, spool }: Served, exchange: Exchange, statement: Statement, rows: Readable): Promise<void> {
  if (statement.kind !== "insertData") throw new Error("not an insert of data");
  const { request, settings, left } = exchange;
  return spool.withFile(statement.data, rows, async (file) => {
    const sql = insertSql(statement, request, settings, file);
    await withSession(engine.inserts, left, (session) => session.run(sql, request.database));
    answerBytes(exchange.response, head(exchange, "TabSeparated"), new Uint8Array(), {});
  });
}

function query({ engine }: Served, exchange: Exchange, statement: Statement): Promise<void> {
  if (statement.kind !== "rows") throw new Error("not a query");
  const { request, settings, left } = exchange;
  return withSession(engine.queries, left, async (session) => {
    const sql = rowsSql(statement, request, settings, session.pipe);
    const pipe = openAnswerPipe(session.pipe);
    const run = session.run(sql, request.database).finally(pipe.finish);
    const outcome = run.then(() => undefined, messageOf);
    killWhenLeft(engine, exchange, run);
    const format = statement.format ?? request.defaultFormat;
    try {
      await answerStream(exchange.response, head(exchange, format), pipe.stream, outcome);
    } finally {
      // Whatever became of the answer, the session is free only when the engine is done with it.
      await outcome;
    }
  });
}

function quiet({ engine }: Served, exchange: Exchange, statement: Statement): Promise<void> {
  if (statement.kind === "rows" || statement.kind === "insertData") throw new Error("not a quiet statement");
  const { request, settings, left } = exchange;
  const sql = quietSql(statement, request, settings);
  return withSession(engine.queries, left, async (session) => {
    const run = session.run(sql, request.database, request.defaultFormat);
    if (statement.kind === "insertSelect") killWhenLeft(engine, exchange, run);
    const { bytes } = await run;
    answerBytes(exchange.response, head(exchange, request.defaultFormat), bytes, {});
  });
}

/** R5: the engine does not notice that nobody waits any more. Inserts of data and DDL are left to finish. */
function killWhenLeft(engine: Engine, { left, request }: Exchange, run: Promise<unknown>): void {
  const kill = () => void engine.kill(request.queryId, run);
  if (left.aborted) kill();
  else left.addEventListener("abort", kill, { once: true });
}

const head = ({ request, gzip }: Exchange, format: string) => ({ queryId: request.queryId, format, gzip });

export const messageOf = (error: unknown) => (error instanceof Error ? error.message : String(error));
