import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { encodeDeltas } from "./encode-deltas.ts";
import { encodeBytes, encodePresent, encodeRunLengths, encodeShorts, packedRoom } from "./encode-levels.ts";
import { readDeltas, readHybrid } from "./levels.ts";

const step = fc.oneof(fc.integer({ min: -50, max: 50 }), fc.integer(), fc.integer({ min: -(2 ** 50), max: 2 ** 50 }));

describe("encodings of Parquet", () => {
  it("give back whole numbers by their differences", () => {
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 700 }), (steps) => {
        let at = 1.7e15;
        const values = steps.map((delta) => {
          at = Math.abs(at + delta) % 2 ** 51;
          return at;
        });
        const bytes = encodeDeltas(values, values.length);
        expect([...readDeltas(bytes, 0, values.length)]).toEqual(values);
      }),
    );
  });

  it("give back run lengths, packed bytes and presence", () => {
    const runs = fc.array(fc.record({ value: fc.nat(2 ** 20 - 1), count: fc.integer({ min: 1, max: 300 }) }), {
      minLength: 1,
      maxLength: 6,
    });
    fc.assert(
      fc.property(runs, fc.uint8Array({ minLength: 1, maxLength: 300 }), (lengths, bytes) => {
        const all = lengths.flatMap(({ value, count }) => Array.from({ length: count }, () => value));
        expect([...readHybrid(encodeRunLengths(lengths, 20), 0, 20, all.length)]).toEqual(all);
        const room = new Uint8Array(packedRoom(bytes.length)).fill(9);
        const end = encodeBytes(bytes, bytes.length, room, 0);
        expect([...readHybrid(room.subarray(0, end), 0, 8, bytes.length)]).toEqual([...bytes]);
        const shorts = Uint16Array.from(bytes, (byte, i) => byte * 200 + i);
        const wide = new Uint8Array(2 * packedRoom(shorts.length)).fill(9);
        const wideEnd = encodeShorts(shorts, shorts.length, wide, 0);
        expect([...readHybrid(wide.subarray(0, wideEnd), 0, 16, shorts.length)]).toEqual([...shorts]);
        const present = bytes.map((byte) => byte & 1);
        for (const shape of [present, present.fill(1, 0, present.length - 1)])
          expect([...readHybrid(encodePresent(shape, shape.length), 4, 1, shape.length)]).toEqual([...shape]);
      }),
    );
  });
});
