/** Contents of a file and its problems (also in `info`, as `problems`). */
export interface Description {
  info: Record<string, unknown>;
  /** For standard error, the first ones. */
  problems: string[];
  /** Something of the file was lost. */
  isBroken: boolean;
}

export const MAX_LISTED_PROBLEMS = 20;
