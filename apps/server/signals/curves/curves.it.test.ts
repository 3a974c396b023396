import { FrameBatch } from "@canopy/can/frame/batch";
import { curveErrors } from "@canopy/contract/signals/curve-errors";
import type { CurveItem } from "@canopy/contract/signals/curves";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { engineBytes, pushOthers, type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";

const FRAMES = 6000;
const STEP_US = 10_000;
const GAP_US = 30_000_000;
/** Two hours ago, on a whole minute. */
const startUs = (Math.floor(Date.now() / 60_000) - 120) * 60_000_000;
/** A gap of half a minute before the last thousand. */
const timeOf = (i: number) => startUs + i * STEP_US + (i >= FRAMES - 1000 ? GAP_US : 0);
const endUs = timeOf(FRAMES - 1) + 1;
const speedOf = (i: number) => (i === 3333 ? 60_000 : 2000 + (i % 500));

describe.each(["landed", "settled"])("curves of frames that are %s", (state) => {
  let world: SignalWorld;

  beforeAll(async () => {
    world = await signalWorld();
    const batch = new FrameBatch();
    for (let i = 0; i < FRAMES; i += 1) {
      batch.push(timeOf(i), 0, 256, 0, 8, engineBytes(speedOf(i), -(i % 100)));
      if (i % 10 === 0) pushOthers(batch, timeOf(i), (i / 10) % 2, i === 3330 ? 65_535 : 3000 + (i % 90), 256 * 50);
    }
    await world.send(batch);
    if (state === "settled") await world.settle();
  });
  afterAll(() => world?.end());

  const drawn = (item: CurveItem | undefined) => {
    if (item?.state !== "drawn") throw new Error(JSON.stringify(item));
    return item;
  };

  it("give four points a pixel and never lose a peak of one sample, multiplexed or not [DBC-09]", async () => {
    const { reference } = world;
    const items = [reference("Speed"), reference("Torque"), reference("CellA"), reference("CellB"), reference("Wheel")];
    const answer = await world.curves(startUs, endUs, 10, items);
    expect(answer.pixel_us).toBe(8_000_000);
    const [speed, torque, cellA, cellB, wheel] = answer.items.map(drawn);
    expect(speed).toMatchObject({ kind: "pixels", source: "decoded", revision: 1, samples: FRAMES, cycle_us: STEP_US });
    expect(Math.max(...(speed?.values ?? []))).toBe(60_000 * 0.25 - 100);
    expect(speed?.times[speed.values.indexOf(14_900)]).toBe(timeOf(3333) - startUs);
    expect(Math.min(...(torque?.values ?? []))).toBe(-49.5);
    expect(torque?.samples).toBe(FRAMES);
    expect(cellA?.samples).toBe(FRAMES / 20);
    expect(Math.max(...(cellB?.values ?? []))).toBeCloseTo(65.535, 9);
    expect(Math.max(...(cellA?.values ?? []))).toBeLessThan(4);
    expect(new Set(wheel?.values)).toEqual(new Set([50]));
    for (const item of [speed, cellB]) expect(item?.times).toEqual(item?.times.toSorted((a, b) => a - b));
  });

  it("say where nothing was received", async () => {
    const { reference } = world;
    const answer = await world.curves(startUs, endUs, 100, [reference("Speed"), reference("CellA")]);
    for (const item of answer.items.map(drawn)) {
      expect(item.breaks).toHaveLength(1);
      const at = item.breaks[0] as number;
      expect((item.times[at] as number) - (item.times[at - 1] as number)).toBeGreaterThan(GAP_US);
    }
  });

  it("give every sample where they are few", async () => {
    const from = timeOf(3300);
    const answer = await world.curves(from, timeOf(3400), 1000, [world.reference("Speed"), world.reference("CellB")]);
    const [speed, cell] = answer.items.map(drawn);
    expect(speed).toMatchObject({ kind: "raw", samples: 100, breaks: [] });
    expect(speed?.times).toEqual(Array.from({ length: 100 }, (_, i) => i * STEP_US));
    expect(speed?.values).toEqual(Array.from({ length: 100 }, (_, i) => speedOf(3300 + i) * 0.25 - 100));
    expect(cell).toMatchObject({ kind: "raw", samples: 5 });
  });

  it("say of each item alone why it cannot be drawn", async () => {
    const { reference } = world;
    const items = [
      reference("Speed", { dbc_id: "0d4d2a3e-7d5f-4b5e-9a0e-0a1b2c3d4e5f" }),
      reference("Speed", { revision: 7 }),
      reference("Nothing"),
      reference("Speed"),
    ];
    const answer = await world.curves(startUs, endUs, 10, items);
    expect(answer.items.map((item) => (item.state === "failed" ? item.code : item.state))).toEqual([
      curveErrors.dbcGone.code,
      curveErrors.revisionGone.code,
      curveErrors.signalGone.code,
      "drawn",
    ]);
  });

  it("are empty where nothing is stored", async () => {
    const answer = await world.curves(startUs - 7_200_000_000, startUs - 3_600_000_000, 100, [
      world.reference("Speed"),
    ]);
    expect(drawn(answer.items[0])).toMatchObject({ samples: 0, times: [], values: [], breaks: [], cycle_us: null });
  });
});
