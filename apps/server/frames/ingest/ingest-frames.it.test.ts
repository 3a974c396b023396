import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import { listRefusals } from "../landing/refusal-store.ts";
import type { StoredFrame } from "../store/frame-store.ts";
import { DAY_US } from "../store/time-window.ts";
import type { IncomingBatch } from "./incoming-batch.ts";
import { PointIngest } from "./ingest-points.ts";
import { batchOf, EVENING_US } from "./test-ingest-world.ts";

const SECOND_US = 1_000_000;
const SQL = new TextEncoder().encode("\n\nDROP T");

/** Three frames, four seconds apart: those from 2 to 4 lie on both sides of midnight. */
const numbered = (sequence: number, bindingNumber: number): IncomingBatch =>
  batchOf({
    sequence,
    bindingNumber,
    timesUs: [0, 2, 4].map((s) => EVENING_US + (2 * sequence + s) * SECOND_US),
    ...(sequence === 1 && { payload: SQL }),
  });

const contentOf = ({ timeUs, channel, id, flags, size, data }: Omit<StoredFrame, "k">) =>
  `${timeUs} ${channel} ${id} ${flags} ${size} ${Buffer.from(data).toString("hex")}`;

const framesOf = ({ frames }: IncomingBatch) =>
  Array.from({ length: frames.length }, (_, i) => contentOf(frames.at(i)));

