import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { newDeviceId } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { listDeletedBindings } from "../binding-store.ts";
import { authenticateDevice, findDeviceCredential, proveDevice } from "./authenticate-device.ts";

let world: TestApp;
let acme: TestUser;
let other: TestUser;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  other = await world.user({ tenant: "other", name: "other", role: "manager" });
  for (const { tenantId } of [acme, other]) await setPackage(world.database.db, tenantId, UNLIMITED_PACKAGE);
});
afterAll(() => world.close());

const add = async (user: TestUser, deviceId = newDeviceId()) =>
  (
    await world.call(user, {
      method: "POST",
      url: "/api/things",
      payload: { name: "truck", third_things_id: deviceId },
    })
  ).json();

describe("a terminal proves itself by its licence key", () => {
  it("which is shown once and kept as a hash only [DEV-02] [DEV-03]", async () => {
    const { data, licence_key: key } = await add(acme);
    expect(key).toMatch(/^[A-Z2-7]{32}$/);
    const again = await world.call(acme, { url: `/api/things/${data.id}` });
    expect(again.body).not.toContain(key);
    const rows = await sql<{ row: string }>`select t::text as row from things t where id = ${data.id}`.execute(
      world.database.db,
    );
    expect(rows.rows[0]?.row).not.toContain(key);
    expect(await authenticateDevice(world.database.db, data.third_things_id, key)).toEqual({
      bindingNumber: expect.any(Number),
      deviceId: data.third_things_id,
      thingsId: data.id,
      tenantId: acme.tenantId,
      dialect: "canopy",
      deviceClass: "ordinary",
      infoModelId: null,
      keyVersion: 1,
    });
  });

  it("and is nobody with another key, another ID, or in a closed tenant [DEV-03]", async () => {
    const [one, two] = [await add(acme), await add(acme)];
    const { db } = world.database;
    expect(await authenticateDevice(db, one.data.third_things_id, two.licence_key)).toBeUndefined();
    expect(await authenticateDevice(db, newDeviceId(), one.licence_key)).toBeUndefined();
    expect(await authenticateDevice(db, "' or true --", one.licence_key)).toBeUndefined();
    await sql`update tenants set state = 'closed' where id = ${acme.tenantId}`.execute(db);
    expect(await authenticateDevice(db, one.data.third_things_id, one.licence_key)).toBeUndefined();
    await sql`update tenants set state = 'active' where id = ${acme.tenantId}`.execute(db);
  });

  it("until the key is rotated: the old one is void, connections are told [DEV-02]", async () => {
    const { data, licence_key: old } = await add(acme);
    const cached = await findDeviceCredential(world.database.db, data.third_things_id);
    const rotated = await world.call(acme, { method: "POST", url: `/api/things/${data.id}/licence-key` });
    const { licence_key: fresh } = rotated.json();
    expect(await authenticateDevice(world.database.db, data.third_things_id, old)).toBeUndefined();
    expect(await authenticateDevice(world.database.db, data.third_things_id, fresh)).toMatchObject({ keyVersion: 2 });
    expect(proveDevice(cached, old)).toBeDefined();
    expect(world.deviceChanges.at(-1)).toMatchObject({ kind: "keyRotated", deviceId: data.third_things_id });
  });
});

describe("a binding", () => {
  const numberOf = async (deviceId: string) =>
    (await findDeviceCredential(world.database.db, deviceId))?.identity.bindingNumber;

  it("is a new number whenever a terminal comes to a tenant, and never given twice [USR-06]", async () => {
    const deviceId = newDeviceId();
    const numbers: (number | undefined)[] = [];
    for (const user of [acme, other, acme]) {
      const { data } = await add(user, deviceId);
      numbers.push(await numberOf(deviceId));
      expect((await world.call(user, { method: "DELETE", url: `/api/things/${data.id}` })).statusCode).toBe(200);
      expect(world.deviceChanges.at(-1)).toMatchObject({ kind: "deleted", bindingNumber: numbers.at(-1) });
    }
    expect(new Set(numbers).size).toBe(3);
    const ended = await listDeletedBindings(world.database.db, 0, 1000);
    expect(ended.filter((binding) => binding.deviceId === deviceId).map((binding) => binding.bindingNumber)).toEqual(
      numbers,
    );
  });

  it("exists once per terminal: elsewhere it is a duplicate, and no tenant is named [DEV-02] [USR-06]", async () => {
    const { data } = await add(other);
    const own = await add(other, data.third_things_id);
    const foreign = await add(acme, data.third_things_id);
    expect(foreign).toMatchObject({ code: "devices.idBound", field: "third_things_id" });
    expect(foreign).toEqual(own);
    expect(JSON.stringify(foreign)).not.toContain("other");
  });

  it("goes to one of two who add the same terminal at once [DEV-02]", async () => {
    const deviceId = newDeviceId();
    const answers = await Promise.all([add(acme, deviceId), add(other, deviceId)]);
    expect(answers.map((answer) => answer.code ?? "added").sort()).toEqual(["added", "devices.idBound"]);
  });
});
