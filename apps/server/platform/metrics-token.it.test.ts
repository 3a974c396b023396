import { afterAll, beforeAll, expect, it } from "vitest";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";

const TOKEN = "0123456789abcdef0123456789abcdef";

let world: TestApp;
let manager: TestUser;

beforeAll(async () => {
  world = await testApp({ metricsToken: TOKEN });
  manager = await world.user({ tenant: "acme", name: "acme", role: "manager" });
});
afterAll(() => world.close());

/** From elsewhere: a call from this machine needs no token. */
const ask = (url: string, token?: string) => {
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return world.app.inject({ url, headers: { "x-forwarded-for": "203.0.113.9", ...authorization } });
};

it("figures are for the token of the operator, which opens nothing else [OPS-03]", async () => {
  const answer = await ask("/metrics", TOKEN);
  expect([answer.statusCode, answer.body]).toEqual([200, expect.stringContaining("# TYPE canopy_")]);
  expect((await ask("/api/things/connect", TOKEN)).statusCode).toBe(401);
  expect((await ask("/api/operating/health", TOKEN)).statusCode).toBe(401);
});

it.each([
  ["no token", () => undefined],
  ["another token", () => TOKEN.replace("0", "1")],
  ["the beginning of the token", () => TOKEN.slice(0, -1)],
  ["the token of a manager's session", () => manager.token],
])("and not with %s [OPS-03]", async (_, token) => {
  expect((await ask("/metrics", token())).statusCode).toBe(404);
});
