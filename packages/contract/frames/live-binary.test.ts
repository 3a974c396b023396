import { randomUUID } from "node:crypto";
import { BUS_STATES } from "@canopy/can/bus/error-frame";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SD_STATES } from "../devices/rules.ts";
import {
  type LiveStatus,
  readFramesMessage,
  readStatusMessage,
  writeFramesHead,
  writeStatusMessage,
} from "./live-binary.ts";

const AT_MS = 1_790_000_000_000;

const counter = fc.integer({ min: 0, max: 255 });
const channels = fc.uniqueArray(
  fc.record({
    channel: fc.integer({ min: 0, max: 255 }),
    framesPerSecond: fc.float({ min: 0, max: 100_000, noNaN: true }),
    load: fc.integer({ min: 0, max: 20_000 }).map((load) => load / 10_000),
    lastFrameAt: fc.double({ min: 0, max: 2e12, noNaN: true }),
    errors: fc.option(fc.record({ state: fc.constantFrom(...BUS_STATES), rec: counter, tec: counter }), {
      nil: undefined,
    }),
  }),
  { selector: ({ channel }) => channel, maxLength: 8 },
);

const status: fc.Arbitrary<LiveStatus> = fc
  .record({
    deviceId: fc.uuid(),
    online: fc.boolean(),
    at: fc.integer({ min: 0, max: 1_000_000 }).map((age) => AT_MS - age),
    channels,
    sdState: fc.constantFrom(undefined, ...SD_STATES),
  })
  .map((row) => ({
    ...row,
    framesPerSecond: row.channels.reduce((sum, { framesPerSecond }) => sum + framesPerSecond, 0),
  }));

describe("statuses on the wire", () => {
  it("come out as they went in", () => {
    fc.assert(
      fc.property(fc.array(status, { maxLength: 20 }), (rows) => {
        expect(readStatusMessage(writeStatusMessage(rows, AT_MS))).toEqual(rows);
      }),
    );
  });

  it("of 10,000 devices with two channels are less than 600 KB", () => {
    const two = [0, 1].map((channel) => ({ channel, framesPerSecond: 1000, load: 0.5, lastFrameAt: AT_MS }));
    const rows = Array.from({ length: 10_000 }, () => ({
      deviceId: randomUUID(),
      online: true,
      at: AT_MS,
      framesPerSecond: 2000,
      channels: two,
    }));
    expect(writeStatusMessage(rows, AT_MS).length).toBeLessThan(600_000);
  });

  it("that are broken are none", () => {
    fc.assert(
      fc.property(fc.array(status, { minLength: 1, maxLength: 3 }), fc.nat(), (rows, cut) => {
        const whole = writeStatusMessage(rows, AT_MS);
        expect(readStatusMessage(whole.subarray(0, cut % whole.length))).toBeUndefined();
      }),
    );
    fc.assert(fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => void readStatusMessage(bytes)));
  });
});

describe("frames on the wire", () => {
  it("carry their subscription and the bytes of the batch", () => {
    const message = Uint8Array.of(0, 0, 0, 0, 0, 1, 2, 3);
    writeFramesHead(new DataView(message.buffer), 0xfedc_ba98, true);
    expect(readFramesMessage(message)).toEqual({
      subscription: 0xfedc_ba98,
      isFilled: true,
      batch: Uint8Array.of(1, 2, 3),
    });
    expect(readFramesMessage(message.subarray(0, 4))).toBeUndefined();
    expect(readFramesMessage(writeStatusMessage([], 0))).toBeUndefined();
  });
});
