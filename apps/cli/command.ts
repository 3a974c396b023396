/** 0 done, 1 problems in the data, 2 called wrongly. */
export const OK = 0;
export const PROBLEMS = 1;
export const USAGE = 2;
export type ExitCode = number;

/** One command of the command line; each has a file of its own under commands/, loaded when it is called. */
export interface Command {
  /** What `--help` prints. */
  readonly help: string;
  run(args: readonly string[]): Promise<ExitCode>;
}

/** Called wrongly: `main` prints the message and gives USAGE. */
export class UsageError extends Error {}
