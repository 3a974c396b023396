import type { AddressInfo } from "node:net";
import { MOST_MESSAGES, READ_STATUS, REMINDER } from "@canopy/contract/messages/messages";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { localBus } from "../platform/bus/local-bus.ts";
import { createLog } from "../platform/log.ts";
import { connectLive } from "../testing/terminals/live-socket.ts";
import { type TestApp, type TestUser, testApp } from "../testing/test-app.ts";
import { messageUsers } from "./message-users.ts";

const bus = localBus(createLog("silent"));
let world: TestApp;
let base: string;
let manager: TestUser;
let sub: TestUser;
let other: TestUser;
let operator: TestUser;

beforeAll(async () => {
  world = await testApp({}, { bus });
  await world.app.listen({ host: "127.0.0.1", port: 0 });
  base = `http://127.0.0.1:${(world.app.server.address() as AddressInfo).port}`;
  manager = await world.user({ tenant: "acme", name: "acme_owner", role: "manager" });
  sub = await world.user({ tenant: "acme", name: "acme_sub", role: "sub", level: "read" });
  other = await world.user({ tenant: "other", name: "other_owner", role: "manager" });
  operator = await world.user({ tenant: "platform", name: "operator", role: "system" });
});
afterAll(() => world.close());

const addressOf = ({ tenantId, userId }: TestUser) => `/api/tenant/tenants/${tenantId}/users/${userId}/message`;
const read = async (user: TestUser, query = "", headers: Record<string, string> = {}) =>
  (await world.call(user, { url: `${addressOf(user)}${query}`, headers })).json();
const mark = (user: TestUser, payload: Record<string, unknown>) =>
  world.call(user, { method: "PUT", url: addressOf(user), payload });
const message = (title: string, type: "system" | "download" = "system") => ({
  title: { zh: `${title} 中`, en: title },
  content: { zh: "内容", en: "content" },
  type,
  reminderMode: REMINDER.icon,
  link: type === "download" ? "/Container/HomePage/DeviceDetails?id=1" : null,
});
const send = (to: TestUser, title: string, type?: "download") =>
  messageUsers({ db: world.database.db, bus }, [to], message(title, type));

describe("messages of a user", () => {
  it("are listed newest first, by read state, in the language of the pages [MSG-01]", async () => {
    await send(manager, "first");
    await send(manager, "second", "download");
    const { list, pagination } = await read(manager, "?read_status=0", { "accept-language": "en" });
    expect(list.map(({ messageTitle }: { messageTitle: string }) => messageTitle)).toEqual(["second", "first"]);
    expect(pagination).toEqual({ current_page: 1, page_size: 10, total_size: 2 });
    expect(list[0]).toMatchObject({
      messageContent: "content",
      messageType: "download",
      read_status: READ_STATUS.unread,
      reminderMode: REMINDER.icon,
      send_time: expect.any(Number),
      link: "/Container/HomePage/DeviceDetails?id=1",
    });
    expect((await read(manager, "", { "accept-language": "zh" })).list[0].messageTitle).toBe("second 中");
    expect((await read(sub)).list).toEqual([]);
    expect((await read(manager, "?read_status=0&reminder_mode=2")).pagination.total_size).toBe(0);
    expect((await read(manager, "?read_status=0&reminder_mode=1")).pagination.total_size).toBe(2);
    expect((await world.call(manager, { url: `${addressOf(manager)}?reminder_mode=3` })).statusCode).toBe(400);
  });

  it("are marked as read one by one and deleted all at once [MSG-01]", async () => {
    await send(sub, "a");
    await send(sub, "b");
    const [newest] = (await read(sub)).list;
    expect((await mark(sub, { user_message_id: newest.id, read_status: READ_STATUS.read })).statusCode).toBe(200);
    expect((await read(sub, "?read_status=0")).pagination.total_size).toBe(1);
    expect((await read(sub, "?read_status=1")).list[0].id).toBe(newest.id);
    await mark(sub, { update_all: true, read_status: READ_STATUS.read });
    expect((await read(sub, "?read_status=0")).pagination.total_size).toBe(0);
    await mark(sub, { update_all: true, read_status: READ_STATUS.deleted });
    expect((await read(sub)).pagination.total_size).toBe(0);
  });

  it("are nobody else's, not even a colleague's [MSG-01]", async () => {
    await send(manager, "private");
    const url = addressOf(manager);
    expect((await world.call(sub, { url })).statusCode).toBe(404);
    expect((await world.call(other, { url })).statusCode).toBe(404);
    const [own] = (await read(manager)).list;
    expect((await mark(sub, { user_message_id: own.id, read_status: READ_STATUS.deleted })).statusCode).toBe(404);
    expect((await read(manager)).list[0].id).toBe(own.id);
  });

  it("an update must name one message or all [MSG-01]", async () => {
    expect((await mark(manager, { read_status: READ_STATUS.read })).statusCode).toBe(400);
    const both = { user_message_id: crypto.randomUUID(), update_all: true, read_status: READ_STATUS.read };
    expect((await mark(manager, both)).statusCode).toBe(400);
    expect((await mark(manager, { update_all: true, read_status: READ_STATUS.all })).statusCode).toBe(400);
  });

  it("beyond the limit the oldest go [MSG-01]", async () => {
    for (let i = 0; i < MOST_MESSAGES + 3; i += 50)
      await Promise.all(Array.from({ length: 50 }, (_, k) => send(other, String(i + k))));
    expect((await read(other)).pagination.total_size).toBe(MOST_MESSAGES);
  });

  it("are told to the open pages of that user alone [MSG-01]", async () => {
    const own = await connectLive(base, manager.token);
    const colleague = await connectLive(base, sub.token);
    const told = own.next("messages");
    await send(manager, "pushed");
    await told;
    expect(colleague.notices.map(({ type }) => type)).not.toContain("messages");
  });
});

