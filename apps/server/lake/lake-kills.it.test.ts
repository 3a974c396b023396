import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type NewLakeFile, openLake } from "../frames/lake/lake-files.ts";
import { FIRST_IMPORT_EPOCH } from "../frames/store/frame-imports.ts";
import { type OpenFrameStore, openFrameStore } from "../frames/store/open-frame-store.ts";
import { DAY_US, dayOf } from "../frames/store/time-window.ts";
import { FolderFiles } from "../platform/files/folder-files.ts";
import { createLog } from "../platform/log.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { type TestDevice, testDevice } from "../testing/test-device.ts";
import { type TestFrameStore, testFrameStore } from "../testing/test-frame-store.ts";
import { filesBelow, framesByHyparquet, framesInStore, parquetBelow, readByHyparquet } from "../testing/test-lake.ts";
import { exportLake } from "./export-lake.ts";

const firstDay = dayOf(Date.now() * 1000) - 5;

/** The process that has it dies at a step: half of a write is done, and nothing afterwards. */
function dyingLake(steps: number): { open: typeof openLake; isDead: () => boolean } {
  let left = steps;
  const isDead = () => left < 0;
  const step = async <T>(work: () => Promise<T>, half: () => Promise<unknown> = async () => undefined): Promise<T> => {
    const isFirst = left === 0;
    left -= 1;
    if (isFirst) await half();
    if (isDead()) throw new Error("killed");
    return work();
  };
  const dying = (file: NewLakeFile, path: string): NewLakeFile => ({
    write: (parts) =>
      step(
        () => file.write(parts),
        () => file.write(parts.slice(0, parts.length >> 1)),
      ),
    read: (offset, length) => file.read(offset, length),
    publish: () => step(() => file.publish()),
    async abort() {
      if (!isDead()) return file.abort();
      // The handle goes with the process, and what was written stays.
      const unfinished = join(dirname(path), `.${basename(path)}.part`);
      const bytes = readFileSync(unfinished);
      await file.abort();
      writeFileSync(unfinished, bytes);
    },
  });
  const open: typeof openLake = (target) => {
    const files = openLake(target);
    return {
      ...{ read: (name) => files.read(name), list: (folder) => files.list(folder) },
      create: (name) => step(async () => dying(await files.create(name), join(target.folder, name))),
      remove: (name) => step(() => files.remove(name)),
    };
  };
  return { open, isDead };
}

describe("an export that is killed", () => {
  let frames: TestFrameStore;
  let app: TestApp;
  let device: TestDevice;
  let epoch = FIRST_IMPORT_EPOCH;
  const folders = mkdtempSync(join(tmpdir(), "canopy-lake-kills-"));
  const base = join(folders, "base");

  beforeAll(async () => {
    frames = await testFrameStore();
    app = await testApp({}, { store: frames.store });
    const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(app.database.db, manager.tenantId);
  });
  afterAll(async () => {
    rmSync(folders, { recursive: true, force: true });
    await app?.close();
    await frames?.drop();
  });

  async function store(day: number, count: number, id: number): Promise<void> {
    const batch = new FrameBatch();
    for (let i = 0; i < count; i += 1)
      batch.push((firstDay + day) * DAY_US + i * 1_000_003, 0, id, 0, 8, Uint8Array.of(i, i >> 8, 3, 4, 5, 6, 7, id));
    const writer = frames.store.imports.open({ bindingNumber: device.bindingNumber, tenantId: device.tenantId });
    writer.push(batch);
    expect(await writer.commit([epoch++])).toBe(true);
  }

  const run = (from: OpenFrameStore, folder: string, open = openLake) => {
    const services = { db: app.database.db, lake: from.lake, openLake: open };
    return exportLake(services, { target: { folder }, kinds: ["frames"] }, new AbortController().signal);
  };

  async function dieAt(steps: number, folder: string): Promise<boolean> {
    const lake = dyingLake(steps);
    const files = new FolderFiles(frames.folder);
    const { framesDatabase: database } = frames;
    const log = createLog("error");
    const own = await openFrameStore({ database, folder: frames.folder, log, files, openLake: lake.open });
    try {
      await run(own, folder, lake.open).catch((error) => {
        if (!lake.isDead()) throw error;
      });
    } finally {
      await own.close();
    }
    return lake.isDead();
  }

  it("leaves no half file at whatever step, and the next one makes the lake whole [OPS-06]", async () => {
    for (const [day, count] of [40, 30, 20].entries()) await store(day, count, 0x100);
    await run(frames.store, base);
    // One day goes, one changes, one stays, one comes.
    const { bindingNumber, deviceId } = device;
    const gone = { bindingNumber, fromUs: 0, toUs: (firstDay + 1) * DAY_US, keep: [] };
    await frames.store.frames.removal.deleteRange(gone, 1e6);
    await store(1, 7, 0x200);
    await store(3, 5, 0x200);
    const stored = await framesInStore(frames.store.frames, bindingNumber);
    const before = new Set([40, 30, 20]);
    const after = new Set([37, 20, 5]);
    let steps = 0;
    for (; ; steps += 1) {
      const folder = join(folders, `killed-${steps}`);
      cpSync(base, folder, { recursive: true });
      const isDead = await dieAt(steps, folder);
      for (const path of parquetBelow(folder)) {
        const { length } = await readByHyparquet(join(folder, path));
        expect(before.has(length) || after.has(length), `step ${steps}, ${path}: ${length}`).toBe(true);
      }
      await run(frames.store, folder);
      expect(await framesByHyparquet(folder, deviceId)).toEqual(stored);
      expect(filesBelow(folder).filter((path) => path.endsWith(".part"))).toEqual([]);
      expect(parquetBelow(folder)).toHaveLength(after.size);
      expect(await run(frames.store, folder)).toMatchObject({ written: 0, unchanged: 3 });
      if (!isDead) break;
    }
    expect(steps).toBeGreaterThan(12);
  });

  it("is found by the next one also where the frames are gone meanwhile [OPS-06]", async () => {
    const { bindingNumber, deviceId } = device;
    for (let steps = 1, isDead = true; isDead; steps += 2) {
      const folder = join(folders, `gone-${steps}`);
      await store(4, 20, 0x300 + steps);
      isDead = await dieAt(steps, folder);
      const last = { bindingNumber, fromUs: (firstDay + 4) * DAY_US, toUs: (firstDay + 5) * DAY_US, keep: [] };
      await frames.store.frames.removal.deleteRange(last, 1e6);
      await run(frames.store, folder);
      const stored = await framesInStore(frames.store.frames, bindingNumber);
      expect(await framesByHyparquet(folder, deviceId)).toEqual(stored);
    }
  });
});
