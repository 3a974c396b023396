import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { AlarmWorld, batchOf, type End, type Process, type Sent } from "../../testing/worlds/test-alarm-world.ts";
import { escalateDue } from "../relay/escalate.ts";

let world: AlarmWorld;
/** Now, in whole seconds: wrong clocks are judged by the real one. */
const T0_S = Math.floor(Date.now() / 1000) - 300;

beforeAll(async () => {
  world = await AlarmWorld.open();
});
afterAll(() => world?.close());

/** A value for each second from `fromS` on. */
const batch = (sequence: number, fromS: number, values: readonly number[], more: Partial<Sent> = {}): Sent => ({
  sequence,
  samples: values.map((value, i) => [(T0_S + fromS + i) * 1_000_000, value]),
  ...more,
});

interface EventRow {
  readonly kind: string;
  readonly at: number;
  readonly until: number | null;
  readonly peak: number | null;
  readonly late: boolean;
}

async function eventsOf({ thingsId }: TestDevice): Promise<EventRow[]> {
  const found = await sql<EventRow>`select level as kind, started_us / 1000000 - ${T0_S} as at,
      ended_us / 1000000 - ${T0_S} as until, peak, is_late as late
    from alarm_events where things_id = ${thingsId} order by started_us`.execute(world.database.db);
  return found.rows;
}

/** Sends it to processes until one has answered; a process that ends is followed by another. */
async function deliver(device: TestDevice, sent: readonly Sent[], ends: Iterator<End | undefined>): Promise<void> {
  let process: Process = world.start();
  const alive = async () => {
    if (!process.isAlive) process = world.start();
    const end = ends.next().value;
    if (end !== undefined) process.endAt(end);
  };
  for (const one of sent) {
    for (;;) {
      await alive();
      const answer = await Promise.race([process.ingest.ingest(batchOf(device, one)), untilDead(process)]);
      if (answer !== undefined) break;
    }
    await alive();
    await process.relay();
  }
  while (!(await world.start().relay()));
}

async function untilDead(process: Process): Promise<undefined> {
  while (process.isAlive) await new Promise((resolve) => setImmediate(resolve));
  // The commit of a process that ended behind it is over.
  return undefined;
}

/** Fires at 2 and 32, recovers at 15. */
const DRIVE = [
  batch(1, 0, [10, 10, 60, 70, 60]),
  batch(2, 5, [10, 10, 10, 10, 10]),
  batch(3, 10, Array(20).fill(10)),
  batch(4, 30, [10, 10, 60]),
  batch(5, 33, [60, 60]),
];
const FIRED = [
  { at: 2, until: 15, peak: 70, late: false },
  { at: 32, until: null, late: false },
];
const ACTIONS = [{ kind: "feishu" as const, targets: ["hook"], every_min: 1 }];

