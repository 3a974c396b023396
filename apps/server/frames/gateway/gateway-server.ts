import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createServer as createTlsServer } from "node:tls";
import { StartFault, systemCode } from "../../platform/engines/start-fault.ts";
import { GatewayConnection } from "./gateway-connection.ts";
import type { GatewayParts } from "./gateway-parts.ts";

export interface GatewayAddress {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** The setting to change where the port is taken. */
  readonly variable: string;
  /** PEM. Absent: plain TCP. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined;
}

export interface GatewayServer {
  readonly port: number;
  /** No new connections, and an end to those that are left. */
  close(): Promise<void>;
}

const TLS_HANDSHAKE_MS = 10_000;

export async function listenGateway(address: GatewayAddress, parts: GatewayParts): Promise<GatewayServer> {
  const sockets = new Set<Socket>();
  const open = (socket: Socket) => new GatewayConnection(socket, parts);
  const server = address.tls
    ? createTlsServer({ ...address.tls, minVersion: "TLSv1.2", handshakeTimeout: TLS_HANDSHAKE_MS }, open)
    : createServer();
  // Before the handshake, which is the expensive part.
  server.prependListener("connection", (socket: Socket) => {
    const from = socket.remoteAddress;
    if (from === undefined || !parts.rate.admit(from, parts.now())) {
      parts.counters.turnedAway++;
      socket.destroy();
      return;
    }
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    if (!address.tls) open(socket);
  });
  // A failed handshake is no news: the socket is gone.
  server.on("tlsClientError", (_error, socket) => socket.destroy());
  server.maxConnections = parts.limits.connections;
  await listen(server, address);
  // One that could not be accepted (too many open files) is no end of the others.
  server.on("error", (error) => parts.log.error({ err: error }, "the gateway could not accept a connection"));
  return {
    port: (server.address() as AddressInfo).port,
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroySoon();
      await closed;
    },
  };
}

function listen(server: Server, { host, port, variable }: GatewayAddress): Promise<void> {
  return new Promise((resolve, reject) => {
    const onFault = (error: Error) => {
      const code = systemCode(error);
      if (code === "EADDRINUSE") reject(new StartFault(`Port ${port} is taken: set ${variable} to another one.`));
      else if (code === "EACCES") {
        reject(new StartFault(`Port ${port} needs more rights: set ${variable} to one above 1023.`));
      } else reject(error);
    };
    server.once("error", onFault);
    server.listen({ host, port }, () => {
      server.off("error", onFault);
      resolve();
    });
  });
}
