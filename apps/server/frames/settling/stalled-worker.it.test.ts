import { setTimeout as sleep } from "node:timers/promises";
import type pg from "pg";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, Fuse, LATER_MS, START_US, StoreWorld, timeOf } from "../../testing/engines/test-store-world.ts";
import { readIndex } from "../reading/segment-index.ts";
import { deleteSegments } from "../store/files/segment-file-store.ts";
import type { OpenFrameStore } from "../store/open-frame-store.ts";
import { MINUTE_US } from "../store/time-window.ts";

const ALWAYS = { fromUs: 0, toUs: 2 ** 52 };
const secondsFrom = (fromUs: number, count = 60) => Array.from({ length: count }, (_, i) => fromUs + i * 1_000_000);

type Work = (store: OpenFrameStore, device: Device) => Promise<unknown>;

const deleting =
  (fromUs: number, toUs: number): Work =>
  async ({ frames }, device) => {
    const { bindingNumber } = device;
    await frames.removal.deleteRange({ bindingNumber, fromUs, toUs, keep: [] }, Number.POSITIVE_INFINITY);
    device.frames = device.frames.filter((frame) => timeOf(frame) < fromUs || timeOf(frame) >= toUs);
  };

const WORK: Readonly<Record<string, Work>> = {
  settles: (store) => store.settleAll(),
  merges: (store) => store.merge(LATER_MS),
  deletes: deleting(START_US + 90_000_000, START_US + 150_000_000),
};
/** Action of another process meanwhile. */
const OTHERS: Readonly<Record<string, Work>> = {
  ...WORK,
  deletes: deleting(START_US + 30_000_000, START_US + 100_000_000),
};

describe("two workers on one device", () => {
  let world: StoreWorld;
  let other: OpenFrameStore;
  let device: Device;

  beforeAll(async () => {
    world = await StoreWorld.open();
  });
  afterAll(() => world.close());

  /** Two segments, and batches that have landed among them. */
  beforeEach(async () => {
    other = await world.start();
    device = world.newDevice();
    for (const part of [0, 2]) {
      await world.land(other, device, secondsFrom(START_US + part * MINUTE_US));
      await other.settleAll();
    }
    for (const part of [1, 3]) await world.land(other, device, secondsFrom(START_US + part * MINUTE_US + 30_000_000));
  });
  afterEach(async () => {
    await other.frames.removal.drop(device.bindingNumber);
    await other.sweepAll();
    expect(await world.leftovers()).toEqual([]);
    await other.close();
  });

  const cases = Object.keys(WORK).flatMap((work) =>
    ["begun", "written"].flatMap((step) => ["the others are done", "it is swept"].map((until) => [work, step, until])),
  );

  it.each(cases)(
    "one %s, stalls when its file is %s until %s, and goes on: 0 lost, 0 doubled [DAT-08]",
    async (work, at, until) => {
      const tidyUp = until === "it is swept" ? () => world.sweep(other) : () => other.sweepAll();
      const [reached, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
      const step = async (name: string) => {
        if (name !== at) return;
        reached.resolve();
        await goOn.promise;
      };
      const stalled = await world.start(new Fuse(), { step });
      const working = (WORK[work as string] as Work)(stalled, device);
      await reached.promise;

      await tidyUp();
      for (const act of Object.values(OTHERS)) await act(other, device);
      await world.land(other, device, secondsFrom(START_US + 5 * MINUTE_US));
      await other.settleAll();
      await world.expectFrames(other, device);
      await tidyUp();

      goOn.resolve();
      await working;
      await world.expectFrames(other, device);
      await world.sweep(other);
      expect(await world.problems(other)).toEqual([]);
      expect(await world.leftovers()).toEqual([]);
      await stalled.close();
    },
  );

  /** Waits until `count` statements of this database wait for a lock. */
  async function untilBlocked(count: number): Promise<void> {
    for (;;) {
      const found = await world.database.pool.query(
        "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
      );
      if (found.rows.length >= count) return;
      await sleep(10);
    }
  }

  async function inClient(work: (client: pg.PoolClient) => Promise<void>): Promise<void> {
    const client = await world.database.pool.connect();
    try {
      await client.query("begin");
      await work(client);
    } finally {
      await client.query("rollback");
      client.release();
    }
  }

  it("a binding that is dropped while a merge commits leaves nothing behind", async () => {
    const { bindingNumber } = device;
    let merging: Promise<unknown> = Promise.resolve();
    let dropping: Promise<unknown> = Promise.resolve();
    await inClient(async (client) => {
      await client.query("select 1 from segments where binding = $1 for update", [bindingNumber]);
      merging = other.merge(LATER_MS);
      await untilBlocked(1);
      dropping = other.frames.removal.drop(bindingNumber);
      await untilBlocked(2);
    });
    await Promise.all([merging, dropping]);
    expect((await readIndex(world.database.pool, bindingNumber, ALWAYS)).segments).toEqual([]);
    expect(await world.problems(other)).toEqual([]);
  });

  it("two that take the last two segments of a file drop it", async () => {
    const second = world.newDevice();
    await world.land(other, second, secondsFrom(START_US));
    await other.settleAll();
    const idsOf = async ({ bindingNumber }: Device) =>
      (await readIndex(world.database.pool, bindingNumber, ALWAYS)).segments.filter(({ fileId }) => fileId === shared);
    const [inBoth] = (await readIndex(world.database.pool, second.bindingNumber, ALWAYS)).segments;
    const shared = inBoth?.fileId;
    const [own, others] = [await idsOf(device), await idsOf(second)];
    expect([own.length > 0, others.length > 0]).toEqual([true, true]);
    const take = async (client: pg.PoolClient, rows: typeof own) =>
      deleteSegments(
        client,
        rows.map(({ id }) => id),
      );
    const [one, two] = [await world.database.pool.connect(), await world.database.pool.connect()];
    for (const client of [one, two]) await client.query("begin");
    await take(one, own);
    const taking = take(two, others);
    await Promise.race([taking, sleep(50)]);
    await one.query("commit");
    await taking;
    await two.query("commit");
    for (const client of [one, two]) client.release();
    const found = await world.database.pool.query("select state from segment_files where id = $1", [shared]);
    expect(found.rows).toEqual([{ state: "dropped" }]);
    await other.frames.removal.drop(second.bindingNumber);
  });
});
