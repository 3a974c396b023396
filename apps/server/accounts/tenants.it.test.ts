import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { makeAccessToken } from "./access-tokens.ts";
import { createAccount } from "./create-account.ts";
import { passwordFits } from "./passwords.ts";
import { findSignInAccounts } from "./user-store.ts";

let world: TestApp;
let root: TestUser;
beforeAll(async () => {
  world = await testApp();
  root = await world.user({ tenant: "platform", name: "root_admin", role: "system" });
});
afterAll(() => world.close());

const create = (body: Record<string, unknown>, user: TestUser = root) =>
  world.call(user, { method: "POST", url: "/api/operating/tenants", payload: body });
const setState = (id: string, state: string) =>
  world.call(root, { method: "PUT", url: `/api/operating/tenants/${id}/state`, payload: { state } });

describe("the system manager's tenants [USR-01]", () => {
  it("are made with an owner, whose password is answered once", async () => {
    const made = await create({ name: "North Fleet", tenant_type: 1, owner_name: "north", owner_phone: "13900000077" });
    expect(made.statusCode).toBe(200);
    const [owner] = await findSignInAccounts(world.database.db, "north");
    expect(owner).toMatchObject({ id: made.json().data.owner_id, tenantId: made.json().data.id, role: "manager" });
    expect(await passwordFits(made.json().password, owner?.passwordHash)).toBe(true);
    const list = await world.call(root, { method: "GET", url: "/api/operating/tenants?keyword=North" });
    expect(list.json().list).toMatchObject([{ name: "North Fleet", tenant_type: 1, state: "active", users: 1 }]);
    expect(list.body).not.toContain(made.json().password);
  });

  it("have names, owners and phones of their own", async () => {
    await create({ name: "West", owner_name: "west", owner_phone: "13900000078" });
    const refused = async (body: Record<string, unknown>) => (await create(body)).json();
    expect(await refused({ name: "West", owner_name: "west_2" })).toMatchObject({
      code: "accounts.tenantNameTaken",
      field: "name",
    });
    expect((await refused({ name: "WEST", owner_name: "west_2" })).code).toBe("accounts.tenantNameTaken");
    expect(await refused({ name: "West 2", owner_name: "WEST" })).toMatchObject({ code: "009", field: "owner_name" });
    const phone = { name: "West 2", owner_name: "west_2", owner_phone: "13900000078" };
    expect(await refused(phone)).toMatchObject({ code: "007", field: "owner_phone" });
    expect(await refused({ name: "West 2", owner_name: "2west" })).toMatchObject({ code: "008", field: "owner_name" });
    const account = { tenant: "WEST", tenantKind: "owner", name: "west_3", password: "x", role: "manager" } as const;
    await expect(createAccount(world.database.db, account)).rejects.toThrow("A tenant of this name exists");
    const both = await Promise.all([1, 2].map(() => create({ name: "Twice", owner_name: "twice" })));
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([200, 409]);
  });

  it("take name and phone of a refused application, which goes [USR-01] [ACC-10]", async () => {
    const { db } = world.database;
    const phone = "13900000079";
    const refused = await world.user({ tenant: "Was refused", name: "was_refused", role: "manager", phone });
    await sql`update tenants set state = 'refused' where id = ${refused.tenantId}`.execute(db);
    const made = await create({ name: "South", owner_name: "was_refused", owner_phone: phone });
    expect(made.statusCode).toBe(200);
    const owner = made.json().data.owner_id;
    expect((await findSignInAccounts(db, "was_refused")).map(({ id }) => id)).toEqual([owner]);
    expect((await findSignInAccounts(db, phone)).map(({ id }) => id)).toEqual([owner]);
  });

  it("are never the platform's, whatever users call theirs [USR-01]", async () => {
    const { db } = world.database;
    expect((await create({ name: "Platform", owner_name: "not_root" })).json().code).toBe("accounts.tenantNameTaken");
    const account = { tenant: "platform", name: "not_root", password: "x", role: "manager" } as const;
    await expect(createAccount(db, { ...account, tenantKind: "owner" })).rejects.toThrow(
      "A tenant of this name exists",
    );
    const { tenantId } = await world.user({ tenant: "Taken", name: "taken", role: "manager" });
    const chief = { tenant: "Taken", tenantKind: "platform", name: "chief", password: "x", role: "system" } as const;
    await expect(createAccount(db, chief)).rejects.toThrow("A tenant of this name exists");
    const users = await sql<{ name: string }>`select name from users where tenant_id = ${tenantId}`.execute(db);
    expect(users.rows).toEqual([{ name: "taken" }]);
  });

  it("end every session of their users for good when closed, and refuse their tokens until they are open again", async () => {
    const user = await world.user({ tenant: "East", name: "east", role: "manager" });
    const other = await world.user({ tenant: "Far East", name: "far_east", role: "manager" });
    const wanted = { ...user, name: "script", scope: "read", devices: null, expiresDays: 1 } as const;
    const token = await makeAccessToken(world.database.db, wanted);
    const things = async (by: { token: string }) => (await world.call(by, { url: "/api/things" })).statusCode;
    expect(await Promise.all([things(user), things(token)])).toEqual([200, 200]);
    expect((await setState(user.tenantId, "closed")).json()).toEqual({ data: { state: "closed" } });
    expect(await Promise.all([things(user), things(token), things(other)])).toEqual([401, 401, 200]);
    await setState(user.tenantId, "active");
    expect(await Promise.all([things(user), things(token)])).toEqual([401, 200]);
  });

  it("end the connections of their terminals when closed, and no other's [DEV-03]", async () => {
    const user = await world.user({ tenant: "Harbour", name: "harbour", role: "manager" });
    const other = await world.user({ tenant: "Quay", name: "quay", role: "manager" });
    const device = await testDevice(world.database.db, user.tenantId);
    await testDevice(world.database.db, other.tenantId);
    await setState(user.tenantId, "closed");
    const { thingsId, deviceId, bindingNumber } = device;
    expect(world.deviceChanges).toEqual([
      { kind: "tenantClosed", tenantId: user.tenantId, thingsId, deviceId, bindingNumber },
    ]);
    await setState(user.tenantId, "active");
    expect(world.deviceChanges).toHaveLength(1);
  });

  it.each(["review", "refused"])(
    "in %s are neither opened nor closed here: a registration is decided [ACC-17]",
    async (state) => {
      const { tenantId } = await world.user({ tenant: `New ${state}`, name: `new_${state}`, role: "manager" });
      const { db } = world.database;
      await sql`update tenants set state = ${state} where id = ${tenantId}`.execute(db);
      for (const asked of ["active", "closed"])
        expect((await setState(tenantId, asked)).json().code).toBe("accounts.tenantUndecided");
      const found = await sql`select state from tenants where id = ${tenantId}`.execute(db);
      expect(found.rows).toEqual([{ state }]);
    },
  );

  it("are not the platform's own, and not a manager's to change", async () => {
    expect((await setState(root.tenantId, "closed")).json().code).toBe("accounts.platformTenant");
    expect((await world.call(root, { method: "GET", url: "/api/tenant/users/self" })).statusCode).toBe(200);
    const manager = await world.user({ tenant: "South", name: "south", role: "manager" });
    expect((await create({ name: "Mine", owner_name: "mine" }, manager)).statusCode).toBe(403);
  });
});

