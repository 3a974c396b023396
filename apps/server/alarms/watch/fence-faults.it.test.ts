import type { GpsPosition } from "@canopy/contract/device-link/gps";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { changeFence } from "../../places/fence-store.ts";
import { makeTestFence, testCircle } from "../../places/test-fence.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { AlarmWorld, type End, type Process } from "../../testing/worlds/test-alarm-world.ts";
import { followFence } from "../rules/rule-store.ts";
import { rulesSubject } from "../rules/rule-subjects.ts";

let world: AlarmWorld;
const T0_MS = Math.floor(Date.now() / 1000) * 1000 - 300_000;
const METRES_PER_DEG = 111_194.93;

beforeAll(async () => {
  world = await AlarmWorld.open();
});
afterAll(() => world?.close());

/** At these metres north of the middle of a circle of 500 m, every ten seconds. */
const positions = (fromS: number, ...metres: number[]): GpsPosition[] =>
  metres.map((metre, i) => ({
    time: T0_MS + (fromS + 10 * i) * 1000,
    latitude: 31 + metre / METRES_PER_DEG,
    longitude: 121,
  }));
/** Enters at 20 s, leaves at 80 s. */
const DRIVE = [
  positions(0, 900, 700),
  positions(20, 400, 200),
  positions(40, 0, 100, 300),
  positions(70, 450, 600, 800),
  positions(100, 900, 1000, 1100),
];
const ACTIONS = [{ kind: "feishu" as const, targets: ["hook"], every_min: 1 }];

interface EventRow {
  readonly at: number;
  readonly until: number | null;
  readonly reason: string;
  readonly late: boolean;
}

async function eventsOf({ thingsId }: TestDevice): Promise<EventRow[]> {
  const found = await sql<EventRow>`select (started_us / 1000 - ${T0_MS}) / 1000 as at,
      (ended_us / 1000 - ${T0_MS}) / 1000 as until, reason, is_late as late
    from alarm_events where things_id = ${thingsId} order by started_us, id`.execute(world.database.db);
  return found.rows;
}

async function fenceRule(
  device: TestDevice,
  operator: "enter" | "out",
  more: Parameters<AlarmWorld["rule"]>[0] = {},
): Promise<string> {
  const fence_id = await makeTestFence(world.database.db, world.author);
  const conditions = [{ kind: "fence" as const, fence_id, operator }];
  await world.rule({ scope: { kind: "device", id: device.thingsId }, conditions, actions: ACTIONS, ...more });
  return fence_id;
}

const send = (process: Process, { bindingNumber }: TestDevice, sent: readonly GpsPosition[], lateMs = 0) =>
  process.points.positions(bindingNumber, sent, Math.max(...sent.map(({ time }) => time)) + lateMs);

/** Sends each message to processes until one has answered; a process that ends is followed by another. */
async function deliver(device: TestDevice, ends: Iterator<End | undefined>): Promise<void> {
  let process = world.start();
  const alive = () => {
    if (!process.isAlive) process = world.start();
    const end = ends.next().value;
    if (end !== undefined) process.endAt(end);
  };
  for (const sent of DRIVE) {
    for (;;) {
      alive();
      const answered = send(process, device, sent).then(() => true);
      if (await Promise.race([answered, untilDead(process)])) break;
    }
    alive();
    await process.relay();
  }
  while (!(await world.start().relay()));
}

async function untilDead(process: Process): Promise<false> {
  while (process.isAlive) await new Promise((resolve) => setTimeout(resolve, 1));
  return false;
}

