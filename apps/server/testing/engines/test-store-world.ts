/** For tests of faults: a frame store whose processes can be stopped anywhere, on a disk that can lose its power. */
import { mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { expect } from "vitest";
import type { IncomingBatch } from "../../frames/ingest/incoming-batch.ts";
import { systemClock } from "../../frames/ingest/ingest-retry.ts";
import { openIngest } from "../../frames/ingest/open-ingest.ts";
import { batchOf, TENANT } from "../../frames/ingest/test-ingest-world.ts";
import { FRAME_BYTES, payloadSize } from "../../frames/segments/run.ts";
import { FILES_MARK } from "../../frames/store/files/files-mark.ts";
import { type FrameStoreOptions, type OpenFrameStore, openFrameStore } from "../../frames/store/open-frame-store.ts";
import type { StoreProblem } from "../../frames/store/verify-store.ts";
import { FolderFiles } from "../../platform/files/folder-files.ts";
import { ForgetfulDisk } from "../../platform/files/test-forgetful-disk.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testFramesDatabase } from "./test-database.ts";

/** Half an hour before midnight: landed frames cross the hour and the day. */
export const START_US = Date.UTC(2026, 10, 14, 23, 30) * 1000;
/** Everything is over by then. */
export const LATER_MS = START_US / 1000 + 3 * 86_400_000;
const BEGUN_MS = Date.now();
/** Frames are of yesterday, whatever day it is. */
export const ingestClock = { ...systemClock, nowMs: () => Date.now() - BEGUN_MS + START_US / 1000 + 86_400_000 };

/** Stops a process for ever before a step of its, and tells. */
export class Fuse {
  readonly #blown = Promise.withResolvers<string>();
  #left: number;

  constructor(left = Number.POSITIVE_INFINITY) {
    this.#left = left;
  }

  /** The step that was not done. */
  get blown(): Promise<string> {
    return this.#blown.promise;
  }

  readonly pass = async (step: string): Promise<void> => {
    this.#left -= 1;
    if (this.#left >= 0) return;
    this.#blown.resolve(step);
    await new Promise(() => undefined);
  };
}

/** Its frames as texts: what was acknowledged. */
export interface Device {
  readonly bindingNumber: number;
  sequence: number;
  frames: string[];
}

export const contentOf = ({ timeUs, channel, id, flags, size, data }: Frame): string =>
  `${timeUs} ${channel} ${id} ${flags} ${size} ${Buffer.from(data).toString("hex")}`;

export const timeOf = (content: string): number => Number(content.split(" ", 1)[0]);

export class StoreWorld {
  readonly database: TestDatabase;
  readonly folder: string;
  disk: ForgetfulDisk;
  #bindings = 0;

  private constructor(database: TestDatabase, folder: string) {
    this.database = database;
    this.folder = join(folder, "segments");
    this.disk = new ForgetfulDisk(folder);
  }

  /** A new disk, empty. */
  async newDisk(): Promise<void> {
    await this.disk.wipe();
    this.disk = new ForgetfulDisk(dirname(this.folder));
  }

  static async open(): Promise<StoreWorld> {
    return new StoreWorld(await testFramesDatabase(), mkdtempSync(join(tmpdir(), "canopy-faults-")));
  }

  async close(): Promise<void> {
    await this.database.drop();
    rmSync(dirname(this.folder), { recursive: true, force: true });
  }

  /** A process without threads, whose every change passes the fuse. */
  async start(fuse = new Fuse(), options: Partial<FrameStoreOptions> = {}): Promise<OpenFrameStore> {
    const disk = this.disk.seenBy(fuse.pass);
    await this.disk.seenBy().mkdir(this.folder);
    const files = new FolderFiles(this.folder, disk);
    return this.openStore({ files, step: fuse.pass, now: () => LATER_MS, ...options });
  }

  /** One as the program has it. */
  openStore(options: Partial<FrameStoreOptions> = {}): Promise<OpenFrameStore> {
    mkdirSync(this.folder, { recursive: true });
    return openFrameStore({ database: this.database, folder: this.folder, log: createLog("silent"), ...options });
  }

  newDevice(): Device {
    this.#bindings += 1;
    return { bindingNumber: this.#bindings, sequence: 0, frames: [] };
  }

  /** A batch with frames at these times is acknowledged. */
  land(store: Pick<OpenFrameStore, "landing">, device: Device, timesUs: readonly number[]): Promise<void> {
    const { bindingNumber, sequence } = device;
    return this.#ingest(store, device, batchOf({ bindingNumber, sequence: sequence + 1, timesUs }));
  }

  /** The same for frames of any kind. */
  landFrames(store: Pick<OpenFrameStore, "landing">, device: Device, list: readonly Frame[]): Promise<void> {
    const { bindingNumber, sequence } = device;
    const frames = new FrameBatch();
    for (const frame of list) frames.pushFrame(frame);
    return this.#ingest(store, device, { ...batchOf({ bindingNumber, sequence: sequence + 1, timesUs: [] }), frames });
  }

  async #ingest({ landing }: Pick<OpenFrameStore, "landing">, device: Device, batch: IncomingBatch): Promise<void> {
    const ingest = openIngest({ landing, log: createLog("silent"), mayStore: () => true, clock: ingestClock });
    await ingest.ingest(batch);
    await ingest.close();
    device.sequence = batch.sequence;
    for (let i = 0; i < batch.frames.length; i += 1) device.frames.push(contentOf(batch.frames.at(i)));
  }

  /** Each frame once, in order, and counted right; `others` where there is a second outcome. */
  async expectFrames({ frames: store }: OpenFrameStore, device: Device, others?: readonly string[]): Promise<void> {
    const { bindingNumber } = device;
    const query = { bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {}, order: "oldestFirst", limit: 1e6 } as const;
    const { frames } = await store.page(query);
    const found = frames.map(contentOf).sort();
    const isOther = others !== undefined && found.length === others.length;
    expect(found).toEqual((isOther ? others : device.frames).toSorted());
    for (const [i, { timeUs, k }] of frames.entries()) {
      const before = frames[i - 1];
      if (before?.timeUs === timeUs) expect(k).toBeGreaterThan(before.k);
      else expect(timeUs).toBeGreaterThan(before?.timeUs ?? 0);
    }
    const days = await store.usage.daysOf(bindingNumber);
    expect(days.reduce((sum, day) => sum + day.frames, 0)).toBe(frames.length);
    const bytes = frames.reduce((sum, frame) => sum + FRAME_BYTES + payloadSize(frame), 0);
    expect(days.reduce((sum, day) => sum + day.bytes, 0)).toBe(bytes);
  }

  async problems(store: OpenFrameStore): Promise<StoreProblem[]> {
    const problems: StoreProblem[] = [];
    await store.verify((problem) => problems.push(problem));
    return problems;
  }

  /** Files whose writers are gone are given up, as an hour later, and everything dropped is swept. */
  async sweep(store: OpenFrameStore): Promise<void> {
    await this.database.pool.query(
      "update segment_files set changed_at = now() - interval '2 hours' where state = 'writing'",
    );
    await store.sweepAll();
  }

  /** Files on disk that no live row names, and rows that are not live. */
  async leftovers(): Promise<string[]> {
    const entries = readdirSync(this.folder, { recursive: true, withFileTypes: true });
    const names = entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
    const found = await this.database.pool.query<{ name: string; state: string }>(
      "select name, state from segment_files",
    );
    const live = new Set(found.rows.filter(({ state }) => state === "live").map(({ name }) => name));
    const lost = names
      .map((name) => relative(this.folder, name))
      .filter((name) => name !== FILES_MARK && !live.has(name));
    return [
      ...lost,
      ...found.rows.filter(({ state }) => state !== "live").map(({ name, state }) => `${name}: ${state}`),
    ];
  }
}

export { TENANT };