describe("the owners of a merchant", () => {
  it("are seen by its manager alone: name, contact and device count, never their data [USR-01] [USR-06]", async () => {
    const { db } = world.database;
    const merchant = await world.user({ tenant: "Maker", name: "maker", role: "manager" });
    const other = await world.user({ tenant: "Other maker", name: "other_maker", role: "manager" });
    const owner = await world.user({ tenant: "Sun Motors", name: "sun", role: "manager" });
    const helper = await world.user({ tenant: "Maker", name: "maker_s", role: "sub", level: "write" });
    await sql`update tenants set kind = 'merchant' where id in (${merchant.tenantId}, ${other.tenantId})`.execute(db);
    await sql`update tenants set merchant_id = ${merchant.tenantId}, organization_name = 'Sun Motors Ltd'
      where id = ${owner.tenantId}`.execute(db);
    await sql`update users set phone = '13900009001', email = 'sun@example.com' where id = ${owner.userId}`.execute(db);
    await testDevice(db, owner.tenantId);
    await testDevice(db, merchant.tenantId);
    const list = (user: TestUser, keyword = "") =>
      world.call(user, { method: "GET", url: "/api/operating/owners", query: { keyword } });
    const found = (await list(merchant)).json();
    expect(found.list).toEqual([
      {
        ...{ id: owner.tenantId, name: "Sun Motors", organization_name: "Sun Motors Ltd", state: "active" },
        ...{ contact_name: "sun", phone: "13900009001", email: "sun@example.com", devices: 1 },
        created_time: expect.any(Number),
      },
    ]);
    expect(found.pagination.total_size).toBe(1);
    expect((await list(merchant, "motors")).json().list).toHaveLength(1);
    expect((await list(merchant, "nobody")).json().list).toEqual([]);
    for (const stranger of [other, owner, root]) expect((await list(stranger)).json().list).toEqual([]);
    expect((await list(helper)).statusCode).toBe(403);
  });
});
