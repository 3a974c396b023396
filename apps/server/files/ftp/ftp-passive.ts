import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type Server, type Socket } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { type SecureContext, TLSSocket } from "node:tls";
import { systemCode } from "../../platform/engines/start-fault.ts";
import { type FtpData, FtpRefusal } from "./ftp-ports.ts";

export interface PassiveRange {
  readonly from: number;
  readonly to: number;
}

/** A client that asked for a port comes to it at once. */
const COMES_WITHIN_MS = 20_000;
const CLOSES_WITHIN_MS = 2000;
/** Without a byte. */
const IDLE_MS = 60_000;

/** One port for one data connection, from the address of the control connection alone. */
export class PassivePort {
  readonly port: number;
  readonly #server: Server;
  readonly #came = Promise.withResolvers<Socket>();

  private constructor(server: Server, port: number, peer: string) {
    this.#server = server;
    this.port = port;
    this.#came.promise.catch(() => undefined);
    server.on("error", (error) => this.#came.reject(error));
    server.on("connection", (socket) => {
      socket.on("error", () => undefined);
      // Somebody else who guessed the port.
      if (socket.remoteAddress !== peer) return void socket.destroy();
      server.close();
      this.#came.resolve(socket);
    });
  }

  /** The first free port of the range, from a random place on: the next one cannot be guessed. */
  static async open(range: PassiveRange, host: string | undefined, peer: string): Promise<PassivePort> {
    const count = range.to - range.from + 1;
    const start = randomInt(count);
    for (let n = 0; n < count; n += 1) {
      const port = range.from + ((start + n) % count);
      const server = createServer({ pauseOnConnect: true });
      try {
        server.listen(port, host);
        await once(server, "listening");
        const address = server.address();
        return new PassivePort(server, typeof address === "object" && address ? address.port : port, peer);
      } catch (error) {
        server.close();
        if (systemCode(error) !== "EADDRINUSE") throw error;
      }
    }
    throw new FtpRefusal(421, "No data port is free");
  }

  async accept(secure: SecureContext | undefined): Promise<FtpData> {
    const waiting = new AbortController();
    const late = sleep(COMES_WITHIN_MS, undefined, { signal: waiting.signal }).then(() => {
      throw new FtpRefusal(425, "There was no data connection");
    });
    try {
      const socket = await Promise.race([this.#came.promise, late]);
      return dataOf(secure ? new TLSSocket(socket, { isServer: true, secureContext: secure }) : socket);
    } finally {
      waiting.abort();
      late.catch(() => undefined);
    }
  }

  close(): void {
    this.#server.close();
    this.#came.reject(new FtpRefusal(425, "There was no data connection"));
    void this.#came.promise.then((socket) => socket.destroy()).catch(() => undefined);
  }
}

function dataOf(socket: Socket): FtpData {
  socket.on("error", () => undefined);
  socket.setTimeout(IDLE_MS, () => socket.destroy(new Error("idle")));
  return {
    incoming: socket,
    // Called back when the bytes are on their way, or when the connection has gone.
    send: (bytes) =>
      new Promise((resolve, reject) => {
        socket.write(bytes, (error) => (error ? reject(error) : resolve()));
      }),
    async end() {
      await new Promise<void>((resolve) => socket.end(resolve));
      // What the client still sends is no matter; one that waits for the reply before it closes is not waited for.
      socket.resume();
      const waiting = new AbortController();
      const late = sleep(CLOSES_WITHIN_MS, undefined, { signal: waiting.signal }).catch(() => undefined);
      if (!socket.closed) await Promise.race([once(socket, "close").catch(() => undefined), late]);
      waiting.abort();
      if (socket.errored) throw socket.errored;
    },
    destroy: () => void socket.destroy(),
  };
}
