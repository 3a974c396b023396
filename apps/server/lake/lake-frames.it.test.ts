import { statSync } from "node:fs";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_BRS, FLAG_ERROR, FLAG_ESI, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX } from "@canopy/can/frame/frame";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { FIRST_IMPORT_EPOCH } from "../frames/store/frame-imports.ts";
import { DAY_US, dayOf, HOUR_US } from "../frames/store/time-window.ts";
import { readWhole, writeWhole } from "../platform/files/files.ts";
import { type DirectPlace, openShared, placeInWords } from "../platform/files/open-files.ts";
import { randomFrom } from "../testing/faults/random.ts";
import {
  askDuckDb,
  filesBelow,
  framesInLake,
  framesInStore,
  metadataOf,
  parquetBelow,
} from "../testing/stored/test-lake.ts";
import {
  type TestLake,
  type TestLakePlaces,
  testLakePlaces,
  whyNoLakeInS3,
} from "../testing/stored/test-lake-places.ts";
import { testDevice } from "../testing/terminals/test-device.ts";
import { type SignalWorld, signalWorld } from "../testing/worlds/test-signal-world.ts";
import { exportLake, type LakeReport, type LakeRequest } from "./export-lake.ts";
import { dayName } from "./lake-names.ts";

/** Half an hour before the last midnight but one: frames cross hours and a day. */
const startUs = (dayOf(Date.now() * 1000) - 1) * DAY_US - HOUR_US / 2;

/** Every kind of frame; times with ties, and 64 bytes beside none. */
function mixedFrames(fromUs: number, count: number, seed: number): FrameBatch {
  const random = randomFrom(seed);
  const int = (most: number) => Math.floor(random() * most);
  const batch = new FrameBatch();
  let timeUs = fromUs;
  for (let i = 0; i < count; i += 1) {
    timeUs += int(5) === 0 ? 0 : int(4_000_000);
    const kind = int(12);
    const data = Uint8Array.from({ length: 64 }, (_, k) => (k % 3 === 0 ? 7 : int(256)));
    if (kind === 0) batch.push(timeUs, 1, 0x1abcdef, FLAG_EXTENDED | FLAG_TX, int(9), data);
    else if (kind === 1) batch.push(timeUs, 0, 0x300, FLAG_REMOTE, int(9), data);
    else if (kind === 2) batch.push(timeUs, 0, int(256), FLAG_ERROR, 0, data);
    else if (kind === 3) batch.push(timeUs, 2, 0x400, FLAG_FD | FLAG_BRS | (int(2) && FLAG_ESI), 64, data);
    else batch.push(timeUs, int(2), 0x100 + int(3), 0, 8, data);
  }
  return batch;
}

const noS3 = whyNoLakeInS3();
describe("frames of a lake in a folder", () => suite("folder"));
describe.skipIf(noS3 !== undefined)("frames of a lake in S3 [FIL-06]", () => suite("s3"));

