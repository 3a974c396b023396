import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_ERROR, FLAG_EXTENDED, FLAG_FD, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { createLog } from "../../platform/log.ts";
import { type TestDatabase, testFramesDatabase } from "../../testing/engines/test-database.ts";
import { testStoreFiles } from "../../testing/engines/test-store-files.ts";
import { randomFrom } from "../../testing/faults/random.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { openIngest } from "../ingest/open-ingest.ts";
import type { FrameFilter } from "./frame-filter.ts";
import type { StoredFrame } from "./frame-store.ts";
import { type OpenFrameStore, openFrameStore } from "./open-frame-store.ts";
import { MemoryFrames } from "./test-memory-frames.ts";
import { dayOf, HOUR_US, MINUTE_US, type TimeWindow } from "./time-window.ts";

/** More of them in `npm run test:faults`. */
const SEEDS = Number(process.env.CANOPY_MODEL_SEEDS ?? 12);
const FIRST_SEED = Number(process.env.CANOPY_MODEL_SEED ?? 1);
const STEPS = 14;
/** Ten minutes before a midnight: batches cross the day. */
const START_US = Date.UTC(2026, 10, 14, 23, 50) * 1000;
const TENANT = "00000000-0000-4000-8000-000000000001";
const BEGUN_MS = Date.now();
const LATER_MS = START_US / 1000 + 3 * 86_400_000;

/** Thrown where the process would have died. */
class Crash extends Error {}

const byContent = (frame: Frame) =>
  `${frame.timeUs} ${frame.channel} ${frame.id} ${frame.flags} ${frame.size} ${Buffer.from(frame.data).toString("hex")}`;

/** One device and what was done to it, with the oracle beside. */
class World {
  readonly model = new MemoryFrames();
  readonly #random: () => number;
  /** The numbers of bindings never come back. */
  readonly binding: number;
  store: OpenFrameStore;
  #sequence = 0;
  /** Fault at the next step between file and row. */
  #atStep: (() => Promise<void>) | undefined;
  readonly #others: OpenFrameStore;

