import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let acme: TestUser;
let stranger: TestUser;
let reader: TestUser;
let writer: TestUser;
let logger: TestDevice;
let second: TestDevice;
let foreign: TestDevice;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
  reader = await world.user({ tenant: "acme", name: "reader", role: "sub", level: "read" });
  writer = await world.user({ tenant: "acme", name: "writer", role: "sub", level: "write" });
  const { db } = world.database;
  for (const { tenantId } of [acme, stranger]) await setPackage(db, tenantId, UNLIMITED_PACKAGE);
  logger = await testDevice(db, acme.tenantId, { name: "logger" });
  second = await testDevice(db, acme.tenantId, { name: "second" });
  foreign = await testDevice(db, stranger.tenantId, { name: "foreign" });
  await grantLevel(db, reader, logger.thingsId, "read");
  await grantLevel(db, writer, second.thingsId, "write");
});
afterAll(() => world.close());

let numbered = 10_000;
/** A new one each time: 17 characters, check digit or not. */
function newVin(): string {
  numbered += 1;
  return `LSVAU2180N2${String(numbered).padStart(6, "0")}`;
}
const create = async (user: TestUser, body: object) =>
  (await world.call(user, { method: "POST", url: "/api/vehicles", payload: { vin: newVin(), ...body } })).json();
const change = (user: TestUser, id: string, payload: object) =>
  world.call(user, { method: "PUT", url: `/api/vehicles/${id}`, payload });
const read = async (user: TestUser, id: string) => (await world.call(user, { url: `/api/vehicles/${id}` })).json();
const on = ({ thingsId }: TestDevice, channel: number) => ({ things_id: thingsId, channel });

describe("a vehicle", () => {
  it("has a name, a VIN in upper case, a plate and channels of several devices [DEV-11]", async () => {
    const { data } = await create(acme, {
      name: " 🚚 شاحنة <script>alert(1)</script> ",
      vin: "1m8gdm9axkp042788",
      plate: "沪A·12345",
      channels: [on(second, 1), on(logger, 0), on(logger, 1)],
    });
    expect(data).toMatchObject({
      name: "🚚 شاحنة <script>alert(1)</script>",
      vin: "1M8GDM9AXKP042788",
      vin_warning: null,
      plate: "沪A·12345",
      former_channels: [],
      hidden_channels: 0,
    });
    expect(
      data.channels.map((one: { device_name: string; channel: number }) => [one.device_name, one.channel]),
    ).toEqual([
      ["logger", 0],
      ["logger", 1],
      ["second", 1],
    ]);
    expect(await read(acme, data.id)).toEqual({ data });
    expect((await world.call(stranger, { url: `/api/vehicles/${data.id}` })).statusCode).toBe(404);
    await world.call(acme, { method: "DELETE", url: `/api/vehicles/${data.id}?force` });
  });

  it.each([
    ["ABC12", "length"],
    ["1M8GDM9A0KP042788", "checkDigit"],
  ])("with the VIN %s is kept, with a warning [DEV-11]", async (vin, warning) => {
    expect((await create(acme, { name: `odd ${vin}`, vin })).data).toMatchObject({ vin, vin_warning: warning });
  });

  it.each([
    [{ name: "" }, "devices.nameLength", "name"],
    [{ name: "x".repeat(65) }, "devices.nameLength", "name"],
    [{ name: "x", vin: "ABC1" }, "devices.vinFormat", "vin"],
    [{ name: "x", vin: "1M8GDM9AXKP0427881" }, "devices.vinFormat", "vin"],
    [{ name: "x", vin: "1O8GDM9AXKP042788" }, "devices.vinFormat", "vin"],
    [{ name: "x", vin: null }, "platform.inputInvalid", "vin"],
    [{ name: "x", plate: "1".repeat(17) }, "devices.plateLength", "plate"],
  ])("is refused as %j [DEV-11]", async (body, code, field) => {
    expect(await create(acme, body)).toMatchObject({ code, field });
  });

  it("at the edges is taken: 64 characters, a VIN of 5 and of 17, a plate of 16 [DEV-11]", async () => {
    const { data } = await create(acme, { name: "n".repeat(64), vin: "EDGE5", plate: "p".repeat(16) });
    expect(data).toMatchObject({ name: "n".repeat(64), vin: "EDGE5", plate: "p".repeat(16) });
  });

  it("refuses a channel twice, beyond the last, or with a strange number [DEV-11]", async () => {
    const twice = await create(acme, { name: "twice", channels: [on(logger, 0), on(logger, 0)] });
    expect(twice.code).toBe("devices.channelsRepeat");
    for (const channel of [-1, 80, 0.5]) {
      expect((await create(acme, { name: "odd", channels: [on(logger, channel)] })).code).toBe("platform.inputInvalid");
    }
  });

  it("has a name and a VIN of its own in the tenant, whatever the case [DEV-11]", async () => {
    const vin = newVin();
    const { data } = await create(acme, { name: "Twin", vin });
    expect(await create(acme, { name: "TWIN" })).toMatchObject({ code: "devices.vehicleNameTaken", field: "name" });
    expect(await create(acme, { name: "other", vin: vin.toLowerCase() })).toMatchObject({
      code: "devices.vinTaken",
      field: "vin",
    });
    expect((await create(stranger, { name: "twin", vin })).data.name).toBe("twin");
    expect((await change(acme, data.id, { name: "twin", vin, plate: "new" })).json().data.plate).toBe("new");
    const { data: third } = await create(acme, { name: "third" });
    expect((await change(acme, third.id, { name: "third", vin })).json().code).toBe("devices.vinTaken");
  });
});

