import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR } from "@canopy/can/frame/frame";
import { WHOLE_DEVICE } from "@canopy/contract/alarms/rule-content";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { AlarmWorld, batchOf } from "../../testing/worlds/test-alarm-world.ts";

let world: AlarmWorld;
/** Now, in whole seconds: wrong clocks are judged by the real one. */
const T0_S = Math.floor(Date.now() / 1000) - 300;
const ACTIONS = [{ kind: "feishu" as const, targets: ["hook"], every_min: 1 }];

beforeAll(async () => {
  world = await AlarmWorld.open();
});
afterAll(() => world?.close());

/** Frames of CAN1 in each of the seconds. */
function batch(device: TestDevice, sequence: number, fromS: number, perSecond: readonly number[], flags = 0) {
  const frames = new FrameBatch();
  for (const [s, count] of perSecond.entries())
    for (let i = 0; i < count; i++)
      frames.push((T0_S + fromS + s) * 1e6 + Math.floor((i * 1e6) / count), 0, 0x100, flags, 8, new Uint8Array(8));
  return { ...batchOf(device, { sequence, samples: [[(T0_S + fromS) * 1e6, 0]] }), frames };
}

async function eventsOf({ thingsId }: TestDevice) {
  const found = await sql<object>`select round(started_us / 1000000.0 - ${T0_S})::int as at,
      round(ended_us / 1000000.0 - ${T0_S})::int as until, channel
    from alarm_events where things_id = ${thingsId} order by started_us`.execute(world.database.db);
  return found.rows;
}

const busRule = (device: TestDevice, condition: object, more: object = {}) =>
  world.rule({
    scope: { kind: "device", id: device.thingsId },
    conditions: [{ kind: "bus", metric: "load", value: 10, ...condition }],
    actions: ACTIONS,
    recover_s: 0,
    ...more,
  });

describe("a rule on the bus", () => {
  it("fires on the load of the bit rate that the terminal reported, and follows another [TRG-01] [TRG-03]", async () => {
    const device = await world.device();
    await busRule(device, { operator: "gt" });
    const process = world.start();
    // 300 frames of about 120 bits: 7 % of 500 kbit/s, 29 % of 125 kbit/s.
    await process.ingest.ingest(batch(device, 1, 0, [300, 300, 300]));
    await process.relay();
    expect(await eventsOf(device)).toEqual([]);
    await sql`insert into device_configs (tenant_id, things_id, reported)
      values (${device.tenantId}, ${device.thingsId}, ${JSON.stringify({ can: [{ channel: 0, baud_rate: 125_000 }] })}::jsonb)
      on conflict (things_id) do update set reported = excluded.reported`.execute(world.database.db);
    await process.keeper.look();
    await process.ingest.ingest(batch(device, 2, 3, [300, 300, 300]));
    await process.relay();
    expect(await eventsOf(device)).toEqual([{ at: 4, until: null, channel: 0 }]);
  });

  it("counts error frames over a change of the process [TRG-03]", async () => {
    const device = await world.device();
    await busRule(device, { metric: "errors", value: 5, window_s: 10 });
    for (const sequence of [1, 2, 3])
      await world.start().ingest.ingest(batch(device, sequence, sequence, [2], FLAG_ERROR));
    await world.start().ingest.ingest(batch(device, 4, 30, [1, 1]));
    await world.start().relay();
    expect(await eventsOf(device)).toEqual([{ at: 3, until: 11, channel: 0 }]);
    expect(await world.outbox(device)).toEqual(["fired feishu hook"]);
  });

  it("tells of a silent device once, in whichever process, and that it is back [TRG-03]", async () => {
    const device = await world.device();
    await busRule(device, { metric: "silence", value: 5 }, { recover: { notify: true } });
    await world.start().ingest.ingest(batch(device, 1, 0, [10, 10]));
    const [one, other] = [world.start(), world.start()];
    await Promise.all([one.silence.look(), other.silence.look()]);
    await one.relay();
    expect(await eventsOf(device)).toEqual([]);
    // As if the batch had come six seconds ago.
    const { pool } = world.frames.framesDatabase;
    await pool.query("update sequence_sets set stored_at = stored_at - interval '6 s' where binding = $1", [
      device.bindingNumber,
    ]);
    await Promise.all([one.silence.look(), other.silence.look()]);
    await Promise.all([one.silence.look(), other.silence.look()]);
    await world.start().silence.look();
    await one.relay();
    expect(await eventsOf(device)).toEqual([{ at: 7, until: null, channel: WHOLE_DEVICE }]);
    await other.ingest.ingest(batch(device, 2, 40, [10]));
    await one.relay();
    expect(await eventsOf(device)).toEqual([{ at: 7, until: 40, channel: WHOLE_DEVICE }]);
    expect(await world.outbox(device)).toEqual(["fired feishu hook", "recovered feishu hook"]);
    expect(await world.frames.store.pins.of(device.bindingNumber)).toHaveLength(1);
  });

  it("tells of a silence that only a process after a restart can see [TRG-03]", async () => {
    const device = await world.device();
    await busRule(device, { metric: "silence", value: 20 });
    await world.start().ingest.ingest(batch(device, 1, 0, [10]));
    await world.start().ingest.ingest(batch(device, 2, 60, [10]));
    await world.start().relay();
    expect(await eventsOf(device)).toEqual([{ at: 21, until: 60, channel: WHOLE_DEVICE }]);
  });
});
