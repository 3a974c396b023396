import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { batchOf } from "../../testing/worlds/test-alarm-world.ts";
import { sampleRule } from "../rules/test-rule.ts";

let world: TestApp;
let acme: TestUser;
let device: TestDevice;
const T0_MS = Math.floor(Date.now() / 1000) * 1000 - 600_000;

/** Over 50 at 10-12 s, 40 s and from 70 s on; a value a second for 80 s. */
const VALUES = Array.from({ length: 80 }, (_, s) => ((s >= 10 && s < 13) || s === 40 || s >= 70 ? 60 : 10));

beforeAll(async () => {
  world = await testApp();
  acme = await world.user({ tenant: "acme", name: "acme", role: "manager" });
  device = await testDevice(world.database.db, acme.tenantId);
  const ingest = openIngest({ landing: world.store.landing, log: createLog("fatal"), mayStore: () => true });
  for (let sequence = 0; sequence < 8; sequence++) {
    const samples = VALUES.slice(10 * sequence, 10 * sequence + 10).map(
      (value, i) => [(T0_MS + (10 * sequence + i) * 1000) * 1000, value] as const,
    );
    await ingest.ingest(batchOf(device, { sequence, samples }));
  }
  await ingest.close();
});
afterAll(() => world.close());

const { conditions } = sampleRule();
const range = { from_time: T0_MS, to_time: T0_MS + 100_000 };
const test = (more: object = {}, user = acme) =>
  world.call(user, {
    method: "POST",
    url: `/api/things/${device.thingsId}/alarm-back-test`,
    payload: { ...range, conditions, ...more },
  });

describe("a back-test", () => {
  it("says how often a rule would have fired, when, and what would be sent and held back [TRG-07]", async () => {
    const actions = [
      { kind: "email", targets: ["a@example.org"], every_min: 60 },
      { kind: "feishu", targets: ["hook"], every_min: 1 },
    ];
    const { data } = (await test({ actions, recover_s: 5 })).json();
    expect(data).toMatchObject({ frames: 80, fired: 3, pending: 0, longest_ms: 9000 });
    const seconds = data.firings.map((one: { start_time: number; end_time: number | null }) => [
      (one.start_time - T0_MS) / 1000,
      one.end_time && (one.end_time - T0_MS) / 1000,
    ]);
    expect(seconds).toEqual([
      [10, 18],
      [40, 46],
      [70, null],
    ]);
    expect([data.sent, data.held]).toEqual([
      { email: 1, feishu: 2 },
      { email: 2, feishu: 1 },
    ]);
  });

  it("counts what was nearly a firing, within its range and of its channel [TRG-07]", async () => {
    expect((await test({ hold_s: 2 })).json().data).toMatchObject({ fired: 2, pending: 1 });
    expect((await test({ to_time: T0_MS + 30_000 })).json().data).toMatchObject({ frames: 30, fired: 1 });
    expect((await test({ channel: 1 })).json().data).toMatchObject({ frames: 0, fired: 0 });
    const long = await test({ from_time: T0_MS - 32 * 86_400_000 });
    expect([long.statusCode, long.json().code]).toEqual([400, "alarms.backTestRange"]);
  });

  it("lists every state but normal, with its beginning and end [TRG-03] [TRG-07]", async () => {
    const { data } = (await test({ hold_s: 2, recover_s: 5 })).json();
    const states = data.phases.map((one: { state: string; from_time: number; to_time: number }) => [
      one.state,
      (one.from_time - T0_MS) / 1000,
      (one.to_time - T0_MS) / 1000,
    ]);
    expect(states).toEqual([
      ["pending", 10, 12],
      ["active", 12, 13],
      ["recovering", 13, 18],
      ["pending", 40, 41],
      ["pending", 70, 72],
      ["active", 72, 79],
    ]);
  });

  it("judges the bus as ingest does, and a silence to the end of the range [TRG-07]", async () => {
    const bus = (more: object, rest: object = {}) =>
      test({ conditions: [{ kind: "bus", metric: "silence", value: 5, ...more }], recover_s: 0, ...rest });
    const { data } = (await bus({})).json();
    expect(data).toMatchObject({ frames: 80, fired: 1 });
    expect(data.firings[0].start_time - T0_MS).toBe(84_000);
    const load = await bus({ metric: "load", operator: "lt", value: 5 }, { channel: 0 });
    expect(load.json().data).toMatchObject({ fired: 1 });
    const mixed = await test({ conditions: [...conditions, { kind: "bus", metric: "silence", value: 5 }] });
    expect([mixed.statusCode, mixed.json().code]).toEqual([400, "alarms.ruleBusAlone"]);
    const silent = { kind: "bus", metric: "silence", value: 5 };
    const both = await test({ conditions: [silent, { kind: "bus", metric: "errors", value: 5 }] });
    expect(both.json().code).toBe("alarms.ruleDeviceSilence");
  });
});
