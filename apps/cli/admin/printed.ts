import { type ExitCode, OK } from "../command.ts";

/** As many rows as one looks through. */
export const LISTED = 500;

/** One JSON line each. */
export function printed(rows: readonly object[]): ExitCode {
  for (const row of rows) process.stdout.write(`${JSON.stringify(row)}\n`);
  return OK;
}
