/** 0 the output is whole, 1 something is missing from it, 2 called wrongly. */
export const OK = 0;
export const PROBLEMS = 1;
export const USAGE = 2;
export type ExitCode = number;

/** The formats of logs that are read, for the help of commands. */
export const LOG_HELP = `candump (-L, or as printed on a console), ASC, BLF, TRC, CSV (Canopy, python-can, GVRET), BUSMASTER,
               CRTD, Microchip, MDF4 or Parquet, found by its content; .gz too; - is standard input`;

/** One command of the command line; each has a file of its own under commands/, loaded when it is called. */
export interface Command {
  /** The text of `--help`. */
  readonly help: string;
  run(args: readonly string[]): Promise<ExitCode>;
}

/** Called wrongly: `main` prints the message and gives USAGE. */
export class UsageError extends Error {}
