import { closeSync, constants, openSync } from "node:fs";
import { Socket } from "node:net";

/**
 * The way of an answer out of the engine: it writes `INTO OUTFILE` a named pipe, we read the other end. So any format
 * comes whole and right, nothing is held in memory, and a slow reader slows the engine. (chdb's own stream repeats the
 * header of a format with each chunk and plans the query on the event loop.)
 */
export interface AnswerPipe {
  readonly stream: Socket;
  /** Call when the engine is done, whatever came of it: the stream ends after the last byte. */
  finish(): void;
}

/** `path` is a FIFO. Open for reading before the engine opens it for writing, or it would wait in the kernel. */
export function openAnswerPipe(path: string): AnswerPipe {
  const fd = openSync(path, constants.O_RDONLY | constants.O_NONBLOCK);
  const stream = new Socket({ fd, readable: true, writable: false });
  return { stream, finish: () => endOf(path) };
}

/** A pipe ends when its last writer leaves, also one that came only to leave: a failed query may never have opened it. */
function endOf(path: string): void {
  try {
    closeSync(openSync(path, constants.O_WRONLY | constants.O_NONBLOCK));
  } catch {
    // No reader left: it has ended already.
  }
}
