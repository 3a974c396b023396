import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { openSession } from "../../accounts/open-session.ts";
import { getUser } from "../../accounts/user-store.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { newDeviceId, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { removeOldLevels } from "./device-level-store.ts";

let world: TestApp;
let acme: TestUser;
let readable: TestDevice;
let writable: TestDevice;
let hidden: TestDevice;
let sub: TestUser;
let serial = 0;

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  await setPackage(world.database.db, acme.tenantId, UNLIMITED_PACKAGE);
});
beforeEach(async () => {
  const { db } = world.database;
  readable = await testDevice(db, acme.tenantId, { name: "readable" });
  writable = await testDevice(db, acme.tenantId, { name: "writable" });
  hidden = await testDevice(db, acme.tenantId, { name: "hidden" });
  sub = await world.user({ tenant: "acme", name: `sub_${++serial}`, role: "sub", level: "write" });
  await grant([readable], [writable]);
  sub = await signIn(sub);
});
afterAll(() => world.close());

const ids = (devices: TestDevice[]) => devices.map(({ thingsId }) => thingsId);
const grant = async (read: TestDevice[], write: TestDevice[]) => {
  const payload = { readable: ids(read), read_write: ids(write) };
  const answer = await world.call(acme, { method: "PUT", url: `/api/things/levels/${sub.userId}`, payload });
  expect(answer.statusCode).toBe(200);
};
async function signIn(user: TestUser): Promise<TestUser> {
  const account = await getUser(world.database.db, user.tenantId, user.userId);
  if (!account) throw new Error("no such user");
  const { token, session_id } = await openSession(world.database.db, account, { address: "", agent: "" }, false);
  return { ...user, token, sessionId: session_id };
}
const read = async (user: { token: string }, { thingsId }: TestDevice) =>
  (await world.call(user, { url: `/api/things/${thingsId}` })).statusCode;
const write = async (user: { token: string }, { thingsId }: TestDevice) =>
  (await world.call(user, { method: "PUT", url: `/api/things/${thingsId}`, payload: { name: "new" } })).statusCode;
const listed = async (user: { token: string }): Promise<string[]> =>
  (await world.call(user, { url: `/api/things/batch?tenant_id=${acme.tenantId}&page_size=500` }))
    .json()
    .list.map((row: { id: string }) => row.id)
    .sort();

describe("the levels of a sub-user", () => {
  it("are read, read-write or none, per device and call [USR-03]", async () => {
    expect(await Promise.all([readable, writable, hidden].map((device) => read(sub, device)))).toEqual([200, 200, 403]);
    expect(await Promise.all([readable, writable, hidden].map((device) => write(sub, device)))).toEqual([
      403, 200, 403,
    ]);
    const { data } = (await world.call(sub, { url: `/api/things/${readable.thingsId}` })).json();
    expect(data.level).toBe("read");
  });

  it("decide what lists show and what groups and labels count [USR-03]", async () => {
    expect(await listed(sub)).toEqual(ids([readable, writable]).sort());
    expect(await listed(acme)).toEqual(expect.arrayContaining(ids([readable, writable, hidden])));
    const make = { method: "POST", url: "/api/things/groups", payload: { name: `g${serial}` } } as const;
    const group = (await world.call(acme, make)).json().data.id;
    const members = (user: TestUser, devices: TestDevice[]) =>
      world.call(user, {
        method: "PUT",
        url: `/api/things/groups/${group}/members`,
        payload: { things_ids: ids(devices) },
      });
    await members(acme, [readable, hidden]);
    const counted = async (user: TestUser) =>
      (await world.call(user, { url: "/api/things/groups" }))
        .json()
        .list.find((row: { id: string }) => row.id === group).things_num;
    expect([await counted(acme), await counted(sub)]).toEqual([2, 1]);
    expect((await members(sub, [hidden])).statusCode).toBe(403);
    // Removes the visible members; invisible ones stay.
    expect((await members(sub, [])).statusCode).toBe(200);
    expect([await counted(acme), await counted(sub)]).toEqual([1, 0]);
  });

  it("never let a device be taken along that he may not delete [USR-03] [DEV-09]", async () => {
    const { db } = world.database;
    const gateway = await testDevice(db, acme.tenantId, { class: "gateway" });
    const child = await testDevice(db, acme.tenantId, { gateway_id: gateway.thingsId });
    await grant([child], [gateway]);
    sub = await signIn(sub);
    const url = `/api/things/${gateway.thingsId}?delete_children=1`;
    expect((await world.call(sub, { method: "DELETE", url })).statusCode).toBe(403);
    expect(await read(acme, child)).toBe(200);
  });

  it("let him change a device below a gateway that he may not see, where it stays [USR-03] [DEV-02] [DEV-09]", async () => {
    const { db } = world.database;
    const [gateway, other] = [
      await testDevice(db, acme.tenantId, { class: "gateway" }),
      await testDevice(db, acme.tenantId, { class: "gateway" }),
    ];
    const child = await testDevice(db, acme.tenantId, { gateway_id: gateway.thingsId });
    await grant([], [child]);
    sub = await signIn(sub);
    const put = (payload: object) => world.call(sub, { method: "PUT", url: `/api/things/${child.thingsId}`, payload });
    const kept = await put({ name: "renamed", gateway_id: gateway.thingsId.toUpperCase() });
    expect(kept.json().data).toMatchObject({ name: "renamed", gateway_id: gateway.thingsId });
    expect((await put({ gateway_id: other.thingsId })).statusCode).toBe(403);
    expect((await put({ gateway_id: null })).json().data.gateway_id).toBeNull();
    // Once gone, it is a choice like any other.
    expect((await put({ gateway_id: gateway.thingsId })).statusCode).toBe(403);
  });

  it("are what the manager is shown [USR-03]", async () => {
    const shown = await world.call(acme, { url: `/api/things/levels/${sub.userId}` });
    expect(shown.json().data).toEqual({ readable: [readable.thingsId], read_write: [writable.thingsId] });
  });

  it("give the maker of a device write on it, at once [USR-03]", async () => {
    const payload = { name: "own", third_things_id: newDeviceId() };
    const made = (await world.call(sub, { method: "POST", url: "/api/things", payload })).json().data;
    expect(made.level).toBe("write");
    expect(await listed(sub)).toContain(made.id);
  });

  it("name the calls that he may make about any device [USR-05]", async () => {
    const apisOf = async (user: TestUser): Promise<string[]> =>
      (await world.call(user, { url: "/api/tenant/privileges/self" })).json().apis;
    expect(await apisOf(sub)).toEqual(expect.arrayContaining(["devices.getThing", "devices.updateThing"]));
    await grant([readable], []);
    sub = await signIn(sub);
    expect(await apisOf(sub)).toContain("devices.getThing");
    expect(await apisOf(sub)).not.toContain("devices.updateThing");
    await grant([], []);
    sub = await signIn(sub);
    expect(await apisOf(sub)).not.toContain("devices.getThing");
  });
});

