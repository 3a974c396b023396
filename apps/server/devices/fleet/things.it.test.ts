import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { newDeviceId } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let acme: TestUser;
let serial = 0;

beforeAll(async () => {
  world = await testApp();
});
beforeEach(async () => {
  const name = `acme${++serial}`;
  acme = await world.user({ tenant: name, name, role: "manager" });
  await setPackage(world.database.db, acme.tenantId, UNLIMITED_PACKAGE);
});
afterAll(() => world.close());

const post = (body: object, user = acme) => world.call(user, { method: "POST", url: "/api/things", payload: body });
const put = (path: string, body: object) =>
  world.call(acme, { method: "PUT", url: `/api/things/${path}`, payload: body });
const get = async (path: string, user = acme) => (await world.call(user, { url: `/api/things${path}` })).json();
const add = async (device: object = {}) =>
  (await post({ name: "truck", third_things_id: newDeviceId(), ...device })).json().data;
const idOf = async (path: string, name: string) =>
  (await world.call(acme, { method: "POST", url: `/api/things/${path}`, payload: { name } })).json().data.id;

describe("adding a device", () => {
  it("keeps every field of the spec [DEV-02]", async () => {
    const label = await idOf("labels", "north");
    const wanted = {
      name: "卡车 7",
      third_things_id: newDeviceId(),
      description: "测试-truck_7",
      class: "gateway",
      dialect: "candtu",
      server: "iot.example.com:1883",
      channel_enable: [true, false],
      licence: "ABCDE-FGHIJ-KLMNO-PQRST",
    };
    const { data } = (await post({ ...wanted, label_ids: [label] })).json();
    expect(data).toMatchObject({
      ...wanted,
      labels: [{ id: label, name: "north" }],
      online: false,
      sd_state: null,
      firmware_version: null,
      favourite: false,
      info_model_id: null,
      level: "write",
    });
    expect(await get(`/${data.id}`)).toEqual({ data });
  });

  it.each([
    [{ third_things_id: "2d010203040506070809" }, "devices.idFormat", "third_things_id"],
    [{ third_things_id: "" }, "devices.idFormat", "third_things_id"],
    [{ third_things_id: "2E010203040506070809" }, "devices.idInvalid", "third_things_id"],
    [{ name: "" }, "devices.nameLength", "name"],
    [{ name: "x".repeat(65) }, "devices.nameLength", "name"],
    [{ description: "a b" }, "devices.descriptionFormat", "description"],
    [{ description: "x".repeat(129) }, "devices.descriptionFormat", "description"],
  ])("refuses %j with %s [DEV-02]", async (wrong, code, field) => {
    const answer = await post({ name: "truck", third_things_id: newDeviceId(), ...wrong });
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code, field });
    expect((await get("")).pagination.total_size).toBe(0);
  });

  it("is done at the longest name and description [DEV-02]", async () => {
    const data = await add({ name: "n".repeat(64), description: "中".repeat(128) });
    expect(data).toMatchObject({ name: "n".repeat(64), description: "中".repeat(128) });
  });
});

describe("changing a device", () => {
  it("changes what is named and tells those who hold its connection [DEV-02]", async () => {
    const data = await add({ description: "kept" });
    const changed = (await put(data.id, { name: "bus", channel_enable: [false] })).json().data;
    expect(changed).toEqual({ ...data, name: "bus", channel_enable: [false] });
    expect(world.deviceChanges.at(-1)).toMatchObject({ kind: "changed", deviceId: data.third_things_id });
  });

  it("never changes its ID [DEV-02]", async () => {
    const data = await add();
    const changed = (await put(data.id, { third_things_id: newDeviceId() })).json().data;
    expect(changed.third_things_id).toBe(data.third_things_id);
  });
});

