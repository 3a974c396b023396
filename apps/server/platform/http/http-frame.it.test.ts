import type { AddressInfo } from "node:net";
import { connect } from "node:net";
import { setTimeout as sleep } from "node:timers/promises";
import { endpoint, RATE } from "@canopy/contract/platform/endpoint";
import { defineErrors } from "@canopy/contract/platform/errors";
import type { FastifyInstance } from "fastify";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { z } from "zod";
import { idempotencyStore } from "../../accounts/idempotency-store.ts";
import { type TestDatabase, testDatabase } from "../../testing/engines/test-database.ts";
import { createLog } from "../log.ts";
import { ApiError } from "./api-error.ts";
import { answerNotFound, createHttpServer } from "./http-server.ts";
import { publicRoute, type Route } from "./route.ts";
import { serveEndpoints } from "./serve-endpoints.ts";

const errors = defineErrors("testing", { broken: { status: 409, zh: "坏了", en: "It broke" } });
const common = {
  summary: { zh: "试", en: "try" },
  access: { kind: "public" },
  audited: false,
  rateLimit: RATE.open,
} as const;
const create = endpoint({
  ...common,
  name: "testing.create",
  method: "POST",
  path: "/things",
  idempotent: true,
  bodyLimit: 1024,
  body: z.object({ name: z.string().min(1).max(64), count: z.number().int().default(1) }),
  reply: z.object({ serial: z.number(), name: z.string() }),
  errors: [errors.broken],
});
const read = endpoint({
  ...common,
  name: "testing.read",
  method: "GET",
  path: "/things/{id}",
  params: z.object({ id: z.string().max(8) }),
  query: z.object({ limit: z.coerce.number().int().min(1).max(10).default(5) }),
  reply: z.object({ id: z.string(), limit: z.number() }),
});
const rare = endpoint({
  ...common,
  name: "testing.rare",
  method: "GET",
  path: "/rare",
  rateLimit: { perMinute: 3, per: "address" },
  reply: z.object({}),
});
const all = [create, read, rare];

let database: TestDatabase;
let app: FastifyInstance;
let serial = 0;

const routes: Route[] = [
  publicRoute(create, ({ body }) => {
    if (body.name === "broken") throw new ApiError(errors.broken, { field: "name" });
    if (body.name === "bug") throw new Error("a bug with a secret inside");
    return { serial: ++serial, name: body.name, hidden: "not declared" };
  }),
  publicRoute(read, ({ params, query }) => ({ id: params.id, limit: query.limit })),
  publicRoute(rare, () => ({})),
];

function serve(served: Route[], requestTimeoutMs?: number): FastifyInstance {
  const log = createLog("silent");
  const server = createHttpServer({ log, trustProxy: false, ...(requestTimeoutMs && { requestTimeoutMs }) });
  serveEndpoints(server, all, served, services());
  server.setNotFoundHandler(answerNotFound(all));
  return server;
}

const services = () => ({
  resolveCaller: async () => null,
  deviceLevels: async () => new Map(),
  audit: async () => undefined,
  namesBefore: async () => ({}),
  errors: new Map(),
  idempotency: idempotencyStore(database.db),
  now: Date.now,
});

beforeAll(async () => {
  database = await testDatabase();
  app = serve(routes);
});
afterAll(async () => {
  await app.close();
  await database.drop();
});

const post = (payload: unknown, headers: Record<string, string> = {}, base = "/api") =>
  app.inject({
    method: "POST",
    url: `${base}/things`,
    headers: { "content-type": "application/json", ...headers },
    payload: payload as string,
  });

