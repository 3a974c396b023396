import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { packageOf } from "../capacity/package-store.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { seedDemo } from "./seed-demo.ts";
import { removeDeadSessions } from "./session-store.ts";
import { findDemoOwner } from "./user-store.ts";

let world: TestApp;
let manager: TestUser;
let viewer: TestUser;
let system: TestUser;

beforeAll(async () => {
  world = await testApp({ demo: true });
  manager = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  viewer = await world.user({ tenant: "acme", name: "viewer", role: "sub", level: "read" });
  system = await world.user({ tenant: "platform", name: "operator", role: "system" });
});
afterAll(() => world.close());

const get = (user: { token: string } | null, url: string) => world.call(user, { url });

describe("the self calls", () => {
  it("tell user, tenant and manager flag [ACC-25]", async () => {
    const user = (await get(manager, "/api/tenant/users/self")).json();
    expect(user).toMatchObject({ id: manager.userId, tenant_id: manager.tenantId, name: "acme", isManager: true });
    expect(user.tenantInfo).toMatchObject({ id: manager.tenantId, name: "acme", tenant_type: 0 });
    expect((await get(viewer, "/api/tenant/users/self")).json().isManager).toBe(false);
    expect((await get(viewer, "/api/tenant/tenants/self")).json().name).toBe("acme");
  });

  it("tell the privileges, and the names are those the server enforces [ACC-25] [USR-05]", async () => {
    const of = async (user: TestUser) => (await get(user, "/api/tenant/privileges/self?platform=candtu")).json();
    expect(await of(manager)).toMatchObject({ tenant_manager: true, system_manager: false });
    expect(await of(system)).toMatchObject({ tenant_manager: false, system_manager: true });
    const { apis } = await of(viewer);
    expect(apis).toContain("accounts.userSelf");
    expect(apis).not.toContain("settings.createDashboard");
    const refused = await world.call(viewer, {
      method: "POST",
      url: "/api/tenant/dashboards",
      payload: { tenant_id: viewer.tenantId, business_type: "x", name: "x" },
    });
    expect(refused.statusCode).toBe(403);
  });

  it("keep the kinds of USR-01 apart: a manager does not operate the platform [USR-01]", async () => {
    expect((await get(manager, "/api/operating/tenants")).statusCode).toBe(403);
    const tenants = (await get(system, "/api/operating/tenants?page_size=25")).json();
    expect(tenants.list.map((row: { name: string }) => row.name)).toContain("acme");
    expect((await get(system, "/api/tenant/tenants/self")).json().tenant_type).toBe(2);
  });
});

