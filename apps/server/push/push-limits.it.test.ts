import { type PackageContent, UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { setPackage } from "../capacity/package-store.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";

let world: PushWorld;
beforeAll(async () => {
  world = await PushWorld.open();
});
afterAll(() => world.close());
beforeEach(() => world.reset());

const limit = (more: Partial<PackageContent>) =>
  setPackage(world.db, world.manager.tenantId, { ...UNLIMITED_PACKAGE, ...more });

describe("push_flow", () => {
  it("is exact at its limit, also with three workers: the rest waits and is not lost [CAP-01] [CAP-02]", async () => {
    await limit({ push_flow: 7 });
    const ruleId = await world.rule();
    await world.queue(ruleId, 20);
    await Promise.all([world.sender().drain(), world.sender().drain(), world.sender().drain()]);
    expect(world.receiver.taken).toHaveLength(7);
    expect(await world.states(ruleId)).toEqual({ sent: 7, waiting: 13 });
    const capacity = `/notification/tenants/${world.manager.tenantId}/push/capacity`;
    expect((await world.call("GET", capacity)).json()).toEqual({ total: 7, used: 7 });
    expect((await world.call("GET", "/push-rules")).json().counts).toMatchObject({ flow: 7, flow_limit: 7 });
    await limit({ push_flow: 8 });
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 8, waiting: 12 });
    await limit({});
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 20 });
  });

  it("counts the webhooks of alarms, and begins anew with the month [CAP-02]", async () => {
    await limit({ push_flow: 3 });
    const ruleId = await world.rule();
    await world.queue(ruleId, 5);
    await world.sender({ otherPushes: async () => 2 }).drain();
    expect(await world.states(ruleId)).toEqual({ sent: 1, waiting: 4 });
    await sql`update push_usage set month = month - 1`.execute(world.db);
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 4, waiting: 1 });
  });
});

describe("push_tps", () => {
  it("lets as many through as a second allows, over all workers; the rest waits [CAP-01]", async () => {
    await limit({ push_tps: 5 });
    const ruleId = await world.rule();
    await world.queue(ruleId, 100);
    const began = Date.now();
    await Promise.all([world.sender().drain(), world.sender().drain()]);
    const most = 5 + Math.ceil(((Date.now() - began) / 1000) * 5);
    expect(world.receiver.taken.length).toBeGreaterThanOrEqual(5);
    expect(world.receiver.taken.length).toBeLessThanOrEqual(most);
    const before = world.receiver.taken.length;
    // A minute ago: the bucket holds one second.
    await sql`update push_usage set refilled_at = now() - interval '1 minute'`.execute(world.db);
    await world.sender().drain();
    expect(world.receiver.taken.length - before).toBeGreaterThanOrEqual(5);
    expect(world.receiver.taken.length).toBeLessThan(100);
    expect((await world.states(ruleId)).failed).toBeUndefined();
    await limit({});
    await world.sender().drain();
    expect(await world.states(ruleId)).toEqual({ sent: 100 });
  });
});

describe("the queue of a rule", () => {
  it("is bounded; what it leaves out is counted with its time and can be sent from history [CAP-01]", async () => {
    const ruleId = await world.rule({ source: { kind: "signals", signals: [world.speed], every_s: 1 } });
    await world.watch();
    const nowUs = Math.floor(Date.now() / 1000) * 1_000_000 - 60_000_000;
    await world.drive(Array.from({ length: 20 }, (_, i) => [nowUs + i * 1_000_000, i * 4] as const));
    await world.collector(undefined, 8).collect();
    expect(await world.states(ruleId)).toEqual({ waiting: 8 });
    const shown = (await world.call("GET", `/push-rules/${ruleId}`)).json().data;
    expect(shown).toMatchObject({ lost: 12, lost_from_time: nowUs / 1000 + 8000, lost_to_time: nowUs / 1000 + 19_000 });
  });
});
