import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { grantLevel, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";

let world: TestApp;
let manager: TestUser;
let reader: TestUser;
let thingsId: string;

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "lists", name: "list_manager", role: "manager" });
  reader = await world.user({ tenant: "lists", name: "list_reader", role: "sub", level: "read" });
  ({ thingsId } = await testDevice(world.database.db, manager.tenantId));
  await grantLevel(world.database.db, reader, thingsId, "read");
});
afterAll(() => world.close());

const FRAME = { channel: 0, id: 0x123, data: "0A0B" };

function save(user: TestUser, payload: object) {
  return world.call(user, { method: "PUT", url: `/api/things/${thingsId}/command-lists`, payload });
}

const read = async (user: TestUser, what: string) =>
  (await world.call(user, { method: "GET", url: `/api/things/${thingsId}/${what}` })).json().list;

describe("command lists", () => {
  it("are kept with their frames, replaced by name and seen by who may read the device [DEV-06]", async () => {
    const saved = await save(manager, { name: "wake up", frames: [FRAME, { ...FRAME, delay_ms: 50 }], repeat: 3 });
    expect(saved.statusCode).toBe(200);
    await save(manager, { name: "wake up", frames: [FRAME], period_ms: 100 });
    const list = await read(reader, "command-lists");
    expect(list).toHaveLength(1);
    expect(list[0]).toMatchObject({ name: "wake up", repeat: 1, period_ms: 100, user_name: "list_manager" });
    expect(list[0].frames).toEqual([expect.objectContaining({ id: 0x123, data: "0A0B", delay_ms: 0 })]);
    expect((await save(reader, { name: "x", frames: [FRAME] })).statusCode).toBe(403);
    const url = `/api/things/${thingsId}/command-lists?name=${encodeURIComponent("wake up")}`;
    expect((await world.call(manager, { method: "DELETE", url })).statusCode).toBe(200);
    expect(await read(reader, "command-lists")).toEqual([]);
  });

  it("hold 100 items and refuse the 101st, and frames that cannot be [DEV-06]", async () => {
    const of = (count: number) => ({ name: "long", frames: Array.from({ length: count }, () => FRAME) });
    expect((await save(manager, of(100))).statusCode).toBe(200);
    for (const bad of [of(101), of(0), { name: "bad", frames: [{ ...FRAME, data: "0" }] }]) {
      expect((await save(manager, bad)).statusCode).toBe(400);
    }
    const tooLong = { name: "bad", frames: [{ ...FRAME, data: "00".repeat(9) }] };
    expect((await save(manager, tooLong)).statusCode).toBe(400);
  });
});

describe("the choice of data points", () => {
  const point = (id: number) => ({ id, extended: false, message: "BMS_1", signal: `s${id}` });
  const choose = (user: TestUser, count: number) =>
    world.call(user, {
      method: "PUT",
      url: `/api/things/${thingsId}/data-points`,
      payload: { points: Array.from({ length: count }, (_, id) => point(id)) },
    });

  it("is kept per user and device; the 31st is refused [DAT-02]", async () => {
    expect((await choose(manager, 30)).statusCode).toBe(200);
    expect((await choose(reader, 2)).statusCode).toBe(200);
    const refused = await choose(manager, 31);
    expect(refused.statusCode).toBe(400);
    expect(refused.body).toContain("30");
    expect(await read(manager, "data-points")).toHaveLength(30);
    expect(await read(reader, "data-points")).toEqual([point(0), point(1)]);
  });
});
