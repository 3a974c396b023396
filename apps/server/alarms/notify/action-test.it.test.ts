import { DEFAULT_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { storeProvider } from "../../messages/provider-store.ts";
import { KEYS, type ProviderServer, providerServer } from "../../messages/test-provider-server.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { sampleRule } from "../rules/test-rule.ts";

let world: TestApp;
let server: ProviderServer;
let acme: TestUser;

beforeAll(async () => {
  world = await testApp({ privateTargets: true });
  server = await providerServer();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
});
afterAll(async () => {
  await world.close();
  await server.close();
});

const send = (method: "GET" | "POST", path: string, payload?: object) =>
  world.call(acme, { method, url: `/api${path}`, ...(payload && { payload }) });
const tried = async (test: object) => (await send("POST", "/alarm-action-test", test)).json().list;
const used = async () => (await send("GET", "/alarm-alert-usage")).json().data;

it("a test of an action sends the text of the rule at once, with the secret of the saved one [TRG-06]", async () => {
  const url = `${server.url}/hook`;
  const actions = [{ kind: "webhook", targets: [`${url}#${encodeURIComponent(KEYS.webhook)}`], every_min: 1 }];
  const { data } = (await send("POST", "/alarm-rules", sampleRule({ actions } as object))).json();
  const test = { kind: "webhook", name: "Hot", device: "EV-01", description: "{device}: {value}" };
  expect(await tried({ ...test, rule_id: data.rule_id, targets: [url] })).toEqual([{ target: url, result: "sent" }]);
  expect(server.taken.at(-1)?.text).toMatch(/Test: .*EV-01, Hot[\s\S]*EV-01: 58\.3/);
  // Without its secret the receiver refuses it, and one is told why.
  expect(await tried({ ...test, targets: [url, "not a URL", `${url}#100%`] })).toEqual([
    { target: url, result: "failed", problem: expect.stringContaining("40") },
    { target: "not a URL", result: "target" },
    { target: `${url}#100%`, result: "target" },
  ]);
});

it("text messages that are tried count, and beyond the package none is sent [TRG-04]", async () => {
  const values = { accountSid: "AC1", from: "+1", endpoint: server.url };
  const sms = { kind: "sms", targets: ["13800000001"] };
  expect(await tried({ ...sms, kind: "email", targets: ["a@example.org"] })).toMatchObject([{ result: "kept" }]);
  await storeProvider(world.database.db, TEST_SECRET, "sms", { kind: "twilio", values, secret: KEYS.twilio });
  await setPackage(world.database.db, acme.tenantId, { ...DEFAULT_PACKAGE, alert_sms: 1 });
  expect(await used()).toEqual({ used: 0, limit: 1 });
  expect(await tried(sms)).toMatchObject([{ result: "sent" }]);
  expect(await tried(sms)).toMatchObject([{ result: "quota" }]);
  expect(await used()).toEqual({ used: 1, limit: 1 });
});
