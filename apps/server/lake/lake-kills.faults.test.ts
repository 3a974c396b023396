import { readFileSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../e2e/support/patience.ts";
import type { OpenLake } from "../frames/lake/open-lake.ts";
import { FIRST_IMPORT_EPOCH } from "../frames/store/frame-imports.ts";
import { type OpenFrameStore, openFrameStore } from "../frames/store/open-frame-store.ts";
import { DAY_US, dayOf } from "../frames/store/time-window.ts";
import type { NewFile } from "../platform/files/files.ts";
import { FolderFiles } from "../platform/files/folder-files.ts";
import { type DirectPlace, openShared } from "../platform/files/open-files.ts";
import { PART_BYTES } from "../platform/files/s3-upload.ts";
import { createLog } from "../platform/log.ts";
import { type TestFrameStore, testFrameStore } from "../testing/engines/test-frame-store.ts";
import {
  filesBelow,
  framesByHyparquet,
  framesInStore,
  parquetBelow,
  readByHyparquet,
} from "../testing/stored/test-lake.ts";
import {
  type TestLake,
  type TestLakePlaces,
  testLakePlaces,
  whyNoLakeInS3,
} from "../testing/stored/test-lake-places.ts";
import { type TestDevice, testDevice } from "../testing/terminals/test-device.ts";
import { type TestApp, testApp } from "../testing/test-app.ts";
import { exportLake } from "./export-lake.ts";
import { framesName } from "./lake-names.ts";

const TIMEOUT_MS = 300_000 * PATIENCE;
const firstDay = dayOf(Date.now() * 1000) - 5;

/** Of a process that dies: handles go with it, and what was written of a file stays. */
async function leave(file: NewFile, place: DirectPlace, name: string): Promise<void> {
  if (place.kind === "s3") return;
  const path = join(place.folder, name);
  const unfinished = join(dirname(path), `.${basename(path)}.part`);
  const bytes = readFileSync(unfinished);
  await file.abort();
  writeFileSync(unfinished, bytes);
}

/** The process that has it dies at a step: half of a write is done, and nothing afterwards. */
function dyingLake(steps: number): { open: OpenLake; isDead: () => boolean } {
  let left = steps;
  const isDead = () => left < 0;
  const step = async <T>(work: () => Promise<T>, half: () => Promise<unknown> = async () => undefined): Promise<T> => {
    const isFirst = left === 0;
    left -= 1;
    if (isFirst) await half();
    if (isDead()) throw new Error("killed");
    return work();
  };
  const dying = (file: NewFile, place: DirectPlace, name: string): NewFile => ({
    write: (parts) =>
      step(
        () => file.write(parts),
        () => file.write(parts.slice(0, parts.length >> 1)),
      ),
    finish: (check) => step(() => file.finish(check)),
    abort: () => (isDead() ? leave(file, place, name) : file.abort()),
  });
  const open: OpenLake = async (place) => {
    const files = await openShared(place);
    return {
      read: (name, offset, length) => files.read(name, offset, length),
      size: (name) => files.size(name),
      list: (prefix) => files.list(prefix),
      close: () => files.close(),
      create: (name) => step(async () => dying(await files.create(name), place, name)),
      remove: (name, options) => step(() => files.remove(name, options)),
    };
  };
  return { open, isDead };
}

const noS3 = whyNoLakeInS3();
describe("an export to a folder that is killed", () => suite("folder"));
describe.skipIf(noS3 !== undefined)("an export to S3 that is killed [FIL-06]", () => suite("s3"));

function suite(kind: DirectPlace["kind"]): void {
  let frames: TestFrameStore;
  let app: TestApp;
  let device: TestDevice;
  let places: TestLakePlaces;
  let epoch = FIRST_IMPORT_EPOCH;

  beforeAll(async () => {
    places = await testLakePlaces(kind);
    frames = await testFrameStore();
    app = await testApp({}, { store: frames.store });
    const manager = await app.user({ tenant: "own", name: "manager_a", role: "manager" });
    device = await testDevice(app.database.db, manager.tenantId);
  });
  afterAll(async () => {
    await app?.close();
    await frames?.drop();
    await places?.drop();
  });

  async function store(day: number, count: number, id: number): Promise<void> {
    const batch = new FrameBatch();
    for (let i = 0; i < count; i += 1)
      batch.push((firstDay + day) * DAY_US + i * 1_000_003, 0, id, 0, 8, Uint8Array.of(i, i >> 8, 3, 4, 5, 6, 7, id));
    const writer = frames.store.imports.open({ bindingNumber: device.bindingNumber, tenantId: device.tenantId });
    writer.push(batch);
    expect(await writer.commit([epoch++])).toBe(true);
  }

  const run = (from: OpenFrameStore, { place }: TestLake, open: OpenLake = openShared) => {
    const services = { db: app.database.db, lake: from.lake, openLake: open };
    return exportLake(services, { target: place, kinds: ["frames"] }, new AbortController().signal);
  };

  async function dieAt(steps: number, lake: TestLake): Promise<boolean> {
    const dying = dyingLake(steps);
    const files = new FolderFiles(frames.folder);
    const { framesDatabase: database } = frames;
    const log = createLog("error");
    const own = await openFrameStore({ database, folder: frames.folder, log, files, openLake: dying.open });
    try {
      await run(own, lake, dying.open).catch((error) => {
        if (!dying.isDead()) throw error;
      });
    } finally {
      await own.close();
    }
    return dying.isDead();
  }

  it("leaves no half file at whatever step, and the next one makes the lake whole [OPS-06]", {
    timeout: TIMEOUT_MS,
  }, async () => {
    const base = places.make();
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
      const lake = await base.copy();
      const isDead = await dieAt(steps, lake);
      const seen = await lake.seen();
      for (const path of parquetBelow(seen)) {
        const { length } = await readByHyparquet(join(seen, path));
        expect(before.has(length) || after.has(length), `step ${steps}, ${path}: ${length}`).toBe(true);
      }
      await run(frames.store, lake);
      const mended = await lake.seen();
      expect(await framesByHyparquet(mended, deviceId)).toEqual(stored);
      expect(filesBelow(mended).filter((path) => path.endsWith(".part"))).toEqual([]);
      expect(parquetBelow(mended)).toHaveLength(after.size);
      expect(await run(frames.store, lake)).toMatchObject({ written: 0, unchanged: 3 });
      if (!isDead) break;
    }
    expect(steps).toBeGreaterThan(12);
  });

  it("is found by the next one also where the frames are gone meanwhile [OPS-06]", async () => {
    const { bindingNumber, deviceId } = device;
    for (let steps = 1, isDead = true; isDead; steps += 2) {
      const lake = places.make();
      await store(4, 20, 0x300 + steps);
      isDead = await dieAt(steps, lake);
      const last = { bindingNumber, fromUs: (firstDay + 4) * DAY_US, toUs: (firstDay + 5) * DAY_US, keep: [] };
      await frames.store.frames.removal.deleteRange(last, 1e6);
      await run(frames.store, lake);
      const stored = await framesInStore(frames.store.frames, bindingNumber);
      expect(await framesByHyparquet(await lake.seen(), deviceId)).toEqual(stored);
    }
  });

  it("leaves no part of a large file in the place of the next one [OPS-06]", async () => {
    const lake = places.make();
    // Dies while it writes a day: after the mark, the manifest and the name of the file.
    let [steps, names]: [number, string[]] = [0, []];
    const name = framesName(device, firstDay + 2);
    for (; !names.includes(name); steps += 1) {
      await dieAt(steps, lake);
      const files = await openShared(lake.place);
      const manifest = await files.read(`_canopy/${device.bindingNumber}.json`, 0, 1e6).catch(() => "");
      names = [...String(Buffer.from(manifest)).matchAll(/"name":"([^"]+)"/g)].map(([, found = ""]) => found);
      await files.close();
    }
    const files = await openShared(lake.place);
    await files.remove(name, { isUnfinished: true });
    const dead = await files.create(name);
    await dead.write([new Uint8Array(PART_BYTES + 1), new Uint8Array(10)]);
    await run(frames.store, lake);
    await expect(dead.finish()).rejects.toThrow();
    await files.close();
    const stored = await framesInStore(frames.store.frames, device.bindingNumber);
    expect(await framesByHyparquet(await lake.seen(), device.deviceId)).toEqual(stored);
  });
}
