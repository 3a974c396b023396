import { Readable } from "node:stream";
import { FrameBatch } from "@canopy/can/frame/batch";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Files } from "../../platform/files/files.ts";
import { FooterCache } from "../reading/footer-cache.ts";
import { LandedCache } from "../reading/landed-cache.ts";
import type { SegmentRow } from "../reading/segment-index.ts";
import { buildRuns } from "../segments/build-runs.ts";
import type { Run } from "../segments/run.ts";
import { SegmentWriter } from "../segments/segment-writer.ts";
import { numberBehindSettled } from "./tie-numbers.ts";

/** Segments in memory, each a file of its own. */
class MemorySegments {
  readonly rows: SegmentRow[] = [];
  readonly #bytes = new Map<string, Uint8Array>();
  readonly files: Files = {
    read: async (name, offset, length) => (this.#bytes.get(name) as Uint8Array).subarray(offset, offset + length),
    create: () => Promise.reject(new Error("nothing is written here")),
    size: async (name) => this.#bytes.get(name)?.length,
    remove: async () => undefined,
    list: () => Readable.from(this.#bytes.keys()),
    close: async () => undefined,
  };
  readonly access = { files: this.files, footers: new FooterCache(this.files), landed: new LandedCache() };

  add(runs: readonly Run[]): void {
    const writer = new SegmentWriter(1);
    const blocks = runs.flatMap((run) => [...writer.take(run)]);
    const footer = writer.finish();
    const bytes = Buffer.concat([...blocks, footer]);
    const id = this.rows.length + 1;
    const { bindingNumber, frames, bytes: logical, firstUs, lastUs } = writer.totals;
    this.#bytes.set(String(id), bytes);
    this.rows.push({
      id,
      bindingNumber,
      day: 0,
      level: 1,
      file: String(id),
      fileId: id,
      offset: 0,
      length: bytes.length,
      footerLength: footer.length,
      firstUs,
      lastUs,
      frames,
      bytes: logical,
    });
  }
}

/** Few times and identifiers; the payload is the number of the frame. */
const groups = fc.array(
  fc.array(fc.record({ timeUs: fc.integer({ min: 1, max: 25 }), id: fc.nat(3) }), { minLength: 1, maxLength: 25 }),
  { maxLength: 5 },
);

const framesOf = (runs: readonly Run[]) =>
  runs.flatMap(({ timesUs, ks, planes, count }) =>
    Array.from({ length: count }, (_, row) => {
      const [high, low] = planes.map((plane) => (typeof plane === "number" ? plane : (plane[row] as number)));
      return { timeUs: timesUs[row] as number, k: ks?.[row] ?? 0, frame: 256 * (high as number) + (low as number) };
    }),
  );

describe("numbers of frames that share a time stamp", () => {
  it("go on behind those that are settled, group by group, without a hole and in the order of arrival", async () => {
    await fc.assert(
      fc.asyncProperty(groups, async (list) => {
        const segments = new MemorySegments();
        const expected: { timeUs: number; k: number; frame: number }[] = [];
        const found: typeof expected = [];
        const next = new Map<number, number>();
        for (const group of list) {
          const frames = new FrameBatch();
          for (const { timeUs, id } of group) {
            const frame = expected.length;
            const k = next.get(timeUs) ?? 0;
            next.set(timeUs, k + 1);
            expected.push({ timeUs, k, frame });
            frames.push(timeUs, 0, id, 0, 2, Uint8Array.of(frame >> 8, frame & 255));
          }
          const runs = buildRuns(frames);
          const numbered = await numberBehindSettled(runs, segments.rows, segments.access);
          found.push(...framesOf(numbered));
          segments.add(numbered);
        }
        expect(found.sort((a, b) => a.frame - b.frame)).toEqual(expected);
      }),
      { numRuns: 300 },
    );
  });

  it("a device with hundreds of thousands of identifiers is numbered too", async () => {
    const runs = Array.from({ length: 300_000 }, (_, id): Run => {
      return { channel: 0, id, flags: 1, size: 0, count: 1, timesUs: Float64Array.of(id), ks: null, planes: [] };
    });
    const segments = new MemorySegments();
    segments.add(runs.slice(0, 1));
    expect(await numberBehindSettled(runs, segments.rows, segments.access)).toHaveLength(300_000);
  });
});
