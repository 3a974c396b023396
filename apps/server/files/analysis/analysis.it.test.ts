import { deflateSync } from "node:zlib";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, type Frame } from "@canopy/can/frame/frame";
import type { WriteFormat } from "@canopy/can/logs/formats";
import { written } from "@canopy/can/logs/testing/collect";
import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { ANALYSIS_STATUS } from "@canopy/contract/files/file-analysis";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { setPackage } from "../../capacity/package-store.ts";
import { describeFilePlaces } from "../../testing/stored/test-file-places.ts";
import { filesUrl, sentByDevice, someBytes } from "../../testing/stored/test-files.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import type { AnalysisPlace } from "./commit-log.ts";

const TIMEOUT_MS = 120_000 * PATIENCE;
const SOON = { timeout: 60_000 * PATIENCE, interval: 50 };
const { analysing, success, error, cancelled } = ANALYSIS_STATUS;
const startUs = Math.floor(Date.now() / 1000 - 3600) * 1_000_000;

/** 100 frames a second for two seconds, silence of 5 s, another second. */
function makeFrames(): Frame[] {
  const batch = new FrameBatch();
  const bytes = Uint8Array.from({ length: 8 }, (_, k) => k);
  for (let i = 0; i < 300; i += 1) {
    const at = startUs + i * 10_000 + (i >= 200 ? 5_000_000 : 0);
    const isExtended = i % 2 === 1;
    batch.push(at, isExtended ? 1 : 0, isExtended ? 0x18ff0102 : 0x100, isExtended ? FLAG_EXTENDED : 0, 8, bytes);
  }
  return Array.from({ length: 300 }, (_, i) => ({ ...batch.at(i), data: new Uint8Array(batch.at(i).data) }));
}

const frames = makeFrames();
const logOf = (format: WriteFormat, all: readonly Frame[] = frames) =>
  Buffer.from(written(format, all, { deflate: (data) => deflateSync(data) }).file);

