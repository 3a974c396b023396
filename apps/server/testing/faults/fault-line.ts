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

/** The network between terminals and server, whose faults are ours to make: to a port or a local socket. */
export async function openLine(target: number | string, port = 0): Promise<FaultLine> {
  const pairs = new Set<Pair>();
  const server = createServer((near) => {
    const far = typeof target === "number" ? connect(target, "127.0.0.1") : connect(target);
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