  constructor(seed: number, stores: readonly [OpenFrameStore, OpenFrameStore]) {
    this.#random = randomFrom(seed);
    this.binding = seed;
    [this.store, this.#others] = stores;
  }

  int(most: number): number {
    return Math.floor(this.#random() * most);
  }

  pick<T>(list: readonly T[]): T {
    return list[this.int(list.length)] as T;
  }

  /** Some seconds of a bus; sometimes late, shuffled, with ties, or all of these. */
  batch(): IncomingBatch {
    const frames = new FrameBatch(64);
    const isCoarse = this.int(3) === 0;
    const isLate = this.int(4) === 0;
    let timeUs = START_US + this.int(isLate ? 2 : 40) * MINUTE_US + this.int(60_000_000);
    const count = 1 + this.int(this.int(3) === 0 ? 600 : 60);
    for (let i = 0; i < count; i += 1) {
      timeUs += isCoarse ? this.int(3) * 1000 : 1 + this.int(20_000);
      if (this.int(30) === 0) timeUs -= this.int(5_000_000);
      if (this.int(80) === 0) timeUs += this.int(10) * MINUTE_US;
      frames.pushFrame(this.#frame(timeUs, i));
    }
    this.#sequence += this.int(6) === 0 ? 2 : 1;
    const sequence = this.#sequence;
    const tenantId = TENANT;
    return {
      bindingNumber: this.binding,
      deviceId: "d",
      tenantId,
      epoch: 7,
      sequence,
      frames,
      raw: undefined,
      receivedAtMs: 0,
    };
  }

  #frame(timeUs: number, i: number): Frame {
    const kind = this.int(40);
    const channel = this.pick([0, 0, 0, 1, 17, 254]);
    if (kind === 0) return { timeUs, channel, id: 5, flags: FLAG_REMOTE, size: 8, data: new Uint8Array(0) };
    if (kind === 1) return { timeUs, channel, id: 0, flags: FLAG_ERROR, size: 4, data: Uint8Array.of(1, 2, i, 3) };
    if (kind === 2) {
      const data = Uint8Array.from({ length: 48 }, () => this.int(256));
      return { timeUs, channel, id: 0x18fef100 + this.int(40), flags: FLAG_EXTENDED | FLAG_FD, size: 48, data };
    }
    const size = this.pick([8, 8, 8, 2]);
    const data = Uint8Array.from({ length: size }, (_, k) => (k === 0 ? i : k === 1 ? this.int(4) : 0x55));
    return { timeUs, channel, id: 0x100 + this.int(5), flags: this.int(5) === 0 ? FLAG_TX : 0, size, data };
  }

  async land(): Promise<void> {
    const batches = Array.from({ length: 1 + this.int(4) }, () => this.batch());
    const ingest = openIngest({
      landing: this.store.landing,
      log: createLog("silent"),
      mayStore: () => true,
      clock: { ...systemClock, nowMs: () => Date.now() - BEGUN_MS + START_US / 1000 + 86_400_000 },
    });
    const again = batches.filter(() => this.int(3) === 0);
    await Promise.all([...batches, ...again].map((batch) => ingest.ingest(batch)));
    await ingest.close();
    for (const batch of batches) this.model.land(batch, dayOf(Date.now() * 1000));
  }

  window(): TimeWindow {
    const from = START_US - 5 * MINUTE_US + this.int(80) * MINUTE_US + this.int(60_000_000);
    return { fromUs: from, toUs: from + this.pick([1_000_000, 60_000_000, 20 * MINUTE_US, 2 * HOUR_US]) };
  }

  async delete(): Promise<void> {
    const window = this.window();
    const keep = this.int(3) === 0 ? [{ fromUs: window.fromUs + 1_000_000, toUs: window.fromUs + 30_000_000 }] : [];
    const limit = this.pick([5, 100, Number.POSITIVE_INFINITY]);
    const range = { ...window, bindingNumber: this.binding, keep };
    const { deleted } = await this.store.frames.removal.deleteRange(range, limit);
    expect(deleted, "frames deleted").toBe(this.model.delete(this.binding, window, keep, limit));
  }

  /** At the next step between a file and its row. */
  interrupt(act: string): void {
    const others = ["crash", "settle", "merge", "none", "none"] as const;
    // Batches landed or removed while a deletion is planned may count or not: the oracle cannot tell.
    const what = this.pick(act === "delete" ? others : ([...others, "delete", "land"] as const));
    this.#atStep = async () => {
      if (what === "crash") throw new Crash();
      const own = this.store;
      // The other process has no steps of its own.
      this.store = this.#others;
      if (what === "settle") await this.#others.settleAll();
      if (what === "merge") await this.#others.merge(LATER_MS);
      if (what === "delete") await this.delete();
      if (what === "land") await this.land();
      this.store = own;
    };
  }

  readonly step = async (): Promise<void> => {
    if (this.#atStep === undefined || this.int(2) === 0) return;
    const run = this.#atStep;
    this.#atStep = undefined;
    await run();
  };

  async act(): Promise<void> {
    const act = this.pick(["land", "land", "land", "settle", "settle", "merge", "delete"] as const);
    if (this.int(2) === 0) this.interrupt(act);
    try {
      if (act === "land") await this.land();
      if (act === "settle") await this.store.settleAll();
      if (act === "merge") await this.store.merge(LATER_MS);
      if (act === "delete") await this.delete();
    } catch (error) {
      if (!(error instanceof Crash)) throw error;
      // A deletion that died before its commit deleted nothing; one that died behind it is the same as done.
      if (act === "delete") await this.resync();
    }
    this.#atStep = undefined;
    if (this.int(5) === 0) await this.store.sweepAll();
  }

  /** Only a deletion that crashed leaves two outcomes: all of it or nothing. */
  async resync(): Promise<void> {
    const stored = await this.all();
    const model = this.model.list(this.binding, { fromUs: 0, toUs: 2 ** 52 });
    if (stored.length === model.length) return;
    const left = new Map<string, number>();
    for (const frame of stored) left.set(byContent(frame), (left.get(byContent(frame)) ?? 0) + 1);
    this.model.retain(this.binding, (frame) => {
      const count = left.get(byContent(frame)) ?? 0;
      left.set(byContent(frame), count - 1);
      return count > 0;
    });
  }

  async all(): Promise<StoredFrame[]> {
    const query = { bindingNumber: this.binding, fromUs: 0, toUs: 2 ** 52, filter: {}, order: "oldestFirst" } as const;
    return [...(await this.store.frames.page({ ...query, limit: 1_000_000 })).frames];
  }
}

/** Compares the store's answers with the oracle, question by question. */
async function check(world: World): Promise<void> {
  const { binding, model } = world;
  const { frames } = world.store;
  const always = { fromUs: 0, toUs: 2 ** 52 };
  const stored = await world.all();
  const expected = model.list(binding, always);
  expect(stored.map(byContent).sort(), "every frame, once").toEqual(expected.map(byContent).sort());
  for (const [i, frame] of stored.entries()) {
    const before = stored[i - 1];
    if (before)
      expect(frame.timeUs > before.timeUs || (frame.timeUs === before.timeUs && frame.k > before.k)).toBe(true);
  }
  expect(await frames.usage.daysOf(binding), "counters").toEqual(model.usage(binding));
  const extent = await frames.extent(binding);
  expect(extent.frames).toBe(expected.length);
  expect(extent.times?.firstUs).toBe(expected[0]?.timeUs);
  expect(extent.times?.lastUs).toBe(expected.at(-1)?.timeUs);
  expect(extent.channels).toEqual([...new Set(expected.map(({ channel }) => channel))].sort((a, b) => a - b));
  for (let question = 0; question < 3; question += 1) await ask(world, stored);
}

const FILTERS: readonly FrameFilter[] = [
  {},
  {},
  { ids: [{ from: 0x101, to: 0x102 }] },
  { channels: [0, 17], direction: "received" },
  { types: ["fd", "remote", "error"] },
  { data: { mask: Uint8Array.of(0, 3), value: Uint8Array.of(0, 2) } },
  { places: [{ channel: 254, from: 0x100, to: 0x1fffffff, isExtended: true }] },
];

async function ask(world: World, all: readonly StoredFrame[]): Promise<void> {
  const { binding: bindingNumber, model } = world;
  const { frames } = world.store;
  const window = world.window();
  const filter = world.pick(FILTERS);
  const query = { bindingNumber, ...window, filter };
  const wanted = new Set(model.list(bindingNumber, window, filter).map(byContent));
  const inside = all.filter(
    (frame) => frame.timeUs >= window.fromUs && frame.timeUs < window.toUs && wanted.has(byContent(frame)),
  );
  expect(await frames.count(query), "count").toBe(inside.length);
  const limit = 1 + world.int(40);
  for (const order of ["oldestFirst", "newestFirst"] as const) {
    const found: StoredFrame[] = [];
    for (let page = await frames.page({ ...query, order, limit }); ; ) {
      found.push(...page.frames);
      if (page.next === undefined) break;
      page = await frames.page({ ...query, order, limit, after: page.next });
    }
    expect(found, `pages ${order}`).toEqual(order === "oldestFirst" ? inside : inside.toReversed());
  }
  const streamed: string[] = [];
  for await (const batch of frames.stream(query))
    for (let i = 0; i < batch.length; i += 1) streamed.push(byContent(batch.at(i)));
  expect(streamed, "stream").toEqual(inside.map(byContent));
  const leastUs = world.pick([1, 1_000_000, MINUTE_US, 7 * MINUTE_US]);
  const { originUs, bucketUs, list } = await frames.buckets(
    query,
    Math.max(leastUs, (window.toUs - window.fromUs) / 500),
  );
  const endUs =
    bucketUs % MINUTE_US === 0 ? originUs + Math.ceil((window.toUs - originUs) / bucketUs) * bucketUs : window.toUs;
  const counts = new Map<number, number>();
  for (const { timeUs } of model.list(bindingNumber, { fromUs: originUs, toUs: endUs }, filter)) {
    const index = Math.floor((timeUs - originUs) / bucketUs);
    counts.set(index, (counts.get(index) ?? 0) + 1);
  }
  expect(new Map(list.map(({ index, frames: count }) => [index, count])), "buckets").toEqual(
    new Map([...counts].sort(([a], [b]) => a - b)),
  );
}

describe("the frame store", () => {
  let database: TestDatabase;
  let folder: string;
  let stores: [OpenFrameStore, OpenFrameStore];
  let world: World | undefined;

  beforeAll(async () => {
    database = await testFramesDatabase();
    folder = mkdtempSync(join(tmpdir(), "canopy-model-"));
    const common = { database, folder: join(folder, "segments"), log: createLog("silent"), ...testStoreFiles() };
    stores = [await openFrameStore({ ...common, step: async () => world?.step() }), await openFrameStore(common)];
  });

  afterAll(async () => {
    for (const store of stores) await store.close();
    await database.drop();
    rmSync(folder, { recursive: true, force: true });
  });

  it(`is equal to plain lists of frames whatever is done to it, in ${SEEDS} worlds [DAT-08]`, {
    timeout: 1_800_000 * PATIENCE,
  }, async () => {
    for (let seed = FIRST_SEED; seed < FIRST_SEED + SEEDS; seed += 1) {
      world = new World(seed, stores);
      try {
        for (let step = 0; step < STEPS; step += 1) await world.act();
        await check(world);
        await world.store.settleAll();
        await world.store.merge(LATER_MS);
        await check(world);
      } catch (error) {
        throw new Error(`seed ${seed}: ${error instanceof Error ? error.message : error}`, { cause: error });
      }
      await world.store.frames.removal.drop(seed);
    }
    await stores[0].sweepAll();
    const problems: unknown[] = [];
    await stores[1].verify((problem) => problems.push(problem));
    expect(problems).toEqual([]);
  });
});