describe("a firing", () => {
  it.each(["beforeCommit", "afterCommit", "read", "committed", "removed"] as const)(
    "is neither lost nor doubled when the process ends at %s, wherever [TRG-03]",
    async (end) => {
      const device = await world.device();
      await world.rule({ scope: { kind: "device", id: device.thingsId }, actions: ACTIONS, recover: { notify: true } });
      const every = (function* () {
        // Every second look: the process in between does its work.
        for (let i = 0; ; i++) yield i % 2 === 0 ? end : undefined;
      })();
      await deliver(device, DRIVE, every);
      expect(await eventsOf(device)).toMatchObject(FIRED);
      expect(await world.outbox(device)).toEqual(["fired feishu hook", "recovered feishu hook"]);
      const pins = await world.frames.store.pins.of(device.bindingNumber);
      expect(pins.map(({ fromUs, toUs }) => [fromUs / 1e6 - T0_S, toUs / 1e6 - T0_S])).toEqual([
        [-298, 302],
        [-268, 332],
      ]);
    },
  );

  it("is neither lost nor doubled when processes end at random [TRG-03]", async () => {
    const ends: (End | undefined)[] = [
      "beforeCommit",
      "afterCommit",
      "read",
      "committed",
      "removed",
      undefined,
      undefined,
    ];
    let seed = 7;
    const random = (function* () {
      for (;;) {
        seed = (seed * 1103515245 + 12345) % 2147483648;
        yield ends[seed % ends.length];
      }
    })();
    for (let run = 0; run < 6; run++) {
      const device = await world.device();
      await world.rule({ scope: { kind: "device", id: device.thingsId } });
      await deliver(device, DRIVE, random);
      expect(await eventsOf(device)).toMatchObject(FIRED);
    }
  });

  it("is neither lost nor doubled when relays of several processes carry at the same time [TRG-03]", async () => {
    const devices = [await world.device(), await world.device(), await world.device()];
    for (const { thingsId } of devices)
      await world.rule({ scope: { kind: "device", id: thingsId }, actions: ACTIONS, recover: { notify: true } });
    const processes = [world.start(), world.start(), world.start()];
    const relays = [];
    for (const sent of DRIVE) {
      for (const device of devices) await processes[0]?.ingest.ingest(batchOf(device, sent));
      relays.push(...processes.map((process) => process.relay()));
    }
    expect(new Set(await Promise.all(relays))).toEqual(new Set([true]));
    while (!(await world.start().relay()));
    for (const device of devices) {
      expect(await eventsOf(device)).toMatchObject(FIRED);
      expect(await world.outbox(device)).toEqual(["fired feishu hook", "recovered feishu hook"]);
    }
  });

  it("is not made by a value that was pending before a pause and a restart [TRG-03]", async () => {
    const device = await world.device();
    await world.rule({ scope: { kind: "device", id: device.thingsId }, hold_s: 30 });
    await world.start().ingest.ingest(batchOf(device, batch(1, 0, [60, 60, 60])));
    const other = world.start();
    await other.ingest.ingest(batchOf(device, batch(2, 200, [60, 10])));
    await other.relay();
    expect(await eventsOf(device)).toEqual([]);
  });

  it("survives that the terminal goes to another process and comes back, also with another log [TRG-03]", async () => {
    const device = await world.device();
    await world.rule({ scope: { kind: "device", id: device.thingsId } });
    const [one, other] = [world.start(), world.start()];
    for (const [i, sent] of DRIVE.entries()) {
      const process = i % 2 === 0 ? one : other;
      await process.ingest.ingest(batchOf(device, { ...sent, epoch: 7 + i }));
    }
    // Both logs in one group.
    await Promise.all([
      one.ingest.ingest(batchOf(device, batch(1, 40, [10], { epoch: 50 }))),
      one.ingest.ingest(batchOf(device, batch(1, 41, Array(12).fill(10), { epoch: 51 }))),
    ]);
    await one.relay();
    const stored = await world.frames.store.frames.count({
      bindingNumber: device.bindingNumber,
      fromUs: 0,
      toUs: 2 ** 52,
      filter: {},
    });
    expect(stored).toBe(48);
    expect(await eventsOf(device)).toMatchObject([
      { at: 2, until: 15 },
      { at: 32, until: 50 },
    ]);
  });
});

describe("an event", () => {
  it("that is muted is recorded and sends nothing; one that nobody takes is escalated once [TRG-04]", async () => {
    const device = await world.device();
    const escalate = { after_min: 15, kind: "sms" as const, targets: ["13800000000"] };
    const scope = { kind: "device" as const, id: device.thingsId };
    const ruleId = await world.rule({ scope, actions: ACTIONS, recover_s: 0, escalate });
    const process = world.start();
    const { db } = world.database;
    const until = new Date(world.nowMs + 60_000);
    await sql`insert into alarm_mutes (tenant_id, rule_id, until_at, author)
      values (${device.tenantId}, ${ruleId}, ${until}, '')`.execute(db);
    await process.ingest.ingest(batchOf(device, batch(1, 0, [60, 10])));
    await process.relay();
    expect([await world.outbox(device), (await eventsOf(device)).length]).toEqual([[], 1]);
    world.nowMs += 61_000;
    await process.ingest.ingest(batchOf(device, batch(2, 10, [60])));
    await process.relay();
    expect(await escalateDue(db, world.nowMs + 14 * 60_000)).toEqual([]);
    expect(await escalateDue(db, world.nowMs + 15 * 60_000)).toEqual([device.tenantId]);
    expect(await escalateDue(db, world.nowMs + 16 * 60_000)).toEqual([]);
    expect(await world.outbox(device)).toEqual(["fired feishu hook", "escalated sms 13800000000"]);
  });
});

