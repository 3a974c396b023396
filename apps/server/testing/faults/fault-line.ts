import { once } from "node:events";
import { type AddressInfo, connect, createServer, type Socket } from "node:net";

export interface FaultLine {
  readonly port: number;
  /** Ends every connection at once, whatever was on its way. */
  cut(): void;
  /** Half-open: both ends stay, nothing passes any more. Connections made later are whole. */
  freeze(): void;
  close(): Promise<void>;
}

interface Pair {
  readonly near: Socket;
  readonly far: Socket;
}

/**
 * The network between terminals and server, whose faults are ours to make: to a port, a local socket, or for each
 * connection to the port that a balancer chooses.
 */
export async function openLine(target: number | string | (() => number), port = 0): Promise<FaultLine> {
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    const chosen = typeof target === "function" ? target() : target;
    const far = typeof chosen === "number" ? connect(chosen, "127.0.0.1") : connect(chosen);
    const pair = { near, far };
    pairs.add(pair);
    for (const [socket, other] of [
      [near, far],
      [far, near],
    ] as const) {
      socket.on("error", () => undefined);
      socket.on("close", () => {
        pairs.delete(pair);
        other.destroy();
      });
    }
    near.pipe(far);
    far.pipe(near);
  });
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  const cut = () => {
    for (const { near, far } of [...pairs]) {
      near.destroy();
      far.destroy();
    }
  };
  return {
    port: (server.address() as AddressInfo).port,
    cut,
    freeze() {
      for (const { near, far } of pairs) {
        near.unpipe(far).pause();
        far.unpipe(near).pause();
      }
    },
    async close() {
      cut();
      server.close();
      await once(server, "close");
    },
  };
}
