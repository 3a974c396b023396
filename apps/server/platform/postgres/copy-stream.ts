import { once } from "node:events";
import { Readable } from "node:stream";
import type pg from "pg";

/** What the driver has for COPY and its types do not. */
interface CopyConnection extends pg.Connection {
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(message: string): void;
}

const BUFFER_BYTES = 1024 * 1024;

/** A running COPY … TO STDOUT. */
export interface CopyOut {
  readonly stream: Readable;
  /** Known when the stream has ended. */
  rows(): number;
}

/** The connection is of no use for anything else until the stream has ended; where it is left early, it is closed. */
export function copyOut(client: pg.ClientBase, statement: string): CopyOut {
  let connection: CopyConnection | undefined;
  let rows = 0;
  const stream = new Readable({ highWaterMark: BUFFER_BYTES, read: () => void connection?.stream.resume() });
  client.query({
    submit(used: pg.Connection) {
      connection = used as CopyConnection;
      connection.query(statement);
    },
    handleCopyData({ chunk }: { chunk: Buffer }) {
      // The driver reads the next rows into the same memory.
      if (!stream.push(Buffer.from(chunk))) connection?.stream.pause();
    },
    handleCommandComplete({ text }: { text: string }) {
      rows = rowsOf(text);
    },
    handleError: (error: Error) => void stream.destroy(error),
    handleReadyForQuery: () => void stream.push(null),
  });
  return { stream, rows: () => rows };
}

/** COPY … FROM STDIN; gives the number of rows. */
export function copyIn(client: pg.ClientBase, statement: string, source: AsyncIterable<Uint8Array>): Promise<number> {
  return new Promise((resolve, reject) => {
    let [rows, isOver] = [0, false];
    const fail = (error: unknown) => {
      isOver = true;
      reject(error);
    };
    const send = async (connection: CopyConnection) => {
      try {
        for await (const chunk of source) {
          if (isOver) return;
          connection.sendCopyFromChunk(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length));
          if (connection.stream.writableNeedDrain) await drained(connection);
        }
        connection.endCopyFrom();
      } catch (error) {
        fail(error);
        connection.sendCopyFail("the source of the rows failed");
      }
    };
    client.query({
      submit: (connection: pg.Connection) => connection.query(statement),
      handleCopyInResponse: (connection: pg.Connection) => void send(connection as CopyConnection),
      handleCommandComplete({ text }: { text: string }) {
        rows = rowsOf(text);
      },
      handleError: fail,
      handleReadyForQuery: () => resolve(rows),
    });
  });
}

async function drained({ stream }: CopyConnection): Promise<void> {
  const stop = new AbortController();
  const events = ["drain", "close"].map((name) => once(stream, name, { signal: stop.signal }));
  await Promise.race(events).finally(() => stop.abort());
  await Promise.allSettled(events);
}

const rowsOf = (commandTag: string) => Number(/^COPY (\d+)$/.exec(commandTag)?.[1] ?? 0);
