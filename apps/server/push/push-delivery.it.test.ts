import { setImmediate as nextTurn } from "node:timers/promises";
import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { makeTestEvent } from "../alarms/events/test-event.ts";
import { makeTestRule } from "../alarms/rules/test-rule.ts";
import { insertSet, LABELS } from "../devices/fleet/named-set-store.ts";
import { reportStatus } from "../devices/link/report-status.ts";
import { testStoredFile } from "../testing/stored/test-stored-file.ts";
import { testDevice } from "../testing/terminals/test-device.ts";
import { PushWorld } from "../testing/worlds/test-push-world.ts";
import { claimDeliveries } from "./claim-store.ts";
import type { CollectStep } from "./push-collector.ts";

let world: PushWorld;
let nowUs = Math.floor(Date.now() / 10_000) * 10_000_000 - 3_600_000_000;
beforeAll(async () => {
  world = await PushWorld.open();
});
afterAll(() => world.close());
beforeEach(async () => {
  await world.reset();
  nowUs += 60_000_000;
});

/** In the order of their data: several are under way at once. */
const bodies = () => world.receiver.taken.map(({ body }) => body).toSorted((a, b) => Number(a.time) - Number(b.time));
const seconds = () => bodies().map(({ time }) => (Number(time) - nowUs / 1000) / 1000);
const SECOND = 1_000_000;
const speeds = (from: number, to: number) =>
  Array.from(
    { length: (to - from) * 10 },
    (_, i) => [nowUs + from * SECOND + i * 100_000, (from * 10 + i) * 4] as const,
  );

describe("what is forwarded", () => {
  it("are signals once a second, each once, with a signature that the receiver checks [CAP-01]", async () => {
    const ruleId = await world.rule({ source: { kind: "signals", signals: [world.speed], every_s: 1 } });
    await world.watch();
    for (let from = 0; from < 5; from += 1) await world.drive(speeds(from, from + 1));
    await world.pass();
    expect(bodies().map(({ signals }) => signals)).toEqual([0, 10, 20, 30, 40].map((Speed) => ({ Speed })));
    expect(bodies()[0]).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      type: "signals",
      time: nowUs / 1000,
      rule: { id: ruleId },
      device: { id: world.device.deviceId, name: "VAN-01" },
    });
    expect(await world.states(ruleId)).toEqual({ sent: 5 });
    expect(await world.pushes()).toBe(5);
  });

  it("also comes late, and once: batches out of their order, settled meanwhile [CAP-01]", async () => {
    await world.rule({ source: { kind: "signals", signals: [world.speed], every_s: 1 } });
    await world.watch();
    await world.drive(speeds(4, 6));
    await world.frames.settle();
    await world.pass();
    expect(seconds()).toEqual([4, 5]);
    await world.drive(speeds(0, 3));
    await world.drive(speeds(2, 5).filter(([at]) => at > nowUs + 3 * SECOND - 1));
    await world.frames.settle();
    await world.pass();
    expect(seconds()).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("on change is what differs from what was sent [CAP-01]", async () => {
    await world.rule({ source: { kind: "signals", signals: [world.speed], mode: "change", every_s: 1 } });
    await world.watch();
    const flat = (from: number, raw: number) => speeds(from, from + 2).map(([at]) => [at, raw] as const);
    for (const [from, raw] of [
      [0, 40],
      [2, 40],
      [4, 80],
    ] as const) {
      await world.drive(flat(from, raw));
      await world.pass();
    }
    expect(bodies().map(({ signals }) => signals)).toEqual([{ Speed: 10 }, { Speed: 20 }]);
  });

  it("are positions, not nearer than told [CAP-01]", async () => {
    await world.rule({ source: { kind: "positions", every_s: 1, moved_m: 100 } });
    await world.watch();
    const place = (second: number, latitude: number) => ({
      time: nowUs / 1000 + second * 1000,
      latitude,
      longitude: 121,
    });
    await world.locate([place(0, 31), place(1, 31.0001), place(2, 31.01), place(3, 31.0101)]);
    await world.pass();
    await world.locate([place(3, 31.5), place(4, 31.02)]);
    await world.pass();
    const latitudes = bodies().map(({ position }) => (position as { latitude: number }).latitude);
    expect(latitudes).toEqual([31, 31.01, 31.02]);
  });

  it("are alarms by level, presence and files, written with what happened [CAP-01]", async () => {
    await world.rule({
      source: { kind: "events", kinds: ["alarm.fired", "alarm.ended", "device.online"], levels: ["urgent"] },
    });
    await world.rule({ source: { kind: "files", name_contains: "TEST" } });
    const { tenantId, userId, name } = world.manager;
    const author = { tenantId, userId, userName: name };
    const { thingsId, bindingNumber: binding } = world.device;
    for (const [change, level] of [
      [nowUs + 1, "urgent"],
      [nowUs + 2, "tip"],
    ] as const) {
      const ruleId = await makeTestRule(world.db, author, { name: `${level} ${nowUs}`, level });
      await makeTestEvent(world.db, { tenantId, thingsId, ruleId, binding, change });
    }
    await sql`update alarm_events set ended_us = started_us + 1 where tenant_id = ${tenantId}`.execute(world.db);
    await reportStatus(world.db, binding, { online: true }, Date.now());
    await reportStatus(world.db, binding, { online: false }, Date.now() + 1);
    const { fileId } = await testStoredFile(world.db, world.app.files.receiver, world.manager);
    await world.pass();
    const types = bodies()
      .map(({ type }) => type)
      .sort();
    expect(types).toEqual(["alarm.ended", "alarm.fired", "device.online", "file.stored"]);
    expect(bodies().find(({ type }) => type === "file.stored")?.file).toMatchObject({
      id: fileId,
      name: "test.log",
    });
  });

  it("is of the devices of the rule alone, by id and by label [CAP-01]", async () => {
    const other = await testDevice(world.db, world.manager.tenantId, { name: "VAN-02" });
    const labelId = (await insertSet(world.db, LABELS, world.manager.tenantId, `road ${nowUs}`))?.id ?? "";
    await sql`insert into thing_labels (tenant_id, things_id, label_id)
      values (${world.manager.tenantId}, ${other.thingsId}, ${labelId})`.execute(world.db);
    const source = { kind: "signals" as const, signals: [world.speed], every_s: 1 };
    await world.rule({ name: "by id", source, scope: { kind: "devices", ids: [world.device.thingsId] } });
    await world.rule({ name: "by label", source, scope: { kind: "label", id: labelId } });
    await world.watch();
    await world.drive(speeds(0, 1));
    await world.drive(speeds(1, 2), other);
    await world.pass();
    const seen = bodies().map(
      ({ rule, device }) => `${(rule as { name: string }).name}: ${(device as { name: string }).name}`,
    );
    expect(seen.sort()).toEqual(["by id: VAN-01", "by label: VAN-02"]);
  });

  it("is rendered by the template of the rule [CAP-01]", async () => {
    const template = '{"vehicle": "{{device.name}}", "rpm": "{{signals.Speed}}"}';
    await world.rule({ source: { kind: "signals", signals: [world.speed], every_s: 10 }, template });
    await world.watch();
    await world.drive(speeds(0, 1));
    await world.pass();
    expect(bodies()).toEqual([{ vehicle: "VAN-01", rpm: 0 }]);
  });
});

