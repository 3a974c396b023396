import { type AddressInfo, createServer, type Server, type Socket } from "node:net";
import { createSecureContext, type SecureContext, TLSSocket } from "node:tls";
import { StartFault, systemCode } from "../../platform/engines/start-fault.ts";
import type { TlsIdentity } from "../../platform/tls/self-signed.ts";
import { GatewayConnection } from "./gateway-connection.ts";
import type { GatewayParts } from "./gateway-parts.ts";
import { takeProxyHeader } from "./proxy-header.ts";

export interface GatewayAddress {
  readonly host: string;
  /** 0: any free one. */
  readonly port: number;
  /** The setting to change where the port is taken. */
  readonly variable: string;
  /** PEM. Absent: plain TCP. */
  readonly tls?: TlsIdentity | undefined;
}

export interface GatewayServer {
  readonly port: number;
  /** For connections that come from now on. */
  useTls(identity: TlsIdentity): void;
  /** No new connections, and an end to those that are left. */
  close(): Promise<void>;
}

const TLS_HANDSHAKE_MS = 10_000;
const PROXY_HEADER_MS = 5_000;

export async function listenGateway(address: GatewayAddress, parts: GatewayParts): Promise<GatewayServer> {
  const sockets = new Set<Socket>();
  let secure = address.tls && secureContext(address.tls);
  // Paused: a header of a balancer, or a handshake, is read before the connection's own bytes.
  const server = createServer({ pauseOnConnect: true }, (socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket));
    socket.on("error", () => undefined);
    void admit(socket, secure, parts);
  });
  server.maxConnections = parts.limits.connections;
  await listen(server, address);
  // One that could not be accepted (too many open files) is no end of the others.
  server.on("error", (error) => parts.log.error({ err: error }, "the gateway could not accept a connection"));
  return {
    port: (server.address() as AddressInfo).port,
    useTls(tls) {
      secure = secureContext(tls);
    },
    async close() {
      const closed = new Promise((resolve) => server.close(resolve));
      for (const socket of sockets) socket.destroySoon();
      await closed;
    },
  };
}

const secureContext = (tls: TlsIdentity): SecureContext => createSecureContext({ ...tls, minVersion: "TLSv1.2" });

async function admit(socket: Socket, secure: SecureContext | undefined, parts: GatewayParts): Promise<void> {
  const proxied = parts.behindProxy ? await takeProxyHeader(socket, PROXY_HEADER_MS) : undefined;
  const from = parts.behindProxy ? proxied?.address : socket.remoteAddress;
  // Before the handshake, which is the expensive part.
  if (from === undefined || socket.destroyed || !parts.rate.admit(from, parts.now())) {
    parts.counters.turnedAway++;
    socket.destroy();
    return;
  }
  if (secure === undefined) {
    new GatewayConnection(socket, from, parts);
    socket.resume();
    return;
  }
  const secured = new TLSSocket(socket, { isServer: true, secureContext: secure });
  // A failed handshake is no news: the socket is gone.
  secured.on("error", () => socket.destroy());
  const timer = setTimeout(() => socket.destroy(), TLS_HANDSHAKE_MS);
  secured.once("secure", () => {
    clearTimeout(timer);
    new GatewayConnection(secured, from, parts);
  });
  secured.once("close", () => clearTimeout(timer));
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
