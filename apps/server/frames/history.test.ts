import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { frames } from "@canopy/can/testing/frame-arbitrary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { passes } from "./history-filter.ts";
import { filterSql, whole } from "./history-filter-sql.ts";
import { M4 } from "./history-m4.ts";
import { parsePayloads } from "./history-payloads.ts";
import { sampleWindows, timeBar } from "./history-summary.ts";
import { timeWindows } from "./history-windows.ts";
import { DAY_US } from "./ingest-days.ts";

describe("the windows of a page", () => {
  it("cover the range once, from its beginning or its end, and are few", () => {
    const ranges = fc.record({ fromUs: fc.nat(1e15), lengthUs: fc.nat(180 * DAY_US) });
    fc.assert(
      fc.property(ranges, fc.constantFrom("oldestFirst" as const, "newestFirst" as const), (range, order) => {
        const toUs = range.fromUs + range.lengthUs;
        const found = [...timeWindows({ fromUs: range.fromUs, toUs }, order)];
        const sorted = order === "oldestFirst" ? found : found.toReversed();
        let at = range.fromUs;
        for (const window of sorted) {
          expect(window.fromUs).toBe(at);
          at = window.toUs;
        }
        expect(at).toBe(toUs);
        expect(found.length).toBeLessThan(14);
      }),
    );
  });
});

describe("pixels of a curve", () => {
  it("have the first, last, smallest and largest sample of each", () => {
    const samples = fc.array(fc.tuple(fc.nat(100), fc.double({ min: -1e6, max: 1e6, noNaN: true })), { maxLength: 60 });
    fc.assert(
      fc.property(samples, (list) => {
        const sorted = list.toSorted(([a], [b]) => a - b);
        const m4 = new M4({ fromUs: 0, toUs: 101 }, 10);
        for (const [time, value] of sorted) m4.add(time, value);
        m4.add(100, Number.NaN);
        const groups = Map.groupBy(sorted, ([time]) => Math.floor(time / 10));
        const expected = [...groups].map(([index, all]) => {
          const values = all.map(([, value]) => value);
          const [min, max] = [values.toSorted((a, b) => a - b)[0], values.toSorted((a, b) => b - a)[0]];
          return { index, samples: all.length, first: values[0], last: values.at(-1), min, max };
        });
        expect(m4.pixels).toMatchObject(expected);
        for (const { minUs, min, maxUs, max } of m4.pixels) {
          expect(sorted).toContainEqual([minUs, min]);
          expect(sorted).toContainEqual([maxUs, max]);
        }
      }),
    );
  });
});

describe("payloads from the store", () => {
  it("are the same however the bytes are cut", async () => {
    const cuts = fc.array(fc.nat(400), { maxLength: 20 });
    const property = fc.asyncProperty(fc.array(frames(), { maxLength: 20 }), cuts, async (list, at) => {
      const all = list.map((frame) => ({ ...frame, channel: 1, id: 5 }));
      const found: Frame[] = [];
      for await (const batch of parsePayloads(cut(rowBinary(all), at), { channel: 1, id: 5 }, 3))
        for (let i = 0; i < batch.length; i += 1) found.push({ ...batch.at(i), data: batch.at(i).data.slice() });
      expect(found).toEqual(all);
    });
    await fc.assert(property);
  });

  function rowBinary(list: readonly Frame[]): Buffer {
    return Buffer.concat(
      list.map(({ timeUs, flags, size, data }) => {
        const head = Buffer.alloc(19);
        head.writeBigInt64LE(BigInt(timeUs));
        head.set([flags, size], 8);
        head.set(data.subarray(0, 8), 10);
        const tail = data.subarray(8);
        head[18] = tail.length;
        return Buffer.concat([head, tail]);
      }),
    );
  }

  async function* cut(bytes: Buffer, at: readonly number[]) {
    const ends = [...at.filter((end) => end < bytes.length).sort((a, b) => a - b), bytes.length];
    let from = 0;
    for (const end of ends) {
      yield bytes.subarray(from, end);
      from = end;
    }
  }
});

describe("the time bar", () => {
  it("counts by bucket and names what is empty, to the frame", () => {
    const bucket = (index: number, frameCount: number, firstUs: number, lastUs: number) => ({
      index,
      frames: frameCount,
      firstUs,
      lastUs,
    });
    const found = [bucket(1, 5, 12, 19), bucket(2, 1, 20, 20), bucket(5, 2, 55, 58)];
    expect(timeBar({ fromUs: 0, toUs: 75 }, 10, found)).toEqual({
      bucketUs: 10,
      frames: [0, 5, 1, 0, 0, 2, 0, 0],
      gaps: [
        { fromUs: 0, toUs: 12 },
        { fromUs: 20, toUs: 55 },
        { fromUs: 58, toUs: 75 },
      ],
    });
  });

  it("estimates from a day's worth of hours inside the range", () => {
    expect(sampleWindows({ fromUs: 5, toUs: DAY_US })).toEqual([{ fromUs: 5, toUs: DAY_US }]);
    const windows = sampleWindows({ fromUs: 0, toUs: 100 * DAY_US });
    expect(windows.reduce((sum, { fromUs, toUs }) => sum + toUs - fromUs, 0)).toBe(DAY_US);
    expect([windows[0]?.fromUs, windows.at(-1)?.toUs]).toEqual([0, 100 * DAY_US]);
  });
});

describe("a filter", () => {
  const frame = (changes: Partial<Frame>): Frame => {
    const batch = new FrameBatch();
    batch.push(0, 1, 0x123, 0, 8, Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8));
    return { ...batch.at(0), ...changes };
  };

  it("lets through what it names", () => {
    expect(passes(frame({}), {})).toBe(true);
    expect(passes(frame({}), { channels: [] })).toBe(false);
    expect(passes(frame({}), { ids: [{ from: 0x100, to: 0x1ff, isExtended: false }] })).toBe(true);
    expect(passes(frame({}), { ids: [{ from: 0x100, to: 0x1ff, isExtended: true }] })).toBe(false);
    expect(passes(frame({}), { data: { mask: Uint8Array.of(0, 0xf0), value: Uint8Array.of(9, 0x0f) } })).toBe(true);
    expect(
      passes(frame({ data: new Uint8Array(1) }), { data: { mask: Uint8Array.of(0, 1), value: Uint8Array.of(0, 0) } }),
    ).toBe(false);
  });

  it("puts nothing but whole numbers into a statement", () => {
    expect(() => whole(Number("1 or 1"))).toThrow("not a whole number");
    expect(() => filterSql({ ids: [{ from: 1.5, to: 2 }] })).toThrow("not a whole number");
    expect(filterSql({ channels: [1, 2], direction: "received" })).toBe(" and ch in (1, 2) and bitAnd(flags, 64) = 0");
  });
});
