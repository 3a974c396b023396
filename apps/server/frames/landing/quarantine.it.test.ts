import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { createLog } from "../../platform/log.ts";
import { type FrameEngines, frameEngines } from "../../testing/engines/test-frame-engines.ts";
import type { IncomingBatch } from "../ingest/incoming-batch.ts";
import { systemClock } from "../ingest/ingest-retry.ts";
import { batchOf } from "../ingest/test-ingest-world.ts";
import { type OpenFrameStore, openFrameStore } from "../store/open-frame-store.ts";
import { DAY_US, dayOf, HOUR_US, SECOND_US } from "../store/time-window.ts";
import type { BatchId, Quarantine } from "./quarantine.ts";

/** The beginning of yesterday: moved batches lie on both sides of it. */
const MIDNIGHT_US = (dayOf(Date.now() * 1000) - 1) * DAY_US;
const MIDNIGHT_MS = MIDNIGHT_US / 1000;

/** A clock without a battery: three frames, four seconds apart, an hour after 1970; it arrived a second later. */
function wrongClock(bindingNumber: number, sequence: number, epoch = 7): IncomingBatch {
  const atUs = HOUR_US + 10 * sequence * SECOND_US;
  const timesUs = [atUs, atUs + 4 * SECOND_US, atUs + 8 * SECOND_US];
  return {
    ...batchOf({ bindingNumber, sequence, epoch, timesUs }),
    receivedAtMs: MIDNIGHT_MS + 10_000 * sequence + 1000,
  };
}

const AHEAD = 99;
/** Ten days ahead of us. */
const ahead = (bindingNumber: number, nowMs = Date.now()): IncomingBatch => ({
  ...batchOf({ bindingNumber, sequence: AHEAD, timesUs: [nowMs * 1000 + 10 * DAY_US] }),
  receivedAtMs: MIDNIGHT_MS,
});

/** Puts the middle frame of batch 0 at midnight. */
const SHIFT_US = MIDNIGHT_US - HOUR_US - 4 * SECOND_US;