describe("a session", () => {
  const asUser = async (name: string) => world.user({ tenant: `t_${name}`, name, role: "manager" });

  it("ends on the server with logout, and only that one [ACC-22]", async () => {
    const user = await asUser("leaver");
    const ended = await world.call(user, { method: "DELETE", url: `/api/control/sessions/${user.sessionId}` });
    expect(ended.statusCode).toBe(200);
    expect((await get(user, "/api/tenant/users/self")).statusCode).toBe(401);
  });

  it("of the demo button is never that of a user who has its name [ACC-01]", async () => {
    const press = async () => (await world.call(null, { method: "POST", url: "/api/control/sessions/demo" })).json();
    expect((await press()).code).toBe("platform.notFound"); // nothing was seeded here
    const user = await world.user({ tenant: "t_of_demo", name: "demo", role: "manager" });
    expect((await press()).code).toBe("platform.notFound");
    const { db } = world.database;
    const limits = await packageOf(db, user.tenantId);
    await expect(seedDemo(db)).rejects.toThrow("set CANOPY_DEMO=off");
    expect(await packageOf(db, user.tenantId)).toEqual(limits);
    await sql`update users set name = 'renamed' where id = ${user.userId}`.execute(db);
    await seedDemo(db);
    const demo = await findDemoOwner(db);
    expect(demo?.tenantId).not.toBe(user.tenantId);
    const { session_id } = await press();
    const sessions = await sql<{ user_id: string }>`select user_id from sessions where id = ${session_id}`.execute(db);
    expect(sessions.rows).toEqual([{ user_id: demo?.id }]);
  });

  it("ends after 12 idle hours unless remembered, and after 30 days in any case", async () => {
    const user = await asUser("idler");
    const set = (change: ReturnType<typeof sql>) =>
      sql`update sessions set ${change} where id = ${user.sessionId}`.execute(world.database.db);
    await set(sql`last_seen_at = now() - interval '13 hours'`);
    expect((await get(user, "/api/tenant/users/self")).statusCode).toBe(401);
    await set(sql`remember = true`);
    expect((await get(user, "/api/tenant/users/self")).statusCode).toBe(200);
    await set(sql`expires_at = now() - interval '1 second'`);
    expect((await get(user, "/api/tenant/users/self")).statusCode).toBe(401);
  });

  it("is listed with its own marked, and dies with its user", async () => {
    const user = await asUser("lister");
    const { list } = (await get(user, "/api/control/sessions")).json();
    expect(list).toEqual([expect.objectContaining({ id: user.sessionId, current: true })]);
    await sql`delete from users where id = ${user.userId}`.execute(world.database.db);
    expect((await get(user, "/api/tenant/users/self")).statusCode).toBe(401);
  });

  it("keeps the rights it had at sign-in", async () => {
    const user = await world.user({ tenant: "acme", name: "snapshot", role: "sub", level: "read" });
    await sql`update users set role = 'manager' where id = ${user.userId}`.execute(world.database.db);
    expect((await get(user, "/api/tenant/privileges/self")).json().tenant_manager).toBe(false);
  });
});

describe("a hand-over code", () => {
  const make = async (user: TestUser) =>
    (
      await world.call(user, { method: "POST", url: "/api/control/hand-overs", payload: { target: "can_monitor" } })
    ).json();
  const exchange = (code: string) =>
    world.call(null, { method: "POST", url: "/api/control/hand-overs/exchange", payload: { code } });

  it("opens one session, once, within 30 s, and is no token itself [NAV-05]", async () => {
    const { code } = await make(manager);
    expect((await get({ token: code }, "/api/tenant/users/self")).statusCode).toBe(401);
    const first = await exchange(code);
    expect(first.json()).toMatchObject({ target: "can_monitor", token: expect.any(String) });
    expect((await get(first.json(), "/api/tenant/users/self")).json().name).toBe("acme");
    expect((await exchange(code)).json().code).toBe("accounts.handOverInvalid");
  });

  it("opens a session that lasts no longer than its own, and ends with it; so does what that one opens [NAV-05] [USR-04]", async () => {
    const { db } = world.database;
    const own = await world.user({ tenant: "acme", name: "watcher", role: "manager" });
    await sql`update sessions set expires_at = now() + interval '1 day' where id = ${own.sessionId}`.execute(db);
    const screen = (await exchange((await make(own)).code)).json();
    const { ujwt } = (await exchange((await make(screen)).code)).json();
    const url = `/api/control/sessions/tenant-manager?ujwt=${ujwt}`;
    const third = (await world.call(null, { method: "POST", url, payload: {} })).json();
    const left = await sql<{ days: number }>`select extract(epoch from max(expires_at) - now())::float8 / 86400 as days
      from sessions where user_id = ${own.userId}`.execute(db);
    expect(left.rows[0]?.days).toBeLessThanOrEqual(1);
    const late = await make(screen);
    expect((await get(third, "/api/tenant/users/self")).statusCode).toBe(200);
    await world.call(own, { method: "DELETE", url: `/api/control/sessions/${own.sessionId}` });
    for (const ended of [screen, third]) expect((await get(ended, "/api/tenant/users/self")).statusCode).toBe(401);
    expect((await exchange(late.code)).json().code).toBe("accounts.handOverInvalid");
  });

  it("keeps the session that it came from in use, and is left alone where a new password ends that [NAV-05] [ACC-24]", async () => {
    const { db } = world.database;
    const own = await world.user({ tenant: "acme", name: "keeper", role: "manager" });
    const screen = (await exchange((await make(own)).code)).json();
    await sql`update sessions set last_seen_at = now() - interval '11 hours' where user_id = ${own.userId}`.execute(db);
    await get(screen, "/api/tenant/users/self");
    await removeDeadSessions(db);
    await sql`update sessions set last_seen_at = last_seen_at - interval '11 hours' where user_id = ${own.userId}`.execute(
      db,
    );
    await removeDeadSessions(db);
    const payload = { old_password: TEST_PASSWORD, new_password: "Other-2026", confirmPassword: "Other-2026" };
    const changed = await world.call(screen, { method: "PUT", url: "/api/tenant/users/self/password", payload });
    expect(changed.json()).toMatchObject({ ended: 1 });
    expect((await get(screen, "/api/tenant/users/self")).statusCode).toBe(200);
    expect((await get(own, "/api/tenant/users/self")).statusCode).toBe(401);
  });

  it("is void after 30 s, and when someone guesses [NAV-05]", async () => {
    const { code } = await make(manager);
    await sql`update hand_overs set expires_at = now() - interval '1 second'`.execute(world.database.db);
    expect((await exchange(code)).statusCode).toBe(400);
    expect((await exchange("guess")).statusCode).toBe(400);
  });
});

