import { once } from "node:events";
import { createServer, type IncomingMessage, request, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { endpoint } from "@canopy/contract/platform/endpoint";
import { afterEach, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "../log.ts";
import { createHttpServer } from "./http-server.ts";
import { publicRoute } from "./route.ts";
import { serveEndpoints } from "./serve-endpoints.ts";

const PER_MINUTE = 3;
const whoami = endpoint({
  name: "testing.whoami",
  method: "GET",
  path: "/whoami",
  summary: { zh: "试", en: "try" },
  access: { kind: "public" },
  audited: false,
  rateLimit: { perMinute: PER_MINUTE, per: "address" },
  reply: z.object({ address: z.string() }),
});

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** The server behind `proxies` proxies, each of which appends the address that it saw; returns the outermost port. */
async function behind(proxies: number, trustProxy: number): Promise<number> {
  const app = createHttpServer({ log: createLog("silent"), trustProxy });
  serveEndpoints(app, [whoami], [publicRoute(whoami, ({ address }) => ({ address }))], {
    resolveCaller: async () => null,
    deviceLevels: async () => new Map(),
    audit: async () => undefined,
    namesBefore: async () => ({}),
    errors: new Map(),
    idempotency: { leaseMs: 1, begin: never, renew: never, finish: never, forget: never },
    now: () => 0,
  });
  await app.listen({ host: "127.0.0.1", port: 0 });
  closing.push(() => app.close());
  let port = (app.server.address() as AddressInfo).port;
  for (let hop = 0; hop < proxies; hop++) port = await proxyTo(port);
  return port;
}

const never = () => Promise.reject(new Error("not asked for"));

async function proxyTo(port: number): Promise<number> {
  const proxy: Server = createServer((incoming, answer) => {
    const chain = [incoming.headers["x-forwarded-for"], incoming.socket.remoteAddress].filter(Boolean).join(", ");
    const headers = { ...incoming.headers, "x-forwarded-for": chain };
    const onward = request({ host: "127.0.0.1", port, path: incoming.url, headers }, (reply) => {
      answer.writeHead(reply.statusCode ?? 500, reply.headers);
      reply.pipe(answer);
    });
    onward.end();
  }).listen(0, "127.0.0.1");
  await once(proxy, "listening");
  closing.push(async () => proxy.close());
  return (proxy.address() as AddressInfo).port;
}

/** A client with an address of its own, which may write a header of its own. */
async function ask(port: number, localAddress: string, forged?: string): Promise<{ status: number; address: string }> {
  const headers = forged === undefined ? {} : { "x-forwarded-for": forged };
  const asked = request({ host: "127.0.0.1", port, path: "/api/whoami", localAddress, agent: false, headers });
  asked.end();
  const [answer] = (await once(asked, "response")) as [IncomingMessage];
  let text = "";
  for await (const chunk of answer) text += String(chunk);
  return { status: answer.statusCode ?? 0, address: JSON.parse(text).address };
}

describe.each([1, 2])("CANOPY_TRUST_PROXY with %i proxies in front", (proxies) => {
  it("knows each client by the address that the outermost proxy saw", async () => {
    const port = await behind(proxies, proxies);
    expect((await ask(port, "127.0.0.2")).address).toBe("127.0.0.2");
    expect((await ask(port, "127.0.0.3")).address).toBe("127.0.0.3");
  });

  it("does not believe what a client writes itself, so that no client escapes a limit per address", async () => {
    const port = await behind(proxies, proxies);
    const answers = [];
    for (let n = 0; n <= PER_MINUTE; n++) answers.push(await ask(port, "127.0.0.2", `10.5.0.${n}, 10.6.0.${n}`));
    expect(answers.slice(0, PER_MINUTE).map((answer) => answer.address)).toEqual(Array(PER_MINUTE).fill("127.0.0.2"));
    expect(answers.at(-1)?.status).toBe(429);
    expect((await ask(port, "127.0.0.3")).status).toBe(200);
  });
});
