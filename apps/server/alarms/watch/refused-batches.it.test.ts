import { sql } from "kysely";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import type { TestDevice } from "../../testing/terminals/test-device.ts";
import { AlarmWorld, batchOf, type End, type Process, type Sent } from "../../testing/worlds/test-alarm-world.ts";

let world: AlarmWorld;
const T0_S = Math.floor(Date.now() / 1000) - 300;
const ACTIONS = [{ kind: "feishu" as const, targets: ["hook"], every_min: 1 }];

beforeAll(async () => {
  world = await AlarmWorld.open();
});
beforeEach(() => {
  world.mayStore = true;
});
afterAll(() => world?.close());

/** A value for each second from `fromS` on. */
const batch = (sequence: number, fromS: number, values: readonly number[]): Sent => ({
  sequence,
  samples: values.map((value, i) => [(T0_S + fromS + i) * 1_000_000, value]),
});
/** Fires at 2, recovers at 15. */
const DRIVE = [batch(1, 0, [10, 10, 60]), batch(2, 3, [60, 60, 10, 10, 10]), batch(3, 8, Array(15).fill(10))];

async function eventsOf({ thingsId }: TestDevice) {
  const found = await sql<object>`select (started_us / 1000000 - ${T0_S})::int as at,
      (ended_us / 1000000 - ${T0_S})::int as until, is_refused as refused
    from alarm_events where things_id = ${thingsId} order by started_us`.execute(world.database.db);
  return found.rows;
}

const watchedDevice = async () => {
  const device = await world.device();
  await world.rule({ scope: { kind: "device", id: device.thingsId }, actions: ACTIONS, recover: { notify: true } });
  return device;
};

/** Sends it to processes until one has answered. */
async function deliver(device: TestDevice, sent: readonly Sent[], ends: Iterator<End | undefined>): Promise<string[]> {
  let process: Process = world.start();
  const answers: string[] = [];
  for (const one of sent)
    for (;;) {
      if (!process.isAlive) process = world.start();
      const end = ends.next().value;
      if (end !== undefined) process.endAt(end);
      const answer = await Promise.race([process.ingest.ingest(batchOf(device, one)), untilDead(process)]);
      if (answer === undefined) continue;
      answers.push(answer.kind);
      break;
    }
  while (!(await world.start().relay()));
  return answers;
}

async function untilDead(process: Process): Promise<undefined> {
  while (process.isAlive) await new Promise((resolve) => setImmediate(resolve));
  return undefined;
}

describe("a batch that is refused for the quota", () => {
  it.each([undefined, "beforeCommit", "afterCommit"] as const)(
    "is judged once, also when the process ends at %s, and not again when it is stored [CAP-05] [TRG-03]",
    async (end) => {
      const device = await watchedDevice();
      world.mayStore = false;
      const every = (function* () {
        for (let i = 0; ; i++) yield i % 2 === 0 ? end : undefined;
      })();
      expect(await deliver(device, DRIVE, every)).toEqual(["refused", "refused", "refused"]);
      const fired = [{ at: 2, until: 15, refused: true }];
      expect(await eventsOf(device)).toEqual(fired);
      const told = ["fired feishu hook", "recovered feishu hook"];
      expect(await world.outbox(device)).toEqual(told);
      world.mayStore = true;
      expect(await deliver(device, DRIVE, [][Symbol.iterator]())).toEqual(["stored", "stored", "stored"]);
      expect([await eventsOf(device), await world.outbox(device)]).toEqual([fired, told]);
    },
  );

  it("goes on with the states of stored batches, and they with its own [CAP-05] [TRG-03]", async () => {
    const device = await watchedDevice();
    const process = world.start();
    await process.ingest.ingest(batchOf(device, batch(1, 0, [10, 60])));
    world.mayStore = false;
    await Promise.all(
      [batch(2, 2, [60, 60]), batch(3, 4, [10, 10])].map((one) => process.ingest.ingest(batchOf(device, one))),
    );
    world.mayStore = true;
    await process.ingest.ingest(batchOf(device, batch(4, 6, Array(15).fill(10))));
    await process.relay();
    expect(await eventsOf(device)).toEqual([{ at: 1, until: 14, refused: false }]);
  });

  it("of a device without rules is only refused, and judged when it is stored [CAP-05]", async () => {
    const device = await world.device();
    world.mayStore = false;
    const process = world.start();
    await process.ingest.ingest(batchOf(device, batch(1, 0, [10, 60])));
    await world.rule({ scope: { kind: "device", id: device.thingsId }, actions: ACTIONS });
    world.mayStore = true;
    await process.ingest.ingest(batchOf(device, batch(1, 0, [10, 60])));
    await process.relay();
    expect(await eventsOf(device)).toEqual([{ at: 1, until: null, refused: false }]);
  });
});