describe("a fence alarm", () => {
  it.each(["beforeCommit", "afterCommit", "read", "committed", "removed"] as const)(
    "is neither lost nor doubled when the process ends at %s, wherever [GPS-03]",
    async (end) => {
      const device = await world.device();
      await fenceRule(device, "enter", { recover: { notify: true } });
      const every = (function* () {
        for (let i = 0; ; i++) yield i % 2 === 0 ? end : undefined;
      })();
      await deliver(device, every);
      expect(await eventsOf(device)).toEqual([{ at: 20, until: 80, reason: "enter", late: false }]);
      expect(await world.outbox(device)).toEqual(["fired feishu hook", "recovered feishu hook"]);
      const stored = await world.frames.store.points.positions({
        bindingNumber: device.bindingNumber,
        fromUs: 0,
        toUs: 2 ** 52,
        limit: 100,
      });
      expect(stored).toHaveLength(DRIVE.flat().length);
      expect(await world.frames.store.pins.of(device.bindingNumber)).toHaveLength(1);
    },
  );

  it("on leaving has its own reason for a device that is already outside [GPS-03]", async () => {
    const device = await world.device();
    await fenceRule(device, "out");
    const process = world.start();
    for (const sent of DRIVE) await send(process, device, sent);
    await process.relay();
    expect(await eventsOf(device)).toEqual([
      { at: 0, until: 20, reason: "alreadyOutside", late: false },
      { at: 80, until: null, reason: "exit", late: false },
    ]);
  });

  it("is recorded as late, and nothing is sent, where positions come over ten minutes late [GPS-03]", async () => {
    const device = await world.device();
    await fenceRule(device, "enter");
    const process = world.start();
    for (const sent of DRIVE) await send(process, device, sent, 700_000);
    await process.relay();
    expect(await eventsOf(device)).toEqual([{ at: 20, until: 80, reason: "enter", late: true }]);
    expect(await world.outbox(device)).toEqual([]);
  });

  it("is not fired by positions of an imported file, and not kept from firing by them [GPS-03]", async () => {
    const device = await world.device();
    await fenceRule(device, "enter");
    const process = world.start();
    const imported = positions(-200, 900, 700, 400, 0, 0, 0, 0, 700, 900);
    const store = world.frames.store.points;
    for (const sent of DRIVE) {
      expect(await store.importPositions(device.bindingNumber, imported)).toBe(sent === DRIVE[0] ? imported.length : 0);
      await send(process, device, sent);
    }
    await process.relay();
    expect(await eventsOf(device)).toEqual([{ at: 20, until: 80, reason: "enter", late: false }]);
  });

  it("follows another border at once, and its event of the old one ends [GPS-03]", async () => {
    const device = await world.device();
    const fenceId = await fenceRule(device, "enter");
    const process = world.start();
    for (const sent of DRIVE.slice(0, 3)) await send(process, device, sent);
    await process.relay();
    expect(await eventsOf(device)).toMatchObject([{ at: 20, until: null }]);
    const { db } = world.database;
    const { tenantId } = world.author;
    const name = "Farther north";
    const shape = testCircle(500, 31 + 1000 / METRES_PER_DEG);
    await changeFence(db, tenantId, fenceId, { name, region: "", shape });
    await followFence(db, tenantId, { fenceId, name, hasNewBorder: true });
    world.bus.publish(rulesSubject(tenantId), new Uint8Array(0));
    for (const sent of [...DRIVE.slice(3), positions(130, 1100, 1100)]) await send(process, device, sent);
    await process.relay();
    const events = await eventsOf(device);
    expect(events.map(({ at, reason }) => [at, reason])).toEqual([
      [20, "enter"],
      [80, "enter"],
    ]);
    expect(events[0]?.until).not.toBeNull();
    const rule = await sql<{ name: string }>`select content -> 'conditions' -> 0 ->> 'fence_name' as name
      from alarm_rules where tenant_id = ${tenantId} and things_id = ${device.thingsId}`.execute(db);
    expect(rule.rows).toEqual([{ name }]);
  });

  it("says once that no position comes any more, and goes on when they do [GPS-03]", async () => {
    const device = await world.device();
    await fenceRule(device, "enter");
    const [one, other] = [world.start(), world.start()];
    for (const sent of DRIVE.slice(0, 3)) await send(one, device, sent);
    await one.positions.look();
    await one.relay();
    const lost = async () => {
      const found = await sql<{ at: number | null }>`select (lost_us / 1000 - ${T0_MS}) / 1000 as at
        from alarm_events where things_id = ${device.thingsId}`.execute(world.database.db);
      return found.rows.map(({ at }) => at);
    };
    expect(await lost()).toEqual([null]);
    const { pool } = world.frames.framesDatabase;
    await pool.query("update place_marks set at = at - interval '6 minutes' where binding = $1", [
      device.bindingNumber,
    ]);
    await Promise.all([one.positions.look(), other.positions.look()]);
    await one.positions.look();
    const changes = await pool.query("select kind from rule_changes where binding = $1 and kind = 'lost'", [
      device.bindingNumber,
    ]);
    expect(changes.rows).toHaveLength(1);
    await one.relay();
    expect(await lost()).toEqual([60]);
    // It is still inside.
    await send(one, device, positions(400, 100));
    await one.relay();
    expect(await lost()).toEqual([null]);
    await send(other, device, positions(410, 600, 800, 900, 1000, 1100));
    await one.relay();
    expect(await eventsOf(device)).toEqual([{ at: 20, until: 410, reason: "enter", late: false }]);
  });

  it("says so too where hundreds of alarms are left of rules that watch no more [GPS-03]", async () => {
    const { pool } = world.frames.framesDatabase;
    await pool.query(
      "insert into place_marks (binding, last, at) values (999999, '[[1, 0, 0], null]', to_timestamp(0))",
    );
    await pool.query(`insert into rule_states (binding, rule, rule_version, channel, is_late, state)
      select 999999, gen_random_uuid(), 1, 0, false, '{"isActive": true}' from generate_series(1, 500)`);
    const device = await world.device();
    await fenceRule(device, "enter");
    const process = world.start();
    for (const sent of DRIVE.slice(0, 3)) await send(process, device, sent);
    await pool.query("update place_marks set at = at - interval '6 minutes' where binding = $1", [
      device.bindingNumber,
    ]);
    await process.positions.look();
    await process.positions.look();
    const changes = await pool.query("select kind from rule_changes where binding = $1 order by id", [
      device.bindingNumber,
    ]);
    expect(changes.rows).toEqual([{ kind: "fired" }, { kind: "lost" }]);
    const left = await pool.query("select 1 from rule_states where binding = 999999");
    expect(left.rows).toEqual([]);
  });

  it("goes on in another process that takes the device over [GPS-03]", async () => {
    const device = await world.device();
    await fenceRule(device, "enter");
    const processes = [world.start(), world.start()] as const;
    for (const [i, sent] of DRIVE.entries()) await send(processes[i % 2] as Process, device, sent);
    await processes[0].relay();
    expect(await eventsOf(device)).toEqual([{ at: 20, until: 80, reason: "enter", late: false }]);
  });
});
