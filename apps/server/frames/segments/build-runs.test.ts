import { FrameBatch } from "@canopy/can/frame/batch";
import { frames } from "@canopy/can/testing/frame-arbitrary";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { buildRuns } from "./build-runs.ts";
import type { Plane } from "./run.ts";

const byteOf = (plane: Plane, row: number) => (typeof plane === "number" ? plane : (plane[row] as number));

describe("runs of a batch", () => {
  it("hold its frames, each run in the order of time, those of one time stamp in the order of the batch", () => {
    // Few times, so that frames share them, in order or not.
    const list = fc.array(fc.tuple(frames(), fc.nat(30)), { maxLength: 200 });
    fc.assert(
      fc.property(list, fc.boolean(), (pairs, isSorted) => {
        const given = pairs.map(([frame, timeUs], i) => ({ ...frame, timeUs: isSorted ? i >> 1 : timeUs }));
        const batch = new FrameBatch(1, 1);
        for (const frame of given) batch.pushFrame(frame);
        const found = buildRuns(batch).flatMap(({ channel, id, flags, size, count, timesUs, ks, planes }) =>
          Array.from({ length: count }, (_, row) => ({
            timeUs: timesUs[row] as number,
            k: ks?.[row] ?? 0,
            frame: { channel, id, flags, size, data: Uint8Array.from(planes, (plane) => byteOf(plane, row)) },
          })),
        );
        const inTime = found.toSorted((a, b) => a.timeUs - b.timeUs || a.k - b.k);
        const expected = given.toSorted((a, b) => a.timeUs - b.timeUs);
        expect(inTime.map(({ timeUs, frame }) => ({ timeUs, ...frame }))).toEqual(
          expected.map(({ timeUs, channel, id, flags, size, data }) => ({ timeUs, channel, id, flags, size, data })),
        );
      }),
    );
  });

  it("are one for each key, also of thousands, over more frames than are dealt with together", () => {
    const [keys, rounds] = [5000, 5];
    const batch = new FrameBatch();
    for (let i = 0; i < keys * rounds; i += 1) {
      const id = i % keys;
      batch.push(i, id % 3, 0x1000_0000 + 4096 * id, 0, 8, Uint8Array.of(i, i >> 8, i >> 16, 3, 4, 5, 6, 7));
    }
    const runs = buildRuns(batch);
    expect(runs).toHaveLength(keys);
    for (const { id, channel, count, timesUs, planes } of runs) {
      const first = (id - 0x1000_0000) / 4096;
      expect([channel, count]).toEqual([first % 3, rounds]);
      for (let row = 0; row < rounds; row += 1) {
        const i = first + row * keys;
        const bytes = planes.map((plane) => byteOf(plane, row));
        expect([timesUs[row], ...bytes]).toEqual([i, i & 255, (i >> 8) & 255, i >> 16, 3, 4, 5, 6, 7]);
      }
    }
  });
});
