import { randomUUID } from "node:crypto";
import { endpoints } from "@canopy/contract/endpoints";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { sampleInput, sampleUrl } from "../testing/terminals/sample-input.ts";
import { newDeviceId } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { makeAccessToken } from "./access-tokens.ts";

let world: TestApp;
let owner: TestUser;
let tokens: { of: string; token: string }[];

beforeAll(async () => {
  world = await testApp();
  owner = await world.user({ tenant: "platform", name: "root_admin", role: "system" });
  const { tenantId, userId } = owner;
  const common = { tenantId, userId, scope: "read-write", expiresDays: 1 } as const;
  const whole = await makeAccessToken(world.database.db, { ...common, name: "whole", devices: null });
  const limited = await makeAccessToken(world.database.db, { ...common, name: "limited", devices: [newDeviceId()] });
  tokens = [
    { of: "the whole account", token: whole.token },
    { of: "one device", token: limited.token },
  ];
});
afterAll(() => world.close());

describe("a call for sessions alone [USR-09]", () => {
  it.each(endpoints.filter((endpoint) => endpoint.sessionOnly).map((endpoint) => [endpoint.name, endpoint] as const))(
    "%s is refused to access tokens, and not to the session of the same user",
    async (_, endpoint) => {
      const input = sampleInput(endpoint, () => randomUUID());
      const request = { method: endpoint.method, url: sampleUrl("/api", endpoint, input) };
      const payload = input.body === undefined ? {} : { payload: input.body };
      for (const { of, token } of tokens) {
        const refused = await world.call({ token }, { ...request, ...payload });
        expect([of, refused.statusCode, refused.json().code]).toEqual([of, 403, "platform.sessionOnly"]);
      }
      const served = await world.call(owner, { ...request, ...payload });
      expect(served.json().code).not.toBe("platform.sessionOnly");
    },
  );

  it("leaves no way from a token to a session by a hand-over", async () => {
    for (const caller of tokens) {
      const answer = await world.call(caller, {
        method: "POST",
        url: "/api/control/hand-overs",
        payload: { target: "can_monitor" },
      });
      expect(answer.json()).not.toHaveProperty("code", expect.stringMatching(/^[\w-]{40,}$/));
    }
  });

  it("is not among the rights that a token has", async () => {
    const answer = await world.call(tokens[0] ?? null, { method: "GET", url: "/api/tenant/privileges/self" });
    expect(answer.json().apis).toContain("accounts.userSelf");
    expect(answer.json().apis).not.toContain("accounts.createHandOver");
  });
});