describe("the API frame", () => {
  it("serves /api and /v1 alike [OPS-04]", async () => {
    for (const base of ["/api", "/v1"]) {
      expect((await app.inject(`${base}/things/7`)).json()).toEqual({ id: "7", limit: 5 });
    }
    expect((await app.inject("/things/7")).statusCode).toBe(404);
  });

  it("answers nothing that is not declared", async () => {
    expect((await post({ name: "a" })).json()).toEqual({ serial: expect.any(Number), name: "a" });
  });

  it.each([
    ["malformed JSON", "{", 400, "platform.bodyMalformed"],
    ["an oversize body", JSON.stringify({ name: "x".repeat(2000) }), 413, "platform.bodyTooLarge"],
    ["a wrong type", '{"name":7}', 400, "platform.inputInvalid"],
    ["a missing field", "{}", 400, "platform.inputInvalid"],
    ["an array", "[]", 400, "platform.inputInvalid"],
    ["no body", "", 400, "platform.inputInvalid"],
  ])("refuses %s with one clear answer", async (_, payload, status, code) => {
    const answer = await post(payload);
    expect(answer.statusCode).toBe(status);
    expect(answer.json()).toMatchObject({ code, message: expect.stringMatching(/\p{Script=Han}/u) });
    expect(answer.json().errorMsg).toBe(answer.json().message);
  });

  it("names the field that is wrong, and all of them in details", async () => {
    const answer = await post('{"name":"","count":1.5}');
    expect(answer.json()).toMatchObject({ field: "name", details: [{ field: "name" }, { field: "count" }] });
    expect((await app.inject("/api/things/7?limit=11")).json().field).toBe("limit");
  });

  it("refuses another media type, an unknown call and a wrong method by what is allowed", async () => {
    expect((await post("name=a", { "content-type": "application/x-www-form-urlencoded" })).json().code).toBe(
      "platform.wrongMediaType",
    );
    const unknown = await app.inject({ url: "/api/nothing", headers: { "accept-language": "en-GB,en;q=0.9" } });
    expect(unknown.json()).toMatchObject({ code: "platform.noSuchRoute", message: "No such call: GET /api/nothing" });
    const wrong = await app.inject({ method: "DELETE", url: "/v1/things" });
    expect(wrong.statusCode).toBe(405);
    expect(wrong.headers.allow).toBe("POST");
  });

  it("speaks the caller's language and keeps the code", async () => {
    const english = await post({ name: "broken" }, { "accept-language": "en" });
    expect(english.json()).toEqual({
      code: "testing.broken",
      message: "It broke",
      errorMsg: "It broke",
      field: "name",
    });
    expect((await post({ name: "broken" })).json().message).toBe("坏了");
  });

  it("tells a bug's number and nothing of its inside", async () => {
    const answer = await post({ name: "bug" });
    expect(answer.statusCode).toBe(500);
    expect(answer.json().message).toContain(String(answer.headers["x-request-id"]));
    expect(answer.body).not.toContain("secret");
  });

  it("limits the rate per address and says when to come back", async () => {
    const answers = [];
    for (let n = 0; n < 4; n++) answers.push(await app.inject({ url: "/api/rare", remoteAddress: "10.4.0.1" }));
    expect(answers.map((answer) => answer.statusCode)).toEqual([200, 200, 200, 429]);
    expect(Number(answers[3]?.headers["retry-after"])).toBeGreaterThan(0);
    expect((await app.inject({ url: "/api/rare", remoteAddress: "10.4.0.2" })).statusCode).toBe(200);
  });

  it("counts addresses of one IPv6 network together, and IPv4 written as IPv6 as what it is", async () => {
    const ask = async (remoteAddress: string) => (await app.inject({ url: "/api/rare", remoteAddress })).statusCode;
    for (const n of [1, 2, 3]) expect(await ask(`2001:db8:4::${n}`)).toBe(200);
    expect([await ask("2001:db8:4::4"), await ask("2001:db8:4:1::4")]).toEqual([429, 200]);
    for (const address of ["10.4.0.9", "::ffff:10.4.0.9", "10.4.0.9"]) expect(await ask(address)).toBe(200);
    expect(await ask("::ffff:10.4.0.9")).toBe(429);
  });

  it("does not believe a forwarded address without CANOPY_TRUST_PROXY", async () => {
    const headers = (n: number) => ({ "x-forwarded-for": `10.5.0.${n}` });
    const answers = [];
    for (let n = 0; n < 4; n++)
      answers.push(await app.inject({ url: "/api/rare", remoteAddress: "10.4.0.3", headers: headers(n) }));
    expect(answers[3]?.statusCode).toBe(429);
  });
});

