import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type UnlockOperation, unlockKey } from "./unlock-algorithm.ts";

const key = (steps: readonly UnlockOperation[], seed: number[]) => {
  const made = unlockKey({ levels: { "1": steps } }, 1, Uint8Array.from(seed));
  return made && [...made];
};
const of = (...bytes: number[]) => Uint8Array.from(bytes);

describe("a declared unlock algorithm [UDS-03]", () => {
  it("works byte by byte, on the number, and with the seed as it came", () => {
    expect(key([{ op: "xor", bytes: of(0x5a) }, { op: "addIndex" }], [1, 2, 0xff])).toEqual([0x5b, 0x59, 0xa7]);
    expect(key([{ op: "plus", value: 0xffn }], [0x12, 0x34])).toEqual([0x13, 0x33]);
    expect(key([{ op: "rotateLeft", bits: 4 }], [0x12, 0x34])).toEqual([0x23, 0x41]);
    expect(key([{ op: "not" }, { op: "xorSeed" }], [1, 2])).toEqual([0xff, 0xff]);
    expect(
      key([{ op: "append", bytes: of(9) }, { op: "reverse" }, { op: "take", from: 0, length: 2 }], [1, 2]),
    ).toEqual([9, 2]);
  });

  it("describes the shift register that many ECUs have", () => {
    const rounds: UnlockOperation[] = [
      {
        op: "repeat",
        times: 35,
        steps: [
          {
            op: "ifBit",
            bit: 31,
            set: [
              { op: "shiftLeft", bits: 1 },
              { op: "xor", bytes: of(0x8b, 0x4c, 0x1d, 0x0a) },
            ],
            clear: [{ op: "shiftLeft", bits: 1 }],
          },
        ],
      },
    ];
    let expected = 0xc0ffee11;
    for (let i = 0; i < 35; i++) {
      expected = (expected & 0x80000000 ? (expected << 1) ^ 0x8b4c1d0a : expected << 1) >>> 0;
    }
    const made = key(rounds, [0xc0, 0xff, 0xee, 0x11]) ?? [];
    expect(made.reduce((sum, byte) => sum * 256 + byte, 0)).toBe(expected);
  });

  it("rotates there and back to the seed, whatever the seed", () => {
    fc.assert(
      fc.property(fc.uint8Array({ minLength: 1, maxLength: 16 }), fc.nat(200), (seed, bits) => {
        const there = key(
          [
            { op: "rotateLeft", bits },
            { op: "rotateRight", bits },
          ],
          [...seed],
        );
        expect(there).toEqual([...seed]);
      }),
    );
  });

  it("ends: neither time nor memory grows beyond its limits, and a level it lacks has no key", () => {
    const twice: UnlockOperation = { op: "repeat", times: 1000, steps: [{ op: "addIndex" }] };
    expect(key([{ op: "repeat", times: 1000, steps: [twice] }], [1])).toBeNull();
    expect(key([{ op: "repeat", times: 100, steps: [{ op: "append", bytes: of(1) }] }], [1])).toBeNull();
    expect(unlockKey({ levels: {} }, 1, of(1))).toBeNull();
    expect(unlockKey({ levels: {} }, Number.NaN, of(1))).toBeNull();
  });
});
