import { FrameBatch } from "@canopy/can/frame/batch";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { keepComputedSignal } from "../../signals/bindings/computed-store.ts";
import { createDbc } from "../../signals/dbc/keep-dbc.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { AlarmWorld, batchOf } from "../../testing/worlds/test-alarm-world.ts";
import { POWER_DBC, powerContent } from "../rules/test-computed.ts";

let world: AlarmWorld;
let dbcId: string;
const T0_S = Math.floor(Date.now() / 1000) - 300;

beforeAll(async () => {
  world = await AlarmWorld.open();
  const file = { bytes: Buffer.from(POWER_DBC), remark: "", draft: false, author: "" };
  dbcId = await createDbc(world.database.db, world.author.tenantId, "power.dbc", file);
  await keep("Voltage * Current");
});
afterAll(() => world?.close());

const keep = (formula: string) =>
  keepComputedSignal(
    world.database.db,
    world.author.tenantId,
    { ...powerContent(dbcId), formula, userName: "acme" },
    10,
  );

/** Volts on CAN1 and amperes on CAN2 in each of the seconds. */
function batch(device: TestDevice, sequence: number, fromS: number, rows: readonly (readonly [number, number])[]) {
  const frames = new FrameBatch();
  for (const [s, [volts, amperes]] of rows.entries()) {
    frames.push((T0_S + fromS + s) * 1e6, 0, 0x100, 0, 1, Uint8Array.of(volts));
    frames.push((T0_S + fromS + s) * 1e6 + 1000, 1, 0x101, 0, 1, Uint8Array.of(amperes));
  }
  return { ...batchOf(device, { sequence, samples: [[(T0_S + fromS) * 1e6, 0]] }), frames };
}

async function eventsOf({ thingsId }: TestDevice) {
  const found = await sql<object>`select floor(started_us / 1000000.0 - ${T0_S})::int as at,
      floor(ended_us / 1000000.0 - ${T0_S})::int as until, channel, value
    from alarm_events where things_id = ${thingsId} order by started_us`.execute(world.database.db);
  return found.rows;
}

const rule = (device: TestDevice) =>
  world.rule({
    scope: { kind: "device", id: device.thingsId },
    conditions: [{ kind: "computed", computed: "Power", operator: "gt", value: 1000 }],
    actions: [{ kind: "feishu", targets: ["hook"], every_min: 1 }],
    hold_s: 0,
    recover_s: 0,
  });

describe("a rule on a computed signal", () => {
  it("opens an event and closes it, also in another process, and follows another formula [TRG-01] [TRG-03]", async () => {
    const device = await world.device();
    await rule(device);
    const process = world.start();
    await process.ingest.ingest(
      batch(device, 1, 0, [
        [20, 20],
        [20, 60],
        [20, 60],
      ]),
    );
    await process.relay();
    expect(await eventsOf(device)).toEqual([{ at: 1, until: null, channel: 0, value: 1200 }]);
    expect(await world.outbox(device)).toEqual(["fired feishu hook"]);
    const other = world.start();
    await other.ingest.ingest(
      batch(device, 2, 3, [
        [20, 60],
        [20, 40],
      ]),
    );
    await other.relay();
    expect(await eventsOf(device)).toEqual([{ at: 1, until: 4, channel: 0, value: 1200 }]);
    await keep("Voltage * Current / 2");
    await other.keeper.look();
    await other.ingest.ingest(
      batch(device, 3, 5, [
        [20, 60],
        [40, 60],
      ]),
    );
    await other.relay();
    expect((await eventsOf(device)).at(-1)).toEqual({ at: 6, until: null, channel: 0, value: 1200 });
    await keep("Voltage * Current");
  });
});
