import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from "vitest";
import { newestCode } from "../../testing/read-secrets.ts";
import { unzip } from "../../testing/stored/unzip.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { openSession } from "../open-session.ts";
import { findAccountsByPhone, getUser } from "../user-store.ts";

let world: TestApp;
let user: TestUser;
let serial = 0;
beforeAll(async () => {
  world = await testApp({}, { work: true });
});
afterAll(() => world.close());
beforeEach(async () => {
  const name = `person_${++serial}`;
  const phone = `1350000${String(serial).padStart(4, "0")}`;
  user = await world.user({ tenant: name, name, role: "manager", phone });
  await sql`truncate verification_codes, outbox`.execute(world.database.db);
});

const self = (method: "GET" | "PUT" | "POST", path: string, payload?: object, as: TestUser = user) =>
  world.call(as, { method, url: `/api/tenant/users/self/${path}`, ...(payload && { payload }) });
const codeFor = async (destination: string, type: 1 | 2) => {
  const payload = { type, destination, purpose: "modify" };
  await world.call(null, { method: "POST", url: "/api/control/verification-codes", payload });
  return newestCode(world.database.db, destination);
};
const PROFILE = { nick_name: "李伟", gender: "女", job: "工程师", avatar: "", department: "", description: "夜班" };
const ORGANISATION = {
  industry: "汽车",
  organization_name: "青冠智联",
  address: "上海",
  country: "",
  province: "",
  city: "",
};

describe("the profile", () => {
  it("is read and changed, with the organisation of a primary account [ACC-24]", async () => {
    expect((await self("PUT", "profile", { ...PROFILE, organisation: ORGANISATION })).statusCode).toBe(200);
    expect((await self("GET", "profile")).json().data).toMatchObject({
      ...PROFILE,
      ...ORGANISATION,
      ...{ sign_in_name: user.name, is_sub_user: false, merchant_code: null },
    });
  });

  it("of a sub-user has the organisation of the primary account, whatever is sent [ACC-24]", async () => {
    await self("PUT", "profile", { ...PROFILE, organisation: ORGANISATION });
    const sub = await world.user({ tenant: user.name, name: `${user.name}_s`, role: "sub" });
    const sent = { ...PROFILE, organisation: { ...ORGANISATION, organization_name: "另一家" } };
    expect((await self("PUT", "profile", sent, sub)).statusCode).toBe(200);
    expect((await self("GET", "profile", undefined, sub)).json().data).toMatchObject({
      ...{ is_sub_user: true, sign_in_name: `${user.name}_s@${user.name}`, organization_name: "青冠智联" },
      nick_name: "李伟",
    });
  });

  it("takes a picture by its content alone, up to 2 MB; ten are refused unread [ACC-15]", async () => {
    const png = `data:image/png;base64,${Buffer.from("\x89PNG\r\n\x1a\n....", "latin1").toString("base64")}`;
    expect((await self("PUT", "profile", { ...PROFILE, avatar: png })).statusCode).toBe(200);
    const svg = "data:image/svg+xml;base64,PHN2Zz4=";
    expect((await self("PUT", "profile", { ...PROFILE, avatar: svg })).json().code).toBe("platform.imageFormat");
    const large = `data:image/png;base64,${"A".repeat(13_981_016)}`;
    expect((await self("PUT", "profile", { ...PROFILE, avatar: large })).statusCode).toBe(413);
    expect((await world.call(user, { url: "/api/tenant/users/self" })).json().avatar).toBe(png);
  });

  it("shows a merchant the ID that its owners register with [ACC-13]", async () => {
    await sql`update tenants set kind = 'merchant' where id = ${user.tenantId}`.execute(world.database.db);
    const { merchant_code } = (await self("GET", "profile")).json().data;
    expect(merchant_code).toMatch(/^M-[0-9A-F]{10}$/);
    const url = `/api/tenant/user-tenants/validation?field=merchant_id&value=${merchant_code}`;
    expect((await world.call(null, { url })).json()).toBe(true);
  });
});

describe("the password", () => {
  const change = (old_password: string, new_password: string) =>
    self("PUT", "password", { old_password, new_password, confirmPassword: new_password });

  it("is changed with the old one; other sessions end, this one stays [ACC-24]", async () => {
    const account = await getUser(world.database.db, user.tenantId, user.userId);
    if (!account) throw new Error("no such user");
    const other = await openSession(world.database.db, account, { address: "", agent: "" }, false);
    expect((await change("Wrong-2026", "Other-2026")).json()).toMatchObject({
      ...{ code: "accounts.passwordWrong", field: "old_password" },
    });
    expect((await change(TEST_PASSWORD, TEST_PASSWORD)).json().code).toBe("accounts.passwordUnchanged");
    expect((await change(TEST_PASSWORD, "aaaaaaaa")).json().code).toBe("010");
    expect((await change(TEST_PASSWORD, "Other-2026")).json()).toMatchObject({ ended: 1 });
    expect((await self("GET", "profile")).statusCode).toBe(200);
    expect((await world.call({ token: other.token }, { url: "/api/tenant/users/self" })).statusCode).toBe(401);
  });
});

