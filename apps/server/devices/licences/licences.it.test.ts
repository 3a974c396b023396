import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { newDeviceId } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { insertType } from "../types/info-model-store.ts";

let world: TestApp;
let acme: TestUser;
let system: TestUser;
const types: string[] = [];

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  system = await world.user({ tenant: "platform", name: "operator", role: "system" });
  await setPackage(world.database.db, acme.tenantId, UNLIMITED_PACKAGE);
  for (const name of ["one", "two"]) {
    const type = { name, keyword: "can", is_public: false, data_groups: [] };
    types.push((await insertType(world.database.db, acme.tenantId, type))?.id ?? "");
  }
});
afterAll(() => world.close());

const SECRET = "a secret that is nowhere";
const [deviceId, otherId] = [newDeviceId(), newDeviceId()];
const issue = (body: object = {}) =>
  world.call(acme, {
    method: "POST",
    url: "/api/things/licences",
    payload: { info_model_id: types[0], third_things_id: deviceId, secret: SECRET, ...body },
  });
const configure = (config: object) =>
  world.call(system, { method: "PUT", url: "/api/things/licence-config", payload: config });
const add = async (device: object) =>
  (await world.call(acme, { method: "POST", url: "/api/things", payload: { name: "x", ...device } })).json();

describe("issuing a licence", () => {
  it("gives the same text for the same type, ID and secret, and keeps neither text nor secret [DEV-03]", async () => {
    const [first, second] = [await issue(), await issue()];
    expect(first.json().data).toMatch(/^[A-Z2-7]{5}(-[A-Z2-7]{5}){3}$/);
    expect(second.json()).toEqual(first.json());
    const { db } = world.database;
    const kept = await sql`select l::text, o.objects from issued_licences l, operation_log o`.execute(db);
    expect(JSON.stringify(kept.rows)).not.toContain(SECRET);
    expect(JSON.stringify(kept.rows)).not.toContain(first.json().data);
  });

  it.each([
    [{ third_things_id: "" }, "devices.idFormat"],
    [{ third_things_id: "2d010203040506070809" }, "devices.idFormat"],
    [{ third_things_id: "2E010203040506070809" }, "devices.idInvalid"],
    [{ secret: "" }, "platform.inputInvalid"],
    [{ info_model_id: "" }, "platform.inputInvalid"],
  ])("refuses %j with %s and an errorMsg [DEV-03]", async (body, code) => {
    const answer = await issue(body);
    expect(answer.json()).toMatchObject({ code, errorMsg: expect.any(String) });
  });
});

describe("the licence configuration", () => {
  it("says whether page and menu are shown; the system manager decides [DEV-03]", async () => {
    const read = async () => (await world.call(acme, { url: "/api/things/licence-config" })).json().data;
    expect(await read()).toEqual({ enable: true, required: false });
    expect((await configure({ enable: false, required: false })).statusCode).toBe(200);
    expect(await read()).toEqual({ enable: false, required: false });
    await configure({ enable: true, required: false });
  });

  it("can ask every new device for a licence of its type and ID [DEV-03] [DEV-02]", async () => {
    const licence = (await issue()).json().data;
    await configure({ enable: true, required: true });
    const good = { third_things_id: deviceId, info_model_id: types[0], licence };
    const refused = { code: "devices.licenceInvalid", field: "licence" };
    expect(await add({ ...good, licence: null })).toMatchObject(refused);
    expect(await add({ ...good, licence: "AAAAA-AAAAA-AAAAA-AAAAA" })).toMatchObject(refused);
    expect(await add({ ...good, info_model_id: types[1] })).toMatchObject(refused);
    expect(await add({ ...good, third_things_id: otherId })).toMatchObject(refused);
    const { data } = await add({ ...good, licence: licence.toLowerCase().replaceAll("-", " ") });
    expect(data).toMatchObject({ third_things_id: deviceId });
    const retype = { method: "PUT", url: `/api/things/${data.id}`, payload: { info_model_id: types[1] } } as const;
    expect((await world.call(acme, retype)).json()).toMatchObject(refused);
    expect((await world.call(acme, { ...retype, payload: { name: "renamed" } })).statusCode).toBe(200);
    await configure({ enable: true, required: false });
  });
});
