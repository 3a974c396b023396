import { type Bookmark, MAX_BOOKMARKS } from "@canopy/contract/devices/bookmarks";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantLevel, type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let manager: TestUser;
let writer: TestUser;
let reader: TestUser;
let blind: TestUser;
let stranger: TestUser;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
  writer = await world.user({ tenant: "own", name: "writer_a", role: "sub", level: "write" });
  reader = await world.user({ tenant: "own", name: "reader_a", role: "sub", level: "read" });
  blind = await world.user({ tenant: "own", name: "blind_a", role: "sub", level: "write" });
  stranger = await world.user({ tenant: "other", name: "manager_b", role: "manager" });
});
afterAll(() => world?.close());

async function newDevice(): Promise<TestDevice> {
  const device = await testDevice(world.database.db, manager.tenantId);
  await grantLevel(world.database.db, writer, device.thingsId, "write");
  await grantLevel(world.database.db, reader, device.thingsId, "read");
  return device;
}

type Method = "GET" | "POST" | "PUT" | "DELETE";
const call = (user: TestUser, method: Method, url: string, payload?: object) =>
  world.call(user, { method, url: `/api${url}`, ...(payload && { payload }) });
const of = ({ thingsId }: TestDevice) => `/things/${thingsId}/bookmarks`;
const mark = (text: string, from_time = 1000, to_time = from_time) => ({ from_time, to_time, text });
async function added(user: TestUser, device: TestDevice, content: object): Promise<Bookmark> {
  const answer = await call(user, "POST", of(device), content);
  expect(answer.statusCode, answer.body).toBe(200);
  return answer.json().data;
}
const texts = async (user: TestUser, device: TestDevice, query = "") =>
  (await call(user, "GET", `${of(device)}?page_size=100${query}`)).json().list.map(({ text }: Bookmark) => text);

describe("bookmarks of a device [DEV-13]", () => {
  it("are found by range and by words", async () => {
    const device = await newDevice();
    await added(manager, device, mark("Brake noise", 1000));
    await added(writer, device, mark("  100 % load ", 5000, 9000));
    expect(await texts(reader, device)).toEqual(["100 % load", "Brake noise"]);
    expect(await texts(reader, device, "&keyword=brake")).toEqual(["Brake noise"]);
    expect(await texts(reader, device, "&keyword=writer_")).toEqual(["100 % load"]);
    expect(await texts(reader, device, "&keyword=%25")).toEqual(["100 % load"]);
    expect(await texts(reader, device, "&start_time=8000&end_time=20000")).toEqual(["100 % load"]);
    expect(await texts(reader, device, "&start_time=0&end_time=4999")).toEqual(["Brake noise"]);
    expect(await texts(reader, await newDevice())).toEqual([]);
  });

  it("are added by those who may write, and changed and deleted by their author alone", async () => {
    const device = await newDevice();
    const own = await added(writer, device, mark("Mine"));
    const url = `${of(device)}/${own.bookmark_id}`;
    expect(own).toMatchObject({ author: writer.name, is_own: true });
    expect((await call(reader, "GET", of(device))).json().list).toMatchObject([{ text: "Mine", is_own: false }]);
    expect((await call(reader, "POST", of(device), mark("No"))).statusCode).toBe(403);
    expect((await call(blind, "GET", of(device))).statusCode).toBe(403);
    expect((await call(stranger, "GET", of(device))).statusCode).toBe(404);
    for (const method of ["PUT", "DELETE"] as const) {
      const answer = await call(manager, method, url, method === "PUT" ? mark("Taken") : undefined);
      expect([answer.statusCode, answer.json().code]).toEqual([403, "devices.bookmarkNotOwn"]);
      expect((await call(stranger, method, url, mark("Taken"))).statusCode).toBe(404);
    }
    expect((await call(writer, "PUT", url, mark("Still mine", 2000, 3000))).json().data).toMatchObject({
      text: "Still mine",
      from_time: 2000,
      to_time: 3000,
    });
    // Of another device it is not there.
    expect((await call(writer, "DELETE", `${of(await newDevice())}/${own.bookmark_id}`)).statusCode).toBe(404);
    expect((await call(writer, "DELETE", url)).statusCode).toBe(200);
    expect(await texts(reader, device)).toEqual([]);
  });

  it("have a text and an end that is not before their beginning, and a limit", async () => {
    const device = await newDevice();
    const codeOf = async (content: object) => (await call(manager, "POST", of(device), content)).json();
    expect(JSON.stringify(await codeOf(mark("   ")))).toContain("devices.bookmarkText");
    expect(JSON.stringify(await codeOf(mark("x".repeat(201))))).toContain("devices.bookmarkText");
    expect(JSON.stringify(await codeOf(mark("x", 5, 4)))).toContain("devices.bookmarkRange");
    await sql`insert into bookmarks (tenant_id, things_id, user_id, author, from_ms, to_ms, text)
      select ${manager.tenantId}, ${device.thingsId}, ${manager.userId}, '', n, n, 't'
      from generate_series(2, ${MAX_BOOKMARKS}) n`.execute(world.database.db);
    await added(manager, device, mark("The last one"));
    expect((await codeOf(mark("One more"))).code).toBe("devices.bookmarkLimit");
  });

  it("are written to the operation log", async () => {
    const device = await newDevice();
    const { bookmark_id } = await added(writer, device, mark("Logged"));
    await call(writer, "DELETE", `${of(device)}/${bookmark_id}`);
    const found = await sql<{ operation: string }>`select operation from operation_log
      where tenant_id = ${manager.tenantId} and operation like 'devices.%ookmark' order by id desc limit 2`.execute(
      world.database.db,
    );
    expect(found.rows.map(({ operation }) => operation).sort()).toEqual([
      "devices.createBookmark",
      "devices.deleteBookmark",
    ]);
  });
});
