import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import {
  contentOf,
  type Device,
  LATER_MS,
  START_US,
  StoreWorld,
  TENANT,
} from "../../testing/engines/test-store-world.ts";
import { FIRST_IMPORT_EPOCH, type ImportWriter } from "../store/frame-imports.ts";
import type { OpenFrameStore } from "../store/open-frame-store.ts";
import { DAY_US, dayOf, MINUTE_US } from "../store/time-window.ts";

const secondsFrom = (fromUs: number, count = 60) => Array.from({ length: count }, (_, i) => fromUs + i * 1_000_000);

function logOf(timesUs: readonly number[]): FrameBatch {
  const frames = new FrameBatch();
  for (const [i, timeUs] of timesUs.entries()) frames.push(timeUs, 3, 0x300, 0, 2, Uint8Array.of(i, 7));
  return frames;
}

describe("an import beside settling", () => {
  let world: StoreWorld;
  let store: OpenFrameStore;
  let device: Device;

  beforeAll(async () => {
    world = await StoreWorld.open();
    store = await world.start();
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });
  beforeEach(async () => {
    device = world.newDevice();
    await world.land(store, device, secondsFrom(START_US));
    await store.settleAll();
  });

  const open = (): ImportWriter => store.imports.open({ bindingNumber: device.bindingNumber, tenantId: TENANT });

  async function push(writer: ImportWriter, timesUs: readonly number[]): Promise<void> {
    writer.push(logOf(timesUs));
    await writer.flush();
    // The part is written when the next one could be.
    await writer.flush();
  }

  async function commit(writer: ImportWriter, ...parts: readonly (readonly number[])[]): Promise<boolean> {
    const isStored = await writer.commit([FIRST_IMPORT_EPOCH]);
    if (!isStored) return false;
    for (const frames of parts.map(logOf))
      for (let i = 0; i < frames.length; i += 1) device.frames.push(contentOf(frames.at(i)));
    return true;
  }

  /** As after a time in which nothing was settled. */
  const settleOld = async () => {
    await world.database.pool.query("update landing set landed_at = now() - interval '3 hours'");
    await store.settleAll();
  };

  it("is made anew where frames were settled among its own, however long ago they landed", async () => {
    const log = secondsFrom(START_US + 30_000_000, 120);
    const writer = open();
    await push(writer, log);
    await world.land(store, device, secondsFrom(START_US + MINUTE_US));
    await settleOld();
    expect(await commit(writer, log)).toBe(false);
    await world.expectFrames(store, device);

    const again = open();
    await push(again, log);
    expect(await commit(again, log)).toBe(true);
    await world.expectFrames(store, device);
    await world.sweep(store);
    expect(await world.problems(store)).toEqual([]);
  });

  it("is made anew where only a later part of it was numbered behind them", async () => {
    const [early, late] = [secondsFrom(START_US + 30_000_000), secondsFrom(START_US + 60_000_000)];
    const writer = open();
    await push(writer, early);
    await world.land(store, device, secondsFrom(START_US + 45_000_000));
    await settleOld();
    await push(writer, late);
    expect(await commit(writer, [...early, ...late])).toBe(false);
    await world.expectFrames(store, device);
  });

  it("is stored where others were settled elsewhere, and where what lies beside was merged", async () => {
    const log = secondsFrom(START_US + 30_000_000);
    const writer = open();
    await push(writer, log);
    await store.merge(LATER_MS);
    expect(await commit(writer, log)).toBe(true);
    await world.expectFrames(store, device);

    device = world.newDevice();
    const other = open();
    await push(other, log);
    await world.land(store, device, secondsFrom(START_US - DAY_US));
    await settleOld();
    expect(await commit(other, log)).toBe(true);
    await world.expectFrames(store, device);
    expect(await world.problems(store)).toEqual([]);
  });

  it("is known while frames of its times stay, and forgotten with the last of them [DAT-06] [DAT-07]", async () => {
    const log = secondsFrom(START_US + 30_000_000);
    const writer = open();
    await push(writer, log);
    expect(await commit(writer, log)).toBe(true);
    const { bindingNumber } = device;
    const beforeDay = dayOf(Math.max(START_US, Date.now() * 1000)) + 2;
    const expire = () => store.frames.removal.expire([{ bindingNumber, beforeDay, keep: async () => [] }]);
    const known = async () => [...(await store.imports.storedEpochs(bindingNumber, [FIRST_IMPORT_EPOCH])).values()];
    const storedAfter = (days: number) =>
      world.database.pool.query("update segments set stored_at = now() + $2 * interval '1 day' where binding = $1", [
        bindingNumber,
        days,
      ]);
    // As where frames of the day came later and were merged with those of the import.
    await storedAfter(1000);
    expect([await expire(), await known()]).toEqual([0, [{ isPartial: true }]]);
    await storedAfter(0);
    expect([await expire(), await known()]).toEqual([120, []]);
  });

  it("that takes longer than the sweep waits for a writer keeps its first parts [DAT-07]", async () => {
    let nowMs = LATER_MS;
    const slow = await world.start(undefined, { now: () => nowMs });
    const writer = slow.imports.open({ bindingNumber: device.bindingNumber, tenantId: TENANT });
    const pass = async (minutes: number) => {
      nowMs += minutes * 60_000;
      await world.database.pool.query(
        "update segment_files set changed_at = changed_at - $1 * interval '1 minute' where state = 'writing'",
        [minutes],
      );
      await slow.sweepAll();
    };
    const parts = [0, 1, 2].map((part) => secondsFrom(START_US + DAY_US + part * MINUTE_US));
    for (const part of parts) {
      await push(writer, part);
      await pass(40);
    }
    expect(await commit(writer, ...parts)).toBe(true);
    await world.expectFrames(slow, device);
    await slow.close();
  });
});
