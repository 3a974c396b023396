import { UNLIMITED_PACKAGE } from "@canopy/contract/capacity/package";
import { sql } from "kysely";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { setPackage } from "../../capacity/package-store.ts";
import { chooseWhenFull } from "../../capacity/storage-choice-store.ts";
import { deletingParts } from "../../deletion-jobs.ts";
import { messageUsers } from "../../messages/message-users.ts";
import { listUserMessages } from "../../messages/user-message-store.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { type TestDevice, testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, type TestUser, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchAt } from "../ingest/test-batch-at.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import type { DeleteRange, FrameRemoval, FrameStore, PageQuery } from "../store/frame-store.ts";
import { dayOf, overlaps, type TimeWindow } from "../store/time-window.ts";
import { LoopDelete } from "./loop-delete.ts";
import { noticeRetention } from "./retention-notice.ts";

const DAY_MS = 86_400_000;
const BATCH_BYTES = 10 * 23;
const GB = 1024 ** 3;
const log = createLog("silent");

describe("room for new data", () => {
  let engines: FrameEngines;
  let world: TestApp;
  let loop: LoopDelete;
  const nowMs = Date.now();

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store });
    loop = loopOf(engines.store.frames);
  });
  afterAll(async () => {
    await loop?.stop();
    await world?.close();
    await engines?.end();
  });

  const loopOf = (frames: FrameStore, atMs = nowMs) => {
    const { db } = world.database;
    const { pins, points } = engines.store;
    const parts = deletingParts({ db, bus: localBus(log), frames, points, pins });
    return new LoopDelete({ ...parts, db, frames, log, now: () => atMs });
  };
  /** The store, in which deleting and reading of some devices fails. */
  const failing = (faults: ReadonlyMap<number, (range: TimeWindow) => Error | undefined>): FrameStore => {
    const { frames } = engines.store;
    const check = (range: DeleteRange | PageQuery) => {
      const fault = faults.get(range.bindingNumber)?.(range);
      if (fault) throw fault;
    };
    const deleteRange: FrameRemoval["deleteRange"] = async (range, limit, signal) => {
      check(range);
      return frames.removal.deleteRange(range, limit, signal);
    };
    const page: FrameStore["page"] = async (query, signal) => {
      check(query);
      return frames.page(query, signal);
    };
    return { ...frames, page, removal: { ...frames.removal, deleteRange } };
  };

  /** A tenant whose space is full with one batch at each of these ages in days. */
  const full = (name: string, ages: readonly number[]) =>
    fullOf(
      name,
      ages.map((age) => nowMs - age * DAY_MS),
    );
  const fullOf = async (name: string, timesMs: readonly number[]): Promise<{ owner: TestUser; device: TestDevice }> => {
    const owner = await world.user({ tenant: name, name, role: "manager" });
    const device = await testDevice(world.database.db, owner.tenantId);
    const ingest = engines.ingest({ clock: systemClock });
    for (const [i, atMs] of timesMs.entries()) await ingest.ingest(batchAt(device, i, atMs));
    await ingest.close();
    await space(owner, timesMs.length);
    return { owner, device };
  };
  const space = ({ tenantId }: TestUser, batches: number) =>
    setPackage(world.database.db, tenantId, {
      ...UNLIMITED_PACKAGE,
      database_storage_space: (batches * BATCH_BYTES) / GB,
    });
  const daysOf = async ({ bindingNumber }: TestDevice) => {
    const days = await engines.store.frames.usage.daysOf(bindingNumber);
    return days.map(({ day }) => dayOf(nowMs * 1000) - day);
  };

  it("is made of the oldest day where the tenant chose so, and of no other's [DAT-04] [CAP-05]", async () => {
    const [looping, stopping] = [await full("looping", [3, 2, 1]), await full("stopping", [3, 2, 1])];
    await chooseWhenFull(world.database.db, looping.owner.tenantId, "loop");
    await loop.look();
    expect(await daysOf(looping.device)).toEqual([2, 1]);
    expect(await daysOf(stopping.device)).toEqual([3, 2, 1]);
    await loop.look();
    expect(await daysOf(looping.device)).toEqual([2, 1]);
  });

  it("takes positions and points of the day along, without those of open alarms and of devices that give no room [DAT-04]", async () => {
    const { owner, device } = await full("tracked", [3, 2, 1]);
    const still = await testDevice(world.database.db, owner.tenantId);
    const midnightMs = dayOf((nowMs - 3 * DAY_MS) * 1000) * DAY_MS;
    const times = [midnightMs - 1, midnightMs, midnightMs + 1000, midnightMs + DAY_MS];
    const { points, pins } = engines.store;
    for (const { bindingNumber } of [device, still]) {
      const position = { latitude: 1, longitude: 2 };
      await points.addPositions(times.map((time) => ({ bindingNumber, position: { ...position, time } })));
      const point = { group: "a", values: {} };
      await points.addPoints(times.map((time) => ({ bindingNumber, point: { ...point, time } })));
    }
    const fromUs = (midnightMs + 1000) * 1000;
    await pins.add([{ binding: device.bindingNumber, change: 2, fromUs, toUs: fromUs + 1_000_000 }]);
    expect(await loop.makeRoom(owner.tenantId)).toBe(10);
    const left = async ({ bindingNumber }: TestDevice) => {
      const all = { bindingNumber, fromUs: 0, toUs: 2 ** 52, limit: 10 };
      const found = [await points.positions(all), (await points.page({ ...all, group: "a" })).toReversed()];
      return found.map((list) => list.map(({ time }) => time));
    };
    const others = times.filter((time) => time !== midnightMs);
    expect(await left(device)).toEqual([others, others]);
    expect(await left(still)).toEqual([times, times]);
  });

  it("spares windows of open alarms and takes the next day instead [DAT-04] [TRG-05]", async () => {
    const { owner, device } = await full("pinning", [3, 2, 1]);
    const fromUs = (nowMs - 3 * DAY_MS) * 1000;
    await engines.store.pins.add([{ binding: device.bindingNumber, change: 1, fromUs, toUs: fromUs + 60_000_000 }]);
    expect(await loop.makeRoom(owner.tenantId)).toBe(10);
    expect(await daysOf(device)).toEqual([3, 1]);
  });

  it("of one tenant is made whatever keeps that of another from being made [CAP-05]", async () => {
    const [first, second] = [await full("failing", [3, 2, 1]), await full("waiting", [3, 2, 1])];
    for (const { owner } of [first, second]) await chooseWhenFull(world.database.db, owner.tenantId, "loop");
    const lookWithout = ({ device }: { device: TestDevice }) =>
      loopOf(failing(new Map([[device.bindingNumber, () => new Error("its frame server is away")]]))).look();
    await lookWithout(first);
    expect([await daysOf(first.device), await daysOf(second.device)]).toEqual([
      [3, 2, 1],
      [2, 1],
    ]);
    await space(second.owner, 2);
    await lookWithout(second);
    expect([await daysOf(first.device), await daysOf(second.device)]).toEqual([
      [2, 1],
      [2, 1],
    ]);
  });

  it("goes on with the next day where a segment cannot be read [CAP-05]", async () => {
    const { owner, device } = await full("damaged", [4, 3, 2, 1]);
    await space(owner, 3);
    const damaged = (range: TimeWindow) =>
      dayOf(range.fromUs) === dayOf(nowMs * 1000) - 4 ? new SegmentDamage("bytes", { ...range, file: "a" }) : undefined;
    const deleted = await loopOf(failing(new Map([[device.bindingNumber, damaged]]))).makeRoom(owner.tenantId);
    expect(deleted).toBe(20);
    expect(await daysOf(device)).toEqual([4, 1]);
  });

  it("is made of the oldest part of today where there is nothing older [DAT-04]", async () => {
    const { owner, device } = await full("young", [0]);
    await space(owner, 0.5);
    expect(await loop.makeRoom(owner.tenantId)).toBe(10);
    expect(await daysOf(device)).toEqual([]);
  });

  describe("where the oldest data of today stays", () => {
    /** Yesterday is the day of the worker, so that its hours are over whatever time it is here. */
    const hour = (of: number) => dayOf((nowMs - DAY_MS) * 1000) * DAY_MS + of * 3_600_000;
    const pin = ({ bindingNumber }: TestDevice, fromMs: number) =>
      engines.store.pins.add([
        { binding: bindingNumber, change: 3, fromUs: fromMs * 1000, toUs: (fromMs + 60_000) * 1000 },
      ]);
    const timesOf = async ({ bindingNumber }: TestDevice) => {
      const all = { bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {}, order: "oldestFirst", limit: 1000 } as const;
      const { frames } = await engines.store.frames.page(all);
      return frames.filter((_, i) => i % 10 === 0).map(({ timeUs }) => timeUs / 1000);
    };

    it("is made of the oldest part that no alarm pins [DAT-04] [CAP-05] [TRG-05]", async () => {
      const { owner, device } = await fullOf("pinnedToday", [1, 10, 11, 20].map(hour));
      await pin(device, hour(1));
      expect(await loopOf(engines.store.frames, hour(21)).makeRoom(owner.tenantId)).toBe(20);
      expect(await timesOf(device)).toEqual([hour(1), hour(20)]);
    });

    it("is made of it where an alarm pins an earlier day [DAT-04] [CAP-05] [TRG-05]", async () => {
      const { owner, device } = await fullOf("pinnedBefore", [-12, 10, 20].map(hour));
      await pin(device, hour(-12));
      expect(await loopOf(engines.store.frames, hour(21)).makeRoom(owner.tenantId)).toBe(10);
      expect(await timesOf(device)).toEqual([hour(-12), hour(20)]);
    });

    it("is made of the part behind one that cannot be read [DAT-04] [CAP-05]", async () => {
      const { owner, device } = await fullOf("damagedToday", [1, 10, 20].map(hour));
      const window = { fromUs: hour(1) * 1000, toUs: hour(2) * 1000, file: "a" };
      const damaged = (range: TimeWindow) => (overlaps(range, window) ? new SegmentDamage("bytes", window) : undefined);
      const store = failing(new Map([[device.bindingNumber, damaged]]));
      expect(await loopOf(store, hour(21)).makeRoom(owner.tenantId)).toBe(10);
      expect(await timesOf(device)).toEqual([hour(1), hour(10)]);
    });
  });

  it("data that goes in the next days is told of, once a week and to managers alone [DAT-06]", async () => {
    const { db } = world.database;
    const { owner } = await full("told", [26, 20]);
    const sub = await world.user({ tenant: "told", name: "told_sub", role: "sub" });
    await setPackage(db, owner.tenantId, { ...UNLIMITED_PACKAGE, maximum_data_retention_days: 30 });
    await engines.settle();
    await sql`update segments set stored_at = stored_at - interval '20 days'`.execute(engines.framesDatabase.db);
    const parts = {
      db,
      frames: engines.store.frames,
      messageUsers: (to: Parameters<typeof messageUsers>[1], message: Parameters<typeof messageUsers>[2]) =>
        messageUsers({ db, bus: localBus(log) }, to, message),
    };
    const today = dayOf(nowMs * 1000);
    const told = async (user: TestUser) => {
      const asked = { ...user, language: "en", readStatus: 3, page: 1, size: 10 } as const;
      return (await listUserMessages(db, asked)).list.map(({ messageContent }) => messageContent);
    };
    await noticeRetention(parts, today);
    expect(await told(owner)).toEqual([]);
    await sql`update segments set stored_at = stored_at - interval '6 days'`.execute(engines.framesDatabase.db);
    await noticeRetention(parts, today);
    const dateOf = (ago: number) => new Date((today - ago) * DAY_MS).toISOString().slice(0, 10);
    expect(await told(owner)).toEqual([
      expect.stringContaining(`Data of ${dateOf(26)} to ${dateOf(26)} (230B) goes from ${dateOf(-5)} on`),
    ]);
    expect(await told(sub)).toEqual([]);
    await noticeRetention(parts, today + 1);
    expect(await told(owner)).toHaveLength(1);
  });
});
