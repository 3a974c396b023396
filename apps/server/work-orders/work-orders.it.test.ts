import { MOVE_NAMES, SILENT_MS } from "@canopy/contract/work-orders/order-moves";
import { MOST_OPEN_ORDERS } from "@canopy/contract/work-orders/orders";
import { MOST_LOOSE_PICTURES } from "@canopy/contract/work-orders/pictures";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { makeTestEvent } from "../alarms/events/test-event.ts";
import { makeTestRule } from "../alarms/rules/test-rule.ts";
import { testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { makeTestOrder, TEST_GIF } from "../testing/worlds/test-work-order.ts";
import { endSilentOrders } from "./end-silent-orders.ts";

let world: TestApp;
let owner: TestUser;
let sub: TestUser;
let merchant: TestUser;
let root: TestUser;
let second: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  world = await testApp();
  owner = await world.user({ tenant: "owner", name: "owner", role: "manager", phone: "13800138000" });
  sub = await world.user({ tenant: "owner", name: "driver", role: "sub", level: "read" });
  merchant = await world.user({ tenant: "maker", name: "maker", role: "manager" });
  root = await world.user({ tenant: "platform", name: "root_admin", role: "system" });
  second = await world.user({ tenant: "platform", name: "root_other", role: "system" });
  stranger = await world.user({ tenant: "else", name: "stranger", role: "manager" });
  const { db } = world.database;
  await sql`update tenants set kind = 'merchant' where id = ${merchant.tenantId}`.execute(db);
  await sql`update tenants set kind = 'owner', merchant_id = ${merchant.tenantId} where id = ${owner.tenantId}`.execute(
    db,
  );
});
afterAll(() => world.close());

const CONTENT = {
  name: "Cells too hot",
  type: "problem",
  function: "alarms",
  phone: "13800138000",
  description: "Hot",
};
const send = (user: TestUser, path: string, payload: object) =>
  world.call(user, { method: "POST", url: `/api${path}`, payload });
const create = async (user: TestUser, more: object = {}): Promise<string> =>
  (await send(user, "/work-orders", { ...CONTENT, ...more })).json().order_id;
const get = async (user: TestUser, id: string) =>
  (await world.call(user, { url: `/api/work-orders/${id}` })).json().data;
const move = (user: TestUser, id: string, name: string, version: number, more: object = {}) =>
  send(user, `/work-orders/${id}/moves`, { move: name, version, remark: "because", ...more });
const idsOf = async (user: TestUser, query: string): Promise<string[]> =>
  (await world.call(user, { url: `/api/work-orders?page_size=500&${query}` }))
    .json()
    .list.map(({ order_id }: { order_id: string }) => order_id);
const titles = async ({ tenantId, userId }: TestUser): Promise<string[]> => {
  const url = `/api/tenant/tenants/${tenantId}/users/${userId}/message?page_size=100`;
  const user = [owner, sub, merchant, root, second, stranger].find((one) => one.userId === userId) ?? null;
  const { list } = (await world.call(user, { url, headers: { "accept-language": "en" } })).json();
  return list.map(({ messageTitle }: { messageTitle: string }) => messageTitle);
};

