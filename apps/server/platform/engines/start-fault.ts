/**
 * What keeps the program from starting, as one sentence for the person at the terminal: main prints the message alone,
 * without a stack, and ends. Everything else that is thrown at start is a bug.
 */
export class StartFault extends Error {
  override readonly name = "StartFault";
}

/** The code of a failed system call (`ENOSPC`), or undefined. */
export function systemCode(error: unknown): string | undefined {
  return error instanceof Error && "code" in error && typeof error.code === "string" ? error.code : undefined;
}
