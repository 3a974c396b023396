import { afterEach, expect, it, vi } from "vitest";
import { historyReader } from "./history-reader.ts";

afterEach(() => vi.unstubAllGlobals());

it("the rows of a range are those that the query finds, not those of the buckets around it [DAT-02]", async () => {
  const [fromMs, toMs] = [90_000, 150_000];
  const asked: URL[] = [];
  // The minutes that the range begins and ends in have frames outside of it.
  const bar = { start_time: 60_000, end_time: toMs, bucket_us: 60_000_000, frames: [600, 600], gaps: [] };
  vi.stubGlobal("fetch", async (url: string) => {
    const address = new URL(url, "http://canopy.test");
    asked.push(address);
    return Response.json({ data: address.pathname.endsWith("/count") ? { frames: 600, exact: true } : bar });
  });
  const reader = historyReader({ thingsId: "a", fromMs, toMs, filters: { channels: [1] } });
  expect(await reader.counts(new AbortController().signal)).toEqual({
    startUs: 60_000_000,
    bucketUs: 60_000_000,
    frames: [600, 600],
    total: 600,
  });
  const filters = JSON.stringify({ channels: [1] });
  const range = { start_time: String(fromMs), end_time: String(toMs), filters };
  for (const { searchParams } of asked) expect(Object.fromEntries(searchParams)).toMatchObject(range);
});
