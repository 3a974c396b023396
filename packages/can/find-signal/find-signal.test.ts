import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type BitField, insertBits } from "../bytes/bits.ts";
import { checksumOf } from "../samples/checksums.ts";
import { bitsOf, type FrameColumns } from "./columns.ts";
import { SignalFinder } from "./find-signal.ts";
import type { FindTarget } from "./target.ts";

const SECOND_US = 1_000_000;
const CYCLE_US = 100_000;

/** Numbers 0 … 1 that a seed gives. */
function chanceOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

type Fill = (bytes: Uint8Array, i: number) => void;

function messageOf(id: number, frames: number, fill: Fill): FrameColumns {
  const planes = Array.from({ length: 8 }, () => new Uint8Array(frames));
  const bytes = new Uint8Array(8);
  for (let i = 0; i < frames; i++) {
    bytes.fill(0);
    fill(bytes, i);
    for (const [k, plane] of planes.entries()) plane[i] = bytes[k] as number;
  }
  return {
    channel: 0,
    id,
    isExtended: false,
    timeUs: Float64Array.from({ length: frames }, (_, i) => i * CYCLE_US),
    planes,
  };
}

/** Noise, a counter and a checksum; nothing of what is looked for. */
function otherMessage(id: number, frames: number, chance: () => number, isSlow = true): FrameColumns {
  let walk = chance() * 1000;
  return messageOf(id, frames, (bytes, i) => {
    walk = isSlow ? Math.max(0, Math.min(4095, walk + (chance() - 0.5) * 20)) : chance() * 4095;
    insertBits(bytes, { startBit: 0, length: 12, byteOrder: "intel" }, Math.round(walk));
    bytes[3] = Math.floor(chance() * 256);
    bytes[6] = i & 15;
    bytes[7] = checksumOf("crc8J1850", bytes, 7);
  });
}

/** A smooth drive, 0 … 1. */
function driveOf(frames: number, chance: () => number): number[] {
  const waves = Array.from({ length: 4 }, () => ({ period: 150 + chance() * 900, shift: chance() * 7 }));
  return Array.from({ length: frames }, (_, i) => {
    const sum = waves.reduce((all, { period, shift }) => all + Math.sin((i * 2 * Math.PI) / period + shift), 0);
    return Math.max(0, Math.min(1, 0.5 + sum / 8));
  });
}

/** A field of 8 … 16 bits somewhere in bytes 0 … 5, in either order. */
const fields: fc.Arbitrary<BitField> = fc
  .record({ first: fc.integer({ min: 0, max: 30 }), length: fc.integer({ min: 8, max: 16 }), isIntel: fc.boolean() })
  .map(({ first, length, isIntel }) =>
    isIntel
      ? { startBit: first, length, byteOrder: "intel" }
      : { startBit: (first >> 3) * 8 + 7 - (first & 7), length, byteOrder: "motorola" },
  );

function search(target: FindTarget, messages: readonly FrameColumns[]) {
  const finder = new SignalFinder(target);
  for (const one of messages) finder.add(one);
  return finder.result();
}

