import { type RawBuilder, sql } from "kysely";
import pg from "pg";

const MARK = "/* prepared */";
/** First in a statement that every call makes: each connection plans it once and keeps the plan. For few of them. */
export const PREPARED: RawBuilder<unknown> = sql.raw(MARK);

const names = new Map<string, string>();

function statementName(text: string): string {
  const name = names.get(text) ?? `canopy_${names.size}`;
  names.set(text, name);
  return name;
}

/** Gives the statements that ask for it a name, which is all that PostgreSQL needs to keep them. */
export class PreparingClient extends pg.Client {
  // biome-ignore lint/suspicious/noExplicitAny: the overloads of pg are all passed on
  override query(...[first, ...rest]: any[]): any {
    const isMarked = typeof first === "string" && first.startsWith(MARK);
    const [values, ...others] = rest;
    if (!isMarked) return super.query(first, ...(rest as []));
    return super.query({ name: statementName(first), text: first, values }, ...(others as []));
  }
}
