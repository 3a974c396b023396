import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { LIVE_FILL_FRAMES, LIVE_FILL_MS } from "@canopy/contract/frames/live";
import { describe, expect, it } from "vitest";
import type { PageQuery, StoredFrame } from "./history-store.ts";
import { fillFromStore } from "./live-fill.ts";

const NOW_MS = 1_790_000_000_000;

/** Rows in the order of the store; pages as `readFramePage` cuts them. The real store is in live-fill.it.test.ts. */
function storeOf(rows: StoredFrame[]) {
  const queries: PageQuery[] = [];
  const key = (row: { timeUs: number; epoch: number; sequence: number; index: number }) =>
    [row.timeUs, row.epoch, row.sequence, row.index] as const;
  const isAfter = (row: StoredFrame, position: PageQuery["after"]) => {
    if (!position) return true;
    const [a, b] = [key(row), key(position)];
    const at = a.findIndex((part, i) => part !== b[i]);
    return at >= 0 && (a[at] as number) > (b[at] as number);
  };
  return {
    queries,
    rows,
    readPage: async (query: PageQuery) => {
      queries.push(query);
      const found = rows.filter(
        (row) => row.timeUs >= query.fromUs && row.timeUs < query.toUs && isAfter(row, query.after),
      );
      const frames = found.slice(0, query.limit);
      const last = frames.at(-1);
      return { frames, next: found.length > query.limit && last ? { ...last } : undefined };
    },
  };
}

const row = (i: number, batchFrames = 100): StoredFrame => ({
  timeUs: (NOW_MS - 60_000) * 1000 + i * 100,
  channel: 0,
  id: 0x100,
  flags: 0,
  size: 2,
  data: Uint8Array.of(i, i >> 8),
  epoch: 5,
  sequence: Math.floor(i / batchFrames),
  index: i % batchFrames,
});

const AFTER = { time_us: (NOW_MS - 60_000) * 1000, epoch: 5, sequence: 0, index: 0 };

async function fill(store: ReturnType<typeof storeOf>, after = AFTER, stopping = new AbortController()) {
  const frames = new FrameBatch();
  const sequences: number[] = [];
  const gaps: [number, number][] = [];
  await fillFromStore(
    store.readPage,
    {
      bindingNumber: 3,
      channels: undefined,
      after,
      signal: stopping.signal,
      send: async (batch) => {
        const header = decodeCb1(batch, frames);
        if (header.ok) sequences.push(header.value.sequence);
      },
      gap: (fromMs, toMs) => gaps.push([fromMs, toMs]),
    },
    NOW_MS,
  );
  return { frames, sequences, gaps };
}

describe("a client that comes back", () => {
  it("gets every frame after its last one, once, in the batches they were in", async () => {
    const store = storeOf(Array.from({ length: 12_345 }, (_, i) => row(i)));
    const { frames, sequences, gaps } = await fill(store);
    expect(frames.length).toBe(12_344);
    expect([...frames.timeUs.subarray(0, 3)]).toEqual([1, 2, 3].map((i) => row(i).timeUs));
    expect(new Set(frames.timeUs.subarray(0, frames.length)).size).toBe(12_344);
    expect(sequences.slice(0, 3)).toEqual([0, 1, 2]);
    expect(gaps).toEqual([]);
  });

  it("gets what was on its way to the store when it asked", async () => {
    const store = storeOf([row(1)]);
    setTimeout(() => store.rows.push(row(2)), 300);
    expect((await fill(store)).frames.length).toBe(2);
  });

  it("after a long time gets the last ten minutes and is told of the rest", async () => {
    const store = storeOf([row(1)]);
    const longAgoMs = NOW_MS - 10 * LIVE_FILL_MS;
    const { gaps, frames } = await fill(store, { ...AFTER, time_us: longAgoMs * 1000 });
    expect(gaps).toEqual([[longAgoMs, NOW_MS - LIVE_FILL_MS]]);
    expect(frames.length).toBe(1);
  });

  it("gets no more than it can be given, and is told from where on", async () => {
    const store = storeOf(Array.from({ length: LIVE_FILL_FRAMES + 7000 }, (_, i) => row(i, 5000)));
    const { frames, gaps } = await fill(store);
    expect(frames.length).toBe(LIVE_FILL_FRAMES);
    expect(gaps).toEqual([[row(LIVE_FILL_FRAMES).timeUs / 1000, NOW_MS]]);
  });

  it("is told of a gap where the store does not answer", async () => {
    const store = storeOf([]);
    const broken = { ...store, readPage: () => Promise.reject(new Error("away")) };
    const gaps: [number, number][] = [];
    const filling = fillFromStore(
      broken.readPage,
      {
        bindingNumber: 3,
        channels: [1],
        after: AFTER,
        signal: new AbortController().signal,
        send: async () => undefined,
        gap: (fromMs, toMs) => gaps.push([fromMs, toMs]),
      },
      NOW_MS,
    );
    await expect(filling).rejects.toThrow("away");
    expect(gaps).toEqual([[NOW_MS - 60_000, NOW_MS]]);
  });

  it("that leaves again is not read for any longer", async () => {
    const store = storeOf(Array.from({ length: 50_000 }, (_, i) => row(i)));
    const stopping = new AbortController();
    stopping.abort();
    await expect(fill(store, AFTER, stopping)).rejects.toThrow();
    expect(store.queries).toEqual([]);
  });
});
