/** `unreachable`: no answer, or errors of the server alone. `missing`: no such bucket. `refused`: keys that may not do this. */
export type FilesFaultKind = "unreachable" | "missing" | "refused";

/** A code as of a failed system call crosses threads, and says that the work is to be tried again. */
const CODES: Readonly<Record<FilesFaultKind, string>> = {
  unreachable: "FILES_UNREACHABLE",
  missing: "FILES_MISSING",
  refused: "FILES_REFUSED",
};

/** The place of files does not work; the message names the setting. */
export class FilesFault extends Error {
  readonly kind: FilesFaultKind;
  readonly code: string;

  constructor(kind: FilesFaultKind, message: string, cause?: unknown) {
    super(message, { cause });
    this.kind = kind;
    this.code = CODES[kind];
  }
}

/** Also one that came from another thread, which has its code alone. */
export const isFilesFault = (error: unknown): error is Error =>
  error instanceof Error && "code" in error && Object.values(CODES).some((code) => code === error.code);
