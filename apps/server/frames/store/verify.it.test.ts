import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, START_US, StoreWorld } from "../../testing/engines/test-store-world.ts";
import { readIndex, type SegmentRow } from "../reading/segment-index.ts";
import type { OpenFrameStore } from "./open-frame-store.ts";
import { dayOf, MINUTE_US } from "./time-window.ts";
import type { StoreProblem } from "./verify-store.ts";

const secondsFrom = (fromUs: number, count = 60) => Array.from({ length: count }, (_, i) => fromUs + i * 1_000_000);

describe("a store that is verified", () => {
  let world: StoreWorld;
  let store: OpenFrameStore;
  let device: Device;
  let row: SegmentRow;

  beforeAll(async () => {
    world = await StoreWorld.open();
    store = await world.start();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });

  /** Settled and landed frames of two days; what was wrong with the last device is gone with it. */
  beforeEach(async () => {
    if (device !== undefined) await store.frames.removal.drop(device.bindingNumber);
    device = world.newDevice();
    await world.land(store, device, secondsFrom(START_US));
    await store.settleAll();
    await world.land(store, device, secondsFrom(START_US + 29 * MINUTE_US + 30_000_000));
    row = (await readIndex(world.database.pool, device.bindingNumber, { fromUs: 0, toUs: 2 ** 52 }))
      .segments[0] as SegmentRow;
  });

  /** As the command does it: in a process that has no file open. */
  async function problems(): Promise<StoreProblem[]> {
    const other = await world.start();
    const found = await world.problems(other);
    await other.close();
    return found;
  }

  const run = (sql: string, values: unknown[] = []) => world.database.pool.query(sql, values);

  it("has no problems when it is whole", async () => {
    const seen: unknown[] = [];
    const result = await store.verify((problem) => seen.push(problem));
    expect(seen).toEqual([]);
    expect(result).toMatchObject({ segments: 1, frames: 60, problems: 0 });
  });

  it.each([dayOf(START_US), dayOf(START_US) + 1])("tells a counter that is off by one: day %i", async (day) => {
    await run("update day_counters set frames = frames + 1 where binding = $1 and day = $2", [
      device.bindingNumber,
      day,
    ]);
    expect(await problems()).toEqual([
      { kind: "counter", where: `binding ${device.bindingNumber}, day ${day}`, what: "1 frames and 0 bytes too many" },
    ]);
  });

  it("tells a counter of nothing, and one that is missing", async () => {
    const { bindingNumber } = device;
    await run("update day_counters set day = day + 5 where binding = $1 and day = $2", [
      bindingNumber,
      dayOf(START_US),
    ]);
    const wheres = (await problems()).map(({ where }) => where).sort();
    expect(wheres).toEqual([0, 5].map((more) => `binding ${bindingNumber}, day ${dayOf(START_US) + more}`));
  });

  it("tells a file without a row, finished or not", async () => {
    mkdirSync(join(world.folder, "elsewhere"), { recursive: true });
    for (const name of ["a.seg", "b.seg.part"]) writeFileSync(join(world.folder, "elsewhere", name), "x");
    expect((await problems()).map(({ kind, where }) => [kind, where]).sort()).toEqual([
      ["file", "elsewhere/a.seg"],
      ["file", "elsewhere/b.seg.part"],
    ]);
    rmSync(join(world.folder, "elsewhere"), { recursive: true });
  });

  it("leaves what lies below the same prefix of a bucket to its owners: files, transfers and the inbox [FIL-06]", async () => {
    const folders = ["files", "transfers", "inbox"].map((name) => join(world.folder, name));
    for (const folder of folders) {
      mkdirSync(join(folder, "tenant"), { recursive: true });
      writeFileSync(join(folder, "tenant/drive.asc"), "x");
    }
    expect(await problems()).toEqual([]);
    for (const folder of folders) rmSync(folder, { recursive: true });
  });

  it("tells a row without its file", async () => {
    const path = join(world.folder, row.file);
    renameSync(path, `${path}.away`);
    expect(await problems()).toContainEqual(expect.objectContaining({ kind: "segment", where: row.file }));
    renameSync(`${path}.away`, path);
  });

  it("tells an index row that says other things than the segment", async () => {
    for (const change of ["frames = frames + 1", "bytes = bytes - 1", "first_us = first_us - 1", "day = day - 3"]) {
      await run(`update segments set ${change} where id = $1`, [row.id]);
      expect(await problems(), change).toContainEqual(expect.objectContaining({ kind: "segment", where: row.file }));
      await run("update segments set frames = $2, bytes = $3, first_us = $4, day = $5 where id = $1", [
        row.id,
        row.frames,
        row.bytes,
        row.firstUs,
        row.day,
      ]);
    }
    expect(await problems()).toEqual([]);
  });

  it("tells a live file that holds nothing", async () => {
    await run("insert into segment_files (name, state) values ('x/empty.seg', 'live')");
    expect(await problems()).toEqual([{ kind: "file", where: "x/empty.seg", what: "nothing lies in this file" }]);
    await run("delete from segment_files where name = 'x/empty.seg'");
  });

  it("tells a landed batch whose row says other things", async () => {
    await run("update landing set last_us = last_us + 1 where binding = $1", [device.bindingNumber]);
    expect(await problems()).toEqual([
      expect.objectContaining({ kind: "batch", what: "the batch has other counts than its row" }),
    ]);
  });
});