describe("a change of levels", () => {
  it("applies when the sub-user signs in again: the session keeps its snapshot [USR-04]", async () => {
    await grant([hidden], [readable]);
    expect([await read(sub, hidden), await write(sub, readable), await write(sub, writable)]).toEqual([403, 403, 200]);
    sub = await signIn(sub);
    expect([await read(sub, hidden), await write(sub, readable), await read(sub, writable)]).toEqual([200, 200, 403]);
  });

  it("is forgotten once no session can remember it, and then only [USR-04]", async () => {
    const { db } = world.database;
    await grant([], []);
    const kept = () => sql`select 1 from device_levels where user_id = ${sub.userId}`.execute(db);
    await removeOldLevels(db);
    expect((await kept()).rows).toHaveLength(2);
    await sql`update device_levels set until_at = now() - interval '32 days' where user_id = ${sub.userId}`.execute(db);
    await removeOldLevels(db);
    expect((await kept()).rows).toHaveLength(0);
  });

  it("does not wait when the device goes, or the sub-user [USR-04]", async () => {
    await world.call(acme, { method: "DELETE", url: `/api/things/${writable.thingsId}` });
    expect(await read(sub, writable)).toBe(404);
    expect(await listed(sub)).toEqual([readable.thingsId]);
    await sql`delete from users where id = ${sub.userId}`.execute(world.database.db);
    expect(await read(sub, readable)).toBe(401);
  });
});

describe("a personal access token", () => {
  const token = async (user: TestUser, body: object) =>
    (
      await world.call(user, {
        method: "POST",
        url: "/api/tenant/access-tokens",
        payload: { name: `t${++serial}`, scope: "read-write", ...body },
      })
    ).json() as { token: string };

  it("limited to devices reaches those alone, and nothing that belongs to no device [USR-09] [USR-03]", async () => {
    const limited = await token(acme, { devices: [writable.deviceId] });
    expect([await write(limited, writable), await read(limited, hidden)]).toEqual([200, 403]);
    expect(await listed(limited)).toEqual([writable.thingsId]);
    const payload = { name: "x", third_things_id: newDeviceId() };
    expect((await world.call(limited, { method: "POST", url: "/api/things", payload })).statusCode).toBe(403);
    const levels = { method: "GET", url: `/api/things/levels/${sub.userId}` } as const;
    expect((await world.call(limited, levels)).statusCode).toBe(403);
  });

  it("gives a sub-user no more than his own levels, and those of now [USR-09] [USR-04]", async () => {
    const own = await token(sub, { devices: [readable.deviceId, hidden.deviceId] });
    expect([await read(own, readable), await write(own, readable), await read(own, hidden)]).toEqual([200, 403, 403]);
    expect(await read(own, writable)).toBe(403);
    await grant([], [hidden]);
    expect([await read(own, readable), await write(own, hidden)]).toEqual([403, 200]);
  });

  it("of scope read has level read at most [USR-09]", async () => {
    const reader = await token(acme, { scope: "read" });
    const { data } = (await world.call(reader, { url: `/api/things/${writable.thingsId}` })).json();
    expect(data.level).toBe("read");
    expect(await write(reader, writable)).toBe(403);
  });
});
