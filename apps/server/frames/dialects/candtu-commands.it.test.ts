import { decodeCandtuFields, encodeCandtuFields } from "@canopy/contract/device-link/candtu-packet";
import { type CandtuAddress, candtuDownTopic, candtuUpTopic } from "@canopy/contract/device-link/candtu-topics";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { protocolVector } from "../../testing/protocol-page.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway, type PlainGateway, terminal } from "../../testing/terminals/test-gateway.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { sealCandtuToken } from "./candtu-token.ts";
import { candtuDialect } from "./dialect-candtu.ts";

/** docs/device-protocol.md §3.3, from the HTTP call to the terminal's result and back. */
let world: TestApp;
let manager: TestUser;
let gateway: PlainGateway;

beforeAll(async () => {
  world = await testApp({}, { askDevice: (deviceId, request) => gateway.request(deviceId, request) });
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  gateway = await deviceGateway(world.database.db, {
    dialects: [candtuDialect(TEST_SECRET)],
  });
});
afterAll(async () => {
  await gateway?.stop();
  await world?.close();
});

/** A terminal that answers every command with these fields. */
async function answering(fields: Record<string, string>): Promise<string> {
  const { deviceId, key, thingsId, tenantId } = await testDevice(world.database.db, manager.tenantId, {
    dialect: "candtu",
  });
  const address: CandtuAddress = { owner: tenantId, type: "candtu", deviceId };
  const password = sealCandtuToken(TEST_SECRET, { deviceId, type: "candtu", key, atMs: Date.now() });
  const client = await terminal(gateway, 4, { clientId: `candtu:${deviceId}`, username: deviceId, password });
  await client.subscribeAsync(candtuDownTopic(address));
  client.on("message", (_, payload) => {
    const cmdid = decodeCandtuFields(payload)?.cmdid ?? "";
    client.publish(candtuUpTopic(address, "result"), Buffer.from(encodeCandtuFields({ ...fields, cmdid })));
  });
  return `/api/things/${thingsId}/commands`;
}

const OK = protocolVector("candtu-result").fields;

describe("a command to a candtu terminal", () => {
  it.each([
    ["time.sync", {}],
    ["files.list", {}],
    ["frames.send", { frames: [{ channel: 0, id: 1 }] }],
    ["record.start", {}],
  ])("%s is done when the terminal answers as on the page [DEV-06] [DEV-12]", async (method, params) => {
    const url = await answering(OK);
    const answer = await world.call(manager, { method: "POST", url, payload: { method, params } });
    expect(answer.statusCode, answer.body).toBe(200);
    expect(answer.json().data).toMatchObject({ state: "done", result: { message: "ok" } });
  });

  it("whose JSON is not the method's result is not done [DEV-06]", async () => {
    const url = await answering({ ...OK, msg_format: "json", msg: '{"device_time":"noon"}' });
    const answer = await world.call(manager, { method: "POST", url, payload: { method: "time.sync" } });
    expect(answer.json().code).toBe("devices.badAnswer");
  });
});
