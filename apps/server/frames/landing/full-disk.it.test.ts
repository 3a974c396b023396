import { setTimeout as sleep } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import type { Files } from "../../platform/files/files.ts";
import { FolderFiles } from "../../platform/files/folder-files.ts";
import { LATER_MS, START_US, StoreWorld } from "../../testing/engines/test-store-world.ts";
import { readIndex } from "../reading/segment-index.ts";
import type { OpenFrameStore } from "../store/open-frame-store.ts";
import { MINUTE_US } from "../store/time-window.ts";
import { DiskNearlyFull, DiskWatch } from "./disk-watch.ts";

const GB = 1024 ** 3;
const secondsFrom = (fromUs: number, count = 60) => Array.from({ length: count }, (_, i) => fromUs + i * 1_000_000);
const failing = (code: string) => Promise.reject(Object.assign(new Error(code), { code }));
const noSpace = () => failing("ENOSPC");

/** A folder on a disk that can be full, for bytes or already for the name of a file. */
class FullFolder extends FolderFiles implements Files {
  full: "no" | "names" | "bytes" = "no";
  /** Cannot be removed. */
  stuck: string | undefined;

  override async create(name: string) {
    if (this.full === "names") return noSpace();
    const file = await super.create(name);
    return {
      ...file,
      write: (bytes: readonly Uint8Array[]) => (this.full === "bytes" ? noSpace() : file.write(bytes)),
    };
  }

  override remove(name: string): Promise<void> {
    return name === this.stuck ? failing("EIO") : super.remove(name);
  }
}

describe("a full disk", { timeout: 60_000 * PATIENCE }, () => {
  let world: StoreWorld;
  let files: FullFolder;
  let store: OpenFrameStore;

  beforeAll(async () => {
    world = await StoreWorld.open();
    files = new FullFolder(world.folder);
    store = await world.openStore({ files });
  });
  afterAll(async () => {
    await store.close();
    await world.close();
  });

  it.each(["names", "bytes"] as const)(
    "no room for %s: settling, merging and deleting are tried again, the rest goes on [DAT-08]",
    async (full) => {
      const device = world.newDevice();
      for (const part of [0, 1]) {
        await world.land(store, device, secondsFrom(START_US + part * MINUTE_US));
        await store.settleAll();
      }
      await world.land(store, device, secondsFrom(START_US + 2 * MINUTE_US));
      files.full = full;
      await expect(store.settleAll()).rejects.toMatchObject({ code: "ENOSPC" });
      await expect(store.merge(LATER_MS)).rejects.toMatchObject({ code: "ENOSPC" });
      const { bindingNumber } = device;
      const range = { bindingNumber, fromUs: START_US, toUs: START_US + 30_000_000, keep: [] };
      await expect(store.frames.removal.deleteRange(range, 10)).rejects.toMatchObject({ code: "ENOSPC" });
      await world.land(store, device, secondsFrom(START_US + 3 * MINUTE_US));
      await world.expectFrames(store, device);
      await world.sweep(store);
      expect(await world.leftovers()).toEqual([]);

      files.full = "no";
      await store.settleAll();
      while ((await store.merge(LATER_MS)) > 0);
      await world.expectFrames(store, device);
      await world.sweep(store);
      expect(await world.leftovers()).toEqual([]);
      expect(await world.problems(store)).toEqual([]);
      expect(await store.report()).toMatchObject({ landedBatches: 0, segments: 1 });
      await store.frames.removal.drop(bindingNumber);
      await store.sweepAll();
    },
  );

  it("upkeep sweeps while it cannot settle, and settles when there is room again [DAT-08]", async () => {
    const device = world.newDevice();
    for (const part of [0, 1]) {
      await world.land(store, device, secondsFrom(START_US + part * MINUTE_US));
      await store.settleAll();
    }
    await store.merge(LATER_MS);
    await world.land(store, device, secondsFrom(START_US + 2 * MINUTE_US));
    const { pool } = world.database;
    await pool.query("update segment_files set changed_at = now() - interval '1 hour' where state = 'dropped'");
    await pool.query("update landing set landed_at = now() - interval '1 hour'");
    files.full = "bytes";
    const { upkeep } = store;
    upkeep.start();
    await vi.waitFor(async () => expect(await store.report()).toMatchObject({ droppedFiles: 1 }), {
      timeout: 10_000 * PATIENCE,
    });
    expect(await store.report()).toMatchObject({ files: 1, landedBatches: 1 });
    files.full = "no";
    await vi.waitFor(() => expect(upkeep.settledFrames).toBe(60), { timeout: 10_000 * PATIENCE });
    await upkeep.stop();
    await world.expectFrames(store, device);
    await store.frames.removal.drop(device.bindingNumber);
    await store.sweepAll();
  });

  it("a file that cannot be removed does not keep the others", async () => {
    const device = world.newDevice();
    for (const part of [0, 1, 2]) {
      await world.land(store, device, secondsFrom(START_US + part * MINUTE_US));
      await store.settleAll();
    }
    const { segments } = await readIndex(world.database.pool, device.bindingNumber, { fromUs: 0, toUs: 2 ** 52 });
    await store.frames.removal.drop(device.bindingNumber);
    files.stuck = segments[0]?.file;
    await expect(store.sweepAll()).rejects.toMatchObject({ code: "EIO" });
    expect(await store.report()).toMatchObject({ droppedFiles: 1 });
    files.stuck = undefined;
    await store.sweepAll();
    expect(await world.leftovers()).toEqual([]);
  });

  it("landing waits below a gigabyte or a twentieth of the disk, and goes on by itself [DAT-08]", async () => {
    let free = GB - 1;
    const watch = new DiskWatch("", async () => ({ bavail: free, blocks: 10 * GB, bsize: 1 }));
    const { landing } = store;
    const limited = {
      ...landing,
      land: async (write: Parameters<typeof landing.land>[0]) => {
        await watch.mustHaveRoom();
        return landing.land(write);
      },
    };
    const device = world.newDevice();
    let isLanded = false;
    const landed = world.land({ landing: limited }, device, secondsFrom(START_US)).then(() => {
      isLanded = true;
    });
    await sleep(300);
    expect(isLanded).toBe(false);
    expect(watch.isFull).toBe(true);
    free = GB;
    await landed;
    await world.expectFrames(store, device);

    const large = new DiskWatch("", async () => ({ bavail: 9 * GB, blocks: 200 * GB, bsize: 1 }));
    await expect(large.mustHaveRoom()).rejects.toBeInstanceOf(DiskNearlyFull);
    const ofCacheAlone = new DiskWatch("", async () => ({ bavail: 0, blocks: GB, bsize: 1 }), false);
    await expect(ofCacheAlone.mustHaveRoom()).resolves.toBeUndefined();
  });
});
