import { connect } from "mqtt";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { deviceGateway, type PlainGateway } from "../../testing/terminals/test-gateway.ts";
import { TEST_SECRET, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { candtuDialect } from "./dialect-candtu.ts";

/** docs/device-protocol.md §3.1, from the HTTP call to the MQTT connection. */
let world: TestApp;
let manager: TestUser;
let gateway: PlainGateway;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  gateway = await deviceGateway(world.database.db, {
    dialects: [candtuDialect(TEST_SECRET)],
  });
});
afterAll(async () => {
  await gateway?.stop();
  await world?.close();
});

const login = (payload: Record<string, unknown>) =>
  world.call(null, { method: "POST", url: "/v1/device/login", payload });

describe("the login of fielded terminals", () => {
  it("gives what the MQTT connection needs [DEV-12]", async () => {
    const { deviceId, key } = await testDevice(world.database.db, manager.tenantId, { dialect: "candtu" });
    const answer = await login({ type: "candtu", devices: [deviceId], secret: key });
    expect(answer.statusCode, answer.body).toBe(200);
    const reply = answer.json();
    expect(reply).toMatchObject({ mqtt: { host: "127.0.0.1", port: 1883, sslport: 8883 }, owner: manager.tenantId });
    const client = connect({
      host: "127.0.0.1",
      port: gateway.mqttPort,
      protocolVersion: 4,
      clientId: `candtu:${deviceId}`,
      username: reply.clientip,
      password: reply.token,
      reconnectPeriod: 0,
    });
    onTestFinished(() => void client.end(true));
    await new Promise((resolve, reject) => client.once("connect", resolve).once("error", reject));
    expect(gateway.isOnline(deviceId)).toBe(true);
  });

  it("answers an unknown device and a wrong secret alike [DEV-03]", async () => {
    const { deviceId } = await testDevice(world.database.db, manager.tenantId, { dialect: "candtu" });
    const wrong = await login({ type: "candtu", devices: [deviceId], secret: "wrong" });
    const unknown = await login({ type: "candtu", devices: ["2D010203040506070809"], secret: "wrong" });
    expect(wrong.statusCode).toBe(403);
    expect(wrong.json()).toEqual(unknown.json());
    expect(unknown.statusCode).toBe(403);
  });

  it.each([
    ["no device", { devices: [] }],
    ["two devices", { devices: ["A", "B"] }],
    ["an id that is none", { devices: ["a\0b"] }],
    ["no secret", { secret: "" }],
    ["a type with a slash", { type: "a/b" }],
  ])("refuses %s [DEV-12]", async (_, changes) => {
    const answer = await login({ type: "candtu", devices: ["2D010203040506070809"], secret: "x", ...changes });
    expect(answer.statusCode).toBe(400);
  });

  it("is limited by address: guessing ends [DEV-03]", async () => {
    const statuses: number[] = [];
    for (let i = 0; i < 130; i += 1)
      statuses.push((await login({ type: "candtu", devices: ["2D010203040506070809"], secret: "guess" })).statusCode);
    expect(statuses.at(-1)).toBe(429);
  });
});
