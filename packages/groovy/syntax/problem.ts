/** Why a script is refused before it runs. `what` names the token or the feature; texts belong to who shows it. */
export interface Problem {
  readonly kind: "syntax" | "unsupported";
  readonly what: string;
  readonly line: number;
  readonly column: number;
}

export interface Position {
  readonly line: number;
  readonly column: number;
}

/** Operators or members in one row; each is a level of the tree. */
export const MAX_CHAIN = 500;

/** Thrown inside the parser only; `translate` gives it back as a value. */
export class ProblemError extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(`${problem.kind}: ${problem.what} at ${problem.line}:${problem.column}`);
    this.problem = problem;
  }
}

export function syntaxError(what: string, at: Position): ProblemError {
  return new ProblemError({ kind: "syntax", what, line: at.line, column: at.column });
}

export function unsupported(what: string, at: Position): ProblemError {
  return new ProblemError({ kind: "unsupported", what, line: at.line, column: at.column });
}