describe("a work order", () => {
  it("has an identifier of its day, and tells both who may handle it [WO-01] [WO-02]", async () => {
    const made = (await send(owner, "/work-orders", CONTENT)).json();
    const day = new Date().toISOString().slice(0, 10).replaceAll("-", "");
    expect(made.identifier).toMatch(new RegExp(`^WO-${day}-\\d{4}$`));
    for (const handler of [root, second, merchant])
      expect(await titles(handler)).toContain(`New work order ${made.identifier}`);
    expect(await titles(stranger)).toEqual([]);
    expect(await get(owner, made.order_id)).toMatchObject({
      ...CONTENT,
      status: "pending",
      initiator: "owner",
      handler: null,
      moves: ["withdraw"],
      entries: [{ kind: "created", user_name: "owner", remark: "" }],
    });
  });

  it("goes through all states with actor, remark and time, and tells the other side each time [WO-02]", async () => {
    const id = await create(owner);
    const { identifier } = await get(owner, id);
    expect((await move(merchant, id, "take", 1)).json().data).toMatchObject({ status: "process", handler: "maker" });
    expect((await move(merchant, id, "solve", 2)).json().data.status).toBe("wait");
    expect((await move(owner, id, "reject", 3)).json().data.status).toBe("abandon");
    expect((await move(root, id, "resume", 4)).json().data).toMatchObject({ status: "process", handler: "root_admin" });
    expect((await move(root, id, "solve", 5, { remark: "loosen clamp 3" })).json().data.status).toBe("wait");
    const done = (await move(owner, id, "agree", 6)).json().data;
    expect(done.status).toBe("done");
    expect(
      done.entries.map(({ kind, user_name }: { kind: string; user_name: string }) => `${kind} ${user_name}`),
    ).toEqual([
      "created owner",
      "take maker",
      "solve maker",
      "reject owner",
      "resume root_admin",
      "solve root_admin",
      "agree owner",
    ]);
    expect(done.moves).toEqual([]);
    expect(await titles(owner)).toEqual(
      expect.arrayContaining([`Work order ${identifier}: in process`, `Work order ${identifier}: to verify`]),
    );
    expect(await titles(merchant)).toContain(`Work order ${identifier}: not passed`);
    expect(await titles(root)).toContain(`Work order ${identifier}: done`);
    // In whose hand it is hears it; the others do not.
    expect(await titles(second)).not.toContain(`Work order ${identifier}: done`);
  });

  it("is refused with a reason, and sent again once, changed [WO-02]", async () => {
    const id = await create(owner);
    expect((await move(root, id, "refuse", 1, { remark: "" })).json()).toMatchObject({
      code: "orders.reasonMissing",
      field: "remark",
    });
    expect((await move(root, id, "refuse", 1)).json().data.status).toBe("refuse");
    expect((await move(owner, id, "resubmit", 2, { content: CONTENT })).json().code).toBe("orders.unchanged");
    const changed = { ...CONTENT, description: "Hot above 60 km/h" };
    expect((await move(owner, id, "resubmit", 2, { content: changed })).json().data).toMatchObject({
      status: "pending",
      handler: null,
      description: "Hot above 60 km/h",
    });
    expect((await move(root, id, "refuse", 3)).statusCode).toBe(200);
    const again = await move(owner, id, "resubmit", 4, { content: { ...changed, name: "Other" } });
    expect([again.statusCode, again.json().code]).toEqual([409, "orders.notNow"]);
  });

  it("is withdrawn while it is pending, and stays so [WO-02]", async () => {
    const id = await create(owner);
    expect((await move(owner, id, "withdraw", 1)).json().data).toMatchObject({ is_withdrawn: true, moves: [] });
    for (const name of MOVE_NAMES) expect((await move(root, id, name, 2)).statusCode).toBe(409);
    expect((await send(owner, `/work-orders/${id}/remarks`, { remark: "x" })).statusCode).toBe(409);
    expect(await idsOf(root, "tab=handle")).not.toContain(id);
  });

  it("goes to one of two handlers who take it at once; the other is told who has it [WO-02]", async () => {
    const id = await create(owner);
    const both = await Promise.all([move(root, id, "take", 1), move(second, id, "take", 1)]);
    expect(both.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    const [winner, loser] = both[0]?.statusCode === 200 ? both : both.toReversed();
    const { handler } = winner?.json().data ?? {};
    expect(loser?.json()).toMatchObject({ code: "orders.moved", details: { user_name: handler, move: "take" } });
    expect((await get(owner, id)).handler).toBe(handler);
    const other = handler === "root_admin" ? second : root;
    const foreign = await move(other, id, "solve", 2);
    expect([foreign.statusCode, foreign.json().code]).toEqual([403, "orders.notYours"]);
  });

  it("is seen by its tenant and its handlers alone; a sub-user sees its own [WO-02] [USR-01]", async () => {
    const [managers, drivers] = [await create(owner), await create(sub)];
    expect(await idsOf(owner, "tab=all")).toEqual(expect.arrayContaining([managers, drivers]));
    expect(await idsOf(sub, "tab=all")).toEqual([drivers]);
    for (const handler of [merchant, root])
      expect(await idsOf(handler, "tab=handle")).toEqual(expect.arrayContaining([managers, drivers]));
    expect(await idsOf(stranger, "tab=all")).toEqual([]);
    for (const [user, id] of [
      [stranger, drivers],
      [sub, managers],
    ] as const)
      expect((await world.call(user, { url: `/api/work-orders/${id}` })).statusCode).toBe(404);
    expect((await move(owner, drivers, "withdraw", 1)).json().code).toBe("orders.notYours");
    await move(root, drivers, "take", 1);
    expect((await move(merchant, drivers, "agree", 2)).json().code).toBe("orders.notNow");
  });
});

describe("links of an order", () => {
  it("name device, alarm and window; the handler sees what they were, not the data [WO-01] [USR-01]", async () => {
    const { db } = world.database;
    const device = await testDevice(db, owner.tenantId);
    const ruleId = await makeTestRule(db, { ...owner, userName: "owner" }, { name: "Too hot", level: "urgent" });
    const of = { tenantId: owner.tenantId, thingsId: device.thingsId, ruleId, binding: device.bindingNumber };
    const event_id = await makeTestEvent(db, { ...of, startedUs: 5_000_000 });
    const id = await create(owner, { event_id, from_time: 1000, to_time: 9000 });
    expect(await idsOf(owner, `tab=all&event_id=${event_id}`)).toEqual([id]);
    expect(await idsOf(owner, `tab=all&things_id=${device.thingsId}`)).toEqual([id]);
    const event = { rule_name: "Too hot", level: "urgent", start_time: 5000 };
    expect(await get(owner, id)).toMatchObject({
      things_id: device.thingsId,
      from_time: 1000,
      to_time: 9000,
      event: { ...event, event_id, is_open: true },
    });
    expect(await get(merchant, id)).toMatchObject({
      things_id: null,
      event: { ...event, event_id: "", is_open: null },
    });
    await move(merchant, id, "take", 1);
    await move(merchant, id, "solve", 2);
    expect((await move(owner, id, "agree", 3, { close_event: true })).json().data.event.is_open).toBe(false);
    const { notes } = (await world.call(owner, { url: `/api/alarm-events/${event_id}` })).json().data;
    expect(notes).toMatchObject([{ kind: "closed", content: expect.stringMatching(/^WO-/) }]);
  });

  it("are refused where they name what the caller may not see, or no window [WO-01]", async () => {
    const { thingsId } = await testDevice(world.database.db, owner.tenantId);
    expect((await send(sub, "/work-orders", { ...CONTENT, things_id: thingsId })).statusCode).toBe(404);
    expect((await send(stranger, "/work-orders", { ...CONTENT, things_id: thingsId })).statusCode).toBe(404);
    const wrong = [{ from_time: 5 }, { from_time: 5, to_time: 5 }, { from_time: 0, to_time: 8 * 24 * 3_600_000 }];
    for (const window of wrong)
      expect((await send(owner, "/work-orders", { ...CONTENT, ...window })).statusCode).toBe(400);
  });
});

describe("pictures of an order", () => {
  const upload = (user: TestUser, payload: Buffer) =>
    world.call(user, {
      method: "POST",
      url: "/api/work-order-pictures",
      payload,
      headers: { "content-type": "application/octet-stream" },
    });

  it("are raster pictures by content of 2 MB at most [WO-01] [ACC-15]", async () => {
    expect((await upload(owner, Buffer.from("<svg/>"))).json().code).toBe("platform.imageFormat");
    const large = Buffer.concat([TEST_GIF, Buffer.alloc(2_097_153 - TEST_GIF.length)]);
    expect((await upload(owner, large)).json().code).toBe("platform.imageTooLarge");
    expect((await upload(owner, large.subarray(1, 100))).json().code).toBe("platform.imageFormat");
  });

  it("belong to the order they were sent with, once, and are seen by those who see it [WO-01]", async () => {
    const { picture_id } = (await upload(owner, TEST_GIF)).json();
    const see = async (user: TestUser) =>
      (await world.call(user, { url: `/api/work-order-pictures/${picture_id}` })).statusCode;
    expect([await see(owner), await see(root), await see(sub)]).toEqual([200, 404, 404]);
    expect((await send(sub, "/work-orders", { ...CONTENT, picture_ids: [picture_id] })).statusCode).toBe(404);
    const id = await create(owner, { picture_ids: [picture_id] });
    expect((await get(root, id)).picture_ids).toEqual([picture_id]);
    expect([await see(owner), await see(root), await see(merchant)]).toEqual([200, 200, 200]);
    expect([await see(sub), await see(stranger)]).toEqual([404, 404]);
    expect((await send(owner, "/work-orders", { ...CONTENT, picture_ids: [picture_id] })).statusCode).toBe(404);
    const answer = await world.call(root, { url: `/api/work-order-pictures/${picture_id}` });
    expect(answer.json().picture).toBe(`data:image/gif;base64,${TEST_GIF.toString("base64")}`);
  });

  it("of an order that is sent again are the order's, and are a change by themselves [WO-02]", async () => {
    const [first, more] = [(await upload(owner, TEST_GIF)).json(), (await upload(owner, TEST_GIF)).json()];
    const id = await create(owner, { picture_ids: [first.picture_id] });
    expect((await move(root, id, "refuse", 1)).statusCode).toBe(200);
    const again = { content: CONTENT, picture_ids: [more.picture_id] };
    expect((await move(owner, id, "resubmit", 2, again)).json().data.picture_ids).toEqual([
      first.picture_id,
      more.picture_id,
    ]);
  });

  it("that belong to nothing are limited, and go after a day [WO-01]", async () => {
    for (let i = 0; i < MOST_LOOSE_PICTURES; i++) expect((await upload(sub, TEST_GIF)).statusCode).toBe(200);
    expect((await upload(sub, TEST_GIF)).json().code).toBe("orders.tooManyPictures");
    await endSilentOrders({ db: world.database.db, bus: world.bus, now: () => Date.now() + 25 * 3_600_000 });
    expect((await upload(sub, TEST_GIF)).statusCode).toBe(200);
  });
});

describe("time and limits", () => {
  it("a solved order is done by itself after seven silent days; a word of the initiator counts anew [WO-02]", async () => {
    const [silent, spoken] = [await create(owner), await create(owner)];
    for (const id of [silent, spoken]) {
      await move(root, id, "take", 1);
      await move(root, id, "solve", 2);
    }
    const look = (atMs: number) => endSilentOrders({ db: world.database.db, bus: world.bus, now: () => atMs });
    const { ends_time } = await get(owner, silent);
    await sql`update work_orders set silent_since = silent_since - interval '7 days'
      where id in (${silent}, ${spoken})`.execute(world.database.db);
    await send(owner, `/work-orders/${spoken}/remarks`, { remark: "still looking" });
    await look(Date.now());
    expect([(await get(owner, silent)).status, (await get(owner, spoken)).status]).toEqual(["done", "wait"]);
    expect((await get(owner, silent)).entries.at(-1)).toMatchObject({ kind: "expired", user_name: null });
    const { identifier } = await get(owner, silent);
    for (const user of [owner, root])
      expect(await titles(user)).toContain(`Work order ${identifier} is done by itself`);
    expect(Math.abs(ends_time - Date.now() - SILENT_MS)).toBeLessThan(60_000);
  });

  it("a tenant has a limit of open orders [WO-01]", async () => {
    const { db } = world.database;
    const busy = await world.user({ tenant: "busy", name: "busy", role: "manager" });
    for (let i = 0; i < MOST_OPEN_ORDERS - 1; i++) await makeTestOrder(db, busy);
    const id = await create(busy);
    const refused = await send(busy, "/work-orders", CONTENT);
    expect([refused.statusCode, refused.json().code]).toEqual([409, "orders.tooMany"]);
    await move(busy, id, "withdraw", 1);
    expect((await send(busy, "/work-orders", CONTENT)).statusCode).toBe(200);
  });

  it("every change is in the operation log [USR-07]", async () => {
    const id = await create(owner);
    await move(root, id, "take", 1);
    const log = await sql<{ name: string }>`select distinct operation as name from operation_log
      where operation like 'orders.%'`.execute(world.database.db);
    expect(log.rows.map(({ name }) => name)).toEqual(
      expect.arrayContaining(["orders.createOrder", "orders.moveOrder", "orders.remarkOrder"]),
    );
  });
});
