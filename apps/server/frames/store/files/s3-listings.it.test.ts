import { randomUUID } from "node:crypto";
import type { Frame } from "@canopy/can/frame/frame";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../../e2e/support/patience.ts";
import type { Files } from "../../../platform/files/files.ts";
import { openFar } from "../../../platform/files/open-files.ts";
import { PART_BYTES } from "../../../platform/files/s3-upload.ts";
import { s3SettingsOf, type TestS3, testS3, whyNoS3 } from "../../../testing/engines/test-s3.ts";
import { type Device, LATER_MS, START_US, StoreWorld } from "../../../testing/engines/test-store-world.ts";
import { openS3Line, type S3Line } from "../../../testing/faults/s3-line.ts";
import type { OpenFrameStore } from "../open-frame-store.ts";
import { HOUR_US } from "../time-window.ts";

const noS3 = whyNoS3();
if (noS3) console.warn(`late listings of S3 are not tested: ${noS3}`);

function framesFrom(fromUs: number, count = 500): Frame[] {
  return Array.from({ length: count }, (_, i): Frame => {
    const data = Uint8Array.of(i, i >> 8, 3, 4, 5, 6, 7, 8);
    return { timeUs: fromUs + i * 10_000, channel: 0, id: 0x100, flags: 0, size: 8, data };
  });
}

describe.skipIf(noS3 !== undefined)("listings of S3 that are late [FIL-06]", { timeout: 120_000 * PATIENCE }, () => {
  let server: TestS3;
  let line: S3Line;
  let world: StoreWorld;
  let store: OpenFrameStore;
  let far: Files;

  beforeAll(async () => {
    server = await testS3();
    line = await openS3Line(server.port);
    world = await StoreWorld.open();
    const settings = s3SettingsOf(line.port, randomUUID());
    store = await world.openStore({ s3: settings });
    far = await openFar(settings);
  });
  afterEach(() => line.mend());
  afterAll(async () => {
    await store?.close();
    await far?.close();
    await world?.close();
    await line?.close();
    await server?.stop();
  });

  async function settle(device: Device, hour: number): Promise<void> {
    await world.landFrames(store, device, framesFrom(START_US + hour * HOUR_US));
    await store.settleAll();
  }
  async function listed(): Promise<string[]> {
    const names: string[] = [];
    for await (const name of far.list("")) names.push(name);
    return names.sort();
  }
  const writing = (name: string) =>
    world.database.pool.query("insert into segment_files (name, state) values ($1, 'writing')", [name]);
  const rowsOf = async (name: string) =>
    (await world.database.pool.query("select 1 from segment_files where name = $1", [name])).rows.length;
  /** An upload whose writer died. */
  async function dead(name: string) {
    await writing(name);
    const file = await far.create(name);
    await file.write([new Uint8Array(PART_BYTES + 1)]);
    return file;
  }
  /** Makes the line know how uploads of this name are listed now. */
  const lookAtUploads = (name: string) => far.remove(name, { leavesFinished: true });

  it("tell verify of files that are gone: they are no problem", async () => {
    const device = world.newDevice();
    for (const hour of [0, 1]) await settle(device, hour);
    expect(await world.problems(store)).toEqual([]);
    const before = await listed();
    await store.merge(LATER_MS);
    await store.sweepAll();
    line.listLate();
    expect(await listed()).toEqual(before);
    expect(await world.problems(store)).toEqual([]);
    line.mend();
    expect(await listed()).not.toEqual(before);
    await world.expectFrames(store, device);
  });

  it("leave out files that verify reads all the same, and tells of where they are missing", async () => {
    const device = world.newDevice();
    await settle(device, 0);
    const before = await listed();
    line.listLate();
    await settle(device, 1);
    expect(await listed()).toEqual(before);
    expect(await world.problems(store)).toEqual([]);
    await world.expectFrames(store, device);
    const newest = await world.database.pool.query<{ name: string }>(
      "select f.name from segments s join segment_files f on f.id = s.file where s.binding = $1 order by s.id desc limit 1",
      [device.bindingNumber],
    );
    const name = newest.rows[0]?.name ?? "";
    expect(before).not.toContain(name);
    await far.remove(name);
    expect(await world.problems(store)).toMatchObject([{ kind: "segment", where: name }]);
    await store.frames.removal.drop(device.bindingNumber);
    await store.sweepAll();
  });

  it("name an upload that was aborted: the sweep goes on, and nothing else goes", async () => {
    const device = world.newDevice();
    await settle(device, 0);
    const kept = await listed();
    const name = `dead/${randomUUID()}.seg`;
    const file = await dead(name);
    line.requests.length = 0;
    // The listing with the upload is remembered, and the upload aborted.
    await lookAtUploads(name);
    await expect(file.finish()).rejects.toThrow();
    line.listLate();
    await world.sweep(store);
    expect(line.requests.filter((one) => one.startsWith("DELETE") && one.includes("uploadId"))).toHaveLength(2);
    expect(await rowsOf(name)).toBe(0);
    line.mend();
    expect(await listed()).toEqual(kept);
    await world.expectFrames(store, device);
    expect(await world.problems(store)).toEqual([]);
  });

  it("leave out an upload: the sweep goes on, and a writer that was not dead makes a file that verify tells of", async () => {
    const device = world.newDevice();
    await settle(device, 0);
    const name = `dead/${randomUUID()}.seg`;
    await lookAtUploads(name);
    const file = await dead(name);
    line.listLate();
    await world.sweep(store);
    expect(await rowsOf(name)).toBe(0);
    line.mend();
    await file.finish();
    expect(await world.problems(store)).toEqual([{ kind: "file", where: name, what: "no row names this file" }]);
    await world.expectFrames(store, device);
    await far.remove(name);
  });
});
