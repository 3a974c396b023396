/** What the supervisor tells the child, as JSON on its standard input: there it is in no list of processes. */
export interface ChildOptions {
  /** A file beside whose node_modules `chdb` is found. */
  readonly resolveFrom: string;
  readonly dataFolder: string;
  /** The child's own: pipes, configuration, rows of inserts too large for memory. */
  readonly runFolder: string;
  /** On /dev/shm, or undefined. */
  readonly memoryFolder: string | undefined;
  readonly host: string;
  readonly port: number;
  readonly password: string;
  readonly database: string;
  readonly memoryBytes: number;
  /** Without a word from a supervisor for so long the child ends: an orphan must not hold the data folder for ever. */
  readonly leaseMs: number;
}

/** Sessions for queries; each has a pipe, made by the supervisor since Node cannot make one. */
export const QUERY_SESSIONS = 3;
export const PIPES = Array.from({ length: QUERY_SESSIONS }, (_, index) => `answer-${index}`);

/** Each call of the engine holds a thread of libuv (R3), and files and zlib want some, too. */
export const UV_THREADS = QUERY_SESSIONS + 2 + 6;
