import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createDbc, reviseDbc } from "../../signals/dbc/keep-dbc.ts";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { AlarmWorld, batchOf, type Process } from "../../testing/worlds/test-alarm-world.ts";
import { endEventsOf, setEnabled } from "../rules/rule-store.ts";
import { POWER_DBC } from "../rules/test-computed.ts";

let world: AlarmWorld;
/** Now, in whole seconds: wrong clocks are judged by the real one. */
const T0_S = Math.floor(Date.now() / 1000) - 300;

beforeAll(async () => {
  world = await AlarmWorld.open();
});
afterAll(() => world?.close());

/** A value over the limit of the sample rule, in this second. */
const exceed = (process: Process, device: TestDevice, second: number) =>
  process.ingest.ingest(batchOf(device, { sequence: second, samples: [[(T0_S + second) * 1_000_000, 60]] }));

/** "0 rule": when they fired, and why they are over. */
async function eventsOf({ thingsId }: TestDevice): Promise<string[]> {
  const found = await sql<{ line: string }>`select concat(started_us / 1000000 - ${T0_S}, ' ',
      coalesce(end_reason, 'runs')) as line
    from alarm_events where things_id = ${thingsId} order by started_us`.execute(world.database.db);
  return found.rows.map(({ line }) => line);
}

async function label({ tenantId }: TestDevice): Promise<string> {
  const made = await sql<{ id: string }>`insert into labels (tenant_id, name)
    values (${tenantId}, left(gen_random_uuid()::text, 32)) returning id`.execute(world.database.db);
  return made.rows[0]?.id ?? "";
}

const attach = ({ tenantId, thingsId }: TestDevice, labelId: string) =>
  sql`insert into thing_labels (tenant_id, things_id, label_id)
    values (${tenantId}, ${thingsId}, ${labelId})`.execute(world.database.db);

const save = (id: string) =>
  sql`update alarm_rules set version = version + 1
    where tenant_id = ${world.author.tenantId} and id = ${id}`.execute(world.database.db);

describe("an event that runs", () => {
  it("is over when its device loses the label of the rule, and there is another when it has it again [TRG-05]", async () => {
    const device = await world.device();
    const id = await label(device);
    await attach(device, id);
    await world.rule({ scope: { kind: "label", id } });
    const process = world.start();
    await exceed(process, device, 0);
    await process.relay();
    await process.unwatched.look();
    expect(await eventsOf(device)).toEqual(["0 runs"]);
    await sql`delete from thing_labels where things_id = ${device.thingsId}`.execute(world.database.db);
    await process.unwatched.look();
    expect(await eventsOf(device)).toEqual(["0 rule"]);
    // This process remembers the machine: it reads again that there is none.
    await exceed(process, device, 1);
    await attach(device, id);
    await process.keeper.look();
    await exceed(process, device, 2);
    await process.relay();
    expect(await eventsOf(device)).toEqual(["0 rule", "2 runs"]);
  });

  it("is over when its signal is gone with a new revision [TRG-05] [DBC-01]", async () => {
    const { db } = world.database;
    const device = await world.device();
    const { tenantId } = device;
    const given = { remark: "", draft: false, author: "" };
    const dbc_id = await createDbc(db, tenantId, "power.dbc", { ...given, bytes: Buffer.from(POWER_DBC) });
    const signal = { kind: "signal", dbc_id, message_id: 256, is_extended: false, signal: "Voltage" } as const;
    await world.rule({
      scope: { kind: "device", id: device.thingsId },
      conditions: [{ ...signal, operator: "gt", value: 50 }],
      hold_s: 0,
    });
    const process = world.start();
    await exceed(process, device, 0);
    await process.relay();
    await process.unwatched.look();
    expect(await eventsOf(device)).toEqual(["0 runs"]);
    await reviseDbc(db, tenantId, dbc_id, {
      ...given,
      bytes: Buffer.from(POWER_DBC.replace("Voltage", "Tension")),
    });
    await process.unwatched.look();
    expect(await eventsOf(device)).toEqual(["0 rule"]);
  });

  it("is over when the rule was disabled or saved while its firing was on its way [TRG-03] [TRG-05]", async () => {
    const { db } = world.database;
    const { tenantId } = world.author;
    for (const change of [save, (id: string) => setEnabled(db, tenantId, id, false)]) {
      const device = await world.device();
      const id = await world.rule({ scope: { kind: "device", id: device.thingsId } });
      const process = world.start();
      await exceed(process, device, 0);
      await change(id);
      await endEventsOf(db, tenantId, id);
      await process.relay();
      expect(await eventsOf(device)).toEqual(["0 runs"]);
      await process.unwatched.look();
      expect(await eventsOf(device)).toEqual(["0 rule"]);
    }
  });

  it("is over when its rule fires again as it was saved [TRG-03] [TRG-05]", async () => {
    const device = await world.device();
    const id = await world.rule({ scope: { kind: "device", id: device.thingsId } });
    const process = world.start();
    await exceed(process, device, 0);
    await save(id);
    await process.keeper.look();
    await exceed(process, device, 1);
    await process.relay();
    expect(await eventsOf(device)).toEqual(["0 rule", "1 runs"]);
  });
});
