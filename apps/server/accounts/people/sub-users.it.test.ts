import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { captchaAnswer } from "../../testing/read-secrets.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { findAccountsByPhone } from "../user-store.ts";

let world: TestApp;
let master: TestUser;
beforeAll(async () => {
  world = await testApp();
  master = await world.user({ tenant: "acme", name: "acme", role: "manager", phone: "13600000000" });
  await setPackage(world.database.db, master.tenantId, UNLIMITED_PACKAGE);
});
afterAll(() => world.close());

let serial = 0;
const fresh = () => {
  serial += 1;
  return { name: `sub_${String(serial).padStart(3, "0")}`, phone: `1360001${String(serial).padStart(4, "0")}` };
};
const call = (method: "GET" | "POST" | "PUT" | "DELETE", path: string, payload?: object, as: TestUser = master) =>
  world.call(as, { method, url: `/api/tenant/${path}`, ...(payload && { payload }) });
const create = (more: object = {}, as?: TestUser) => call("POST", "sub-users", { ...fresh(), ...more }, as);
async function made(more: object = {}) {
  const form = { ...fresh(), ...more };
  return { ...form, id: (await create(form)).json().data.id as string };
}
const rowOf = async (id: string) => (await call("GET", `sub-users/${id}`)).json().data;

async function signIn(username: string, password: string) {
  const { uuid } = (await world.call(null, { url: "/api/control/usercenter/svg" })).json();
  const svg_code = await captchaAnswer(world.database.db, uuid);
  const payload = { username, password, svg_code, svg_code_uuid: uuid, type: 3 };
  return world.call(null, { method: "POST", url: "/api/control/sessions", payload });
}
const setFirst = (security_ticket: string, new_password: string, confirmPassword = new_password) =>
  world.call(null, {
    method: "PUT",
    url: "/api/control/first-password",
    payload: { security_ticket, new_password, confirmPassword },
  });
async function signedIn(name: string, phone: string, password = "Own-2026x"): Promise<TestUser> {
  const { security_ticket } = (await signIn(`${name}@acme`, phone.slice(-8))).json().details;
  expect((await setFirst(security_ticket, password)).statusCode).toBe(200);
  const { token, session_id } = (await signIn(`${name}@acme`, password)).json();
  return { ...master, name, token, sessionId: session_id };
}

