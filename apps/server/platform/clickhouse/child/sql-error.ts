/** An error as the engine itself would word it: `Code: 62. DB::Exception: … (SYNTAX_ERROR)`. */
export class SqlError extends Error {
  readonly code: number;

  constructor(code: number, name: string, sentence: string) {
    super(`Code: ${code}. DB::Exception: ${sentence} (${name})`);
    this.code = code;
  }
}

export const syntaxError = (sentence: string) => new SqlError(62, "SYNTAX_ERROR", sentence);
export const notSupported = (sentence: string) => new SqlError(344, "SUPPORT_IS_DISABLED", sentence);

/** The code in an engine's message; 1002 is ClickHouse's own "unknown". */
export function codeOf(message: string): number {
  return Number(/^Code: (\d+)/.exec(message)?.[1] ?? 1002);
}
