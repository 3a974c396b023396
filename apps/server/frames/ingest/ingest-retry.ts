/** Time as an argument: tests turn it by hand. */
export interface IngestClock {
  nowMs(): number;
  /** Runs once, later; the answer takes it back. */
  after(delayMs: number, run: () => void): () => void;
}

export const systemClock: IngestClock = {
  nowMs: () => Date.now(),
  after(delayMs, run) {
    const timer = setTimeout(run, delayMs);
    return () => clearTimeout(timer);
  },
};

/** The batch stays with the terminal. */
export class IngestRefused extends Error {
  readonly reason: "closed" | "ended";

  constructor(reason: "closed" | "ended") {
    super(reason === "closed" ? "ingest is closed" : "the binding has ended");
    this.reason = reason;
  }
}

const FIRST_PAUSE_MS = 100;
const LONGEST_PAUSE_MS = 5_000;

/** Pause after `attempt` failures in a row. */
export const pauseMs = (attempt: number): number => Math.min(FIRST_PAUSE_MS * 2 ** (attempt - 1), LONGEST_PAUSE_MS);

interface RetryOptions {
  readonly clock: IngestClock;
  readonly signal: AbortSignal;
  readonly onTrouble: (error: unknown, attempt: number) => void;
}

/**
 * Until it is done or ingest closes: an engine that is away, full or overloaded holds the acknowledgements back and
 * loses nothing. `task` must bear being done twice.
 */
export async function untilDone<T>(task: () => Promise<T>, options: RetryOptions): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    if (options.signal.aborted) throw new IngestRefused("closed");
    try {
      return await task();
    } catch (error) {
      options.onTrouble(error, attempt);
      await pause(pauseMs(attempt), options);
    }
  }
}

function pause(delayMs: number, { clock, signal }: RetryOptions): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      takeBack();
      signal.removeEventListener("abort", finish);
      resolve();
    };
    const takeBack = clock.after(delayMs, finish);
    signal.addEventListener("abort", finish);
    if (signal.aborted) finish();
  });
}