describe("a personal access token", () => {
  const make = (user: TestUser, body: Record<string, unknown>) =>
    world.call(user, { method: "POST", url: "/api/tenant/access-tokens", payload: body });

  it("is shown once, named, scoped, and its last use is known [USR-09]", async () => {
    const made = await make(manager, { name: "ci", scope: "read", expires_days: 30 });
    const { token, data } = made.json();
    expect(token).toMatch(/^cnp_/);
    expect(data).toMatchObject({ name: "ci", scope: "read", last_used_time: null });
    expect((await get({ token }, "/api/tenant/users/self")).json().name).toBe("acme");
    const listed = await get(manager, "/api/tenant/access-tokens");
    expect(listed.body).not.toContain(token);
    expect(listed.json().list[0].last_used_time).toBeGreaterThan(0);
  });

  it("of scope read changes nothing, and none makes another [USR-09]", async () => {
    const read = (await make(manager, { name: "reader", scope: "read" })).json();
    const denied = await world.call(read, { method: "DELETE", url: `/api/tenant/access-tokens/${read.data.id}` });
    expect(denied.statusCode).toBe(403);
    const write = (await make(manager, { name: "writer", scope: "read-write" })).json();
    const refused = await world.call(write, {
      method: "POST",
      url: "/api/tenant/access-tokens",
      payload: { name: "child", scope: "read-write" },
    });
    expect(refused.json().code).toBe("platform.sessionOnly");
  });

  it("ends when revoked and when it expires; a name is taken once [USR-09]", async () => {
    const { token, data } = (await make(manager, { name: "short", scope: "read-write" })).json();
    expect((await make(manager, { name: "short", scope: "read" })).json()).toMatchObject({
      code: "accounts.tokenNameTaken",
      field: "name",
    });
    await sql`update access_tokens set expires_at = now() - interval '1 second' where id = ${data.id}`.execute(
      world.database.db,
    );
    expect((await get({ token }, "/api/tenant/users/self")).statusCode).toBe(401);
    const gone = await world.call(manager, { method: "DELETE", url: `/api/tenant/access-tokens/${data.id}` });
    expect(gone.statusCode).toBe(200);
  });
});

describe("the operation log", () => {
  it("has a row per audited call: who, what, to which object, result; and no secret", async () => {
    const user = await world.user({ tenant: "t_logged", name: "logged", role: "manager" });
    await world.call(user, { method: "DELETE", url: `/api/control/sessions/${user.sessionId}` });
    const rows = await sql`select user_name, operation, objects, status from operation_log
      where tenant_id = ${user.tenantId}`.execute(world.database.db);
    expect(rows.rows).toEqual([
      {
        user_name: "logged",
        operation: "accounts.deleteSession",
        objects: { session_id: user.sessionId },
        status: 200,
      },
    ]);
  });
});
