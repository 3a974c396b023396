import { SqlError } from "./sql-error.ts";

/** A session of the engine; `close` belongs to whoever opened it. */
export interface Lane<T> {
  /** Waits for a free session, in order of arrival. */
  take(signal: AbortSignal): Promise<T>;
  give(session: T): void;
  readonly waiting: number;
}

/** Beyond this many waiting requests something is wrong, and waiting longer would only hide it. */
const MOST_WAITING = 500;

interface Waiter<T> {
  readonly resolve: (session: T) => void;
  readonly signal: AbortSignal;
}

/** R3: a session does one query at a time, so a request has one for itself while it runs. */
export function openLane<T>(sessions: readonly T[]): Lane<T> {
  const free = [...sessions];
  const queue: Waiter<T>[] = [];
  return {
    get waiting() {
      return queue.length;
    },
    async take(signal) {
      signal.throwIfAborted();
      const session = free.pop();
      if (session !== undefined) return session;
      if (queue.length >= MOST_WAITING)
        throw new SqlError(202, "TOO_MANY_SIMULTANEOUS_QUERIES", "Too many simultaneous queries.");
      return new Promise((resolve, reject) => {
        const waiter = { resolve, signal };
        queue.push(waiter);
        signal.addEventListener("abort", () => {
          const at = queue.indexOf(waiter);
          if (at === -1) return;
          queue.splice(at, 1);
          reject(signal.reason);
        });
      });
    },
    give(session) {
      const waiter = queue.shift();
      if (waiter === undefined) free.push(session);
      else waiter.resolve(session);
    },
  };
}