describe("an escalation", () => {
  it("of a rule on a device comes once in an hour by text message; those held back are counted [TRG-04]", async () => {
    const device = await world.device();
    const escalate = { after_min: 1, kind: "sms" as const, targets: ["13800000000"] };
    await world.rule({ scope: { kind: "device", id: device.thingsId }, recover_s: 0, escalate });
    const process = world.start();
    const { db } = world.database;
    for (let i = 0; i < 3; i++) await process.ingest.ingest(batchOf(device, batch(i, 10 * i, [60, 10])));
    await process.relay();
    const [firstMs, nextMs] = [world.nowMs + 60_000, world.nowMs + 60 * 60_000];
    await escalateDue(db, firstMs);
    expect(await world.outbox(device)).toEqual(["escalated sms 13800000000"]);
    await process.ingest.ingest(batchOf(device, batch(3, 30, [60])));
    await process.relay();
    await escalateDue(db, nextMs);
    expect(await world.outbox(device)).toHaveLength(1);
    await sql`update alarm_events set escalate_at = to_timestamp(0) where things_id = ${device.thingsId}`.execute(db);
    await escalateDue(db, nextMs + 60_000);
    expect(await world.outbox(device)).toHaveLength(2);
    const found = await sql<{
      held: number;
      notes: string[];
    }>`select sum(held)::int as held, (select array_agg(n.content)
        from alarm_notes n join alarm_events e on e.id = n.event_id and e.things_id = ${device.thingsId}) as notes
      from alarm_events where things_id = ${device.thingsId}`.execute(db);
    expect(found.rows[0]).toEqual({ held: 2 + 1 + 3, notes: ["138••••0000", "138••••0000"] });
  });
});

describe("an escalation that is muted", () => {
  it("waits while the alarm runs, and is dropped where it is over by then [TRG-04]", async () => {
    const { db } = world.database;
    const escalate = { after_min: 1, kind: "sms" as const, targets: ["13800000000"] };
    const devices = [await world.device(), await world.device()] as const;
    const process = world.start();
    for (const [i, device] of devices.entries()) {
      await world.rule({ scope: { kind: "device", id: device.thingsId }, recover_s: 0, escalate });
      await sql`insert into alarm_mutes (tenant_id, things_id, until_at, author)
        values (${device.tenantId}, ${device.thingsId}, ${new Date(world.nowMs + 10 * 60_000)}, '')`.execute(db);
      await process.ingest.ingest(batchOf(device, batch(1, 0, i === 0 ? [60] : [60, 10])));
    }
    await process.relay();
    const toldAfter = async (minutes: number) => {
      await escalateDue(db, world.nowMs + minutes * 60_000);
      return [await world.outbox(devices[0]), await world.outbox(devices[1])];
    };
    expect(await toldAfter(1)).toEqual([[], []]);
    expect(await toldAfter(9)).toEqual([[], []]);
    expect(await toldAfter(10)).toEqual([["escalated sms 13800000000"], []]);
    expect(await toldAfter(80)).toEqual([["escalated sms 13800000000"], []]);
  });
});

