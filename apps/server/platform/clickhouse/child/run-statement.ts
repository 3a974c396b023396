import type { Engine, Session } from "./engine.ts";
import { bindParameters, quote } from "./query-parameters.ts";
import { type Settings, settingsList } from "./query-settings.ts";
import type { Statement } from "./statement.ts";

export interface Request {
  readonly queryId: string;
  readonly database: string;
  readonly settings: Settings;
  readonly parameters: ReadonlyMap<string, string>;
  /** The format where the statement names none. */
  readonly defaultFormat: string;
}

type Rows = Extract<Statement, { kind: "rows" }>;
type Insert = Extract<Statement, { kind: "insertData" }>;
type Quiet = Exclude<Statement, Rows | Insert>;

/** The request's settings, its id as the comment by which it can be found and killed, and the limits of R5 and R7. */
export function effectiveSettings(request: Request, defaults: Settings): Settings {
  return new Map([...defaults, ...request.settings, ["log_comment", request.queryId]]);
}

/** The statement as the engine gets it, with its answer going to the session's pipe. */
export function rowsSql(statement: Rows, request: Request, settings: Settings, pipe: string): string {
  const list = settingsList(settings, new Set([...statement.ownSettings].filter((name) => name !== "log_comment")));
  const own = statement.tail.replace(/^\s*SETTINGS\s/i, ", ");
  return (
    `${bindParameters(statement.sql, request.parameters)}\n` +
    `INTO OUTFILE ${quote(pipe)} TRUNCATE COMPRESSION 'none' FORMAT ${statement.format ?? request.defaultFormat} ` +
    `SETTINGS ${list}${own}`
  );
}

/** Statements without rows. */
export function quietSql(statement: Quiet, request: Request, settings: Settings): string {
  const bound = (sql: string) => bindParameters(sql, request.parameters);
  const list = settingsList(settings);
  switch (statement.kind) {
    case "command":
      // FORMAT ends the statement, or a table would take the settings for its own.
      return `${bound(statement.sql)}\nFORMAT Null SETTINGS ${list}`;
    case "change":
      return `${bound(statement.sql)}\n${statement.hasSettings ? "," : "SETTINGS"} ${list}`;
    case "insertSelect":
      return `${bound(statement.target)} SETTINGS ${join(list, statement.settings)} ${bound(statement.select)}`;
    case "bare":
      return bound(statement.sql);
  }
}

/**
 * R1: rows reach the engine as a file, whatever their format. It is told to read the file with the structure of the
 * table (names, types, defaults), which is what INSERT … FORMAT does.
 */
export function insertSql(statement: Insert, request: Request, settings: Settings, file: string): string {
  const asTable = "use_structure_from_insertion_table_in_table_functions = 1";
  const list = join(settingsList(settings), statement.settings, asTable);
  const target = bindParameters(statement.target, request.parameters);
  return `${target} SETTINGS ${list} SELECT * FROM file(${quote(file)}, ${quote(statement.format)})`;
}

const join = (...lists: readonly string[]) => lists.filter((list) => list !== "").join(", ");

/** Runs with a session of a lane and gives it back when the engine is done with it, not when the caller is. */
export async function withSession<T>(
  lane: Engine["queries"],
  signal: AbortSignal,
  use: (session: Session) => Promise<T>,
): Promise<T> {
  const session = await lane.take(signal);
  try {
    return await use(session);
  } finally {
    lane.give(session);
  }
}