describe("ingest on the real store", () => {
  let engines: FrameEngines;
  const stored = async (bindingNumber: number) => {
    const query = { bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {}, order: "oldestFirst", limit: 10_000 } as const;
    return (await engines.store.frames.page(query)).frames.map(contentOf);
  };

  beforeAll(async () => {
    engines = await frameEngines();
  });
  afterAll(() => engines?.end());

  it("stores repeated and shuffled batches once, byte for byte, also after a kill [DAT-08]", async () => {
    const all = [0, 1, 2, 3, 4, 5, 6].map((sequence) => numbered(sequence, 1));
    const [a, b, c, d, e, f, g] = all as [IncomingBatch, ...IncomingBatch[]];
    const first = engines.ingest();
    const answers = [e, b, b, a, c, e].map((batch) => batch && first.ingest(batch));
    expect((await Promise.all(answers)).every((answer) => answer?.kind === "stored")).toBe(true);
    // Left as it is, as by a kill; and half of it is settled.
    await engines.settle();
    const second = engines.ingest();
    await Promise.all([g, d, a, b, c, f, e].map((batch) => batch && second.ingest(batch)));
    expect((await stored(1)).sort()).toEqual(all.flatMap(framesOf).sort());
    await second.close();
    const usage = await engines.store.frames.usage.daysOf(1);
    expect(usage.map(({ frames, bytes }) => [frames, bytes])).toEqual([
      [12, 12 * 23],
      [9, 9 * 23],
    ]);
    expect(await engines.store.frames.usage.ofTenant(a.tenantId)).toEqual({ frames: 21, bytes: 21 * 23 });
  });

  it("two processes with one device store each batch once, and count it once [DAT-08] [OPS-02]", async () => {
    const [one, two] = [engines.ingest(), engines.ingest()];
    const all = Array.from({ length: 120 }, (_, sequence) =>
      batchOf({ sequence, bindingNumber: 2, timesUs: [EVENING_US + sequence * 1000] }),
    );
    // Both get every batch, in opposite order, and one of them twice.
    await Promise.all([
      ...all.map((batch) => one.ingest(batch)),
      ...all.toReversed().map((batch) => two.ingest(batch)),
      ...all.map((batch) => two.ingest(batch)),
    ]);
    await Promise.all([one.close(), two.close()]);
    expect(await stored(2)).toEqual(all.flatMap(framesOf));
    expect(await engines.store.frames.usage.daysOf(2)).toMatchObject([{ frames: 120, bytes: 120 * 23 }]);
  });

  it("a batch that comes late goes behind others of its time stamps, whose positions stay [DAT-08]", async () => {
    const at = (sequence: number, epoch = 7) =>
      batchOf({ sequence, epoch, bindingNumber: 16, timesUs: [EVENING_US, EVENING_US, EVENING_US + 1] });
    const positions = async () => {
      const all = {
        bindingNumber: 16,
        fromUs: 0,
        toUs: 2 ** 52,
        filter: {},
        order: "oldestFirst",
        limit: 100,
      } as const;
      const { frames } = await engines.store.frames.page(all);
      return new Map(frames.map((frame) => [contentOf(frame), `${frame.timeUs}.${frame.k}`]));
    };
    const ingest = engines.ingest();
    await ingest.ingest(at(5, 9));
    await ingest.ingest(at(6, 9));
    const before = await positions();
    expect(before.size).toBe(6);
    await ingest.ingest(at(4, 9));
    await ingest.ingest(at(0));
    const landed = await positions();
    expect(landed.size).toBe(12);
    for (const [frame, position] of before) expect(landed.get(frame)).toBe(position);
    await engines.settle();
    expect(await positions()).toEqual(landed);
    await ingest.ingest(at(3, 9));
    const after = await positions();
    for (const [frame, position] of landed) expect(after.get(frame)).toBe(position);
    await ingest.close();
  });

  it("a log with more holes than a row has room for is known all the same [DAT-08]", async () => {
    const ingest = engines.ingest();
    const odd = Array.from({ length: 400 }, (_, i) => 2 * i + 1);
    const send = (sequence: number, to = ingest) =>
      to.ingest(batchOf({ sequence, bindingNumber: 6, timesUs: [EVENING_US + sequence * 1000] }));
    for (let at = 0; at < odd.length; at += 40)
      await Promise.all(odd.slice(at, at + 40).map((sequence) => send(sequence)));
    await ingest.close();
    const again = engines.ingest();
    await Promise.all(Array.from({ length: 801 }, (_, sequence) => send(sequence, again)));
    await again.close();
    expect(await stored(6)).toHaveLength(801);
    const pages = await engines.framesDatabase.pool.query("select 1 from sequence_pages where binding = 6");
    expect(pages.rows.length).toBeGreaterThan(0);
  });

  it("keeps wrong clocks apart, which hold up nobody and break no page [DAT-08]", async () => {
    const ingest = engines.ingest();
    const wrong = [-30, 10].map((years, sequence) =>
      batchOf({ sequence, bindingNumber: 3, timesUs: [EVENING_US + years * 365 * DAY_US] }),
    );
    await Promise.all([...wrong, ...wrong].map((batch) => ingest.ingest(batch)));
    const kept = await engines.store.quarantine.list(3, 10);
    expect(kept.batches.map(({ sequence, reason, frames }) => [sequence, reason, frames])).toEqual([
      [1, "inFuture", 1],
      [0, "beforeTerminals", 1],
    ]);
    expect(await engines.store.frames.extent(3)).toEqual({ times: undefined, channels: [], frames: 0, bytes: 0 });
    expect(await engines.store.frames.usage.daysOf(3)).toEqual([]);
  });

  it("writes refusals down until the batch is stored [CAP-05]", async () => {
    let mayStore = false;
    const { pool } = engines.framesDatabase;
    const ingest = engines.ingest({ mayStore: () => mayStore });
    const batch = batchOf({ sequence: 5, bindingNumber: 4, timesUs: [EVENING_US - 30 * 365 * DAY_US] });
    expect(await ingest.ingest(batch)).toEqual({ kind: "refused", reason: "quota" });
    expect(await listRefusals(pool, 4, 10)).toMatchObject([{ epoch: 7, sequence: 5, reason: "quota" }]);
    mayStore = true;
    expect(await ingest.ingest(batch)).toEqual({ kind: "stored" });
    await ingest.close();
    expect(await listRefusals(pool, 4, 10)).toEqual([]);
  });

  it("a binding that has ended takes nothing more, and its number never comes back", async () => {
    const ingest = engines.ingest();
    await ingest.ingest(numbered(0, 7));
    await engines.store.frames.removal.drop(7);
    await expect(ingest.ingest(numbered(1, 7))).rejects.toThrow("ended");
    expect(await stored(7)).toEqual([]);
    expect(await engines.store.frames.usage.daysOf(7)).toEqual([]);
  });

  it("stores positions and points, once though they come twice", async () => {
    const ingest = new PointIngest(engines.store.points, createLog("error"));
    const position = { time: EVENING_US / 1000, latitude: 52.5, longitude: 13.25, speed_kmh: 50 };
    const point = { time: EVENING_US / 1000, group: "tyre", values: { "\n\npressure": 2.5, ok: true } };
    await Promise.all([ingest.positions(5, [position, position], Date.now()), ingest.points(5, [point, point])]);
    expect(await engines.store.points.newestPosition(5)).toMatchObject({ latitude: 52.5, speed_kmh: 50, hdop: null });
    const query = { bindingNumber: 5, group: "tyre", fromUs: EVENING_US, toUs: EVENING_US + 1, limit: 10 };
    expect(await engines.store.points.page(query)).toEqual([{ ...point }]);
    await ingest.close();
  });

  it("positions with numbers below single precision are stored with zeros [GPS-01]", async () => {
    const ingest = new PointIngest(engines.store.points, createLog("error"));
    const tiny = { altitude_m: 1e-50, speed_kmh: 1e-50, course: 5e-324, hdop: 1e-40, satellites: 9 };
    const position = { time: EVENING_US / 1000, latitude: 5e-324, longitude: -1e-300, ...tiny };
    await ingest.positions(15, [position], Date.now());
    expect(await engines.store.points.newestPosition(15)).toMatchObject({
      latitude: 5e-324,
      longitude: -1e-300,
      altitude_m: 0,
      speed_kmh: 0,
      course: 0,
      hdop: expect.closeTo(1e-40, 45),
      satellites: 9,
    });
    await engines.store.points.importPositions(15, [{ ...position, time: 1 }]);
    await ingest.close();
  });
});