describe("phone and e-mail", () => {
  it("are changed by a code sent to the new one, and the old one is told [ACC-24]", async () => {
    const old = (await self("GET", "profile")).json().data.phone;
    const [phone, email] = [`1350001${String(serial).padStart(4, "0")}`, `p${serial}@example.com`];
    const wrong = { destination: phone, verification_code: "000000" };
    expect((await self("PUT", "phone", wrong)).json().code).toBe("018");
    const changed = { destination: phone, verification_code: await codeFor(phone, 1) };
    expect((await self("PUT", "phone", changed)).statusCode).toBe(200);
    expect((await self("PUT", "phone", changed)).json().code).toBe("018");
    expect(
      (await self("PUT", "email", { destination: email, verification_code: await codeFor(email, 2) })).statusCode,
    ).toBe(200);
    expect((await self("GET", "profile")).json().data).toMatchObject({ phone, email });
    const told = await sql<{ content: string }>`select content from outbox where destination = ${old}`.execute(
      world.database.db,
    );
    expect(told.rows[0]?.content).toContain(user.name);
  });

  it("of another account are refused [ACC-24]", async () => {
    const phone = "13500099999";
    await world.user({ tenant: `has_${serial}`, name: `has_${serial}`, role: "manager", phone });
    const taken = { destination: phone, verification_code: await codeFor(phone, 1) };
    expect((await self("PUT", "phone", taken)).json().code).toBe("007");
  });

  it("of a refused application fit this account alone from then on [ACC-24] [ACC-10] [ACC-18]", async () => {
    const { db } = world.database;
    const phone = "13500088888";
    const refused = await world.user({ tenant: "was_refused", name: "was_refused", role: "manager", phone });
    await sql`update tenants set state = 'refused' where id = ${refused.tenantId}`.execute(db);
    const changed = { destination: phone, verification_code: await codeFor(phone, 1) };
    expect((await self("PUT", "phone", changed)).statusCode).toBe(200);
    expect((await findAccountsByPhone(db, phone)).map(({ id }) => id)).toEqual([user.userId]);
  });
});

describe("own data and the end of an account", () => {
  it("all that is known of a person is exported, without secrets [ACC-26]", async () => {
    expect((await self("GET", "data")).json().code).toBe("accounts.archiveNone");
    const { id } = (await self("POST", "data", {})).json();
    await vi.waitFor(async () => expect((await world.jobs.get(user.tenantId, id))?.state).toBe("done"), 20_000);
    const answer = await self("GET", "data");
    const documents = Object.fromEntries(
      (await unzip(answer.rawPayload)).map(({ name, content }) => [name, content.toString()]),
    );
    expect(JSON.parse(documents["profile.json"] ?? "").name).toBe(user.name);
    expect(JSON.parse(documents["sessions.json"] ?? "")).toHaveLength(1);
    expect(Object.keys(documents)).toHaveLength(8);
    expect(Object.values(documents).join()).not.toMatch(/hash|argon2|password/);
    const other = await world.user({ tenant: `other_${serial}`, name: `other_${serial}`, role: "manager" });
    expect((await self("GET", "data", undefined, other)).json().code).toBe("accounts.archiveNone");
  });

  it("a sub-user's account is gone at once [ACC-26]", async () => {
    const sub = await world.user({ tenant: user.name, name: `${user.name}_s`, role: "sub" });
    const close = (payload: object) => self("POST", "close", payload, sub);
    expect((await close({ name: "x", password: TEST_PASSWORD })).json().code).toBe("accounts.nameDiffers");
    expect((await close({ name: sub.name, password: "x" })).json().code).toBe("accounts.passwordWrong");
    expect((await close({ name: sub.name, password: TEST_PASSWORD })).statusCode).toBe(200);
    expect((await self("GET", "profile", undefined, sub)).statusCode).toBe(401);
    expect((await self("GET", "profile")).statusCode).toBe(200);
  });

  it("a primary account closes its tenant: everybody is out and the operators are told [ACC-26]", async () => {
    const system = await world.user({ tenant: "platform", name: `root_${serial}`, role: "system" });
    const sub = await world.user({ tenant: user.name, name: `${user.name}_s`, role: "sub" });
    const { db } = world.database;
    await testDevice(db, user.tenantId);
    await sql`update things set things_usage = 2048 where tenant_id = ${user.tenantId}`.execute(db);
    await sql`insert into labels (tenant_id, name) values (${user.tenantId}, 'a'), (${user.tenantId}, 'b')`.execute(db);
    expect((await self("GET", "closing")).json().data).toEqual({
      ...{ sessions: 2, tokens: 0, sub_users: 1, devices: 1 },
      goes: [
        { kind: "data", count: 1, bytes: 2048 },
        { kind: "labels", count: 2, bytes: null },
      ],
    });
    const own = (await self("GET", "closing", undefined, sub)).json().data;
    expect(own).toMatchObject({ sessions: 1, sub_users: 0, devices: 0, goes: [] });
    expect((await self("POST", "close", { name: user.name, password: TEST_PASSWORD })).statusCode).toBe(200);
    for (const each of [user, sub]) expect((await self("GET", "profile", undefined, each)).statusCode).toBe(401);
    const told = await sql`select 1 from user_messages where user_id = ${system.userId}
      and content->>'en' like ${`${user.name}%`}`.execute(world.database.db);
    expect(told.rows).toHaveLength(1);
    const refused = await self("POST", "close", { name: system.name, password: TEST_PASSWORD }, system);
    expect(refused.json().code).toBe("accounts.lastOperator");
  });
});