describe("a sub-user", () => {
  it("is made with the default role and its first password [USR-02] [USR-10]", async () => {
    const { id, name, phone } = await made({ email: "a@example.com", description: "night shift" });
    expect(await rowOf(id)).toMatchObject({
      ...{ sign_in_name: `${name}@acme`, phone, email: "a@example.com", description: "night shift" },
      ...{ tenant_level: "read", readable: 0, read_write: 0, is_first_password: true, last_seen_time: null },
    });
  });

  it.each([
    ["name", "abc", "accounts.subUserNameFormat"],
    ["name", "a".repeat(33), "accounts.subUserNameFormat"],
    ["name", "ab-c", "accounts.subUserNameFormat"],
    ["name", "", "013"],
    ["phone", "", "002"],
    ["phone", "12345", "004"],
    ["phone", "1360000000a", "004"],
    ["email", "x", "015"],
  ])("%s %j is refused: %s [USR-02]", async (field, value, code) => {
    expect((await create({ [field]: value })).json()).toMatchObject({ code, field });
  });

  it("takes names of 4 and of 32, also with a digit first [USR-02]", async () => {
    for (const name of ["1abc", "a".repeat(32)]) expect((await create({ name })).statusCode).toBe(200);
  });

  it("has a name of its own in the tenant and a phone of its own anywhere [USR-02]", async () => {
    const first = await made();
    expect((await create({ name: first.name.toUpperCase() })).json()).toMatchObject({ code: "009", field: "name" });
    expect((await create({ phone: first.phone })).json()).toMatchObject({ code: "007", field: "phone" });
    const other = await world.user({ tenant: "other", name: "other", role: "manager" });
    await setPackage(world.database.db, other.tenantId, UNLIMITED_PACKAGE);
    expect((await create({ name: first.name }, other)).statusCode).toBe(200);
  });

  it("takes the phone of a refused application, which goes [USR-02] [ACC-10]", async () => {
    const { db } = world.database;
    const [first, second] = [fresh().phone, fresh().phone];
    for (const phone of [first, second]) {
      const refused = await world.user({ tenant: `no_${phone}`, name: `no_${phone}`, role: "manager", phone });
      await sql`update tenants set state = 'refused' where id = ${refused.tenantId}`.execute(db);
    }
    const { id } = await made({ phone: first });
    expect((await findAccountsByPhone(db, first)).map((each) => each.id)).toEqual([id]);
    const change = { phone: second, email: "", description: "", tenant_level: "read" };
    expect((await call("PUT", `sub-users/${id}`, change)).statusCode).toBe(200);
    expect((await findAccountsByPhone(db, second)).map((each) => each.id)).toEqual([id]);
  });

  it("of two tenants at once, one gets a phone [USR-02] [ACC-10]", async () => {
    const { phone } = fresh();
    const neighbour = await world.user({ tenant: "neighbour", name: "neighbour", role: "manager" });
    await setPackage(world.database.db, neighbour.tenantId, UNLIMITED_PACKAGE);
    const both = await Promise.all([create({ phone }), create({ phone }, neighbour)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  });

  it("its first password only sets a new one, by the rule and another than the first [USR-02]", async () => {
    const { name, phone, id } = await made();
    const refused = (await signIn(`${name}@acme`, phone.slice(-8))).json();
    expect(refused).toMatchObject({ code: "accounts.passwordMustChange" });
    expect(refused.token).toBeUndefined();
    const { security_ticket } = refused.details;
    expect((await setFirst(security_ticket, phone.slice(-8))).json().code).toBe("010");
    expect((await setFirst(security_ticket, "Own-2026x", "Own-2026y")).json().code).toBe("011");
    expect((await setFirst("wrong", "Own-2026x")).json().code).toBe("accounts.ticketExpired");
    expect((await setFirst(security_ticket, "Own-2026x")).statusCode).toBe(200);
    expect((await setFirst(security_ticket, "Own-2026z")).json().code).toBe("accounts.ticketExpired");
    expect((await signIn(`${name}@acme`, "Own-2026x")).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ is_first_password: false, last_seen_time: expect.any(Number) });
  });

  it("whose password is reset is out, and begins again with the first one [USR-02]", async () => {
    const { name, phone, id } = await made();
    const user = await signedIn(name, phone);
    expect((await call("PUT", `sub-users/${id}/password`)).statusCode).toBe(200);
    expect((await world.call(user, { url: "/api/tenant/users/self" })).statusCode).toBe(401);
    expect((await signIn(`${name}@acme`, "Own-2026x")).json().code).toBe("iot-control.10013");
    expect((await signIn(`${name}@acme`, phone.slice(-8))).json().code).toBe("accounts.passwordMustChange");
  });

  it("whose phone is put right has the first password of the right one [USR-02]", async () => {
    const { name, phone, id } = await made();
    const { security_ticket } = (await signIn(`${name}@acme`, phone.slice(-8))).json().details;
    const right = fresh().phone;
    const change = { phone: right, email: "", description: "", tenant_level: "read" };
    expect((await call("PUT", `sub-users/${id}`, change)).statusCode).toBe(200);
    expect((await signIn(`${name}@acme`, phone.slice(-8))).json().code).toBe("iot-control.10013");
    expect((await setFirst(security_ticket, "Own-2026x")).json().code).toBe("accounts.ticketExpired");
    const user = await signedIn(name, right);
    // A password of one's own stays, whatever becomes of the phone.
    expect((await call("PUT", `sub-users/${id}`, { ...change, phone: fresh().phone })).statusCode).toBe(200);
    expect((await world.call(user, { url: "/api/tenant/users/self" })).statusCode).toBe(200);
  });

  it("keeps its rights until it signs in again; told so, and signed out on request [USR-04]", async () => {
    const { name, phone, id } = await made();
    const user = await signedIn(name, phone);
    const change = { phone, email: "", description: "", tenant_level: "write" };
    expect((await call("PUT", `sub-users/${id}`, change)).statusCode).toBe(200);
    const label = { method: "POST", url: "/api/things/labels", payload: { name: "l" } } as const;
    expect((await world.call(user, label)).statusCode).toBe(403);
    expect(await rowOf(id)).toMatchObject({ is_outdated: true, tenant_level: "write" });
    expect((await call("DELETE", `sub-users/${id}/sessions`)).json().ended).toBe(1);
    expect((await world.call(user, label)).statusCode).toBe(401);
    const { token } = (await signIn(`${name}@acme`, "Own-2026x")).json();
    expect((await world.call({ token }, label)).statusCode).toBe(200);
    expect(await rowOf(id)).toMatchObject({ is_outdated: false });
  });

  it("that is deleted is out at once, with its tokens [USR-04]", async () => {
    const { name, phone, id } = await made();
    const user = await signedIn(name, phone);
    expect((await call("DELETE", `sub-users/${id}`)).statusCode).toBe(200);
    expect((await world.call(user, { url: "/api/tenant/users/self" })).statusCode).toBe(401);
    expect((await call("GET", `sub-users/${id}`)).statusCode).toBe(404);
    expect((await call("DELETE", `sub-users/${id}`)).statusCode).toBe(404);
  });

  it("is never the primary account itself [USR-02]", async () => {
    for (const path of [`sub-users/${master.userId}`, `sub-users/${master.userId}/sessions`])
      expect((await call("DELETE", path)).statusCode).toBe(404);
    expect((await call("PUT", `sub-users/${master.userId}/password`)).statusCode).toBe(404);
  });

  it("sub_user_num holds at its limit and beyond it, also for two at once [CAP-01]", async () => {
    const small = await world.user({ tenant: "small", name: "small", role: "manager" });
    await setPackage(world.database.db, small.tenantId, { ...UNLIMITED_PACKAGE, sub_user_num: 2 });
    expect((await create({}, small)).statusCode).toBe(200);
    const both = await Promise.all([create({}, small), create({}, small)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    expect((await create({}, small)).json()).toMatchObject({ code: "accounts.subUserLimit" });
    expect((await call("GET", "sub-users", undefined, small)).json()).toMatchObject({ used: 2, limit: 2 });
  });

  it("gets what the primary account chose for new ones [USR-10]", async () => {
    const tenant = await world.user({ tenant: "roles", name: "roles", role: "manager" });
    await setPackage(world.database.db, tenant.tenantId, UNLIMITED_PACKAGE);
    await testDevice(world.database.db, tenant.tenantId);
    const role = { tenant_level: "write", device_level: "read" };
    expect((await call("GET", "default-role", undefined, tenant)).json().data).toEqual({
      tenant_level: "read",
      device_level: "none",
    });
    expect((await call("PUT", "default-role", role, tenant)).statusCode).toBe(200);
    const { id } = (await create({}, tenant)).json().data;
    const { data } = (await call("GET", `sub-users/${id}`, undefined, tenant)).json();
    expect(data).toMatchObject({ tenant_level: "write", readable: 1, read_write: 0 });
  });

  it("is found by name and phone, a page at a time [USR-02]", async () => {
    const { name, phone } = await made();
    for (const keyword of [name, phone.slice(3)]) {
      const found = (await call("GET", `sub-users?keyword=${keyword}`)).json();
      expect(found.list.map((row: { name: string }) => row.name)).toContain(name);
    }
    expect((await call("GET", "sub-users?keyword=%25")).json().list).toEqual([]);
    const page = (await call("GET", "sub-users?page_size=2&current_page=2")).json();
    expect(page.list).toHaveLength(2);
    const counted = await sql<{ n: number }>`select count(*)::int as n from users
      where tenant_id = ${master.tenantId} and role = 'sub'`.execute(world.database.db);
    expect(page.pagination.total_size).toBe(counted.rows[0]?.n);
  });
});