describe("a process that ends", () => {
  it.each(["read", "queued", "removed"] as const)("at step %s loses and doubles nothing [CAP-01]", async (end) => {
    await world.rule({ source: { kind: "signals", signals: [world.speed], every_s: 1 } });
    await world.watch();
    await world.drive(speeds(0, 3));
    const step = (at: CollectStep) => {
      if (at === end) throw new Error("killed");
    };
    await world.collector(step).collect();
    // Its claim has run out.
    await world.frames.framesDatabase.pool.query("update push_watched set claimed_until = '-infinity'");
    await world.pass();
    expect(bodies().map(({ signals }) => signals)).toEqual([{ Speed: 0 }, { Speed: 10 }, { Speed: 20 }]);
  });

  it("between the answer and its row sends once more, under the same id [CAP-01]", async () => {
    const ruleId = await world.rule();
    await world.queue(ruleId, 1);
    const limits = { most: 9, perRule: 9, busyRules: [], tps: null, flow: null, otherPushes: 0, nowMs: Date.now() };
    const [claimed] = await claimDeliveries(world.db, "a secret of the tests", world.manager.tenantId, limits);
    await world.sender().drain();
    expect(world.receiver.calls).toBe(0);
    await sql`update push_deliveries set claimed_until = now() - interval '1 second'`.execute(world.db);
    await world.sender().drain();
    expect(world.receiver.taken.map(({ id }) => id)).toEqual([claimed?.messageId]);
    expect(await world.deliveries(ruleId)).toMatchObject([{ state: "sent", attempts: 2 }]);
  });
});

describe("two workers", () => {
  it("on one queue deliver each once, and read each device once [CAP-01]", async () => {
    const ruleId = await world.rule({
      source: { kind: "signals", signals: [world.speed], mode: "change", every_s: 1 },
    });
    await world.watch();
    const run = async () => {
      for (let i = 0; i < 10; i += 1) {
        await world.collector().collect();
        await nextTurn();
      }
    };
    const feed = async () => {
      for (let from = 0; from < 20; from += 1) await world.drive(speeds(from, from + 1));
    };
    await Promise.all([feed(), run(), run()]);
    while ((await world.collector().collect()) > 0);
    await world.queue(ruleId, 60);
    await Promise.all([world.sender().drain(), world.sender().drain(), world.sender().drain()]);
    const ids = world.receiver.taken.map(({ id }) => id);
    expect([ids.length, new Set(ids).size]).toEqual([80, 80]);
    expect(await world.states(ruleId)).toEqual({ sent: 80 });
  });
});