describe("finding a signal [DBC-10]", () => {
  it("finds a number at any place and in either order from a reference curve", () => {
    fc.assert(
      fc.property(fields, fc.integer({ min: 1, max: 1e9 }), (field, seed) => {
        const chance = chanceOf(seed);
        const frames = 3000;
        const drive = driveOf(frames, chance);
        const top = 2 ** field.length - 1;
        const hidden = messageOf(0x123, frames, (bytes, i) => {
          insertBits(bytes, field, Math.round((drive[i] ?? 0) * top));
          bytes[6] = (i & 15) << 4;
          bytes[7] = checksumOf("xor", bytes, 7);
        });
        const others = [0x50, 0x200, 0x300].map((id) => otherMessage(id, frames, chance));
        const value = Float64Array.from(drive, (one) => one * 180 + (chance() - 0.5));
        const target: FindTarget = { kind: "reference", timeUs: hidden.timeUs, value };
        const { list, aside } = search(target, [...others, hidden]);
        const [found] = list;
        expect(found?.id).toBe(0x123);
        expect(found?.score).toBeGreaterThan(0.98);
        // Bits above that are always 0 may be taken along; the lowest are below the noise of the reference.
        const [own, truth] = [bitsOf(found?.field ?? field), bitsOf(field)];
        const topAt = own.indexOf(truth[0] ?? -1);
        expect(own.slice(topAt, topAt + 6)).toEqual(truth.slice(0, 6));
        const reasons = aside
          .filter(({ id }) => id === 0x123)
          .map(({ reason, field: { startBit } }) => [reason.code, startBit]);
        expect(reasons).toContainEqual(["counter", 52]);
        expect(reasons).toContainEqual(["checksum", 56]);
      }),
      { numRuns: 25 },
    );
  });

  it("finds a flag from the moments at which it was switched", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 47 }), fc.integer({ min: 1, max: 1e9 }), (bit, seed) => {
        const chance = chanceOf(seed);
        const frames = 3000;
        const moments = [31, 72, 118, 190, 251].map((second) => (second + chance() * 5) * SECOND_US);
        // Pressed for two seconds.
        const isOn = (us: number) => moments.some((at) => us >= at && us < at + 2 * SECOND_US);
        const hidden = messageOf(0x123, frames, (bytes, i) => {
          insertBits(bytes, { startBit: bit, length: 1, byteOrder: "intel" }, isOn(i * CYCLE_US) ? 1 : 0);
          bytes[6] = i & 255;
          bytes[7] = Math.floor(chance() * 256);
        });
        const others = [0x50, 0x200].map((id) => otherMessage(id, frames, chance));
        const timesUs = moments.map((at) => at + (chance() - 0.5) * 0.6 * SECOND_US);
        const { list, aside } = search({ kind: "moments", timesUs, toleranceUs: 500_000 }, [...others, hidden]);
        expect(list[0]).toMatchObject({ id: 0x123, field: { startBit: bit, length: 1 } });
        expect(list[0]?.reason).toMatchObject({ code: "changes", change: "rises", hits: 5, moments: 5, elsewhere: 0 });
        expect(aside.some(({ id, reason }) => id === 0x123 && reason.code === "counter")).toBe(true);
      }),
      { numRuns: 20 },
    );
  });

  it("finds what differs between two windows and is steady in both", () => {
    fc.assert(
      fc.property(fields, fc.integer({ min: 1, max: 1e9 }), (field, seed) => {
        const chance = chanceOf(seed);
        const frames = 3000;
        const levels = [Math.floor(2 ** field.length * 0.3), Math.floor(2 ** field.length * 0.7)];
        const hidden = messageOf(0x123, frames, (bytes, i) => {
          // Between the windows it moves; in them it is still.
          const share = Math.max(0, Math.min(1, (i - 1000) / 1000));
          insertBits(bytes, field, Math.round((levels[0] ?? 0) + share * ((levels[1] ?? 0) - (levels[0] ?? 0))));
          bytes[6] = i & 15;
          bytes[7] = checksumOf("sum", bytes, 7);
        });
        // A number that drifts would truly differ.
        const others = [0x50, 0x200].map((id) => otherMessage(id, frames, chance, false));
        const windows = {
          a: { fromUs: 0, toUs: 100 * SECOND_US },
          b: { fromUs: 200 * SECOND_US, toUs: 300 * SECOND_US },
        };
        const { list } = search({ kind: "windows", ...windows }, [...others, hidden]);
        expect(list[0]).toMatchObject({ id: 0x123, reason: { code: "differs" } });
        expect(list[0]?.score).toBeGreaterThan(0.95);
        const truth = new Set(bitsOf(field));
        expect(bitsOf(list[0]?.field ?? field).some((bit) => truth.has(bit))).toBe(true);
      }),
      { numRuns: 20 },
    );
  });
});
