import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { captchaAnswer, newestCode } from "../../testing/read-secrets.ts";
import { TEST_PASSWORD, type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { purgeOperations } from "./operation-chain.ts";

let world: TestApp;
let manager: TestUser;
let sub: TestUser;
let serial = 0;
beforeAll(async () => {
  world = await testApp();
});
afterAll(() => world.close());
beforeEach(async () => {
  const tenant = `log_${++serial}`;
  manager = await world.user({ tenant, name: tenant, role: "manager" });
  sub = await world.user({ tenant, name: `${tenant}_s`, role: "sub", level: "write" });
});

/** An audited call each. */
const label = (user: TestUser, name: string) =>
  world.call(user, {
    method: "POST",
    url: "/api/things/labels",
    payload: { name },
    headers: { "user-agent": "Firefox" },
  });
const list = async (user: TestUser, query: Record<string, string> = {}) =>
  (await world.call(user, { url: "/api/tenant/operations", query })).json();
const check = async () =>
  (await world.call(manager, { method: "POST", url: "/api/tenant/operations/chain/check" })).json().data;
const chain = async () => (await world.call(manager, { url: "/api/tenant/operations/chain" })).json().data;
/** As somebody who can write to the database. */
const tamper = (statement: string) =>
  world.database.pool.query(
    `begin; alter table operation_log disable trigger user; ${statement}; alter table operation_log enable trigger user; commit`,
  );

describe("the operation log", () => {
  it("says who did what, when, from where and with which result [USR-07]", async () => {
    await label(manager, "one");
    await label(manager, "one");
    const { list: rows } = await list(manager);
    expect(rows).toHaveLength(2);
    expect(rows[0]).toMatchObject({ seq: 2, status: 409, error_code: "devices.labelNameTaken" });
    expect(rows[1]).toMatchObject({
      ...{ seq: 1, user_name: manager.name, operation: "devices.createLabel", summary: "新建标签" },
      ...{ status: 200, error_code: null, address: "127.0.0.1", agent: "Firefox" },
      request_id: expect.stringMatching(/./),
    });
    expect(Math.abs(rows[1].time - Date.now())).toBeLessThan(60_000);
  });

  it("names the objects as they are called now, what was deleted as it was called, never those of another tenant [USR-07] [USR-06]", async () => {
    const { id } = (await label(manager, "Night shift")).json().data;
    const remove = (user: TestUser, label_id: string) =>
      world.call(user, { method: "DELETE", url: `/api/things/labels/${label_id}` });
    const newest = async (user: TestUser) => (await list(user)).list[0];
    expect(await newest(manager)).toMatchObject({ objects: { id }, names: { [id]: "Night shift" } });
    const stranger = await world.user({ tenant: `${manager.name}_b`, name: `${manager.name}_b`, role: "manager" });
    expect((await remove(stranger, id)).statusCode).toBe(404);
    expect(await newest(stranger)).toMatchObject({ status: 404, objects: { label_id: id } });
    expect((await newest(stranger)).names).toEqual({});
    const rename = {
      method: "PUT",
      url: `/api/things/labels/${id.toUpperCase()}`,
      payload: { name: "Day shift" },
    } as const;
    expect((await world.call(manager, rename)).statusCode).toBe(200);
    expect((await newest(manager)).names).toEqual({ [id]: "Day shift" });
    expect((await remove(manager, id)).statusCode).toBe(200);
    const gone = await newest(manager);
    expect([gone.objects, gone.names]).toEqual([{ label_id: id }, { [id]: "Day shift" }]);
    expect((await list(manager, { words: "day shift" })).list).toMatchObject([{ seq: gone.seq }]);
  });

  it("a manager sees all of its tenant, a sub-user its own rows, another tenant none [USR-07] [USR-06]", async () => {
    await label(manager, "a");
    await label(sub, "b");
    const names = async (user: TestUser) =>
      (await list(user)).list.map(({ user_name }: { user_name: string }) => user_name);
    expect(await names(manager)).toEqual([sub.name, manager.name]);
    expect(await names(sub)).toEqual([sub.name]);
    const stranger = await world.user({ tenant: "stranger", name: "stranger", role: "manager" });
    expect(await names(stranger)).toEqual([]);
    expect((await world.call(sub, { url: "/api/tenant/operations/chain" })).statusCode).toBe(403);
  });

  it("is filtered by user, module, result and time, and read page by page both ways [USR-07]", async () => {
    for (const name of ["a", "b", "c"]) await label(manager, name);
    await label(sub, "c");
    const seqs = async (query: Record<string, string>) =>
      (await list(manager, query)).list.map(({ seq }: { seq: number }) => seq);
    expect(await seqs({ user: sub.name })).toEqual([4]);
    expect(await seqs({ module: "devices" })).toEqual([4, 3, 2, 1]);
    expect(await seqs({ module: "device" })).toEqual([]);
    expect(await seqs({ result: "refused" })).toEqual([4]);
    expect(await seqs({ start_time: String(Date.now() + 60_000) })).toEqual([]);
    expect(await seqs({ end_time: String(Date.now() + 60_000), result: "done" })).toEqual([3, 2, 1]);
    expect(await list(manager, { page_size: "2" })).toMatchObject({ has_older: true, has_newer: false });
    expect(await seqs({ page_size: "2", before: "3" })).toEqual([2, 1]);
    expect(await list(manager, { page_size: "2", before: "3" })).toMatchObject({ has_older: false, has_newer: true });
    expect(await seqs({ page_size: "2", after: "1" })).toEqual([3, 2]);
  });

  it("is searched by words of what was done, by whom, the objects and the result, in both languages [USR-07]", async () => {
    await label(manager, "a");
    await label(manager, "a");
    await label(sub, "b");
    const seqs = async (words: string, user = manager) =>
      (await list(user, { words })).list.map(({ seq }: { seq: number }) => seq);
    expect(await seqs("新建标签")).toEqual([3, 2, 1]);
    expect(await seqs("标签")).toEqual([3, 2, 1]);
    expect(await seqs("createlabel FIREFOX")).toEqual([3, 2, 1]);
    expect(await seqs(sub.name)).toEqual([3]);
    expect(await seqs(`${manager.name} labelNameTaken`)).toEqual([2]);
    expect(await seqs("同名")).toEqual([2]);
    const { request_id } = (await list(manager)).list[1];
    expect(await seqs(request_id.slice(2))).toEqual([2]);
    expect(await seqs("标签 nothing_of_this_name")).toEqual([]);
    expect(await seqs("%")).toEqual([]);
    expect(await seqs("___")).toEqual([]);
    expect(await seqs("firefox", sub)).toEqual([3]);
    const answer = await world.call(manager, { url: "/api/tenant/operations/export", query: { words: sub.name } });
    expect(answer.body.trim().split("\r\n")).toHaveLength(2);
  });

  it("is searched by names as they are shown, in Chinese too: of what is there and of what was deleted [USR-07] [NAV-12]", async () => {
    const { id } = (await label(manager, "夜班车队")).json().data;
    await label(manager, "白班 day");
    await world.call(manager, { method: "DELETE", url: `/api/things/labels/${id}` });
    const seqs = async (words: string, user = manager) =>
      (await list(user, { words })).list.map(({ seq }: { seq: number }) => seq);
    expect(await seqs("夜班")).toEqual([3]);
    expect(await seqs("夜班车队 删除")).toEqual([3]);
    expect(await seqs("白班")).toEqual([2]);
    expect(await seqs("白")).toEqual([2]);
    expect(await seqs("Day")).toEqual([2]);
    expect(await seqs("晚班")).toEqual([]);
    const stranger = await world.user({ tenant: `${manager.name}_c`, name: `${manager.name}_c`, role: "manager" });
    await label(stranger, "别的");
    expect(await seqs("白班", stranger)).toEqual([]);
  });

  it("finds words of rows behind the newest ones by their index [USR-07]", async () => {
    await label(manager, "a");
    const { db } = world.database;
    await sql`insert into operation_log (tenant_id, operation, status, address, seq, hash)
      select ${manager.tenantId}, 'x.y', 200, 'far', 1 + n, '' from generate_series(1, 10500) n`.execute(db);
    const found = async (query: Record<string, string>) =>
      (await list(manager, query)).list.map(({ seq }: { seq: number }) => seq);
    expect(await found({ words: "firefox" })).toEqual([1]);
    expect(await found({ words: "新建标签" })).toEqual([1]);
    expect(await found({ words: "far", page_size: "2", after: "1" })).toEqual([3, 2]);
    const index = await sql`select 1 from pg_indexes where indexname = 'operation_log_words'`.execute(db);
    expect(index.rows).toHaveLength(1);
  });

  it("is exported as a table in which nothing runs [USR-07]", async () => {
    await label(manager, "a");
    const answer = await world.call(manager, { url: "/api/tenant/operations/export" });
    expect(answer.headers["content-type"]).toContain("text/csv");
    const lines = answer.body.trim().split("\r\n");
    expect(lines[0]).toContain("seq,time,user,operation");
    expect(lines[1]).toContain("devices.createLabel");
    expect(lines).toHaveLength(2);
  });

  it("rows are never changed or removed by the program [USR-07]", async () => {
    await label(manager, "a");
    const { db } = world.database;
    await expect(sql`update operation_log set user_name = 'x'`.execute(db)).rejects.toThrow("append-only");
    await expect(sql`delete from operation_log`.execute(db)).rejects.toThrow("append-only");
  });

  it("two at once follow each other in the chain [USR-07]", async () => {
    await Promise.all(Array.from({ length: 20 }, (_, n) => label(n % 2 ? manager : sub, `l${n}`)));
    expect(await check()).toMatchObject({ rows: 20, broken_at: null, checked_time: expect.any(Number) });
  });
});

describe("a sign-in in the log", () => {
  const signIn = async (username: string, password = TEST_PASSWORD) => {
    const { uuid } = (await world.call(null, { url: "/api/control/usercenter/svg" })).json();
    const svg_code = await captchaAnswer(world.database.db, uuid);
    const payload = { username, password, svg_code, svg_code_uuid: uuid, type: 3 };
    return world.call(null, { method: "POST", url: "/api/control/sessions", payload });
  };
  const told = async (user: TestUser) =>
    (await list(user)).list.map((row: { operation: string; status: number; user_name: string }) => [
      row.operation.replace("accounts.", ""),
      row.status,
      row.user_name,
    ]);

  it("is its account's, also one that failed; of a name that nobody has it is no tenant's [USR-07]", async () => {
    const wrong = await signIn(manager.name, "Wrong-2026");
    expect((await signIn(`${sub.name}@${manager.name}`)).statusCode).toBe(200);
    expect(await told(manager)).toEqual([
      ["createSession", 200, sub.name],
      ["createSession", 401, manager.name],
    ]);
    expect(await told(sub)).toEqual([["createSession", 200, sub.name]]);
    expect(await check()).toMatchObject({ rows: 2, broken_at: null });

    const unknown = await signIn(`${manager.name}_x`, "Wrong-2026");
    expect([unknown.statusCode, unknown.body]).toEqual([wrong.statusCode, wrong.body]);
    const row = await sql`select tenant_id, user_id, user_name from operation_log order by id desc limit 1`.execute(
      world.database.db,
    );
    expect(row.rows).toEqual([{ tenant_id: null, user_id: null, user_name: `${manager.name}_x` }]);
  });

  it("stands beside the resets of its password, also with a wrong code [USR-07] [ACC-18]", async () => {
    const phone = `1390077${String(serial).padStart(4, "0")}`;
    const { db } = world.database;
    await sql`update users set phone = ${phone} where id = ${sub.userId}`.execute(db);
    const ask = { type: 1, destination: phone, purpose: "modify" };
    await world.call(null, { method: "POST", url: "/api/control/verification-codes", payload: ask });
    const reset = (verification_code: string) => {
      const form = { source: phone, verification_code, new_password: "Own-2026x", confirmPassword: "Own-2026x" };
      return world.call(null, { method: "PUT", url: "/api/tenant/users/password", payload: form });
    };
    expect((await reset("000000")).statusCode).toBe(400);
    expect((await reset(await newestCode(db, phone))).statusCode).toBe(200);
    expect(await told(manager)).toEqual([
      ["resetPassword", 200, sub.name],
      ["resetPassword", 400, sub.name],
    ]);
  });

  it("and a first password are the account's, and so is the session that was handed over [USR-07] [USR-02]", async () => {
    await sql`update users set is_first_password = true where id = ${sub.userId}`.execute(world.database.db);
    const { security_ticket } = (await signIn(`${sub.name}@${manager.name}`)).json().details;
    const form = { security_ticket, new_password: "Own-2026x", confirmPassword: "Own-2026x" };
    await world.call(null, { method: "PUT", url: "/api/control/first-password", payload: form });
    const { code } = (
      await world.call(manager, { method: "POST", url: "/api/control/hand-overs", payload: { target: "page" } })
    ).json();
    await world.call(null, { method: "POST", url: "/api/control/hand-overs/exchange", payload: { code } });
    expect((await told(manager)).map(([operation, , name]: string[]) => [operation, name])).toEqual([
      ["exchangeHandOver", manager.name],
      ["createHandOver", manager.name],
      ["setFirstPassword", sub.name],
      ["createSession", sub.name],
    ]);
  });
});

describe("the chain of hashes", () => {
  beforeEach(async () => {
    for (const name of ["a", "b", "c", "d"]) await label(manager, name);
  });
  const where = (seq: number) => `chain = '${manager.tenantId}' and seq = ${seq}`;

  it("is whole after its rows were written, and before anybody looked [USR-07]", async () => {
    expect(await chain()).toMatchObject({ rows: 4, checked_time: null });
    expect(await check()).toMatchObject({ rows: 4, broken_at: null });
  });

  it.each([
    ["changed", 2, (at: string) => `update operation_log set user_name = 'nobody' where ${at}`],
    ["changed in its result", 3, (at: string) => `update operation_log set status = 200, error_code = 'x' where ${at}`],
    ["moved in time", 1, (at: string) => `update operation_log set at = at - interval '1 hour' where ${at}`],
    ["removed", 2, (at: string) => `delete from operation_log where ${at}`],
    ["removed from the end", 4, (at: string) => `delete from operation_log where ${at}`],
  ])("a row that was %s shows at its place [USR-07]", async (_, seq, statement) => {
    await tamper(statement(where(seq)));
    const { broken_at } = await check();
    expect([seq, seq + 1]).toContain(broken_at);
  });

  it("a row that was put in shows, also with a hash that fits it alone [USR-07]", async () => {
    await tamper(`insert into operation_log (tenant_id, operation, status, address, seq, hash)
      select tenant_id, 'x.y', 200, '', 5, hash from operation_log where ${where(4)}`);
    expect((await check()).broken_at).toBe(5);
  });

  it("old rows go after 180 days, and the rest still proves itself from the anchor they leave [USR-07]", async () => {
    await tamper(`update operation_log set at = now() - interval '181 days' where chain = '${manager.tenantId}' and seq <= 2;
      with recursive r as (
        select o.seq, sha256('\\x'::bytea || convert_to(operation_text(o), 'UTF8')) as h from operation_log o
          where o.chain = '${manager.tenantId}' and o.seq = 1
        union all select o.seq, sha256(r.h || convert_to(operation_text(o), 'UTF8')) from r
          join operation_log o on o.chain = '${manager.tenantId}' and o.seq = r.seq + 1)
      update operation_log o set hash = r.h from r where o.chain = '${manager.tenantId}' and o.seq = r.seq;
      update operation_chains c set last_hash = o.hash from operation_log o
        where c.chain = '${manager.tenantId}' and o.chain = c.chain and o.seq = 4`);
    expect(await check()).toMatchObject({ rows: 4, broken_at: null });
    await purgeOperations(world.database.db);
    expect(await check()).toMatchObject({ broken_at: null, purged_rows: 2 });
    expect((await list(manager)).list.map(({ seq }: { seq: number }) => seq).at(-1)).toBe(3);
    await label(manager, "e");
    expect((await check()).broken_at).toBeNull();
    await tamper(`delete from operation_log where ${where(3)}`);
    // The first row that does not fit is the one behind it.
    expect((await check()).broken_at).toBe(4);
  });
});
