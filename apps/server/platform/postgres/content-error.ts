import pg from "pg";

/** Classes of SQLSTATE: cardinality violation, data exception, integrity constraint violation. */
const OF_CONTENT = ["21", "22", "23"];

/** The statement will fail as often as it is tried: its rows are what is wrong, not the server. */
export const isOfContent = (error: unknown): boolean => OF_CONTENT.includes(codeOf(error).slice(0, 2));

/** Unique violation, foreign key violation, exclusion violation: another row is in the way, or missing. It may go, or come. */
const OF_OTHER_ROWS = ["23505", "23503", "23P01"];

/** `isOfContent` by its own values, whatever other rows there are. */
export const isOfValues = (error: unknown): boolean => isOfContent(error) && !OF_OTHER_ROWS.includes(codeOf(error));

const codeOf = (error: unknown): string => (error instanceof pg.DatabaseError ? (error.code ?? "") : "");
