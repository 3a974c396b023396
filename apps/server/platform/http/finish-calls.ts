import type { ServerResponse } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import type { FastifyInstance } from "fastify";

/** Of the 14 s that a process has for its end; a download may take longer, and is asked for again. */
const FINISH_MS = 5_000;

/**
 * A server that closes answers the calls under way first, so that a rolling restart breaks none. It listens no more from the
 * beginning: a balancer goes elsewhere.
 */
export function finishCalls(app: FastifyInstance, withinMs = FINISH_MS): void {
  const underWay = new Set<ServerResponse>();
  const none = Promise.withResolvers<void>();
  let isClosing = false;
  const leave = (response: ServerResponse) => {
    underWay.delete(response);
    if (isClosing && underWay.size === 0) none.resolve();
  };
  app.addHook("onRequest", async (request, reply) => {
    // A WebSocket is no call; its own part ends it.
    if (request.headers.upgrade !== undefined) return;
    const response = reply.raw;
    underWay.add(response);
    response.once("finish", () => leave(response)).once("close", () => leave(response));
  });
  app.addHook("preClose", async () => {
    isClosing = true;
    if (app.server.listening) app.server.close();
    if (underWay.size === 0) return;
    const patience = new AbortController();
    await Promise.race([none.promise, sleep(withinMs, undefined, { signal: patience.signal })]);
    patience.abort();
  });
}