describe("a mute of a label", () => {
  it("is of its devices and no others [TRG-04]", async () => {
    const [labelled, other] = [await world.device(), await world.device()];
    const { db } = world.database;
    const made = await sql<{ id: string }>`insert into labels (tenant_id, name)
      values (${labelled.tenantId}, 'Workshop') returning id`.execute(db);
    const labelId = made.rows[0]?.id;
    await sql`insert into thing_labels (tenant_id, things_id, label_id)
      values (${labelled.tenantId}, ${labelled.thingsId}, ${labelId})`.execute(db);
    await sql`insert into alarm_mutes (tenant_id, label_id, until_at, author)
      values (${labelled.tenantId}, ${labelId}, ${new Date(world.nowMs + 60_000)}, '')`.execute(db);
    const process = world.start();
    for (const device of [labelled, other]) {
      await world.rule({ scope: { kind: "device", id: device.thingsId }, actions: ACTIONS });
      await process.ingest.ingest(batchOf(device, batch(1, 0, [60])));
    }
    await process.relay();
    expect([await world.outbox(labelled), await world.outbox(other)]).toEqual([[], ["fired feishu hook"]]);
    expect([(await eventsOf(labelled)).length, (await eventsOf(other)).length]).toEqual([1, 1]);
  });
});

describe("rules in ingest", () => {
  it("are followed as they are made, disabled and moved to a label [TRG-03]", async () => {
    const device = await world.device();
    const process = world.start();
    await process.ingest.ingest(batchOf(device, batch(1, 0, [60])));
    const id = await world.rule({ scope: { kind: "device", id: device.thingsId } });
    await process.ingest.ingest(batchOf(device, batch(2, 1, [60])));
    await sql`update alarm_rules set enabled = false where id = ${id}`.execute(world.database.db);
    // Nobody said so: found by looking.
    await process.keeper.look();
    await process.ingest.ingest(batchOf(device, batch(3, 2, Array(20).fill(10))));
    await process.relay();
    expect(await eventsOf(device)).toMatchObject([{ at: 1, until: null }]);
  });

  it("record late frames without sending anything, and do not judge quarantined ones [TRG-03]", async () => {
    const device = await world.device();
    await world.rule({ scope: { kind: "device", id: device.thingsId }, actions: ACTIONS });
    const process = world.start();
    const receivedAtMs = (T0_S + 700) * 1000;
    await process.ingest.ingest(batchOf(device, batch(1, 0, [60], { receivedAtMs })));
    const wrong = { sequence: 2, samples: [[1_000_000, 60] as const], receivedAtMs };
    await process.ingest.ingest(batchOf(device, wrong));
    await process.relay();
    expect(await eventsOf(device)).toMatchObject([{ at: 0, late: true }]);
    expect(await world.outbox(device)).toEqual([]);
  });

  it("end what late frames fired when a present one comes after them [TRG-05]", async () => {
    const device = await world.device();
    await world.rule({ scope: { kind: "device", id: device.thingsId } });
    const receivedAt = (s: number) => ({ receivedAtMs: (T0_S + s) * 1000 });
    await world.start().ingest.ingest(batchOf(device, batch(1, 0, [60, 60, 60], receivedAt(700))));
    const process = world.start();
    for (const [i, s] of [200, 280].entries())
      await process.ingest.ingest(batchOf(device, batch(2 + i, s, [10], receivedAt(s + 510))));
    await process.relay();
    expect(await eventsOf(device)).toMatchObject([{ at: 0, until: 2, late: true }]);
  });

  it("hold actions back for their frequency, and count them [TRG-04]", async () => {
    const device = await world.device();
    const actions = [
      ...ACTIONS,
      { kind: "email" as const, targets: ["a@example.org", "b@example.org"], every_min: 60 },
    ];
    await world.rule({ scope: { kind: "device", id: device.thingsId }, actions, recover_s: 0 });
    const process = world.start();
    for (let i = 0; i < 3; i++) {
      await process.ingest.ingest(batchOf(device, batch(i, 10 * i, [60, 10])));
      await process.relay();
      world.nowMs += 61_000;
    }
    const sent = await world.outbox(device);
    expect(sent.filter((line) => line.startsWith("fired feishu"))).toHaveLength(3);
    expect(sent.filter((line) => line.startsWith("fired email"))).toEqual([
      "fired email a@example.org",
      "fired email b@example.org",
    ]);
    const held = await sql<{ held: number }>`select held from alarm_events where things_id = ${device.thingsId}
      order by started_us`.execute(world.database.db);
    expect(held.rows.map((row) => row.held)).toEqual([0, 1, 1]);
  });
});