describe("the operator", () => {
  const texts = {
    title_zh: "维护",
    title_en: "Maintenance",
    content_zh: "今晚停机",
    content_en: "Down tonight",
  };
  const operate = (method: "POST" | "PUT" | "DELETE" | "GET", path: string, payload?: object) =>
    world.call(operator, { method, url: `/api/operating/${path}`, ...(payload && { payload }) });
  const noticesOf = async (user: TestUser) =>
    (await world.call(user, { url: "/api/notification/notices", headers: { "accept-language": "en" } })).json().list;
  const hide = (user: TestUser, notice_id: string, noLongerShow = true) =>
    world.call(user, {
      method: "PUT",
      url: "/api/notification/notices",
      payload: { notice_id, user_id: user.userId, noLongerShow },
    });

  it("sends a message to all users of some tenants [MSG-01] [MSG-02]", async () => {
    const sent = await operate("POST", "messages", { ...texts, reminder_mode: 2, tenant_ids: [manager.tenantId] });
    expect(sent.json()).toEqual({ users: 2 });
    const [newest] = (await read(sub, "", { "accept-language": "en" })).list;
    expect(newest).toMatchObject({ messageTitle: "Maintenance", reminderMode: REMINDER.dialog });
    expect(
      (await world.call(manager, { method: "POST", url: "/api/operating/messages", payload: {} })).statusCode,
    ).toBe(403);
  });

  it("announces, for a time and to some tenants; a reader may hide it for good [NAV-09]", async () => {
    const now = Date.now();
    const form = { ...texts, from_time: now - 1000, until_time: now + 60_000, tenant_ids: [manager.tenantId] };
    const live = await connectLive(base, manager.token);
    const told = live.next("announcements");
    const { id } = (await operate("POST", "notices", form)).json();
    await told;
    expect(await noticesOf(manager)).toEqual([{ id, title: "Maintenance", content: "Down tonight" }]);
    expect(await noticesOf(other)).toEqual([]);
    expect((await hide(other, id)).statusCode).toBe(404);
    expect((await hide(sub, id)).statusCode).toBe(200);
    expect(await noticesOf(sub)).toEqual([]);
    expect(await noticesOf(manager)).toHaveLength(1);
    // A changed text shows the announcement again; a changed time does not.
    await operate("PUT", `notices/${id}`, { ...form, until_time: now + 120_000 });
    expect(await noticesOf(sub)).toEqual([]);
    await operate("PUT", `notices/${id}`, { ...form, content_zh: "改期", content_en: "Postponed" });
    expect(await noticesOf(sub)).toEqual([{ id, title: "Maintenance", content: "Postponed" }]);
    await operate("PUT", `notices/${id}`, { ...form, from_time: now - 60_000, until_time: now - 1 });
    expect(await noticesOf(manager)).toEqual([]);
    expect((await operate("GET", "notices")).json().list[0]).toMatchObject({ id, tenant_ids: [manager.tenantId] });
    expect((await operate("DELETE", `notices/${id}`)).statusCode).toBe(200);
    expect((await operate("GET", "notices")).json().pagination.total_size).toBe(0);
  });

  it("an announcement that ends before it begins is refused [NAV-09]", async () => {
    const form = { ...texts, from_time: 2000, until_time: 1000, tenant_ids: [] };
    expect((await operate("POST", "notices", form)).json()).toMatchObject({ field: "until_time" });
  });
});
