import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { endpoint, RATE } from "@canopy/contract/platform/endpoint";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { createLog } from "../log.ts";
import { browserIdOf, newBrowserId } from "./browser-id.ts";
import type { Caller } from "./caller.ts";
import { answerNotFound, createHttpServer } from "./http-server.ts";
import { servePages } from "./pages.ts";
import { HttpReply, publicRoute, route } from "./route.ts";
import { serveEndpoints } from "./serve-endpoints.ts";

const common = { summary: { zh: "试", en: "try" }, audited: false, method: "GET", reply: z.object({}) } as const;
const open = endpoint({
  ...common,
  name: "testing.open",
  path: "/open",
  access: { kind: "public" },
  rateLimit: { perMinute: 20, per: "address" },
});
const system = endpoint({
  ...common,
  name: "testing.system",
  path: "/system",
  access: { kind: "system" },
  rateLimit: RATE.normal,
});
const all = [open, system];

const SUB: Caller = {
  userId: "u1",
  tenantId: "t1",
  userName: "sub",
  sessionId: "s1",
  role: "sub",
  tenantLevel: "read",
  scope: "read-write",
  devices: null,
};
const ID = newBrowserId();

let dist: string;
let lines: string[] = [];
const servers: FastifyInstance[] = [];

beforeAll(() => {
  dist = mkdtempSync(join(tmpdir(), "canopy-pages-"));
  mkdirSync(join(dist, "assets"));
  writeFileSync(join(dist, "index.html"), "<script nonce=__CSP_NONCE__></script>");
  writeFileSync(join(dist, "assets", "worker-1.js"), "fetch('/api')");
});
afterAll(async () => {
  for (const server of servers) await server.close();
  rmSync(dist, { recursive: true });
});

async function serve(isHttps: boolean): Promise<FastifyInstance> {
  const log = createLog("info", { write: (line: string) => void lines.push(line) });
  const server = createHttpServer({ log, trustProxy: false, isHttps });
  servers.push(server);
  const routes = [
    publicRoute(open, ({ browserCookie }) => new HttpReply({}, 200, { "set-cookie": browserCookie(ID) })),
    route(system, () => ({})),
  ];
  serveEndpoints(server, all, routes, {
    resolveCaller: async (token) => (token === "sub" ? SUB : null),
    deviceLevels: async () => new Map(),
    audit: async () => undefined,
    namesBefore: async () => ({}),
    errors: new Map(),
    idempotency: undefined as never,
    now: Date.now,
    isHttps,
  });
  await servePages(server, { distFolder: dist, tileUrl: undefined }, answerNotFound(all));
  return server;
}

describe("every answer", () => {
  it.each([
    ["a call", "/api/open", "default-src 'none'", "no-store"],
    ["a refusal", "/api/system", "default-src 'none'", "no-store"],
    ["an unknown call", "/api/none", "default-src 'none'", "no-store"],
    ["a page", "/Container/HomePage", "script-src 'self' 'nonce-", "no-store"],
    ["a file of the web", "/assets/worker-1.js", "object-src 'none'", "public, max-age=31536000, immutable"],
  ])(
    "of %s has a policy, stands in no frame and is kept by no cache but a hashed file",
    async (_, url, policy, kept) => {
      const { headers } = await (await serve(false)).inject({ url });
      expect(headers["content-security-policy"]).toContain(policy);
      expect(headers["content-security-policy"]).toContain("frame-ancestors 'none'");
      expect(headers["content-security-policy"]).toContain("base-uri 'none'");
      expect(headers).toMatchObject({
        "cache-control": kept,
        "x-content-type-options": "nosniff",
        "referrer-policy": "no-referrer",
        "x-request-id": expect.any(String),
      });
      expect(headers).not.toHaveProperty("access-control-allow-origin");
      expect(headers).not.toHaveProperty("strict-transport-security");
    },
  );

  it("leaves the worker of a page free to reach this server", async () => {
    const { headers } = await (await serve(false)).inject({ url: "/assets/worker-1.js" });
    expect(headers["content-security-policy"]).not.toMatch(/default-src|connect-src/);
  });

  it.each(["/api/open", "/api/none", "/Container/HomePage", "/assets/worker-1.js"])(
    "behind https makes browsers stay there for a year: %s",
    async (url) => {
      const { headers } = await (await serve(true)).inject({ url });
      expect(headers["strict-transport-security"]).toBe("max-age=31536000; includeSubDomains");
    },
  );

  it("to TRACE, OPTIONS of another site and a listing of a folder is a refusal", async () => {
    const server = await serve(false);
    const origin = { origin: "https://evil.example", "access-control-request-method": "POST" };
    expect((await server.inject({ method: "TRACE" as "GET", url: "/api/open" })).statusCode).toBe(405);
    const asked = await server.inject({ method: "OPTIONS", url: "/api/open", headers: origin });
    expect([asked.statusCode, asked.headers["access-control-allow-origin"]]).toEqual([405, undefined]);
    expect((await server.inject({ url: "/assets/" })).statusCode).toBe(404);
  });
});

describe("the cookie of a browser", () => {
  it("is for this host by https alone where people come by https", async () => {
    const { headers } = await (await serve(true)).inject({ url: "/api/open" });
    expect(headers["set-cookie"]).toBe(
      `__Host-canopy_browser=${ID}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(browserIdOf(`a=b; __Host-canopy_browser=${ID}`, true)).toBe(ID);
    // What a neighbour under the same domain can set is not believed.
    expect(browserIdOf(`canopy_browser=${ID}`, true)).toBeNull();
  });

  it("is readable by no script without https either", async () => {
    const { headers } = await (await serve(false)).inject({ url: "/api/open" });
    expect(headers["set-cookie"]).toBe(`canopy_browser=${ID}; Path=/; Max-Age=31536000; HttpOnly; SameSite=Lax`);
    expect(browserIdOf(`canopy_browser=${ID}; a=b`, false)).toBe(ID);
  });
});

describe("a call that is refused", () => {
  it("for want of a sign-in, of a right or of patience is in the log with its caller, without the token", async () => {
    lines = [];
    const server = await serve(false);
    await server.inject({ url: "/api/system", headers: { authorization: "Bearer stranger-0123456789" } });
    await server.inject({ url: "/api/system", headers: { authorization: "Bearer sub" } });
    for (let n = 0; n < 21; n++) await server.inject({ url: "/api/open" });
    expect(lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === "call refused")).toMatchObject([
      { level: "warn", code: "platform.unauthenticated", route: "/api/system", address: "127.0.0.1" },
      { level: "warn", code: "platform.forbidden", route: "/api/system", userId: "u1", tenantId: "t1" },
      { level: "warn", code: "platform.rateLimited", route: "/api/open" },
    ]);
    expect(lines.join("")).not.toContain("stranger");
  });
});