describe("a channel", () => {
  it("belongs to one vehicle at a time, and says to which [DEV-11]", async () => {
    const { data: first } = await create(acme, { name: "holder", channels: [on(logger, 3)] });
    const refused = await create(acme, { name: "taker", channels: [on(second, 3), on(logger, 3)] });
    expect(refused).toMatchObject({ code: "devices.channelTaken", field: "channels" });
    expect(refused.message).toContain("holder");
    expect((await world.call(acme, { url: "/api/vehicles?keyword=taker" })).json().list).toEqual([]);
    await change(acme, first.id, { name: "holder", vin: first.vin, channels: [] });
    expect((await create(acme, { name: "taker", channels: [on(logger, 3)] })).data.channels).toHaveLength(1);
    const bound = (await world.call(acme, { url: "/api/vehicles/channels" })).json().list;
    expect(bound).toContainEqual(expect.objectContaining({ ...on(logger, 3), vehicle_name: "taker" }));
  });

  it("taken by two at once goes to one of them [DEV-11]", async () => {
    const tries = await Promise.all(
      [1, 2, 3, 4].map((n) => create(acme, { name: `racer ${n}`, channels: [on(logger, 20)] })),
    );
    expect(tries.filter(({ data }) => data)).toHaveLength(1);
    expect(tries.filter(({ code }) => code === "devices.channelTaken")).toHaveLength(3);
  });

  it("that somebody binds while another renames the vehicle stays bound [DEV-11]", async () => {
    const { data } = await create(acme, { name: "renamed", channels: [on(logger, 30)] });
    await change(acme, data.id, { name: "renamed", vin: data.vin, channels: [on(logger, 30), on(second, 30)] });
    const renamed = await change(acme, data.id, { name: "renamed soon", vin: data.vin });
    expect(renamed.json().data).toMatchObject({ name: "renamed soon", former_channels: [] });
    expect(renamed.json().data.channels).toHaveLength(2);
  });

  it("that was bound before stays in the record, with its times [DEV-11] [DEV-14]", async () => {
    const { data } = await create(acme, { name: "past", channels: [on(logger, 4)] });
    await change(acme, data.id, { name: "past", vin: data.vin, channels: [on(second, 4)] });
    const { rows } = await sql<{ binding: number; ended: boolean }>`select binding, until_at < 'infinity' as ended
      from vehicle_channels where vehicle_id = ${data.id} order by from_at`.execute(world.database.db);
    expect(rows).toEqual([
      { binding: logger.bindingNumber, ended: true },
      { binding: second.bindingNumber, ended: false },
    ]);
    const { former_channels } = (await read(acme, data.id)).data;
    expect(former_channels).toEqual([
      expect.objectContaining({ things_id: logger.thingsId, channel: 4, until_time: expect.any(Number) }),
    ]);
    expect(former_channels[0].from_time).toBeLessThanOrEqual(former_channels[0].until_time);
  });

  it("of a foreign device is as unknown as of none [DEV-11] [USR-06]", async () => {
    const unknown = { things_id: "7a6a2a3e-5f0a-4c06-9a0e-0f7d3c1b2a90", channel: 0 };
    const [one, other] = [
      await create(acme, { name: "far", channels: [on(foreign, 0)] }),
      await create(acme, { name: "far", channels: [unknown] }),
    ];
    expect(one.code).toBe("platform.notFound");
    expect(one).toEqual(other);
  });

  it("of a device that goes, goes; the vehicle stays [DEV-11]", async () => {
    const gone = await testDevice(world.database.db, acme.tenantId, { name: "gone" });
    const { data } = await create(acme, { name: "bereft", channels: [on(gone, 0)] });
    await world.call(acme, { method: "DELETE", url: `/api/things/${gone.thingsId}` });
    expect((await read(acme, data.id)).data).toMatchObject({ name: "bereft", channels: [], hidden_channels: 0 });
  });
});

