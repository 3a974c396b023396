import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { deviceIdProblem } from "@canopy/contract/devices/device-id";
import { afterAll, beforeAll, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { authenticateDevice } from "./authenticate-device.ts";

let world: TestApp;
let acme: TestUser;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  await setPackage(world.database.db, acme.tenantId, { ...UNLIMITED_PACKAGE, things_num: 1 });
});
afterAll(() => world.close());

const info = async () => (await world.call(acme, { url: "/api/things/connect" })).json();
const start = () => world.call(acme, { method: "POST", url: "/api/things/simulated" });

it("the guide knows ports, package and vehicle; a vehicle is one a tenant and a device like any other [DEV-01]", async () => {
  expect(await info()).toEqual({
    mqtt_host: "mqtt.canopy.example",
    mqtt_port: 1883,
    mqtts_port: 8883,
    things_num: 0,
    things_limit: 1,
    simulator: "ready",
    simulated_things_id: null,
  });
  const { data } = (await start()).json();
  expect(deviceIdProblem(data.third_things_id)).toBeUndefined();
  expect((await start()).json().data.id).toBe(data.id);
  const [vehicle, another] = world.simulated;
  expect([vehicle?.thingsId, another]).toEqual([data.id, undefined]);
  const proved = await authenticateDevice(world.database.db, data.third_things_id, vehicle?.key ?? "");
  expect(proved).toMatchObject({ tenantId: acme.tenantId });
  expect(await info()).toMatchObject({ simulator: "running", simulated_things_id: data.id, things_num: 1 });
});

it("a full package refuses it, and a deleted one can be started again [DEV-01] [CAP-01]", async () => {
  const { simulated_things_id: id } = await info();
  await world.call(acme, { method: "DELETE", url: `/api/things/${id}` });
  const body = { name: "truck", third_things_id: "2D010203040506070809" };
  await world.call(acme, { method: "POST", url: "/api/things", payload: body });
  expect((await start()).json()).toMatchObject({ code: "devices.deviceLimit" });
  await setPackage(world.database.db, acme.tenantId, UNLIMITED_PACKAGE);
  expect((await start()).statusCode).toBe(200);
});
