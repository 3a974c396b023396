import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_FD, FLAG_REMOTE } from "@canopy/can/frame/frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { FrameRing } from "./frame-ring.ts";

function batchOf(times: readonly number[], size = 8): FrameBatch {
  const batch = new FrameBatch(1);
  for (const time of times)
    batch.push(time, 1, time % 0x7ff, size > 8 ? FLAG_FD : 0, size, new Uint8Array(64).fill(time));
  return batch;
}

function pushAll(ring: FrameRing, batch: FrameBatch): void {
  for (let i = 0; i < batch.length; i++) ring.push(batch, i);
}

const timesIn = (ring: FrameRing) =>
  Array.from({ length: ring.end - ring.first }, (_, i) => ring.timeUs[ring.slot(ring.first + i)]);

describe("the ring of frames", () => {
  it("keeps the newest and never grows, whatever comes [DAT-01]", () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 40 }), fc.array(fc.nat(20), { maxLength: 12 }), (capacity, sizes) => {
        const ring = new FrameRing(capacity);
        const memory = ring.data.length;
        const all: number[] = [];
        for (const size of sizes) {
          const times = Array.from({ length: size }, () => all.length + 1).map((_, i) => all.length + 1 + i);
          all.push(...times);
          pushAll(ring, batchOf(times));
        }
        expect(timesIn(ring)).toEqual(all.slice(-capacity));
        expect(ring.end).toBe(all.length);
        expect(ring.data.length).toBe(memory);
      }),
    );
  });

  it("keeps 64 bytes of CAN FD, and none of a remote frame [DAT-01]", () => {
    const ring = new FrameRing(4);
    pushAll(ring, batchOf([7], 64));
    const remote = new FrameBatch(1);
    remote.push(8, 0, 1, FLAG_REMOTE, 4, new Uint8Array(8));
    pushAll(ring, remote);
    expect([...ring.bytes(0)]).toEqual(new Array(64).fill(7));
    expect([...ring.bytes(1)]).toEqual([]);
    const batch = new FrameBatch(1);
    ring.appendTo(batch, 1);
    expect(batch.at(0)).toMatchObject({ flags: FLAG_REMOTE, size: 4, data: new Uint8Array(0) });
  });

  it("a copy stays as it was while the ring goes on", () => {
    const ring = new FrameRing(4);
    pushAll(ring, batchOf([1, 2, 3]));
    const copy = ring.copy();
    pushAll(ring, batchOf([4, 5, 6]));
    expect(timesIn(copy)).toEqual([1, 2, 3]);
    expect(timesIn(ring)).toEqual([3, 4, 5, 6]);
  });

  it("says where frames are missing, and writers do not see it [DAT-01]", () => {
    const ring = new FrameRing(4);
    pushAll(ring, batchOf([1]));
    ring.pushGap(1_700_000_000_000, 1_700_000_012_345);
    pushAll(ring, batchOf([2]));
    expect(ring.gap(1)).toEqual({ fromMs: 1_700_000_000_000, toMs: 1_700_000_012_345 });
    expect(ring.gap(0)).toBeUndefined();
    const batch = new FrameBatch(1);
    for (let number = 0; number < 3; number++) ring.appendTo(batch, number);
    expect(batch.length).toBe(2);
  });

  it("takes what was missed in between, and drops the oldest for it [DAT-01]", () => {
    const ring = new FrameRing(6);
    pushAll(ring, batchOf([1, 2]));
    pushAll(ring, batchOf([9, 10]));
    ring.insert(batchOf([5, 6, 7]));
    expect(timesIn(ring)).toEqual([2, 5, 6, 7, 9, 10]);
    expect([...ring.bytes(ring.end - 1)]).toEqual(new Array(8).fill(10));
  });
});