describeFilePlaces("an analysis", { timeout: TIMEOUT_MS }, (openPlace) => {
  let world: TestApp;
  let manager: TestUser;
  let device: TestDevice;
  let onReached: ((place: AnalysisPlace) => Promise<void>) | undefined;

  beforeAll(async () => {
    const reached = async (place: AnalysisPlace) => onReached?.(place);
    world = await testApp({}, { ...(await openPlace()), work: true, files: { reached } });
    manager = await world.user({ tenant: "own", name: "manager_a", role: "manager" });
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    device = await testDevice(world.database.db, manager.tenantId);
  }, TIMEOUT_MS);
  afterAll(() => world?.close());
  afterEach(() => {
    onReached = undefined;
  });

  const call = (method: "GET" | "POST" | "PUT", path: string) =>
    world.call(manager, { method, url: filesUrl(manager, `file-analysis/${path}`) });
  const recordOf = async (id: string) => (await call("GET", id)).json().data;
  async function started(fileId: string): Promise<string> {
    const answer = await call("POST", fileId);
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json().recordId;
  }
  const reaches = (id: string, status: number) =>
    expect.poll(async () => (await recordOf(id)).status, SOON).toBe(status);
  async function inStore({ bindingNumber }: TestDevice): Promise<Frame[]> {
    const query = { bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, filter: {} };
    const all: Frame[] = [];
    for await (const batch of world.store.frames.stream(query))
      for (let i = 0; i < batch.length; i += 1) all.push({ ...batch.at(i), data: new Uint8Array(batch.at(i).data) });
    return all;
  }
  const newDevice = () => testDevice(world.database.db, manager.tenantId);

  it.each(["candump", "blf", "mdf4", "parquet"] as const)(
    "of a %s file brings its frames into history, once, and says what it found [FIL-04]",
    async (format) => {
      const into = await newDevice();
      const { file_id } = await sentByDevice(world, into, `drive.${format}`, logOf(format));
      const id = await started(file_id);
      await reaches(id, success);
      const { result, ...record } = await recordOf(id);
      expect(record).toMatchObject({ file_name: `drive.${format}`, frames: 300, progress: 1, message_code: null });
      expect([record.dev_start_time, record.dev_end_time]).toEqual([startUs / 1000, startUs / 1000 + 7990]);
      expect(record.analysis_end_time).toBeGreaterThanOrEqual(record.analysis_start_time);
      expect(result).toMatchObject({ format, stored: 300, repeated: 0, id_count: 2, gap_count: 1, problem_count: 0 });
      expect(result.ids).toMatchObject([
        { channel: 0, id: 0x100, is_extended: false, frames: 150 },
        { channel: 1, id: 0x18ff0102, is_extended: true, frames: 150 },
      ]);
      expect(result.gaps).toEqual([{ from_time: startUs / 1000 + 1990, to_time: startUs / 1000 + 7000 }]);
      expect(result.coverage).toBeCloseTo(1 - 5010 / 7990, 6);
      expect(await inStore(into)).toEqual(frames);
      const again = await started(file_id);
      await reaches(again, success);
      expect((await recordOf(again)).result).toMatchObject({ stored: 0, repeated: 300, frames: 300 });
      expect(await inStore(into)).toHaveLength(300);
    },
  );

  it("of a file whose frames were deleted in part brings back what is missing [FIL-04]", async () => {
    const into = await newDevice();
    const { file_id } = await sentByDevice(world, into, "again.log", logOf("candump"));
    const analysed = async () => {
      const id = await started(file_id);
      await reaches(id, success);
      return (await recordOf(id)).result;
    };
    await analysed();
    const remove = (range: { fromUs: number; toUs: number; channels?: number[] }) =>
      world.store.frames.removal.deleteRange({ ...range, bindingNumber: into.bindingNumber, keep: [] }, 1000);
    const always = { fromUs: 0, toUs: Number.MAX_SAFE_INTEGER };
    expect(await remove({ ...always, fromUs: startUs + 500_000 })).toMatchObject({ deleted: 250 });
    expect(await analysed()).toMatchObject({ stored: 250, repeated: 50 });
    expect(await inStore(into)).toEqual(frames);
    expect(await remove({ ...always, channels: [1] })).toMatchObject({ deleted: 150 });
    expect(await analysed()).toMatchObject({ stored: 150, repeated: 150 });
    expect(await remove(always)).toMatchObject({ deleted: 300 });
    expect(await analysed()).toMatchObject({ stored: 300, repeated: 0 });
    expect(await analysed()).toMatchObject({ stored: 0, repeated: 300 });
    expect(await inStore(into)).toEqual(frames);
  });

  it("counts error frames apart from ids [FIL-04]", async () => {
    const broken = frames.map((frame, i) => (i % 10 === 0 ? { ...frame, flags: FLAG_ERROR, id: 0, size: 0 } : frame));
    const { file_id } = await sentByDevice(world, await newDevice(), "errors.log", logOf("candump", broken));
    const id = await started(file_id);
    await reaches(id, success);
    expect((await recordOf(id)).result).toMatchObject({ frames: 300, error_frames: 30, id_count: 2 });
  });

  it.each(["surveyed", "whole"] as const)("that is cancelled when %s leaves nothing [FIL-04]", async (place) => {
    const into = await newDevice();
    const { file_id } = await sentByDevice(world, into, "cancel.log", logOf("candump"));
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    onReached = async (at) => {
      if (at !== place) return;
      arrived.resolve();
      await goOn.promise;
    };
    const id = await started(file_id);
    await arrived.promise;
    expect((await call("GET", `${id}/progress`)).json()).toMatchObject({ status: analysing });
    expect((await call("PUT", `${id}/cancel`)).statusCode).toBe(200);
    goOn.resolve();
    await reaches(id, cancelled);
    onReached = undefined;
    // It can be analysed again, and then it is whole.
    const again = await started(file_id);
    await reaches(again, success);
    expect((await recordOf(again)).result).toMatchObject({ stored: 300, repeated: 0 });
    expect(await inStore(into)).toEqual(frames);
    expect((await recordOf(id)).status).toBe(cancelled);
  });

  it("that has made its frames visible cannot be cancelled any more [FIL-04]", async () => {
    const into = await newDevice();
    const { file_id } = await sentByDevice(world, into, "late.log", logOf("candump"));
    const arrived = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    onReached = async (at) => {
      if (at !== "visible") return;
      arrived.resolve();
      await goOn.promise;
    };
    const id = await started(file_id);
    await arrived.promise;
    await call("PUT", `${id}/cancel`);
    goOn.resolve();
    await reaches(id, success);
    expect(await inStore(into)).toEqual(frames);
  });

  it("that fails after its commit says at the next attempt what it stored [FIL-04]", async () => {
    const into = await newDevice();
    const { file_id } = await sentByDevice(world, into, "again.log", logOf("candump"));
    let isFirst = true;
    onReached = async (at) => {
      if (at !== "visible" || !isFirst) return;
      isFirst = false;
      throw new Error("the process ends here");
    };
    const id = await started(file_id);
    await reaches(id, success);
    expect((await recordOf(id)).result).toMatchObject({ stored: 300, repeated: 0 });
    expect(await inStore(into)).toEqual(frames);
  });

  it("of two files with one content at the same time stores it once [FIL-04]", async () => {
    const into = await newDevice();
    const first = await sentByDevice(world, into, "one.log", logOf("candump"));
    const second = await sentByDevice(world, into, "two.log", logOf("candump"));
    const goOn = Promise.withResolvers<void>();
    let wholes = 0;
    // Both are written before either is made visible.
    onReached = async (at) => {
      if (at !== "whole") return;
      wholes += 1;
      if (wholes === 2) goOn.resolve();
      await goOn.promise;
    };
    const ids = [await started(first.file_id), await started(second.file_id)];
    for (const id of ids) await reaches(id, success);
    const results = await Promise.all(ids.map(async (id) => (await recordOf(id)).result));
    expect(results.map(({ stored, repeated }) => [stored, repeated]).sort()).toEqual([
      [0, 300],
      [300, 0],
    ]);
    expect(wholes).toBe(2);
    for (const result of results) expect(result).toMatchObject({ frames: 300, id_count: 2, format: "candump" });
    expect(await inStore(into)).toEqual(frames);
  });

  it("of one file runs once at a time [FIL-04]", async () => {
    const { file_id } = await sentByDevice(world, await newDevice(), "twice.log", logOf("candump"));
    const goOn = Promise.withResolvers<void>();
    onReached = () => goOn.promise;
    const answers = await Promise.all([1, 2, 3].map(() => call("POST", file_id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409, 409]);
    goOn.resolve();
    const id = answers.find(({ statusCode }) => statusCode === 200)?.json().recordId;
    await reaches(id, success);
  });

  it.each([
    ["no log", someBytes(5000), "transfers.notALog"],
    ["an empty file", Buffer.alloc(0), "transfers.notALog"],
    ["a log of 1970", logOf("candump", [{ ...(frames[0] as Frame), timeUs: 5 }]), "transfers.importTimes"],
  ])("of %s says so [FIL-04]", async (_, bytes, code) => {
    const { file_id } = await sentByDevice(world, await newDevice(), "odd.log", bytes);
    const id = await started(file_id);
    await reaches(id, error);
    expect(await recordOf(id)).toMatchObject({ message_code: code, result: null });
  });

  it("is refused by a full data space and stores nothing [CAP-05]", async () => {
    const into = await newDevice();
    const { file_id } = await sentByDevice(world, into, "full.log", logOf("candump"));
    await setPackage(world.database.db, manager.tenantId, { ...UNLIMITED_PACKAGE, database_storage_space: 0 });
    const id = await started(file_id);
    await reaches(id, error);
    await setPackage(world.database.db, manager.tenantId, UNLIMITED_PACKAGE);
    expect((await recordOf(id)).message_code).toBe("transfers.storageFull");
    expect(await inStore(into)).toEqual([]);
  });

  it("is found by every filter of the list [FIL-04]", async () => {
    const { file_id } = await sentByDevice(world, device, "Found.log", logOf("candump"));
    const id = await started(file_id);
    await reaches(id, success);
    const { analysis_start_time: began } = await recordOf(id);
    const has = async (query: string) =>
      (await call("GET", `list?page_size=100&${query}`))
        .json()
        .list.some(({ recordId }: { recordId: string }) => recordId === id);
    const fit = [
      `analysis_start_time=${began}`,
      `analysis_end_time=${began}`,
      `dev_start_time=${startUs / 1000 + 7990}`,
      `dev_end_time=${startUs / 1000}`,
      "file_location=0",
      "file_name=found",
      `status=${success}`,
      `third_things_id=${device.deviceId}`,
    ];
    const unfit = [
      `analysis_start_time=${began + 1}`,
      `analysis_end_time=${began - 1}`,
      `dev_start_time=${startUs / 1000 + 7991}`,
      `dev_end_time=${startUs / 1000 - 1}`,
      "file_location=1",
      "file_name=lost",
      `status=${cancelled}`,
      "third_things_id=none",
    ];
    for (const query of fit) expect([query, await has(query)]).toEqual([query, true]);
    for (const query of unfit) expect([query, await has(query)]).toEqual([query, false]);
  });
});