describe("a gateway", () => {
  it("carries devices, which go with it or stay without one [DEV-09]", async () => {
    const one = await add({ class: "gateway" });
    const two = await add({ class: "gateway" });
    const child = await add({ gateway_id: one.id });
    const other = await add();
    await put(other.id, { gateway_id: two.id });
    expect((await get(`?filters=${JSON.stringify({ gateway_id: one.id })}`)).list).toEqual([child]);
    await world.call(acme, { method: "DELETE", url: `/api/things/${one.id}?delete_children=0` });
    await world.call(acme, { method: "DELETE", url: `/api/things/${two.id}?delete_children=1` });
    expect((await get("")).list).toEqual([{ ...child, gateway_id: null }]);
  });

  it("carries no gateway, and is no ordinary device while it carries any [DEV-09]", async () => {
    const gateway = await add({ class: "gateway" });
    const child = await add({ gateway_id: gateway.id });
    const nested = { name: "x", third_things_id: newDeviceId(), class: "gateway", gateway_id: gateway.id };
    expect((await post(nested)).json().code).toBe("devices.gatewayNested");
    expect((await put(child.id, { class: "gateway" })).json().code).toBe("devices.gatewayNested");
    expect((await put(gateway.id, { class: "ordinary" })).json().code).toBe("devices.hasChildren");
    const below = { name: "x", third_things_id: newDeviceId(), gateway_id: child.id };
    expect((await post(below)).json().code).toBe("devices.notAGateway");
  });
});

describe("labels, groups and favourites", () => {
  it("are several per device, and a device keeps none that is deleted [DEV-09]", async () => {
    const [north, south] = [await idOf("labels", "north"), await idOf("labels", "south")];
    const device = await add();
    await put(`${device.id}/labels`, { label_ids: [north, south, north] });
    expect((await get(`/${device.id}`)).data.labels.map((label: { name: string }) => label.name)).toEqual([
      "north",
      "south",
    ]);
    expect((await get("/labels")).list).toEqual([
      { id: north, name: "north", things_num: 1 },
      { id: south, name: "south", things_num: 1 },
    ]);
    await world.call(acme, { method: "DELETE", url: `/api/things/labels/${north}` });
    expect((await get(`/${device.id}`)).data.labels).toEqual([{ id: south, name: "south" }]);
  });

  it("have names of their own, whatever their case [DEV-09]", async () => {
    for (const kind of ["labels", "groups"]) {
      const first = await idOf(kind, "North");
      await idOf(kind, "South");
      const twin = await world.call(acme, { method: "POST", url: `/api/things/${kind}`, payload: { name: "north" } });
      expect(twin.json()).toMatchObject({ code: expect.stringMatching(/NameTaken$/), field: "name" });
      expect((await put(`${kind}/${first}`, { name: "south" })).statusCode).toBe(409);
      expect((await put(`${kind}/${first}`, { name: "NORTH" })).json().data.name).toBe("NORTH");
    }
  });

  it("group devices as a named set [DEV-09]", async () => {
    const group = await idOf("groups", "winter test");
    const [one, two] = [await add(), await add()];
    await put(`groups/${group}/members`, { things_ids: [one.id, two.id] });
    await put(`groups/${group}/members`, { things_ids: [two.id] });
    expect((await get("/groups")).list).toEqual([{ id: group, name: "winter test", things_num: 1 }]);
    expect((await get(`?filters=${JSON.stringify({ group_id: group })}`)).list).toEqual([two]);
    expect((await world.call(acme, { method: "DELETE", url: `/api/things/groups/${group}` })).statusCode).toBe(200);
    expect((await get("/groups")).list).toEqual([]);
  });

  it("are favourites of one user, not of the tenant [DEV-09]", async () => {
    const colleague = await world.user({ tenant: acme.name, name: `c_${acme.name}`, role: "manager" });
    const device = await add();
    await put(`${device.id}/favourite`, { favourite: true });
    expect((await get(`/${device.id}`)).data.favourite).toBe(true);
    expect((await get(`/${device.id}`, colleague)).data.favourite).toBe(false);
    await put(`${device.id}/favourite`, { favourite: false });
    expect((await get(`/${device.id}`)).data.favourite).toBe(false);
  });
});
