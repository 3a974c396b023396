import { type DeviceConfig, deviceConfig } from "@canopy/contract/device-link/config";
import { afterAll, beforeAll, beforeEach, expect, it, onTestFinished, vi } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import { configReported, configsDelivered } from "../../server/devices/configuration/deliver-config.ts";
import { authenticateDevice } from "../../server/devices/link/authenticate-device.ts";
import type { AskDevice } from "../../server/devices/link/device-link.ts";
import { reportStatus } from "../../server/devices/link/report-status.ts";
import type { Gateway } from "../../server/frames/gateway/gateway.ts";
import { createLog } from "../../server/platform/log.ts";
import { type TestDevice, testDevice } from "../../server/testing/terminals/test-device.ts";
import { testGateway } from "../../server/testing/terminals/test-gateway.ts";
import { type TestApp, type TestUser, testApp } from "../../server/testing/test-app.ts";
import { startFleet } from "../fleet.ts";

// The calls of the page, the database, the gateway and a vehicle: all of the way but the frame store.
vi.setConfig({ testTimeout: 90_000 });

let world: TestApp;
let manager: TestUser;
let device: TestDevice;
let gateway: Gateway | undefined;
const ask: AskDevice = async (deviceId, request) => gateway?.request(deviceId, request) ?? { kind: "offline" };

beforeAll(async () => {
  world = await testApp({}, { askDevice: ask });
  manager = await world.user({ tenant: "acme", name: "anna", role: "manager" });
});
beforeEach(async () => {
  device = await testDevice(world.database.db, manager.tenantId);
});
afterAll(async () => {
  await configsDelivered();
  await world.close();
});

/** As role ingest does it. */
async function openGateway() {
  const { db } = world.database;
  const services = { db, ask, log: createLog("silent"), now: Date.now };
  const made = await testGateway({
    authenticate: (deviceId, key) => authenticateDevice(db, deviceId, key),
    receive: async ({ bindingNumber }, message) => {
      if (message.kind === "status") void configReported(services, bindingNumber, message.status.config_hash);
    },
    onPresence: ({ device: { bindingNumber }, online, atMs }) =>
      void reportStatus(db, bindingNumber, { online }, atMs).catch(() => undefined),
  });
  gateway = made.gateway;
  onTestFinished(() => {
    gateway = undefined;
  });
  return made.gateway;
}

function drive(mqttPort: number, devices: readonly TestDevice[] = [device]) {
  const fleet = startFleet({
    url: `mqtt://127.0.0.1:${mqttPort}`,
    devices: devices.map(({ deviceId, key }) => ({ id: deviceId, key, vehicle: "ev" as const })),
    log: () => {},
  });
  onTestFinished(() => fleet.stop());
  return fleet;
}

const url = (of = device) => `/api/things/${of.thingsId}/configuration`;
const read = async (of = device) => (await world.call(manager, { url: url(of) })).json().data;
const put = (config: DeviceConfig, base_version: number) =>
  world.call(manager, { method: "PUT", url: url(), payload: { config, base_version } });
const until = (check: () => Promise<void>) => vi.waitFor(check, { timeout: 40_000 * PATIENCE, interval: 200 });

async function reportedBy(of = device): Promise<DeviceConfig> {
  await until(async () => expect((await read(of)).reported?.config).toBeTruthy());
  return deviceConfig.parse((await read(of)).reported.config);
}

it("what a vehicle has is known after it connects, and what is written is in force, by hash [DEV-05]", async () => {
  const { mqttPort } = await openGateway();
  drive(mqttPort);
  const first = await reportedBy();
  expect(first.can.map(({ baud_rate }) => baud_rate)).toEqual([500_000, 500_000]);
  const wanted: DeviceConfig = { ...first, gps: { ...first.gps, period_s: 30 } };
  expect((await put(wanted, 0)).statusCode).toBe(200);
  await until(async () => expect((await read()).desired.state).toBe("confirmed"));
  const { desired, reported } = await read();
  expect(reported).toMatchObject({ hash: desired.hash, revision: 1 });
  // Asked again, the vehicle itself says so.
  const asked = await world.call(manager, { method: "POST", url: `${url()}/read` });
  expect(asked.json()).toMatchObject({ problem: null, data: { reported: { config: { gps: { period_s: 30 } } } } });
});

it("a vehicle that is away gets its configuration at the next connection [DEV-05]", async () => {
  const { mqttPort } = await openGateway();
  const before = drive(mqttPort);
  const first = await reportedBy();
  await before.stop();
  await until(async () => expect((await read()).online).toBe(false));
  await put({ ...first, record: { ...first.record, file_size_mb: 32 } }, 0);
  await until(async () =>
    expect((await read()).desired).toMatchObject({ state: "waiting", problem: "devices.configOffline" }),
  );
  drive(mqttPort);
  await until(async () => expect((await read()).desired.state).toBe("confirmed"));
  expect((await read()).reported.config.record.file_size_mb).toBe(32);
});

it("a fleet gets one configuration, each vehicle with its own result [DEV-05]", async () => {
  const second = await testDevice(world.database.db, manager.tenantId);
  const away = await testDevice(world.database.db, manager.tenantId);
  const { mqttPort } = await openGateway();
  drive(mqttPort, [device, second]);
  const first = await reportedBy();
  await reportedBy(second);
  const config: DeviceConfig = { ...first, upload: { ...first.upload, cache: 42 } };
  const things_ids = [device, second, away].map(({ thingsId }) => thingsId);
  const payload = { things_ids, config, note: "fleet" };
  const { id } = (await world.call(manager, { method: "POST", url: "/api/things-configuration", payload })).json().data;
  await until(async () => {
    const { items } = (await world.call(manager, { url: `/api/things-configuration/${id}` })).json().data;
    const states = items.map((item: { state: string }) => item.state).sort();
    expect(states).toEqual(["confirmed", "confirmed", "waiting"]);
  });
  expect((await read(second)).reported.config.upload.cache).toBe(42);
});
