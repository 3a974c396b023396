import { parseDbc } from "@canopy/can/dbc/parse/parse";
import { FrameBatch } from "@canopy/can/frame/batch";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { PATIENCE } from "../../../../e2e/support/patience.ts";
import { type Chance, LOSES_ALL, LOSES_NOTHING } from "../../platform/files/test-forgetful-disk.ts";
import {
  contentOf,
  type Device,
  Fuse,
  LATER_MS,
  START_US,
  StoreWorld,
  TENANT,
  timeOf,
} from "../../testing/engines/test-store-world.ts";
import { randomFrom } from "../../testing/faults/random.ts";
import { smallDbc } from "../../testing/worlds/test-dbc.ts";
import { FIRST_IMPORT_EPOCH } from "./frame-imports.ts";
import type { OpenFrameStore } from "./open-frame-store.ts";
import { HOUR_US, MINUTE_US } from "./time-window.ts";

/** Repetitions; `npm run test:faults` tries every fault at every step and more kinds of partial loss. */
const ROUNDS = Number(process.env.CANOPY_STORE_ROUNDS ?? 0);

/** Forty frames in fifty minutes, two of each time. */
const timesFrom = (fromUs: number) => Array.from({ length: 40 }, (_, i) => fromUs + Math.floor(i / 2) * 150_000_000);

interface Scenario {
  prepare(world: StoreWorld, store: OpenFrameStore, device: Device): Promise<void>;
  act(store: OpenFrameStore, device: Device): Promise<unknown>;
  /** State after success; absent: the same as before. */
  after?(device: Device): string[];
}

const settled: Scenario["prepare"] = async (world, store, device) => {
  for (const fromUs of [START_US, START_US + 7 * MINUTE_US]) {
    await world.land(store, device, timesFrom(fromUs));
    await store.settleAll();
  }
};
const settledAndLanded: Scenario["prepare"] = async (world, store, device) => {
  await settled(world, store, device);
  // Late: among the frames that are settled.
  await world.land(store, device, timesFrom(START_US + MINUTE_US));
  await world.land(store, device, timesFrom(START_US + 2 * HOUR_US));
};
const merged: Scenario["prepare"] = async (world, store, device) => {
  await settled(world, store, device);
  await store.merge(LATER_MS);
};

const [fromUs, toUs] = [START_US + 10 * MINUTE_US, START_US + 40 * MINUTE_US];
const [message] = parseDbc(smallDbc()).dbc.messages;
if (message === undefined) throw new Error("the DBC has no message");
const series = message.signals.map((signal, i) => ({ number: i + 1, signal }));

function importedBatch(device: Device): FrameBatch {
  const frames = new FrameBatch();
  for (const [i, timeUs] of timesFrom(START_US + 3 * MINUTE_US).entries())
    frames.push(timeUs, 3, 0x300, 0, 2, Uint8Array.of(i, device.bindingNumber));
  return frames;
}

const SCENARIOS: Record<string, Scenario> = {
  settling: { prepare: settledAndLanded, act: (store) => store.settleAll() },
  merging: { prepare: settled, act: (store) => store.merge(LATER_MS) },
  deleting: {
    prepare: settledAndLanded,
    act: ({ frames }, { bindingNumber }) =>
      frames.removal.deleteRange({ bindingNumber, fromUs, toUs, keep: [] }, Number.POSITIVE_INFINITY),
    after: ({ frames }) => frames.filter((frame) => timeOf(frame) < fromUs || timeOf(frame) >= toUs),
  },
  sweeping: { prepare: merged, act: (store) => store.sweepAll() },
  importing: {
    prepare: settledAndLanded,
    async act({ imports }, device) {
      const writer = imports.open({ bindingNumber: device.bindingNumber, tenantId: TENANT });
      writer.push(importedBatch(device));
      expect(await writer.commit([FIRST_IMPORT_EPOCH])).toBe(true);
    },
    after(device) {
      const batch = importedBatch(device);
      return [...device.frames, ...Array.from({ length: batch.length }, (_, i) => contentOf(batch.at(i)))];
    },
  },
  "keeping signals": {
    prepare: merged,
    act: ({ kept }, { bindingNumber }) =>
      kept.keep([{ bindingNumber, channel: 0, message, series }], { fromDay: 0 }, new AbortController().signal),
  },
};

describe("a frame store that is stopped at any step", () => {
  let world: StoreWorld;

  beforeAll(async () => {
    world = await StoreWorld.open();
  });
  afterAll(() => world.close());

  /** False: the scenario ended before this step. */
  async function stopAt(scenario: Scenario, step: number, loss: Chance): Promise<boolean> {
    const device = world.newDevice();
    const before = await world.start();
    await scenario.prepare(world, before, device);
    await before.close();

    const fuse = new Fuse(step);
    const stopped = await world.start(fuse);
    const ended = scenario.act(stopped, device).then(() => undefined);
    const at = await Promise.race([ended, fuse.blown]);
    await world.disk.powerLoss(loss);

    const after = await world.start();
    const done = scenario.after?.(device) ?? device.frames;
    if (at === undefined) device.frames = done;
    try {
      await world.expectFrames(after, device, done);
      expect(await world.problems(after), "before anything is tidied up").toEqual([]);
      await after.settleAll();
      await after.merge(LATER_MS);
      await world.sweep(after);
      await world.expectFrames(after, device, done);
      expect(await world.problems(after)).toEqual([]);
      expect(await world.leftovers()).toEqual([]);
    } catch (error) {
      throw new Error(`before step ${step}, ${at ?? "the end"}: ${error instanceof Error ? error.message : error}`, {
        cause: error,
      });
    }
    await after.frames.removal.drop(device.bindingNumber);
    await after.sweepAll();
    expect(await world.leftovers()).toEqual([]);
    await after.close();
    await world.newDisk();
    return at !== undefined;
  }

  const some = (seed: number) => randomFrom(seed);
  const FAULTS: readonly [string, (step: number) => Chance][] = [
    ["killed", () => LOSES_NOTHING],
    ["without power", () => LOSES_ALL],
    ["without power, some of what was not synced lost", (step) => some(step + 1)],
    ...Array.from({ length: ROUNDS }, (_, round): [string, (step: number) => Chance] => [
      `without power, some of what was not synced lost (${round + 1})`,
      (step) => some(1000 * (round + 1) + step),
    ]),
  ];

  for (const [name, scenario] of Object.entries(SCENARIOS))
    it(`${name}: each frame once, and nothing is left over [DAT-08]`, { timeout: 600_000 * PATIENCE }, async () => {
      // One kind of fault for each step where there is little time.
      const faults = ROUNDS > 0 ? FAULTS.map((fault) => [fault]) : [FAULTS];
      for (const kinds of faults)
        for (let step = 0; ; step += 1) {
          const [kind, lossAt] = kinds[step % kinds.length] as (typeof FAULTS)[number];
          const isStopped = await stopAt(scenario, step, lossAt(step)).catch((error: Error) => {
            throw new Error(`${kind}: ${error.message}`, { cause: error });
          });
          if (!isStopped) break;
        }
    });
});