describe("idempotency keys", () => {
  it("carry a call out once and answer its repeats with the first answer", async () => {
    const first = await post({ name: "once" }, { "idempotency-key": "k1" });
    const again = await post({ name: "once" }, { "idempotency-key": "k1" });
    expect(again.json()).toEqual(first.json());
    expect(again.headers["idempotency-replayed"]).toBe("true");
  });

  it("refuse another request under the same key", async () => {
    await post({ name: "one" }, { "idempotency-key": "k2" });
    expect((await post({ name: "two" }, { "idempotency-key": "k2" })).json().code).toBe("platform.idempotencyMismatch");
  });

  it("give a failed call another chance, and refuse an endless key", async () => {
    expect((await post({ name: "broken" }, { "idempotency-key": "k3" })).statusCode).toBe(409);
    expect((await post({ name: "broken" }, { "idempotency-key": "k3" })).json().code).toBe("testing.broken");
    expect((await post({ name: "x" }, { "idempotency-key": "k".repeat(129) })).json().field).toBe("Idempotency-Key");
  });

  it("let one of two at once through", async () => {
    const both = await Promise.all([
      post({ name: "race" }, { "idempotency-key": "k4" }),
      post({ name: "race" }, { "idempotency-key": "k4" }),
    ]);
    const serials = both.filter((answer) => answer.statusCode === 200).map((answer) => answer.json().serial);
    expect(new Set(serials).size).toBe(1);
  });
});

describe("a call that takes longer than the lease of its key", () => {
  const slow = endpoint({ ...create, name: "testing.slow", path: "/slow" });
  const LEASE_MS = 400;

  it("is carried out once: a repeat meanwhile is refused, one afterwards gets its answer", async () => {
    let [runs, end] = [0, () => {}];
    const ended = new Promise<void>((resolve) => {
      end = resolve;
    });
    const server = createHttpServer({ log: createLog("silent"), trustProxy: false });
    const handle = async () => {
      runs++;
      await ended;
      return { serial: runs, name: "slow" };
    };
    serveEndpoints(server, [slow], [publicRoute(slow, handle)], {
      ...services(),
      idempotency: idempotencyStore(database.db, LEASE_MS),
    });
    const call = async () =>
      server.inject({ method: "POST", url: "/api/slow", headers: { "idempotency-key": "s1" }, payload: { name: "a" } });
    const first = call();
    await sleep(3 * LEASE_MS);
    const during = await call();
    end();
    const [answer, after] = [await first, await call()];
    expect([during.json().code, after.json(), runs]).toEqual(["platform.idempotencyRunning", answer.json(), 1]);
    await server.close();
  });

  it("leaves its key to a repeat where it died", async () => {
    const store = idempotencyStore(database.db, LEASE_MS);
    expect(await store.begin("me", "dead", "hash")).toBeNull();
    expect(await store.begin("me", "dead", "hash")).toMatchObject({ answer: null });
    await sleep(2 * LEASE_MS);
    expect(await store.begin("me", "dead", "hash")).toBeNull();
  });
});

describe("the API does not start", () => {
  it.each([
    ["a declared call without a handler", routes.slice(1)],
    [
      "a handler of a call that is not declared",
      [...routes, publicRoute({ ...read, name: "testing.other" }, () => ({ id: "", limit: 1 }))],
    ],
    ["two handlers of one call", [...routes, publicRoute(rare, () => ({}))]],
  ])("with %s", (_, served) => {
    expect(() => serve(served)).toThrow(/The API is not whole: testing\./);
  });

  it("with a route that no declaration stands behind", () => {
    expect(() => serve(routes).get("/api/smuggled", async () => "")).toThrow(/not declared/);
  });
});

describe("a client that misbehaves on the wire", () => {
  async function raw(server: FastifyInstance, bytes: string): Promise<string> {
    if (!server.server.listening) await server.listen({ host: "127.0.0.1", port: 0 });
    const socket = connect((server.server.address() as AddressInfo).port, "127.0.0.1");
    socket.write(bytes);
    let text = "";
    for await (const chunk of socket) text += String(chunk);
    return text;
  }

  it("gets one clear answer for garbage", async () => {
    const answer = await raw(app, "not http at all\r\n\r\n");
    expect(answer).toMatch(/^HTTP\/1\.1 400 /);
    expect(answer).toContain('"code":"platform.bodyMalformed"');
  });

  it("is not waited for when its request never ends", async () => {
    const impatient = serve(routes, 200);
    impatient.server.headersTimeout = 200;
    const answer = await raw(
      impatient,
      "POST /api/things HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{",
    );
    expect(answer).toMatch(/^HTTP\/1\.1 408 /);
    await impatient.close();
  });
});
