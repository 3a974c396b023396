import fc from "fast-check";
import { expect, it } from "vitest";
import { PLANE_DELTA, readPlane, writePlane } from "./planes.ts";

it("differences of bytes add up to the bytes, wherever they lie in memory", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 50 }), fc.nat(7), (bytes, at) => {
      const memory = new Uint8Array(at + bytes.length + 5).fill(0x55);
      writePlane(bytes, bytes.length, PLANE_DELTA, memory, at);
      expect(readPlane(memory.subarray(at, at + bytes.length), PLANE_DELTA)).toEqual(bytes);
      expect(memory.subarray(at + bytes.length)).toEqual(new Uint8Array(5).fill(0x55));
    }),
  );
});
