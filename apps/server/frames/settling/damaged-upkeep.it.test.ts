import { readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { type Device, LATER_MS, START_US, StoreWorld, timeOf } from "../../testing/engines/test-store-world.ts";
import { smallDbc } from "../../testing/worlds/test-dbc.ts";
import { readIndex, type SegmentRow } from "../reading/segment-index.ts";
import { SegmentDamage } from "../segments/segment-damage.ts";
import type { OpenFrameStore } from "../store/open-frame-store.ts";
import { dayOf, MINUTE_US } from "../store/time-window.ts";

const ALWAYS = { fromUs: 0, toUs: 2 ** 52 };
const [message] = parseDbc(smallDbc()).dbc.messages;
if (message === undefined) throw new Error("the DBC has no message");

/** A frame of each second, each of another identifier. */
const secondsFrom = (fromUs: number, count = 200) => Array.from({ length: count }, (_, i) => fromUs + i * 1_000_000);
const partUs = (part: number) => START_US + part * 5 * MINUTE_US;

describe("work beside damaged segments", () => {
  let world: StoreWorld;
  let store: OpenFrameStore;
  let hurt: Device;
  let well: Device;
  let damaged: SegmentRow;

  beforeAll(async () => {
    world = await StoreWorld.open();
  });
  afterAll(() => world.close());

  /** Two devices of one day, each in four segments; the second of the first device's is damaged. */
  beforeEach(async () => {
    store = await world.start();
    [hurt, well] = [world.newDevice(), world.newDevice()];
    for (let part = 0; part < 4; part += 1) {
      for (const device of [hurt, well]) {
        await world.land(store, device, secondsFrom(partUs(part)));
        await store.settleAll();
      }
    }
    damaged = (await segmentsOf(hurt))[1] as SegmentRow;
    await flip(damaged, damaged.offset);
  });
  afterEach(async () => {
    for (const { bindingNumber } of [hurt, well]) await store.frames.removal.drop(bindingNumber);
    await store.sweepAll();
    await store.close();
  });

  const segmentsOf = async ({ bindingNumber }: Device) =>
    (await readIndex(world.database.pool, bindingNumber, ALWAYS)).segments;
  const levelsOf = async (device: Device) => (await segmentsOf(device)).map(({ level }) => level).sort();

  /** A bit, and once more to repair it. The store is one that has read nothing yet. */
  async function flip({ file }: { file: string }, at: number): Promise<void> {
    const path = join(world.folder, file);
    const bytes = readFileSync(path);
    bytes[at] = (bytes[at] as number) ^ 1;
    writeFileSync(path, bytes);
    await store.close();
    store = await world.start();
  }

  it("merging leaves the damaged segment as it is and merges all others [DAT-08]", async () => {
    while ((await store.merge(LATER_MS)) > 0);
    expect(await levelsOf(well)).toEqual([3]);
    expect(await levelsOf(hurt)).toEqual([1, 3]);
    expect((await segmentsOf(hurt)).map(({ id }) => id)).toContain(damaged.id);
    await world.expectFrames(store, well);

    await flip(damaged, damaged.offset);
    await world.expectFrames(store, hurt);
    while ((await store.merge(LATER_MS)) > 0);
    expect(await levelsOf(hurt)).toEqual([3]);
    await world.expectFrames(store, hurt);
    expect(await world.problems(store)).toEqual([]);
  });

  it.each(["block", "footer", "missing"])(
    "late frames are settled among those of a damaged segment: %s",
    async (kind) => {
      const path = join(world.folder, damaged.file);
      const footer = damaged.offset + damaged.length - 20;
      if (kind === "footer") await flip(damaged, footer);
      if (kind === "missing") renameSync(path, `${path}.away`);
      await world.land(store, hurt, secondsFrom(partUs(1) + 3_000_000));
      await world.land(store, well, secondsFrom(partUs(1) + 3_000_000));
      await store.settleAll();
      expect(await store.report()).toMatchObject({ landedBatches: 0 });
      await world.expectFrames(store, well);
      // With the file as it was, every frame has a place of its own.
      if (kind === "footer") await flip(damaged, footer);
      if (kind === "missing") renameSync(`${path}.away`, path);
      await flip(damaged, damaged.offset);
      await world.expectFrames(store, hurt);
      expect(await world.problems(store)).toEqual([]);
    },
  );

  it("a damaged segment goes whole; a part of it does not, but all else does, and the damage is told", async () => {
    const { bindingNumber } = hurt;
    const some = { bindingNumber, fromUs: partUs(0), toUs: partUs(1) + MINUTE_US, keep: [] };
    await flip(damaged, damaged.offset + damaged.length - 20);
    const refused = store.frames.removal.deleteRange(some, Number.POSITIVE_INFINITY);
    await expect(refused).rejects.toMatchObject({ name: "SegmentDamage", file: damaged.file });
    await expect(refused).rejects.toThrow("200 frames beside it");
    expect((await segmentsOf(hurt)).map(({ id }) => id)).toContain(damaged.id);
    expect(await segmentsOf(hurt)).toHaveLength(3);

    const whole = { ...some, toUs: partUs(2) + MINUTE_US };
    const { deleted } = await store.frames.removal.deleteRange(whole, Number.POSITIVE_INFINITY);
    expect(deleted).toBe(260);
    hurt.frames = hurt.frames.filter((frame) => timeOf(frame) >= whole.toUs);
    await world.expectFrames(store, hurt);
    expect(await world.problems(store)).toEqual([]);
  });

  it("a deletion with a limit takes what lies around a damaged segment, and that whole in the end [DAT-04]", async () => {
    const { bindingNumber } = hurt;
    const range = { bindingNumber, fromUs: partUs(0), toUs: partUs(9), keep: [] };
    const first = store.frames.removal.deleteRange(range, 300);
    await expect(first).rejects.toThrow("300 frames beside it");
    expect((await segmentsOf(hurt)).reduce((sum, { frames }) => sum + frames, 0)).toBe(500);
    await expect(store.frames.removal.deleteRange(range, 300)).rejects.toThrow("300 frames beside it");
    expect(await store.frames.removal.deleteRange(range, 300)).toMatchObject({ deleted: 200, remaining: 0 });
    hurt.frames = [];
    await world.expectFrames(store, hurt);
    expect(await world.problems(store)).toEqual([]);
  });

  it("retention of other devices does not wait for a damaged segment with a pinned part", async () => {
    const keep = [{ fromUs: partUs(1) + 1_000_000, toUs: partUs(1) + 2_000_000 }];
    const beforeDay = dayOf(START_US) + 365_000;
    const { bindingNumber } = hurt;
    const expiries = [
      { bindingNumber, beforeDay, keep: async () => keep },
      { bindingNumber: well.bindingNumber, beforeDay, keep: async () => [] },
    ];
    await expect(store.frames.removal.expire(expiries)).rejects.toBeInstanceOf(SegmentDamage);
    expect(await segmentsOf(well)).toEqual([]);
    expect((await segmentsOf(hurt)).map(({ id }) => id)).toEqual([damaged.id]);
  });

  it("two missing files are damage too", async () => {
    for (const { file } of (await segmentsOf(hurt)).slice(0, 2))
      renameSync(join(world.folder, file), join(world.folder, `${file}.away`));
    const query = {
      bindingNumber: hurt.bindingNumber,
      ...ALWAYS,
      filter: {},
      order: "oldestFirst",
      limit: 1000,
    } as const;
    await expect(store.frames.page(query)).rejects.toBeInstanceOf(SegmentDamage);
    await expect(store.frames.count(query)).rejects.toBeInstanceOf(SegmentDamage);
  });

  it("a device whose landed batch cannot be read holds nobody up, and is told", async () => {
    for (const device of [hurt, well]) await world.land(store, device, secondsFrom(partUs(6)));
    await world.database.pool.query("update landing set body = '\\x00'::bytea where binding = $1", [
      hurt.bindingNumber,
    ]);
    await store.settleAll();
    await world.expectFrames(store, well);
    expect(await store.report()).toMatchObject({ landedBatches: 1 });
    expect((await segmentsOf(well)).length).toBe(5);
    const problems = await world.problems(store);
    expect(problems).toContainEqual(
      expect.objectContaining({ kind: "batch", where: expect.stringContaining(`binding ${hurt.bindingNumber},`) }),
    );
  });

  it("the extremes of kept minutes are those of a curve; minutes that are not kept are unknown [TRG-07]", async () => {
    const { bindingNumber } = well;
    const signals = message.signals.slice(0, 1);
    const series = signals.map((signal) => ({ number: 21, signal }));
    await store.kept.keep(
      [{ bindingNumber, channel: 0, message, series }],
      { fromDay: 0 },
      new AbortController().signal,
    );
    const asked = { bindingNumber, channel: 0, message, signals, fromUs: START_US, toUs: partUs(12) };
    const { originUs, min, max } = await store.frames.extremes({ ...asked, series: 21 });
    const { curves } = await store.frames.pixels({ ...asked, fromUs: originUs, originUs, pixelUs: MINUTE_US });
    const drawn = curves[0] ?? [];
    const known = drawn.filter(({ index }) => !Number.isNaN(min[index]));
    expect(known.length).toBeGreaterThan(0);
    for (const pixel of known) expect([min[pixel.index], max[pixel.index]]).toEqual([pixel.min, pixel.max]);
    const filled = new Set(drawn.map(({ index }) => index));
    for (const [i, least] of min.entries())
      if (!filled.has(i)) expect(Number.isNaN(least) || least > (max[i] as number)).toBe(true);
    const none = await store.frames.extremes({ ...asked, series: 999 });
    for (const { index } of drawn) expect(none.min[index]).toBeNaN();
  });

  it("a damaged kept body costs a decoding, and is told", async () => {
    const { bindingNumber } = well;
    const signals = message.signals;
    const kept = {
      bindingNumber,
      channel: 0,
      message,
      series: signals.map((signal, i) => ({ number: i + 1, signal })),
    };
    await store.kept.keep([kept], { fromDay: 0 }, new AbortController().signal);
    const curve = {
      bindingNumber,
      channel: 0,
      message,
      signals,
      fromUs: START_US,
      toUs: partUs(12),
      originUs: START_US,
      pixelUs: MINUTE_US,
      series: [1],
    };
    const before = await store.frames.pixels(curve);
    expect(before.isKept).toBe(true);
    const found = await world.database.pool.query<{ name: string; at: number }>(
      "select f.name, k.file_offset + 6 as at from kept_bodies k join segment_files f on f.id = k.file limit 1",
    );
    const { name, at } = found.rows[0] as { name: string; at: number };
    await flip({ file: name }, at);
    expect((await store.frames.pixels({ ...curve, pixelUs: 1_000_000 })).curves).toEqual(
      (await store.frames.pixels({ ...curve, pixelUs: 1_000_000, series: [] })).curves,
    );
    expect(await world.problems(store)).toContainEqual(expect.objectContaining({ kind: "kept", where: name }));
  });
});
