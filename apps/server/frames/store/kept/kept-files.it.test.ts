import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FRAMES_MIGRATIONS } from "../../../platform/postgres/migrate.ts";
import { type Device, START_US, StoreWorld } from "../../../testing/engines/test-store-world.ts";
import { smallDbc } from "../../../testing/worlds/test-dbc.ts";
import { readIndex } from "../../reading/segment-index.ts";
import { beginFile, deleteSegments, fileIsLive } from "../files/segment-file-store.ts";
import type { OpenFrameStore } from "../open-frame-store.ts";
import { MINUTE_US } from "../time-window.ts";

const [message] = parseDbc(smallDbc()).dbc.messages;
const [signal] = message?.signals ?? [];
if (message === undefined || signal === undefined) throw new Error("the DBC has no signal");

describe("files of kept signals", () => {
  let world: StoreWorld;
  let store: OpenFrameStore;
  let device: Device;

  beforeAll(async () => {
    world = await StoreWorld.open();
  });
  afterAll(() => world.close());

  /** Two segments. */
  beforeEach(async () => {
    store = await world.start();
    device = world.newDevice();
    for (const part of [0, 1]) {
      await world.land(
        store,
        device,
        Array.from({ length: 60 }, (_, i) => START_US + part * MINUTE_US + i * 1_000_000),
      );
      await store.settleAll();
    }
  });
  afterEach(async () => {
    await store.frames.removal.drop(device.bindingNumber);
    await store.sweepAll();
    expect(await world.leftovers()).toEqual([]);
    await store.close();
  });

  const keep = (...series: number[]) =>
    store.kept.keep(
      [
        {
          bindingNumber: device.bindingNumber,
          channel: 0,
          message,
          series: series.map((number) => ({ number, signal })),
        },
      ],
      { fromDay: 0 },
      new AbortController().signal,
    );
  const files = async () => {
    const found = await world.database.pool.query<{ state: string; n: number }>(
      "select state, count(*) as n from segment_files where name like '%.kept' group by state",
    );
    return Object.fromEntries(found.rows.map(({ state, n }) => [state, n]));
  };

  it("go when their signals are written anew with another", async () => {
    expect(await keep(1)).toBe(2);
    expect(await files()).toEqual({ live: 2 });
    expect(await keep(1, 2)).toBe(2);
    expect(await files()).toEqual({ live: 2, dropped: 2 });
    expect(await world.problems(store)).toEqual([]);
  });

  it("stay where another signal is still in them", async () => {
    await keep(1, 2);
    await keep(2, 3);
    expect(await files()).toEqual({ live: 4 });
    await keep(1, 2, 3, 4);
    expect(await files()).toEqual({ live: 2, dropped: 4 });
    expect(await world.problems(store)).toEqual([]);
  });

  it("go when their segment is deleted at the moment in which they come", async () => {
    const { pool } = world.database;
    const { segments } = await readIndex(pool, device.bindingNumber, { fromUs: 0, toUs: 2 ** 52 });
    const [{ id } = { id: 0 }] = segments;
    const file = await beginFile(pool, "kept");
    const [keeping, deleting] = [await pool.connect(), await pool.connect()];
    for (const client of [keeping, deleting]) await client.query("begin");
    await keeping.query("select 1 from segments where id = $1 for no key update", [id]);
    await fileIsLive(keeping, file, 1);
    await keeping.query("insert into kept_bodies values ($1, 1, $2, 4, 1, 1)", [id, file.id]);
    const deleted = deleteSegments(deleting, [id]);
    await Promise.race([deleted, sleep(50)]);
    await keeping.query("commit");
    await deleted;
    await deleting.query("commit");
    for (const client of [keeping, deleting]) client.release();
    const found = await pool.query("select state from segment_files where id = $1", [file.id]);
    expect(found.rows).toEqual([{ state: "dropped" }]);
  });

  it("that earlier versions left go with the upgrade, and no others", async () => {
    await keep(1);
    const { pool } = world.database;
    const left = await beginFile(pool, "kept");
    await pool.query("update segment_files set state = 'live' where id = $1", [left.id]);
    await pool.query(readFileSync(join(FRAMES_MIGRATIONS, "0200-replaced-kept-files.sql"), "utf8"));
    expect(await files()).toEqual({ live: 2, dropped: 1 });
  });
});
