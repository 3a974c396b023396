import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { manyDevices } from "../../testing/faults/many-devices.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { PresenceKeeper } from "./keep-presence.ts";
import { listOnlineBindings } from "./report-status.ts";

let world: TestApp;
let manager: TestUser;
const log = createLog("error");
const keeper = (isAlone: boolean) => new PresenceKeeper({ db: world.database.db, log, isAlone });
const online = () => listOnlineBindings(world.database.db);
const stays = async (thingsId: string, query = "") =>
  (await world.call(manager, { method: "GET", url: `/api/things/${thingsId}/connections?${query}` })).json();

beforeAll(async () => {
  world = await testApp();
  manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
});
afterAll(() => world?.close());

describe("presence", () => {
  const at = Date.UTC(2026, 0, 1);

  it("is what connections say, in their order, as a history of stays [DEV-07]", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const one = keeper(false);
    await one.start();
    void one.report(device.bindingNumber, true, at);
    void one.report(device.bindingNumber, false, at + 5000);
    await one.report(device.bindingNumber, true, at + 60_000);
    expect(await online()).toContain(device.bindingNumber);
    const { list, pagination } = await stays(device.thingsId);
    expect(list).toEqual([
      { online_time: at + 60_000, offline_time: null },
      { online_time: at, offline_time: at + 5000 },
    ]);
    expect(pagination.total_size).toBe(2);
    expect((await stays(device.thingsId, `start_time=${at}&end_time=${at + 6000}`)).list).toHaveLength(1);
    expect((await stays(device.thingsId, `start_time=${at + 6000}&end_time=${at + 7000}`)).list).toHaveLength(0);
    await one.report(device.bindingNumber, false, at + 70_000);
    await one.stop();
  });

  it("of a fleet that comes and goes at once is written in groups, each report once [DEV-07]", async () => {
    const fleet = await manyDevices(world.database.db, manager.tenantId, 1200);
    const [crashed, next] = [keeper(true), keeper(true)];
    await crashed.start();
    const numbers = fleet.map(({ bindingNumber }) => bindingNumber);
    await Promise.all([
      ...numbers.map((bindingNumber) => crashed.report(bindingNumber, true, at)),
      ...numbers
        .slice(0, 100)
        .flatMap((bindingNumber) => [
          crashed.report(bindingNumber, false, at + 1000),
          crashed.report(bindingNumber, true, at + 2000),
        ]),
    ]);
    const lines = async (kind: string) => {
      const text =
        "select count(*)::int as n from device_log l join things t on t.id = l.things_id where kind = $1 and t.binding = any($2::int[])";
      return (await world.database.pool.query<{ n: number }>(text, [kind, numbers])).rows[0]?.n;
    };
    expect((await online()).filter((one) => numbers.includes(one))).toHaveLength(1200);
    expect([await lines("online"), await lines("offline")]).toEqual([1300, 100]);
    await next.start();
    expect((await online()).filter((one) => numbers.includes(one))).toEqual([]);
    expect([await lines("online"), await lines("offline")]).toEqual([1300, 1300]);
    for (const one of [crashed, next]) await one.stop();
  });

  it("after a crash is what it was at the crash, from the start of the next process [DEV-07]", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const crashed = keeper(true);
    await crashed.start();
    await crashed.report(device.bindingNumber, true, Date.now() - 5000);
    const next = keeper(true);
    await next.start();
    expect(await online()).not.toContain(device.bindingNumber);
    const [stay] = (await stays(device.thingsId)).list;
    expect(stay.offline_time).toBeGreaterThanOrEqual(stay.online_time);
    expect(stay.offline_time).toBeLessThanOrEqual(Date.now());
    await next.report(device.bindingNumber, true, Date.now());
    expect(await online()).toContain(device.bindingNumber);
    for (const one of [crashed, next]) await one.stop();
  });

  it("beside living processes is theirs; a silent one loses its terminals [DEV-07] [OPS-02]", async () => {
    const [first, second] = [
      await testDevice(world.database.db, manager.tenantId),
      await testDevice(world.database.db, manager.tenantId),
    ];
    const [alive, silent, other] = [keeper(false), keeper(false), keeper(false)];
    for (const one of [alive, silent, other]) await one.start();
    await alive.report(first.bindingNumber, true, Date.now());
    await silent.report(second.bindingNumber, true, Date.now());
    await world.database.pool.query(
      "update ingest_instances set seen_at = now() - interval '61 seconds' where id = $1",
      [silent.instanceId],
    );
    expect(await other.sweep()).toBe(1);
    expect(await online()).toContain(first.bindingNumber);
    expect(await online()).not.toContain(second.bindingNumber);
    for (const one of [alive, silent, other]) await one.stop();
  });

  it("of a terminal that moved on is not ended by the process it left [DEV-07] [OPS-02]", async () => {
    const device = await testDevice(world.database.db, manager.tenantId);
    const [old, fresh] = [keeper(false), keeper(false)];
    for (const one of [old, fresh]) await one.start();
    await old.report(device.bindingNumber, true, Date.now() - 100);
    await fresh.report(device.bindingNumber, true, Date.now());
    await old.report(device.bindingNumber, false, Date.now() + 100);
    expect(await online()).toContain(device.bindingNumber);
    for (const one of [old, fresh]) await one.stop();
  });
});
