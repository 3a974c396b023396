import type { GapLedger } from "@canopy/contract/files/gaps";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { deletingParts } from "../../deletion-jobs.ts";
import { localBus } from "../../platform/bus/local-bus.ts";
import { createLog } from "../../platform/log.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { testDevice } from "../../testing/terminals/test-device.ts";
import { type TestApp, testApp } from "../../testing/test-app.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchAt } from "../ingest/test-batch-at.ts";
import { deletedWindows, forgetDeletedWindows } from "./deleted-window-store.ts";

const MINUTE_MS = 60_000;
const log = createLog("silent");

describe("deleted times", () => {
  let engines: FrameEngines;
  let world: TestApp;
  /** A whole minute, an hour ago. */
  const startMs = Math.floor(Date.now() / MINUTE_MS - 60) * MINUTE_MS;

  beforeAll(async () => {
    engines = await frameEngines();
    world = await testApp({}, { store: engines.store });
  });
  afterAll(async () => {
    await world?.close();
    await engines?.end();
  });

  it("are in the gap ledger with their cause, as far as they had frames and these went [DAT-10] [DAT-04]", async () => {
    const { db } = world.database;
    const { frames, points, pins } = engines.store;
    const owner = await world.user({ tenant: "deleting", name: "deleting", role: "manager" });
    const device = await testDevice(db, owner.tenantId);
    const { bindingNumber, tenantId } = device;
    const ingest = engines.ingest({ clock: systemClock });
    // Frames in the minutes 0, 1, 3, 4 and 9.
    for (const [i, minute] of [0, 1, 3, 4, 9].entries())
      await ingest.ingest(batchAt(device, i, startMs + minute * MINUTE_MS + 1000));
    await ingest.close();
    const at = (minute: number) => startMs + minute * MINUTE_MS;
    const { recordDeleted } = deletingParts({ db, bus: localBus(log), frames, points, pins });
    const remove = async (from: number, to: number) => {
      const range = { bindingNumber, fromUs: at(from) * 1000, toUs: at(to) * 1000 };
      const keep = [{ fromUs: at(3) * 1000, toUs: at(4) * 1000 }];
      const deleting = () => frames.removal.deleteRange({ ...range, keep }, Number.POSITIVE_INFINITY);
      return recordDeleted({ ...range, tenantId, log }, deleting);
    };
    expect((await remove(1, 6)).deleted).toBe(20);
    // A second time there is nothing to delete, and nothing to tell.
    await remove(1, 6);
    const known = () => deletedWindows(db, device, { fromMs: 0, toMs: Date.now() });
    const spans = (await known()).map(({ fromMs, toMs }) => [fromMs, toMs]);
    expect(new Set(spans.map(String))).toEqual(new Set([`${at(1)},${at(2)}`, `${at(4)},${at(5)}`]));
    const gapsOf = async () => {
      const url = `/api/things/${device.thingsId}/gaps?start_time=${at(0)}&end_time=${at(10)}`;
      const { gaps }: GapLedger = (await world.call(owner, { url })).json().data;
      return gaps.map(({ start_time, end_time, cause }) => [start_time, end_time, cause]);
    };
    expect(await gapsOf()).toEqual([
      [at(1), at(2), "deleted"],
      [at(4), at(5), "deleted"],
    ]);
    // All of it, so that no channel has a frame any more.
    await remove(-10, 20);
    await recordDeleted({ bindingNumber, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, tenantId, log }, () =>
      frames.removal.empty(bindingNumber, []),
    );
    expect(await gapsOf()).toEqual([
      [at(0), at(2), "deleted"],
      [at(3), at(5), "deleted"],
      [at(9), at(10), "deleted"],
    ]);
    await forgetDeletedWindows(db, bindingNumber, at(9));
    expect((await known()).map(({ fromMs }) => fromMs)).toContain(at(9));
    await forgetDeletedWindows(db, bindingNumber);
    expect(await known()).toEqual([]);
  });

  it("of a deletion that fails are those that went [DAT-10]", async () => {
    const { db } = world.database;
    const { frames, points, pins } = engines.store;
    const owner = await world.user({ tenant: "failing", name: "failing", role: "manager" });
    const device = await testDevice(db, owner.tenantId);
    const { bindingNumber, tenantId } = device;
    const ingest = engines.ingest({ clock: systemClock });
    await ingest.ingest(batchAt(device, 0, startMs));
    await ingest.close();
    const { recordDeleted } = deletingParts({ db, bus: localBus(log), frames, points, pins });
    const range = { bindingNumber, tenantId, fromUs: 0, toUs: Number.MAX_SAFE_INTEGER, log };
    const failing = (work: () => Promise<unknown>) => async () => {
      await work();
      throw new Error("its frame server is away");
    };
    await expect(
      recordDeleted(
        range,
        failing(async () => undefined),
      ),
    ).rejects.toThrow("away");
    const known = () => deletedWindows(db, device, { fromMs: 0, toMs: Date.now() });
    expect(await known()).toEqual([]);
    await expect(
      recordDeleted(
        range,
        failing(() => frames.removal.empty(bindingNumber, [])),
      ),
    ).rejects.toThrow("away");
    expect((await known()).length).toBeGreaterThan(0);
  });
});
