import { FrameBatch } from "@canopy/can/frame/batch";
import { FLAG_REMOTE } from "@canopy/can/frame/frame";
import fc from "fast-check";
import { expect, it } from "vitest";
import { ChannelMover } from "./import-channels.ts";

const framesOf = (batch: FrameBatch) =>
  Array.from({ length: batch.length }, (_, i) => ({ ...batch.at(i), data: [...batch.at(i).data] }));

it("frames get their channel and time, and those of other channels go [DAT-07]", () => {
  const frame = fc.record({
    timeUs: fc.nat(),
    channel: fc.nat({ max: 5 }),
    id: fc.nat({ max: 0x7ff }),
    flags: fc.constantFrom(0, FLAG_REMOTE),
    data: fc.uint8Array({ maxLength: 8 }),
  });
  const channels = fc.uniqueArray(fc.record({ from: fc.nat({ max: 5 }), to: fc.nat({ max: 255 }) }), {
    selector: ({ from }) => from,
  });
  fc.assert(
    fc.property(fc.array(frame), channels, fc.integer({ min: -1e6, max: 1e6 }), (frames, mapped, shiftUs) => {
      const batch = new FrameBatch(1, 1);
      for (const { timeUs, channel, id, flags, data } of frames)
        batch.push(timeUs, channel, id, flags, data.length, data);
      const expected = framesOf(batch).flatMap((one) => {
        const to = mapped.find(({ from }) => from === one.channel)?.to;
        return to === undefined ? [] : [{ ...one, channel: to, timeUs: one.timeUs + shiftUs }];
      });
      const wanted = mapped.map((channel) => ({ ...channel, epoch: 0, frames: 0 }));
      new ChannelMover(wanted, shiftUs).move(batch);
      expect(framesOf(batch)).toEqual(expected);
    }),
  );
});
