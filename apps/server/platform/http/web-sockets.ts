import websocket from "@fastify/websocket";
import type { FastifyInstance } from "fastify";

/** Before the routes: those that open a WebSocket can. One that upgrades elsewhere is closed. */
export async function acceptWebSockets(app: FastifyInstance, maxMessageBytes: number): Promise<void> {
  await app.register(websocket, {
    // No compression: messages are dense already, and a small message could inflate without bound.
    options: { maxPayload: maxMessageBytes, perMessageDeflate: false },
    // A broken frame, a message too large, a connection lost: `ws` has said why to the other end, if it is there.
    errorHandler: (_error, socket) => socket.terminate(),
  });
}

/** Whether a page of this server asks; programs that are no browser send no origin and need a token all the same. */
export function isOwnOrigin(origin: string | undefined, hosts: readonly (string | undefined)[]): boolean {
  if (origin === undefined) return true;
  return URL.canParse(origin) && hosts.includes(new URL(origin).host);
}
