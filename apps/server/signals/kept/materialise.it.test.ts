import { FrameBatch } from "@canopy/can/frame/batch";
import type { SignalBinding } from "@canopy/contract/signals/bindings";
import type { CurveItem } from "@canopy/contract/signals/curves";
import type { SignalReference } from "@canopy/contract/signals/signal-reference";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DAY_US, HOUR_US, MINUTE_US } from "../../frames/store/time-window.ts";
import { createLog } from "../../platform/log.ts";
import { engineBytes, pushOthers, type SignalWorld, signalWorld } from "../../testing/worlds/test-signal-world.ts";
import { followAll } from "./materialise-jobs.ts";

/** Today, or yesterday where today is too young: three hours of 10 Hz. */
const startUs = (Math.floor(Date.now() / 3_600_000) - 4) * HOUR_US;
const endUs = startUs + 3 * HOUR_US;
const STEP_US = 100_000;
const SIGNALS = ["Speed", "Torque", "CellA", "CellB", "Wheel"];

/** Not a pattern that a downsampling could hit by luck. */
function random(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function makeFrames(fromUs: number, toUs: number, seed: number): FrameBatch {
  const next = random(seed);
  const batch = new FrameBatch();
  let [speed, cell] = [3000, 3000];
  for (let at = fromUs; at < toUs; at += STEP_US) {
    speed = Math.max(0, Math.min(20_000, speed + Math.round((next() - 0.5) * 40)));
    cell = Math.max(2000, Math.min(4000, cell + Math.round((next() - 0.5) * 4)));
    const isPeak = next() < 0.0005;
    const time = at + Math.floor(next() * 50_000);
    batch.push(time, 0, 256, 0, 8, engineBytes(isPeak ? 65_000 : speed, isPeak ? -2000 : (speed % 100) - 50));
    pushOthers(batch, time, Math.floor(next() * 2), isPeak ? 65_535 : cell, 256 * 60 + (speed & 255));
  }
  return batch;
}

describe("materialised signals", () => {
  let world: SignalWorld;
  let strategyId = "";
  let binding: SignalBinding;
  const log = createLog("warn");

  const call = async (method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE", path: string, payload?: object) => {
    const answer = await world.app.call(world.manager, { method, url: `/api${path}`, ...(payload && { payload }) });
    expect(answer.statusCode, answer.body).toBe(200);
    return answer.json();
  };
  const place = () => `/things/${world.device.thingsId}/signal-bindings`;
  const follow = async () => {
    await world.settle();
    const stores = { db: world.app.database.db, kept: world.store.kept };
    return followAll(stores, new AbortController().signal, log);
  };
  const bindingNow = async (): Promise<SignalBinding> => (await call("GET", place())).list[0];
  /** Whatever the hour: the test's frames may be of yesterday. */
  const followAnyDay = () => world.app.database.pool.query("update signal_bindings set from_day = 0");
  const seriesNumbers = async (): Promise<number[]> =>
    (await world.app.database.pool.query("select number from signal_series")).rows.map(({ number }) => number);

  /** The same range twice: as it is answered, and decoded with a revision that nothing is materialised with. */
  async function bothWays(fromUs: number, toUs: number, pixels: number): Promise<CurveItem[][]> {
    const kept = await world.curves(fromUs, toUs, pixels, references(binding.revision));
    await addRevision();
    const decoded = await world.curves(fromUs, toUs, pixels, references(newest));
    expect(kept.pixel_us).toBe(decoded.pixel_us);
    return [[...kept.items], [...decoded.items]];
  }
  let newest = 1;
  const references = (revision: number): SignalReference[] =>
    SIGNALS.map((name) => world.reference(name, { revision }));
  async function addRevision(): Promise<void> {
    if (newest > 1) return;
    const { text } = (await call("GET", `/dbc-files/${world.dbcId}/revisions/1/text`)).data;
    const content_base64 = Buffer.from(`${text}\nCM_ "the same again";\n`).toString("base64");
    newest = (await call("POST", `/dbc-files/${world.dbcId}/revisions`, { content_base64 })).data.revision;
  }

  const sourcesOf = (items: readonly CurveItem[]) =>
    items.map((item) => (item.state === "drawn" ? item.source : item.state));

  /** The drawing is the same; of equal extremes within a pixel either may be shown. */
  function expectSame([kept = [], decoded = []]: readonly (readonly CurveItem[])[]): void {
    for (const [i, one] of kept.entries()) {
      const other = decoded[i];
      if (one.state !== "drawn" || other?.state !== "drawn") throw new Error(JSON.stringify([one, other]));
      expect(one.samples).toBe(other.samples);
      expect(one.kind).toBe(other.kind);
      expect(one.breaks).toEqual(other.breaks);
      expect(one.times.length).toBe(other.times.length);
      expect(Math.max(...one.values)).toBe(Math.max(...other.values));
      expect(Math.min(...one.values)).toBe(Math.min(...other.values));
      expect(one.values.toSorted()).toEqual(other.values.toSorted());
    }
  }

  beforeAll(async () => {
    world = await signalWorld();
    await world.send(makeFrames(startUs, endUs, 1));
    const signals = SIGNALS.map((name) => {
      const { message_id, is_extended, signal } = world.reference(name);
      return { message_id, is_extended, signal };
    });
    const made = await call("POST", "/signal-strategies", { name: "DBCSIG_all", dbc_id: world.dbcId, signals });
    strategyId = made.data.strategy_id;
    binding = (await call("POST", place(), { channel: 0, strategy_id: strategyId })).data;
    await followAnyDay();
  });
  afterAll(() => world?.end());

  it("are those of the frames: seconds, minutes, multiplexed or not, every peak there [DBC-03]", async () => {
    expect(binding).toMatchObject({ state: "enabled", revision: 1, signal_count: 5, channel: 0 });
    expect(await follow()).toBeGreaterThan(0);
    expect((await bindingNow()).days_done).toBe((await bindingNow()).days);
    for (const [from, to, pixels] of [
      [startUs, endUs, 500],
      [startUs + 12_345_678, endUs - 999_999, 700],
      [startUs - HOUR_US, endUs, 100],
      [startUs + HOUR_US, startUs + 2 * HOUR_US, 50],
    ] as const) {
      const [kept = [], decoded = []] = await bothWays(from, to, pixels);
      expect(sourcesOf(kept)).toEqual(SIGNALS.map(() => "materialised"));
      expect(sourcesOf(decoded)).toEqual(SIGNALS.map(() => "decoded"));
      expectSame([kept, decoded]);
    }
  });

  it("do not change when they are made again, and follow late frames and deleted ones [DBC-03]", async () => {
    expect(await follow()).toBe(0);
    // Late frames between those that are there, and new ones behind them.
    await world.send(makeFrames(startUs + 90 * MINUTE_US + 7, startUs + 92 * MINUTE_US, 2));
    await world.send(makeFrames(endUs, endUs + 5 * MINUTE_US, 3));
    expectSame(await bothWays(startUs, endUs + 5 * MINUTE_US, 300));
    expect(await follow()).toBeGreaterThan(0);
    const after = await bothWays(startUs, endUs + 5 * MINUTE_US, 300);
    expect(sourcesOf(after[0] ?? [])).toEqual(SIGNALS.map(() => "materialised"));
    expectSame(after);
    const gone = { fromUs: startUs + 30 * MINUTE_US, toUs: startUs + 45 * MINUTE_US + 500_000 };
    const { bindingNumber } = world.device;
    await world.store.frames.removal.deleteRange({ bindingNumber, ...gone, keep: [] }, 1_000_000);
    expectSame(await bothWays(startUs, endUs + 5 * MINUTE_US, 300));
    await follow();
    const last = await bothWays(startUs, endUs + 5 * MINUTE_US, 300);
    expect(sourcesOf(last[0] ?? [])).toEqual(SIGNALS.map(() => "materialised"));
    expectSame(last);
  });

  it("are those of the frames when segments have been merged [DBC-03]", async () => {
    expect(await world.store.merge(Date.now() + (2 * DAY_US) / 1000)).toBeGreaterThan(0);
    expectSame(await bothWays(startUs, endUs + 5 * MINUTE_US, 300));
    await follow();
    const merged = await bothWays(startUs, endUs + 5 * MINUTE_US, 300);
    expect(sourcesOf(merged[0] ?? [])).toEqual(SIGNALS.map(() => "materialised"));
    expectSame(merged);
    const { days, days_done } = await bindingNow();
    expect(days_done).toBe(days);
  });

  it("stop when paused, go on when enabled, take the newest revision when asked [DBC-03]", async () => {
    await call("PATCH", `${place()}/${binding.binding_id}`, { state: "paused" });
    await world.send(makeFrames(endUs + 6 * MINUTE_US, endUs + 7 * MINUTE_US, 4));
    expect(await follow()).toBe(0);
    const { days, days_done } = await bindingNow();
    expect(days_done).toBeLessThan(days);
    expectSame(await bothWays(startUs, endUs + 7 * MINUTE_US, 300));
    const refused = await world.app.call(world.manager, {
      method: "POST",
      url: `/api${place()}/${binding.binding_id}/backfill`,
    });
    expect(refused.statusCode).toBe(409);
    await call("PATCH", `${place()}/${binding.binding_id}`, { state: "enabled", revision: "newest" });
    expect(await bindingNow()).toMatchObject({ state: "enabled", revision: newest, newest_revision: newest });
    await followAnyDay();
    await follow();
    const answer = await world.curves(startUs, endUs, 300, references(newest));
    expect(sourcesOf(answer.items)).toEqual(SIGNALS.map(() => "materialised"));
  });

  it("follow the strategy's choice of signals", async () => {
    const { message_id, is_extended, signal } = world.reference("Speed");
    await call("PUT", `/signal-strategies/${strategyId}`, {
      name: "DBCSIG_one",
      signals: [{ message_id, is_extended, signal }],
    });
    await follow();
    for (const [name, source] of [
      ["Speed", "materialised"],
      ["Torque", "decoded"],
      ["CellB", "decoded"],
    ] as const) {
      const answer = await world.curves(startUs, endUs, 300, [world.reference(name, { revision: newest })]);
      expect(sourcesOf(answer.items)).toEqual([source]);
    }
  });

  it("are an overview of their own, for which nothing else is decoded [DBC-06]", async () => {
    const items = ["Speed", "Torque"].map((name) => world.reference(name, { revision: newest }));
    const overview = await world.curves(startUs, endUs, 150, items, { kept_only: true });
    expect(sourcesOf(overview.items)).toEqual(["materialised", "unkept"]);
    const [alone] = (await world.curves(startUs, endUs, 150, items.slice(0, 1))).items;
    expect(overview.items[0]).toEqual(alone);
    // Narrower than a second nothing is kept.
    const narrow = await world.curves(startUs, startUs + MINUTE_US, 150, items, { kept_only: true });
    expect(sourcesOf(narrow.items)).toEqual(["unkept", "unkept"]);
  });

  it("go with the binding, and the frames stay [DBC-03]", async () => {
    const refused = await world.app.call(world.manager, {
      method: "DELETE",
      url: `/api/signal-strategies/${strategyId}`,
    });
    expect(refused.statusCode).toBe(409);
    const { bindingNumber } = world.device;
    const numbers = await seriesNumbers();
    expect(numbers).toHaveLength(1);
    expect((await world.store.kept.daysOf(bindingNumber, numbers)).kept).toBeGreaterThan(0);
    await call("DELETE", `${place()}/${binding.binding_id}`);
    expect(await seriesNumbers()).toEqual([]);
    expect((await world.store.kept.daysOf(bindingNumber, numbers)).kept).toBe(0);
    expect((await call("GET", place())).list).toEqual([]);
    const answer = await world.curves(startUs, endUs, 300, references(newest));
    expect(sourcesOf(answer.items)).toEqual(SIGNALS.map(() => "decoded"));
    expect(answer.items.every((item) => item.state === "drawn" && item.samples > 1000)).toBe(true);
    await call("DELETE", `/signal-strategies/${strategyId}`);
  });
});
