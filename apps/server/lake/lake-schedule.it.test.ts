import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { lakeErrors } from "@canopy/contract/lake/schedule";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { DirectPlace } from "../platform/files/open-files.ts";
import { createLog } from "../platform/log.ts";
import { framesInLake, framesInStore, parquetBelow } from "../testing/stored/test-lake.ts";
import { testLakePlaces, whyNoLakeInS3 } from "../testing/stored/test-lake-places.ts";
import { type SignalWorld, signalWorld } from "../testing/worlds/test-signal-world.ts";
import { exportDue, lakeRunJob } from "./lake-job.ts";

const noS3 = whyNoLakeInS3();
const DAILY = { is_enabled: true, every: "day", hour: 2, frames: true, signals: false };
const at = (text: string) => Date.parse(`${text}:00Z`);

describe("the schedule of a lake", () => {
  let world: SignalWorld;
  let folder = "";

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), "canopy-lake-"));
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < 100; i += 1) batch.push(Date.now() * 1000 - 1e9 + i * 1000, 0, 7, 0, 1, Uint8Array.of(i));
    await world.send(batch);
    await world.settle();
  });
  afterAll(async () => {
    rmSync(folder, { recursive: true, force: true });
    await world?.end();
  });

  const set = (payload: object, user = world.manager) =>
    world.app.call(user, { method: "PUT", url: "/api/lake/schedule", payload });
  const shown = async (user = world.manager) =>
    (await world.app.call(user, { method: "GET", url: "/api/lake/schedule" })).json().data;
  const runTo = (target: DirectPlace, nowMs: number, lake = world.store.lake, log = createLog("silent")) =>
    exportDue({ db: world.app.database.db, lake, target, now: () => nowMs }, new AbortController().signal, log);
  const run = (nowMs: number, lake = world.store.lake) => runTo({ kind: "folder", folder }, nowMs, lake);

  it("is off until the manager sets it; users of the tenant see it, and others have their own [OPS-06]", async () => {
    expect(await shown()).toEqual({
      is_enabled: false,
      every: "day",
      hour: 2,
      frames: true,
      signals: true,
      last_run: null,
      next_time: null,
      is_running: false,
    });
    expect(await run(at("2026-05-05T02:41"))).toBe(0);
    expect((await set({ ...DAILY, frames: false })).json().code).toBe(lakeErrors.nothingChosen.code);
    expect((await set(DAILY)).json().data).toMatchObject({ ...DAILY, last_run: null, next_time: expect.any(Number) });
    const user = await world.app.user({ tenant: "own", name: "user_a", role: "sub" });
    expect(await shown(user)).toMatchObject(DAILY);
    expect((await set(DAILY, user)).statusCode).toBe(403);
    const stranger = await world.app.user({ tenant: "other", name: "manager_b", role: "manager" });
    expect(await shown(stranger)).toMatchObject({ is_enabled: false });
  });

  it("exports the tenant's frames when it is due, and says how the run ended [OPS-06]", async () => {
    const { bindingNumber, deviceId } = world.device;
    expect(await run(at("2026-05-05T02:41"))).toBe(1);
    const stored = await framesInStore(world.store.frames, bindingNumber);
    expect(stored).toHaveLength(100);
    expect(await framesInLake(folder, deviceId)).toEqual({ hyparquet: stored, duckDb: stored });
    expect(parquetBelow(folder).every((path) => path.startsWith("frames/"))).toBe(true);
    const files_written = parquetBelow(folder).length;
    const last_run = { end_time: at("2026-05-05T02:41"), files_written, files_removed: 0, message_code: null };
    expect(await shown()).toMatchObject({ ...DAILY, last_run });
    expect((await shown()).last_run.bytes_written).toBeGreaterThan(0);
    expect(await run(at("2026-05-06T01:41"))).toBe(0);
    expect(await run(at("2026-05-06T02:41"))).toBe(1);
    expect((await shown()).last_run).toMatchObject({ files_written: 0, message_code: null });
  });

  it("keeps the other tenants going where one fails, and tells it [OPS-06]", async () => {
    const failing = { ...world.store.lake, daysOf: () => Promise.reject(new Error("away")) };
    expect(await run(at("2026-05-07T02:41"), failing)).toBe(1);
    expect((await shown()).last_run).toMatchObject({ message_code: lakeErrors.exportFailed.code });
  });

  it("runs at once for the manager, once at a time, also while the schedule is off [OPS-06]", async () => {
    await set({ ...DAILY, is_enabled: false });
    const ask = (user = world.manager) => world.app.call(user, { method: "POST", url: "/api/lake/schedule/run" });
    const user = await world.app.user({ tenant: "own", name: "user_b", role: "sub" });
    expect((await ask(user)).statusCode).toBe(403);
    const answer = await ask();
    expect(answer.statusCode).toBe(200);
    expect((await shown()).is_running).toBe(true);
    expect((await ask()).json().code).toBe(lakeErrors.runsAlready.code);
    const parts = {
      db: world.app.database.db,
      lake: world.store.lake,
      target: { kind: "folder", folder } as const,
      now: () => at("2026-05-08T09:00"),
    };
    await lakeRunJob(parts).handler({
      id: answer.json().data.job_id,
      tenantId: world.manager.tenantId,
      userId: world.manager.userId,
      input: {},
      attempt: 1,
      signal: new AbortController().signal,
      log: createLog("silent"),
      progress: async () => undefined,
    });
    expect((await shown()).last_run).toMatchObject({ end_time: at("2026-05-08T09:00"), message_code: null });
  });

  it("waits for another export of the same lake [OPS-06]", async () => {
    let left = 1;
    const alone: typeof world.store.lake.alone = async (name, work) =>
      left-- > 0 ? undefined : world.store.lake.alone(name, work);
    await set(DAILY);
    expect(await run(at("2026-05-09T02:41"), { ...world.store.lake, alone })).toBe(1);
    expect((await shown()).last_run).toMatchObject({ end_time: at("2026-05-09T02:41"), message_code: null });
    expect(left).toBe(-1);
  });

  it.skipIf(noS3 !== undefined)(
    "exports to S3, and tells where it is away without its keys [OPS-06] [FIL-06]",
    async () => {
      const places = await testLakePlaces("s3");
      const lake = places.make();
      try {
        expect(await runTo(lake.place, at("2026-05-10T02:41"))).toBe(1);
        expect((await shown()).last_run).toMatchObject({ message_code: null });
        const stored = await framesInStore(world.store.frames, world.device.bindingNumber);
        const { hyparquet, duckDb } = await framesInLake(await lake.seen(), world.device.deviceId);
        expect([hyparquet, duckDb]).toEqual([stored, stored]);
      } finally {
        await places.drop();
      }
      const said: string[] = [];
      const log = createLog("info", { write: (line: string) => said.push(line) });
      expect(await runTo(lake.place, at("2026-05-11T02:41"), world.store.lake, log)).toBe(1);
      expect((await shown()).last_run).toMatchObject({ message_code: lakeErrors.exportFailed.code });
      expect(said.join("")).toContain("does not answer");
      expect(said.join("")).not.toContain("testing");
    },
  );

  it("makes no file of a kind that is off, and keeps in step those that lie there [OPS-06]", async () => {
    const { bindingNumber, deviceId } = world.device;
    await set({ ...DAILY, frames: false, signals: true });
    const files = parquetBelow(folder);
    const early = new FrameBatch();
    early.push(Date.now() * 1000 - 9 * 86_400e6, 0, 7, 0, 1, Uint8Array.of(1));
    await world.send(early);
    await world.settle();
    expect(await run(at("2026-05-12T02:41"))).toBe(1);
    expect(parquetBelow(folder)).toEqual(files);
    const { removal } = world.store.frames;
    const fromUs = Date.now() * 1000 - 8 * 86_400e6;
    await removal.deleteRange({ bindingNumber, fromUs: 0, toUs: fromUs, keep: [] }, 1e6);
    const [, second] = await framesInStore(world.store.frames, bindingNumber);
    await removal.deleteRange({ bindingNumber, fromUs, toUs: Number(second?.split(" ")[0]), keep: [] }, 1e6);
    expect(await run(at("2026-05-13T02:41"))).toBe(1);
    const stored = await framesInStore(world.store.frames, bindingNumber);
    expect(stored).toHaveLength(99);
    expect((await framesInLake(folder, deviceId)).hyparquet).toEqual(stored);
    await removal.deleteRange({ bindingNumber, fromUs: 0, toUs: Date.now() * 1000, keep: [] }, 1e6);
    expect(await run(at("2026-05-14T02:41"))).toBe(1);
    expect(parquetBelow(folder)).toEqual([]);
  });
});
