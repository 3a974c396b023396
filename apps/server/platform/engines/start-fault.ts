/**
 * A fault that keeps the program from starting, as one sentence for the operator: main prints the message alone,
 * without a stack, and ends. Any other error at start is a bug.
 */
export class StartFault extends Error {
  override readonly name = "StartFault";
}

/** The code of a failed system call (`ENOSPC`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
