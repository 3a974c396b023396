import Fastify, { type FastifyInstance } from "fastify";
import { describe, expect, it } from "vitest";
import { finishCalls } from "./finish-calls.ts";

interface Listening {
  readonly app: FastifyInstance;
  readonly base: string;
  /** Resolves when the call of `/slow` has arrived. */
  readonly arrived: Promise<void>;
  answer(): void;
}

async function listening(withinMs?: number): Promise<Listening> {
  const app = Fastify({ forceCloseConnections: true });
  finishCalls(app, withinMs);
  const [arrived, answered] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  app.get("/slow", async () => {
    arrived.resolve();
    await answered.promise;
    return "answered";
  });
  app.get("/quick", async () => "quick");
  const base = await app.listen({ host: "127.0.0.1", port: 0 });
  return { app, base, arrived: arrived.promise, answer: answered.resolve };
}

describe("a server that closes", () => {
  it("answers the calls under way, and takes no new connection meanwhile", async () => {
    const { app, base, arrived, answer } = await listening();
    const call = fetch(`${base}/slow`).then((response) => response.text());
    await arrived;
    const closed = app.close();
    await expect(fetch(`${base}/quick`)).rejects.toThrow();
    answer();
    expect(await call).toBe("answered");
    await closed;
  });

  it("ends a call that takes too long", async () => {
    const { app, base, arrived, answer } = await listening(50);
    const call = fetch(`${base}/slow`).then((response) => response.text());
    call.catch(() => undefined);
    await arrived;
    await app.close();
    await expect(call).rejects.toThrow();
    answer();
  });

  it("does not wait where nothing is under way", async () => {
    const { app, base } = await listening(60_000);
    expect(await (await fetch(`${base}/quick`)).text()).toBe("quick");
    await app.close();
  });
});
