import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { newDeviceId, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { authenticateDevice } from "../link/authenticate-device.ts";
import { reportStatus } from "../link/report-status.ts";
import { insertVehicle } from "../vehicles/vehicle-store.ts";

let world: TestApp;
let acme: TestUser;
let other: TestUser;
let device: TestDevice;
let serial = 0;

beforeAll(async () => {
  world = await testApp();
});
beforeEach(async () => {
  const n = ++serial;
  acme = await world.user({ tenant: `acme${n}`, name: `acme${n}`, role: "manager" });
  other = await world.user({ tenant: `other${n}`, name: `other${n}`, role: "manager" });
  for (const { tenantId } of [acme, other]) await setPackage(world.database.db, tenantId, UNLIMITED_PACKAGE);
  device = await testDevice(world.database.db, acme.tenantId, { name: "卡车 7", description: "secret-7" });
});
afterAll(() => world.close());

const call = (user: TestUser, method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object) =>
  world.call(user, { method, url: `/api/things${path}`, ...(payload && { payload }) });
const bindingOf = async (thingsId: string) => {
  const found = await sql<{ binding: number }>`select binding from things where id = ${thingsId}`.execute(
    world.database.db,
  );
  return found.rows[0]?.binding;
};
/** The terminal is online since then. */
const comes = async (): Promise<number> => {
  const sinceMs = Date.now() - 60_000;
  await reportStatus(world.database.db, device.bindingNumber, { online: true }, sinceMs);
  return sinceMs;
};
/** Its connection ends, late. */
const goes = () => reportStatus(world.database.db, device.bindingNumber, { online: false }, Date.now() + 60_000);
const staysOf = async (thingsId: string) => (await call(acme, "GET", `/${thingsId}/connections`)).json().list;
const offlineLines = async (thingsId: string) =>
  (await call(acme, "GET", `/${thingsId}/log?kind=offline`)).json().pagination.total_size;
const vehicleOf = async (binding: number) => {
  const found = await sql<{ id: string }>`select vehicle_id as id from vehicle_channels
    where binding = ${binding} and until_at = 'infinity'`.execute(world.database.db);
  return found.rows.map(({ id }) => id);
};

describe("swapping the terminal", () => {
  it("the new one takes over name, labels, vehicle and bindings; the history of the old stays under its number [DEV-14]", async () => {
    const label = (await call(acme, "POST", "/labels", { name: "north" })).json().data.id;
    await call(acme, "PUT", `/${device.thingsId}/labels`, { label_ids: [label] });
    const vehicle = await insertVehicle(world.database.db, acme.tenantId, {
      name: "T7",
      vin: `T7N${serial}ABCDE`,
      plate: "",
    });
    await sql`insert into vehicle_channels (tenant_id, vehicle_id, binding, channel)
      values (${acme.tenantId}, ${vehicle}, ${device.bindingNumber}, 0)`.execute(world.database.db);
    const bound = await sql<{ id: string }>`with file as (insert into dbc_files (tenant_id, name, state, newest)
        values (${acme.tenantId}, 'ev', 'ready', 1) returning id),
      strategy as (insert into signal_strategies (tenant_id, name, dbc_id, signals, author)
        select ${acme.tenantId}, 's', id, '[{}]', 'acme' from file returning id)
      insert into signal_bindings (tenant_id, things_id, channel, strategy_id, revision, state, from_day)
        select ${acme.tenantId}, ${device.thingsId}, 0, id, 1, 'enabled', 0 from strategy returning id`.execute(
      world.database.db,
    );
    const deviceId = newDeviceId();
    const answer = await call(acme, "POST", `/${device.thingsId}/swap`, { third_things_id: deviceId });
    expect(answer.statusCode).toBe(200);
    const { data, licence_key, former_id } = answer.json();
    expect(data).toMatchObject({
      id: device.thingsId,
      name: "卡车 7",
      third_things_id: deviceId,
      labels: [{ id: label, name: "north" }],
      moved_time: null,
      online: false,
    });
    const number = await bindingOf(device.thingsId);
    expect(number).not.toBe(device.bindingNumber);
    expect(await bindingOf(former_id)).toBe(device.bindingNumber);
    expect(await vehicleOf(number ?? 0)).toEqual([vehicle]);
    expect(await vehicleOf(device.bindingNumber)).toEqual([]);
    const signals = await sql`select things_id from signal_bindings where id = ${bound.rows[0]?.id}`.execute(
      world.database.db,
    );
    expect(signals.rows).toEqual([{ things_id: device.thingsId }]);
    // The frames of the old terminal still belong to the vehicle.
    const { channels, former_channels } = (await world.call(acme, { url: `/api/vehicles/${vehicle}` })).json().data;
    expect(channels).toMatchObject([{ things_id: device.thingsId, channel: 0 }]);
    expect(former_channels).toMatchObject([{ things_id: former_id, channel: 0 }]);
    const former = (await call(acme, "GET", `/${former_id}`)).json().data;
    expect(former.name).toContain("卡车 7");
    expect(former.moved_time).toBeTypeOf("number");
    // The old key opens nothing, the new one the new binding.
    expect(await authenticateDevice(world.database.db, device.deviceId, device.key)).toBeUndefined();
    expect(await authenticateDevice(world.database.db, deviceId, licence_key)).toMatchObject({ bindingNumber: number });
  });

  it("a terminal that is registered cannot be put in place, wherever it is; one that was taken out can [DEV-14]", async () => {
    const foreign = await testDevice(world.database.db, other.tenantId);
    const refused = await call(acme, "POST", `/${device.thingsId}/swap`, { third_things_id: foreign.deviceId });
    expect([refused.statusCode, refused.json().code]).toEqual([409, "devices.idBound"]);
    await call(acme, "POST", `/${device.thingsId}/swap`, { third_things_id: newDeviceId() });
    const again = await call(acme, "POST", "", { name: "again", third_things_id: device.deviceId });
    expect(again.statusCode).toBe(200);
    expect(await bindingOf(again.json().data.id)).not.toBe(device.bindingNumber);
  });
});

describe("a terminal that is online when it leaves", () => {
  const endsOnce = async (sinceMs: number) => {
    await goes();
    const [stay, ...others] = await staysOf(device.thingsId);
    expect(stay).toMatchObject({ online_time: sinceMs, offline_time: expect.any(Number) });
    expect(stay.offline_time).toBeGreaterThan(sinceMs);
    expect(others).toEqual([]);
    expect(await offlineLines(device.thingsId)).toBe(1);
  };

  it("is offline in the log from the swap on [DEV-14] [DEV-07]", async () => {
    const sinceMs = await comes();
    await call(acme, "POST", `/${device.thingsId}/swap`, { third_things_id: newDeviceId() });
    expect((await call(acme, "GET", `/${device.thingsId}`)).json().data.online).toBe(false);
    await endsOnce(sinceMs);
  });

  it("is offline in the old tenant's log from the transfer on [DEV-14] [DEV-07]", async () => {
    const sinceMs = await comes();
    await call(acme, "POST", `/${device.thingsId}/transfer`, { receiver: `other${serial}` });
    const [offered] = (await call(other, "GET", "/transfers")).json().list;
    await call(other, "POST", `/transfers/${offered.id}/accept`, { name: "ours" });
    expect((await call(acme, "GET", `/${device.thingsId}`)).json().data.online).toBe(false);
    await endsOnce(sinceMs);
  });

  it("that was offline has no line of it [DEV-07]", async () => {
    await call(acme, "POST", `/${device.thingsId}/swap`, { third_things_id: newDeviceId() });
    expect(await offlineLines(device.thingsId)).toBe(0);
  });
});

describe("transferring a device", () => {
  const offer = (receiver: string) => call(acme, "POST", `/${device.thingsId}/transfer`, { receiver });
  const waiting = async (user: TestUser) => (await call(user, "GET", "/transfers")).json().list;

  it("both sides confirm; the terminal goes with a new number and key and shows nothing of the old tenant [DEV-14]", async () => {
    expect((await offer(`other${serial}`)).statusCode).toBe(200);
    const [offered] = await waiting(other);
    expect(offered).toMatchObject({ third_things_id: device.deviceId, from_name: `acme${serial}` });
    const accepted = await call(other, "POST", `/transfers/${offered.id}/accept`, { name: "ours" });
    expect(accepted.statusCode).toBe(200);
    const { data, licence_key } = accepted.json();
    expect(data).toMatchObject({
      name: "ours",
      third_things_id: device.deviceId,
      description: "",
      labels: [],
      things_usage: 0,
    });
    expect(data.id).not.toBe(device.thingsId);
    const number = await bindingOf(data.id);
    expect(number).not.toBe(device.bindingNumber);
    expect((await call(other, "GET", `/${data.id}/log`)).json().list).toEqual([]);
    expect((await call(other, "GET", `/${device.thingsId}`)).statusCode).toBe(404);
    // The old tenant keeps its device and the number of its frames, without the terminal.
    const kept = (await call(acme, "GET", `/${device.thingsId}`)).json().data;
    expect(kept).toMatchObject({ name: "卡车 7", online: false });
    expect(kept.moved_time).toBeTypeOf("number");
    expect(await bindingOf(device.thingsId)).toBe(device.bindingNumber);
    expect(await authenticateDevice(world.database.db, device.deviceId, device.key)).toBeUndefined();
    expect(await authenticateDevice(world.database.db, device.deviceId, licence_key)).toMatchObject({
      bindingNumber: number,
      tenantId: other.tenantId,
    });
    expect(await waiting(other)).toEqual([]);
  });

  it("a name that nobody has is answered like any other; one's own name offers to nobody [DEV-14]", async () => {
    const nobody = await offer("no-such-account");
    const known = await offer(`other${serial}`);
    expect(Object.keys(nobody.json().data)).toEqual(Object.keys(known.json().data));
    expect(nobody.statusCode).toBe(known.statusCode);
    await offer(`acme${serial}`);
    expect(await waiting(acme)).toEqual([]);
    expect(await waiting(other)).toEqual([]);
  });

  it("can be withdrawn and declined; after that there is nothing to accept [DEV-14]", async () => {
    await offer(`other${serial}`);
    const [first] = await waiting(other);
    await call(acme, "DELETE", `/${device.thingsId}/transfer`);
    expect((await call(other, "POST", `/transfers/${first.id}/accept`, { name: "x" })).statusCode).toBe(404);
    await offer(`other${serial}`);
    const [second] = await waiting(other);
    expect((await call(other, "DELETE", `/transfers/${second.id}`)).statusCode).toBe(200);
    expect((await call(acme, "GET", `/${device.thingsId}/transfer`)).json().data).toBeNull();
    expect(await authenticateDevice(world.database.db, device.deviceId, device.key)).toBeDefined();
  });

  it("what has moved can neither be swapped nor offered again [DEV-14]", async () => {
    await offer(`other${serial}`);
    const [offered] = await waiting(other);
    await call(other, "POST", `/transfers/${offered.id}/accept`, { name: "ours" });
    const swap = await call(acme, "POST", `/${device.thingsId}/swap`, { third_things_id: newDeviceId() });
    expect(swap.json().code).toBe("devices.hasMoved");
    expect((await offer(`other${serial}`)).json().code).toBe("devices.hasMoved");
  });
});