describe("levels", () => {
  it("a reader sees vehicles and changes none; channels of devices he may not read are counted only [USR-03]", async () => {
    const { data } = await create(acme, { name: "shared", channels: [on(logger, 5), on(second, 5)] });
    const seen = (await read(reader, data.id)).data;
    expect(seen.channels.map((one: { device_name: string }) => one.device_name)).toEqual(["logger"]);
    expect(seen.hidden_channels).toBe(1);
    expect((await change(reader, data.id, { name: "shared", vin: data.vin })).statusCode).toBe(403);
    // A search must not match text that the caller may not see.
    expect((await world.call(reader, { url: "/api/vehicles?keyword=second" })).json().list).toEqual([]);
  });

  it("a writer binds only what he may read, and leaves the rest as it is [USR-03]", async () => {
    const { data } = await create(acme, { name: "mixed", channels: [on(logger, 6), on(second, 6)] });
    const refused = await change(writer, data.id, { name: "mixed", vin: data.vin, channels: [on(logger, 7)] });
    expect(refused.statusCode).toBe(403);
    const changed = await change(writer, data.id, { name: "mixed", vin: data.vin, channels: [on(second, 7)] });
    expect(changed.json().data.hidden_channels).toBe(1);
    const whole = (await read(acme, data.id)).data.channels;
    expect(whole.map((one: { device_name: string; channel: number }) => [one.device_name, one.channel])).toEqual([
      ["logger", 6],
      ["second", 7],
    ]);
  });
});

describe("the list and the end", () => {
  it("is searched by name, VIN, plate and device, filtered and put in order [DEV-11]", async () => {
    const { data } = await create(stranger, { name: "100% alpha", plate: "B-2", channels: [on(foreign, 0)] });
    await create(stranger, { name: "beta", plate: "B-1" });
    const names = async (query: string): Promise<string[]> =>
      (await world.call(stranger, { url: `/api/vehicles?${query}` }))
        .json()
        .list.map((one: { name: string }) => one.name);
    expect(await names("keyword=0%25")).toEqual(["100% alpha"]);
    expect(await names("keyword=_")).toEqual([]);
    expect(await names(`keyword=${data.vin.toLowerCase()}`)).toEqual(["100% alpha"]);
    expect(await names("keyword=B-1")).toEqual(["beta"]);
    expect(await names("keyword=FOREIGN")).toEqual(["100% alpha"]);
    expect(await names("bound=yes")).toEqual(["100% alpha"]);
    expect(await names("bound=no")).not.toContain("100% alpha");
    expect(await names("order_param=plate&order_type=1&page_size=1")).toEqual(["100% alpha"]);
    for (const order of ["name", "vin", "plate", "channels", "updated_time"]) {
      expect((await world.call(stranger, { url: `/api/vehicles?order_param=${order}` })).statusCode).toBe(200);
    }
    expect((await world.call(stranger, { url: "/api/vehicles?order_param=tenant_id" })).statusCode).toBe(400);
  });

  it("one in use is refused with the count; with force it goes, and its devices stay [DEV-11]", async () => {
    const { data } = await create(acme, { name: "last", channels: [on(logger, 8), on(logger, 9)] });
    const url = `/api/vehicles/${data.id}`;
    const refused = await world.call(acme, { method: "DELETE", url });
    expect(refused.json()).toMatchObject({ code: "devices.vehicleInUse", details: { count: 2 } });
    expect((await world.call(acme, { method: "DELETE", url: `${url}?force` })).statusCode).toBe(200);
    expect((await world.call(acme, { url })).statusCode).toBe(404);
    expect((await world.call(acme, { url: `/api/things/${logger.thingsId}` })).statusCode).toBe(200);
    expect((await create(acme, { name: "last", channels: [on(logger, 8)] })).data.channels).toHaveLength(1);
  });
});
