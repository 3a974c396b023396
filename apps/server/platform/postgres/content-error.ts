import pg from "pg";

/** Classes of SQLSTATE: cardinality violation, data exception, integrity constraint violation. */
const OF_CONTENT = ["21", "22", "23"];

/** The statement will fail as often as it is tried: its rows are what is wrong, not the server. */
export const isOfContent = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && OF_CONTENT.includes(error.code?.slice(0, 2) ?? "");