function suite(kind: DirectPlace["kind"]): void {
  let world: SignalWorld;
  let places: TestLakePlaces;
  let lake: TestLake;

  beforeAll(async () => {
    places = await testLakePlaces(kind);
    world = await signalWorld();
  });
  afterAll(async () => {
    await world?.end();
    await places?.drop();
  });
  beforeEach(() => {
    lake = places.make();
  });

  const run = (more: Partial<LakeRequest> = {}): Promise<LakeReport> =>
    exportLake(
      { db: world.app.database.db, lake: world.store.lake },
      { target: lake.place, kinds: ["frames"], ...more },
      new AbortController().signal,
    );
  const removal = () => world.store.frames.removal;
  const parquets = async () => parquetBelow(await lake.seen());
  /** Of a bucket nothing: the report says what was written. */
  const mtimes = async () =>
    kind === "s3" ? [] : (await parquets()).map((path) => statSync(join(placeInWords(lake.place), path)).mtimeMs);
  const deviceNow = () => world.device;

  /** The lake, read by both readers, is the store's own stream. */
  async function expectEqual({ deviceId, bindingNumber } = deviceNow()): Promise<number> {
    const stored = await framesInStore(world.store.frames, bindingNumber);
    const { hyparquet, duckDb } = await framesInLake(await lake.seen(), deviceId);
    expect(hyparquet).toEqual(stored);
    expect(duckDb).toEqual(stored);
    return stored.length;
  }

  it("are every frame of the store, read by hyparquet and by DuckDB; what has only landed comes later [OPS-06]", async () => {
    await world.send(mixedFrames(startUs, 3000, 1));
    expect(await run()).toMatchObject({ written: 0, rows: 0 });
    await world.settle();
    expect(await run()).toMatchObject({ written: 2, removed: 0, rows: 3000, problems: [] });
    expect(await expectEqual()).toBe(3000);
    const { tenantId, deviceId, bindingNumber } = world.device;
    const days = [dayOf(startUs), dayOf(startUs) + 1].map(dayName);
    expect(await parquets()).toEqual(
      days.map((day) => `frames/tenant=${tenantId}/device=${deviceId}/day=${day}/frames-${bindingNumber}.parquet`),
    );
  });

  it("are in partitions that DuckDB names, with times of UTC in microseconds [OPS-06]", async () => {
    await run();
    const folder = await lake.seen();
    const types = "hive_types = {'tenant': VARCHAR, 'device': VARCHAR, 'day': DATE}";
    const rows = await askDuckDb(`select tenant, device, strftime(day, '%Y-%m-%d') as day, count(*)::int as frames,
        typeof(any_value(time)) as type, min(epoch_us(time)) as first_us
      from read_parquet('${folder}/frames/**/*.parquet', ${types}) group by all order by day`);
    const { tenantId: tenant, deviceId: device } = world.device;
    const [days, frames] = [rows.map(({ day }) => day), rows.reduce((sum, row) => sum + Number(row.frames), 0)];
    expect(days).toEqual([dayOf(startUs), dayOf(startUs) + 1].map(dayName));
    expect(frames).toBe(3000);
    expect(rows[0]).toMatchObject({ tenant, device, type: "TIMESTAMP WITH TIME ZONE" });
    expect(dayOf(Number(rows[0]?.first_us))).toBe(dayOf(startUs));
    const [path = ""] = parquetBelow(folder);
    const metadata = await metadataOf(join(folder, path));
    expect(metadata.row_groups[0]?.columns.map(({ meta_data }) => meta_data?.codec)).toContain("ZSTD");
    expect(metadata.key_value_metadata).toContainEqual({ key: "canopy.device", value: device });
  });

  it("are written again only where a day has changed: late frames, a deletion, a whole day [OPS-06]", async () => {
    await run();
    const before = await mtimes();
    expect(await run()).toMatchObject({ written: 0, unchanged: 2, removed: 0 });
    expect(await mtimes()).toEqual(before);
    // Merging changes the segments and not the frames.
    while ((await world.store.merge(Date.now() + 3 * 86_400_000)) > 0);
    expect(await run()).toMatchObject({ written: 0, unchanged: 2 });
    expect(await mtimes()).toEqual(before);
    await world.send(mixedFrames(startUs + HOUR_US, 200, 2));
    await world.settle();
    expect(await run()).toMatchObject({ written: 1, unchanged: 1 });
    expect(await expectEqual()).toBe(3200);
    const bindingNumber = world.device.bindingNumber;
    const midnight = (dayOf(startUs) + 1) * DAY_US;
    await removal().deleteRange({ bindingNumber, fromUs: startUs, toUs: startUs + 60e6, keep: [] }, 1e6);
    expect(await run()).toMatchObject({ written: 1, unchanged: 1 });
    await expectEqual();
    await removal().deleteRange({ bindingNumber, fromUs: 0, toUs: midnight, keep: [] }, 1e6);
    expect(await run()).toMatchObject({ written: 0, removed: 1, unchanged: 1 });
    expect(await expectEqual()).toBeGreaterThan(0);
    expect(await parquets()).toHaveLength(1);
  });

  it("go with their device, and another device of the lake stays [OPS-06]", async () => {
    const { db } = world.app.database;
    const other = await testDevice(db, world.manager.tenantId);
    const writer = world.store.imports.open({ bindingNumber: other.bindingNumber, tenantId: other.tenantId });
    writer.push(mixedFrames(startUs, 50, 3));
    await writer.commit([FIRST_IMPORT_EPOCH]);
    expect(await run()).toMatchObject({ problems: [] });
    expect(await expectEqual(other)).toBe(50);
    expect(await run({ deviceId: other.deviceId, fromDay: dayOf(startUs) + 1 })).toMatchObject({ written: 0 });
    const url = `/api/things/${other.thingsId}`;
    expect((await world.app.call(world.manager, { method: "DELETE", url })).statusCode).toBe(200);
    expect((await run()).removed).toBeGreaterThan(0);
    const left = filesBelow(await lake.seen());
    expect(left.filter((path) => path.includes(other.deviceId))).toEqual([]);
    expect(left).not.toContain(`_canopy/${other.bindingNumber}.json`);
    await expectEqual();
  });

  it("are not mixed with those of another installation, nor written by two at once [OPS-06]", async () => {
    await run();
    await world.store.lake.alone(`lake ${placeInWords(lake.place)}`, async () => {
      await expect(run()).rejects.toThrow("Another export");
    });
    const files = await openShared(lake.place);
    const mark = Buffer.from((await readWhole(files, "_canopy/lake.json")) ?? "").toString();
    const other = JSON.stringify({ ...JSON.parse(mark), frame_server: "another" });
    await writeWhole(files, "_canopy/lake.json", Buffer.from(other));
    await files.close();
    await expect(run()).rejects.toThrow("another installation");
  });
}
