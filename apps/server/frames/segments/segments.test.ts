import { FrameBatch } from "@canopy/can/frame/batch";
import type { Frame } from "@canopy/can/frame/frame";
import { frames } from "@canopy/can/testing/frame-arbitrary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildRuns } from "./build-runs.ts";
import { StoredRun } from "./decode-run.ts";
import { readFooter, type SegmentFooter } from "./footer.ts";
import { cutRun, joinRuns } from "./join-runs.ts";
import type { Run } from "./run.ts";
import { SegmentWriter } from "./segment-writer.ts";

function batchOf(list: readonly Frame[]): FrameBatch {
  const batch = new FrameBatch();
  for (const frame of list) batch.pushFrame(frame);
  return batch;
}

function segmentOf(runs: Iterable<Run>): { bytes: Uint8Array; footer: SegmentFooter } {
  const writer = new SegmentWriter(7);
  const parts: Uint8Array[] = [];
  for (const run of runs) parts.push(...writer.take(run));
  expect(parts.reduce((sum, part) => sum + part.length, 0)).toBe(writer.length);
  const end = writer.finish();
  return { bytes: Buffer.concat([...parts, end]), footer: readFooter(end) };
}

const runOf = ({ bytes, footer }: { bytes: Uint8Array; footer: SegmentFooter }, index: number) =>
  new StoredRun(footer, index, bytes.subarray(footer.byteAt[index], footer.byteAt[index + 1]));

/** Frames of runs with their k, in order. */
function framesOf(runs: readonly Run[]): (Frame & { k: number })[] {
  const all = runs.flatMap((run) =>
    Array.from({ length: run.count }, (_, row) => ({
      timeUs: run.timesUs[row] as number,
      channel: run.channel,
      id: run.id,
      flags: run.flags,
      size: run.size,
      data: Uint8Array.from(run.planes, (plane) => (typeof plane === "number" ? plane : (plane[row] as number))),
      k: run.ks?.[row] ?? 0,
    })),
  );
  return all.sort((a, b) => a.timeUs - b.timeUs || a.k - b.k);
}

/** By time, then (epoch, sequence, index): what the order of frames is by definition. */
function expectedOf(batches: readonly { epoch: number; sequence: number; list: readonly Frame[] }[]) {
  const all = batches.flatMap(({ epoch, sequence, list }) =>
    list.map((frame, index) => ({ frame, order: [frame.timeUs, epoch, sequence, index] })),
  );
  all.sort((a, b) => {
    const at = a.order.findIndex((part, i) => part !== b.order[i]);
    return at < 0 ? 0 : (a.order[at] as number) - (b.order[at] as number);
  });
  let [before, k] = [Number.NaN, 0];
  return all.map(({ frame }) => {
    k = frame.timeUs === before ? k + 1 : 0;
    before = frame.timeUs;
    return { ...frame, k };
  });
}

const anyFrames = fc.oneof(
  fc.array(frames({ maxChannel: 255 }), { maxLength: 40 }),
  // Few identifiers and few times: ties, long runs, late frames.
  fc.array(
    fc
      .record({ at: fc.integer({ min: 0, max: 300 }), id: fc.integer({ min: 0, max: 3 }), byte: fc.nat(255) })
      .map(({ at, id, byte }): Frame => {
        const timeUs = 1_700_000_000_000_000 + at * 1000;
        return { timeUs, channel: id & 1, id, flags: 0, size: 2, data: Uint8Array.of(byte, id) };
      }),
    { maxLength: 400 },
  ),
);
const anyBatches = fc.uniqueArray(fc.record({ epoch: fc.nat(3), sequence: fc.nat(20), list: anyFrames }), {
  maxLength: 5,
  selector: ({ epoch, sequence }) => `${epoch}/${sequence}`,
});

/** As settling reads them: by epoch and sequence. */
const inOrder = (batches: readonly { epoch: number; sequence: number; list: readonly Frame[] }[]): Frame[] =>
  [...batches].sort((a, b) => a.epoch - b.epoch || a.sequence - b.sequence).flatMap(({ list }) => list);

describe("a segment", () => {
  it("gives back every frame with its place among those of one time stamp", () => {
    fc.assert(
      fc.property(anyBatches, (batches) => {
        const runs = buildRuns(batchOf(inOrder(batches)));
        expect(framesOf(runs)).toEqual(expectedOf(batches));
        if (runs.length === 0) return;
        const segment = segmentOf(runs.flatMap((run) => [...cutRun(run, 50)]));
        const { footer } = segment;
        const stored = Array.from({ length: footer.runs }, (_, i) => runOf(segment, i).run());
        expect(framesOf(stored)).toEqual(expectedOf(batches));
        const minutes = Array.from({ length: footer.minutes.minute.length }, (_, i) => footer.minuteAt(i));
        expect(minutes.reduce((sum, one) => sum + one.frames, 0)).toBe(footer.totals.frames);
        expect(minutes[0]?.firstUs).toBe(footer.totals.firstUs);
        expect(minutes.at(-1)?.lastUs).toBe(footer.totals.lastUs);
      }),
      { numRuns: 300 },
    );
  });

  it("runs that were cut and joined in any order are as before", () => {
    fc.assert(
      fc.property(anyBatches, fc.integer({ min: 1, max: 60 }), (batches, most) => {
        for (const run of buildRuns(batchOf(inOrder(batches)))) {
          const joined = joinRuns([...cutRun(run, most)].reverse());
          expect(framesOf([joined])).toEqual(framesOf([run]));
        }
      }),
    );
  });

  it("a flipped bit anywhere is found and never read as a value", () => {
    const list = Array.from({ length: 3000 }, (_, i): Frame => {
      const data = Uint8Array.of(i, i >> 3, Math.sin(i) * 100, 7);
      return { timeUs: 1e15 + i * 10_000 + ((i * 37) % 90), channel: 1, id: 0x123, flags: 0, size: 4, data };
    });
    const segment = segmentOf(buildRuns(batchOf(list)));
    const clean = framesOf([runOf(segment, 0).run()]);
    for (let at = 0; at < segment.bytes.length; at += 13) {
      const bytes = Buffer.from(segment.bytes);
      bytes[at] = (bytes[at] as number) ^ (1 << (at & 7));
      const read = () => {
        const footer = readFooter(bytes);
        return framesOf([new StoredRun(footer, 0, bytes.subarray(footer.byteAt[0], footer.byteAt[1])).run()]);
      };
      let found: unknown;
      try {
        found = read();
      } catch {
        continue;
      }
      expect(found).toEqual(clean);
      throw new Error(`byte ${at} was changed and nothing said so`);
    }
  });
});