describe("quarantined batches", () => {
  let engines: FrameEngines;
  let quarantine: Quarantine;
  const send = async (batches: readonly IncomingBatch[], nowMs = Date.now) => {
    const ingest = engines.ingest({ clock: { ...systemClock, nowMs } });
    const answers = await Promise.all(batches.map((batch) => ingest.ingest(batch)));
    expect(answers.every(({ kind }) => kind === "stored")).toBe(true);
    await ingest.close();
  };
  const everything = () => ({ receivedByMs: Date.now() });
  const timesOf = async (bindingNumber: number) => {
    const all = { bindingNumber, fromUs: 0, toUs: 2 ** 52, filter: {}, order: "oldestFirst", limit: 10_000 } as const;
    return (await engines.store.frames.page(all)).frames.map(({ timeUs }) => timeUs);
  };
  const sequencesOf = async (bindingNumber: number) =>
    (await quarantine.list(bindingNumber, 1000)).batches.map(({ sequence }) => sequence);
  const shiftedTimes = (...sequences: readonly number[]) =>
    sequences.flatMap((sequence) => Array.from(wrongClock(0, sequence).frames.timeUs, (us) => us + SHIFT_US));
  const mustBeWhole = async () => {
    const problems: unknown[] = [];
    await engines.store.verify((problem) => problems.push(problem));
    expect(problems).toEqual([]);
  };

  beforeAll(async () => {
    engines = await frameEngines();
    quarantine = engines.store.quarantine;
  });
  afterAll(async () => {
    await mustBeWhole();
    await engines?.end();
  });

  it("are listed newest arrival first, in pages, with what they hold in all [DAT-08]", async () => {
    await send([...[0, 1, 2, 3, 4].map((sequence) => wrongClock(1, sequence)), ahead(1)]);
    const first = await quarantine.list(1, 4);
    expect(first.batches.map(({ sequence }) => sequence)).toEqual([4, 3, 2, 1]);
    expect(first.batches[0]).toEqual({
      epoch: 7,
      sequence: 4,
      reason: "beforeTerminals",
      frames: 3,
      bytes: 3 * 23,
      firstUs: HOUR_US + 40 * SECOND_US,
      lastUs: HOUR_US + 48 * SECOND_US,
      receivedAtMs: MIDNIGHT_MS + 41_000,
    });
    const second = await quarantine.list(1, 4, first.next);
    expect(second.batches.map(({ sequence, reason }) => [sequence, reason])).toEqual([
      [0, "beforeTerminals"],
      [AHEAD, "inFuture"],
    ]);
    expect(second.next).toBeUndefined();
    expect(await quarantine.totals(1)).toEqual({
      batches: 6,
      frames: 16,
      bytes: 16 * 23,
      firstReceivedMs: MIDNIGHT_MS,
    });
    expect(await quarantine.totals(1000)).toEqual({ batches: 0, frames: 0, bytes: 0, firstReceivedMs: undefined });
  });

  it("go into history by a shift; what would still be wrong stays, and nothing comes twice [DAT-08]", async () => {
    await send([0, 1, 2].map((sequence) => wrongClock(2, sequence)));
    await send([ahead(2)]);
    const lastUs = MIDNIGHT_US + 24 * SECOND_US;
    expect(await quarantine.takeOver(2, everything(), SHIFT_US)).toEqual({
      batches: 3,
      frames: 9,
      times: { firstUs: MIDNIGHT_US - 4 * SECOND_US, lastUs },
      left: { batches: 1, frames: 1 },
    });
    expect(await timesOf(2)).toEqual(shiftedTimes(0, 1, 2));
    expect(await sequencesOf(2)).toEqual([AHEAD]);
    const day = dayOf(MIDNIGHT_US);
    expect(await engines.store.frames.usage.daysOf(2)).toEqual([
      { bindingNumber: 2, day: day - 1, frames: 1, bytes: 23 },
      { bindingNumber: 2, day, frames: 8, bytes: 8 * 23 },
    ]);
    expect(await quarantine.totals(2)).toMatchObject({ batches: 1, frames: 1, bytes: 23 });
    await mustBeWhole();
    await engines.settle();
    await send([0, 1, 2].map((sequence) => wrongClock(2, sequence)));
    expect(await timesOf(2)).toEqual(shiftedTimes(0, 1, 2));
    expect(await sequencesOf(2)).toEqual([AHEAD]);
  });

  it("that come again when their clock has come right are known, taken over or deleted [DAT-08]", async () => {
    const begunMs = Date.now();
    const right = batchOf({ bindingNumber: 3, sequence: 1, timesUs: [MIDNIGHT_US] });
    await send([right, ahead(3, begunMs), { ...ahead(3, begunMs), sequence: AHEAD + 1 }]);
    await quarantine.takeOver(3, [{ epoch: 7, sequence: AHEAD }], -11 * DAY_US);
    await quarantine.remove(3, [{ epoch: 7, sequence: AHEAD + 1 }]);
    const inTenDays = () => Date.now() + 10 * 86_400_000;
    await send([ahead(3, begunMs), { ...ahead(3, begunMs), sequence: AHEAD + 1 }], inTenDays);
    expect(await timesOf(3)).toEqual([MIDNIGHT_US, begunMs * 1000 - DAY_US].sort((a, b) => a - b));
    expect(await quarantine.totals(3)).toMatchObject({ batches: 0 });
  });

  it("go each to the time of its arrival, whatever boot they are of [DAT-08]", async () => {
    const boots = [wrongClock(4, 0), { ...wrongClock(4, 0, 8), receivedAtMs: MIDNIGHT_MS + 3_600_000 }];
    await send(boots);
    expect(await quarantine.takeOver(4, everything(), "arrival")).toMatchObject({ frames: 6, left: { batches: 0 } });
    const ends = boots.map(({ receivedAtMs }) => receivedAtMs * 1000);
    expect(await timesOf(4)).toEqual(ends.flatMap((end) => [end - 8 * SECOND_US, end - 4 * SECOND_US, end]));
  });

  it("are whole after a crash at any step, and the rest follows [DAT-08]", async () => {
    const sequences = Array.from({ length: 450 }, (_, sequence) => sequence);
    for (const [i, [at, times]] of (
      [
        ["planned", 2],
        ["moved", 2],
        ["committed", 1],
      ] as const
    ).entries()) {
      const bindingNumber = 10 + i;
      await send(sequences.map((sequence) => wrongClock(bindingNumber, sequence)));
      let left: number = times;
      const dying = await crashing(engines, (step) => step === at && --left === 0);
      await expect(dying.quarantine.takeOver(bindingNumber, everything(), SHIFT_US)).rejects.toThrow(
        "the process died",
      );
      await dying.close();
      expect((await timesOf(bindingNumber)).length, at).toBe(3 * 200);
      await mustBeWhole();
      expect(await quarantine.takeOver(bindingNumber, everything(), SHIFT_US)).toMatchObject({ batches: 250 });
      expect(await timesOf(bindingNumber)).toEqual(shiftedTimes(...sequences));
      await engines.settle();
      await mustBeWhole();
    }
  });

  it("are taken by one of several that want them at once, while others land [DAT-08]", async () => {
    const sequences = Array.from({ length: 300 }, (_, sequence) => sequence);
    await send(sequences.map((sequence) => wrongClock(20, sequence)));
    const odd = sequences.filter((sequence) => sequence % 2 === 1).map((sequence) => ({ epoch: 7, sequence }));
    const later = sequences.map((sequence) => wrongClock(20, 1000 + sequence));
    const [one, two, removed] = await Promise.all([
      quarantine.takeOver(20, everything(), SHIFT_US),
      quarantine.takeOver(20, everything(), SHIFT_US),
      quarantine.remove(20, odd),
      send(later),
    ]);
    expect(one.batches + two.batches + removed.batches).toBe(300 + (300 - (await quarantine.totals(20)).batches));
    expect((await timesOf(20)).length).toBe(3 * (one.batches + two.batches));
    await mustBeWhole();
  });

  it("are deleted with their counters, and end between two groups when nobody waits [DAT-08]", async () => {
    const sequences = Array.from({ length: 450 }, (_, sequence) => sequence);
    await send(sequences.map((sequence) => wrongClock(30, sequence)));
    const seen: number[] = [];
    const leaving = new AbortController();
    const onProgress = async (batches: number) => {
      seen.push(batches);
      if (seen.length === 2) leaving.abort();
    };
    await expect(quarantine.remove(30, everything(), { signal: leaving.signal, onProgress })).rejects.toThrow(
      "aborted",
    );
    expect(seen).toEqual([200, 400]);
    expect(await quarantine.totals(30)).toMatchObject({ batches: 50, frames: 150, bytes: 150 * 23 });
    const gone: readonly BatchId[] = [0, 449].map((sequence) => ({ epoch: 7, sequence }));
    expect(await quarantine.remove(30, gone)).toEqual({ batches: 1, frames: 3 });
    expect(await quarantine.remove(30, everything())).toEqual({ batches: 49, frames: 147 });
    await send(sequences.map((sequence) => wrongClock(30, sequence)));
    expect(await quarantine.totals(30)).toMatchObject({ batches: 0, frames: 0, bytes: 0 });
    expect((await engines.store.frames.usage.ofAll()).filter(({ bindingNumber }) => bindingNumber === 30)).toEqual([]);
  });

  it("of a binding that has ended are gone", async () => {
    await send([wrongClock(40, 0)]);
    let isPlanned = false;
    const other = await crashing(engines, async (step) => {
      if (step !== "planned" || isPlanned) return false;
      isPlanned = true;
      await engines.store.frames.removal.drop(40);
      return false;
    });
    expect(await other.quarantine.takeOver(40, everything(), SHIFT_US)).toMatchObject({ batches: 0 });
    await other.close();
    expect(await timesOf(40)).toEqual([]);
    for (const table of ["landing", "quarantined_batches", "released_batches", "day_counters"]) {
      const rows = await engines.framesDatabase.pool.query(`select 1 from ${table} where binding = 40`);
      expect(rows.rows, table).toEqual([]);
    }
  });
});

/** Another process on the same store, which dies where it is told to. */
function crashing(
  { framesDatabase, folder }: FrameEngines,
  dies: (step: string) => boolean | Promise<boolean>,
): Promise<OpenFrameStore> {
  const step = async (name: string) => {
    if (await dies(name)) throw new Error("the process died");
  };
  return openFrameStore({ database: framesDatabase, folder, log: createLog("error"), step });
}
