import { FrameBatch } from "@canopy/can/frame/batch";
import { decodeCb1 } from "@canopy/can/frame/cb1-decode";
import { LIVE_FILL_FRAMES, LIVE_FILL_MS } from "@canopy/contract/frames/live";
import { describe, expect, it } from "vitest";
import { passes } from "../store/frame-filter.ts";
import { comparePositions } from "../store/frame-position.ts";
import type { PageQuery, StoredFrame } from "../store/frame-store.ts";
import { fillFromStore } from "./live-fill.ts";

const NOW_MS = 1_790_000_000_000;

/** Rows in the order of the store; pages as it cuts them. The real store is in live-fill.it.test.ts. */
function storeOf(rows: StoredFrame[]) {
  const queries: PageQuery[] = [];
  return {
    queries,
    rows,
    readPage: async (query: PageQuery) => {
      queries.push(query);
      const { after } = query;
      const found = rows.filter(
        (row) =>
          row.timeUs >= query.fromUs &&
          row.timeUs < query.toUs &&
          (after === undefined || comparePositions(row, after) > 0) &&
          passes(row, query.filter),
      );
      const frames = found.slice(0, query.limit);
      return { frames, next: found.length > query.limit ? frames.at(-1) : undefined };
    },
  };
}

const FIRST_US = (NOW_MS - 60_000) * 1000;

const row = (i: number, changes: Partial<StoredFrame> = {}): StoredFrame => ({
  timeUs: FIRST_US + i * 100,
  channel: 0,
  id: 0x100,
  flags: 0,
  size: 2,
  data: Uint8Array.of(i, i >> 8),
  k: 0,
  ...changes,
});

const AFTER = { time_us: FIRST_US, k: 0 };

async function fill(
  store: ReturnType<typeof storeOf>,
  { after = AFTER, channels, stopping = new AbortController() }: Asked = {},
) {
  const frames = new FrameBatch();
  const batches: number[] = [];
  const gaps: [number, number][] = [];
  await fillFromStore(
    store.readPage,
    {
      bindingNumber: 3,
      channels,
      after,
      signal: stopping.signal,
      send: async (batch) => {
        const header = decodeCb1(batch, frames);
        if (header.ok) batches.push(header.value.frames);
      },
      gap: (fromMs, toMs) => gaps.push([fromMs, toMs]),
    },
    NOW_MS,
  );
  return { frames, batches, gaps };
}

interface Asked {
  readonly after?: typeof AFTER;
  readonly channels?: readonly number[];
  readonly stopping?: AbortController;
}

describe("a client that comes back", () => {
  it("gets every frame after its last one, once, in the order of time", async () => {
    const store = storeOf(Array.from({ length: 12_345 }, (_, i) => row(i)));
    const { frames, batches, gaps } = await fill(store);
    expect(frames.length).toBe(12_344);
    expect([...frames.timeUs.subarray(0, 3)]).toEqual([1, 2, 3].map((i) => row(i).timeUs));
    expect(new Set(frames.timeUs.subarray(0, frames.length)).size).toBe(12_344);
    expect(batches).toEqual([5000, 5000, 2344]);
    expect(gaps).toEqual([]);
  });

  it("gets the rest of the time stamp it stopped at, counted over the channels it watches", async () => {
    const tied = [0, 1, 0, 1, 0].map((channel, k) => row(0, { channel, k, data: Uint8Array.of(k, 0) }));
    const rest = async (k: number, channels?: readonly number[]) => {
      const { frames } = await fill(storeOf(tied), { after: { ...AFTER, k }, ...(channels && { channels }) });
      return Array.from({ length: frames.length }, (_, i) => frames.at(i).data[0]);
    };
    const all = await Promise.all([rest(1), rest(1, [0]), rest(0, [1]), rest(9, [1])]);
    expect(all).toEqual([[2, 3, 4], [4], [3], []]);
  });

  it("gets what was on its way to the store when it asked", async () => {
    const store = storeOf([row(1)]);
    setTimeout(() => store.rows.push(row(2)), 300);
    expect((await fill(store)).frames.length).toBe(2);
  });

  it("after a long time gets the last ten minutes and is told of the rest", async () => {
    const store = storeOf([row(1)]);
    const longAgoMs = NOW_MS - 10 * LIVE_FILL_MS;
    const { gaps, frames } = await fill(store, { after: { ...AFTER, time_us: longAgoMs * 1000 } });
    expect(gaps).toEqual([[longAgoMs, NOW_MS - LIVE_FILL_MS]]);
    expect(frames.length).toBe(1);
  });

  it("gets no more than it can be given, and is told from where on", async () => {
    const store = storeOf(Array.from({ length: LIVE_FILL_FRAMES + 7000 }, (_, i) => row(i)));
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
    await expect(fill(store, { stopping })).rejects.toThrow();
    expect(store.queries).toEqual([]);
  });

  it("that leaves while it is read for ends the reading under way, and no page follows", async () => {
    const store = storeOf(Array.from({ length: 50_000 }, (_, i) => row(i)));
    const stopping = new AbortController();
    let heard: AbortSignal | undefined;
    const readPage: typeof store.readPage = async (query, signal?: AbortSignal) => {
      heard = signal;
      if (store.queries.length === 1) stopping.abort();
      signal?.throwIfAborted();
      return store.readPage(query);
    };
    await expect(fill({ ...store, readPage }, { stopping })).rejects.toThrow();
    expect(heard).toBe(stopping.signal);
    expect(store.queries).toHaveLength(1);
  });
});
