import { FrameBatch } from "@canopy/can/frame/batch";
import fc from "fast-check";
import { expect, it } from "vitest";
import { LiveOverlap } from "./live-overlap.ts";

const batchOf = (times: readonly number[]) => {
  const batch = new FrameBatch();
  for (const timeUs of times) batch.push(timeUs, 0, 0x100, 0, 0, new Uint8Array(0));
  return batch;
};
const timesOf = (batch: FrameBatch) => [...batch.timeUs.subarray(0, batch.length)];
const counts = (times: readonly number[]) => Map.groupBy(times, (timeUs) => timeUs);

it("what comes live and from the store is told once, whichever way came first, and equal frames are told apart", () => {
  const piece = fc.record({ times: fc.array(fc.nat(5), { maxLength: 5 }), isFilled: fc.boolean() });
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 10 }), (pieces) => {
      const overlap = new LiveOverlap();
      const told = pieces.flatMap(({ times, isFilled }) => timesOf(overlap.fresh(batchOf(times), isFilled)));
      const of = (isFilled: boolean) => pieces.flatMap((one) => (one.isFilled === isFilled ? one.times : []));
      const [live, filled] = [counts(of(false)), counts(of(true))];
      for (let timeUs = 0; timeUs <= 5; timeUs++) {
        const most = Math.max(live.get(timeUs)?.length ?? 0, filled.get(timeUs)?.length ?? 0);
        expect(counts(told).get(timeUs)?.length ?? 0).toBe(most);
      }
    }),
  );
});
