import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { RING_SECONDS } from "../devices/rate-ring.ts";
import { readRatesMessage, writeRatesMessage } from "./live-rates.ts";

const rate = fc.oneof(fc.constant(Number.NaN), fc.float({ min: 0, max: 50_000, noNaN: true }));
const minute = fc.array(rate, { minLength: RING_SECONDS, maxLength: RING_SECONDS });
const row = fc.record({
  deviceId: fc.constant(null).map(() => randomUUID() as string),
  channels: fc.array(fc.record({ channel: fc.integer({ min: 0, max: 255 }), minute }), { maxLength: 3 }),
});

it("a minute of rates comes back within a 250th of its largest; what was not known stays so [DEV-01]", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 4 }), (rows) => {
      const read = readRatesMessage(writeRatesMessage({ atMs: 7, rows }));
      expect(read?.atMs).toBe(7);
      expect(read?.rows.map(({ deviceId }) => deviceId)).toEqual(rows.map(({ deviceId }) => deviceId));
      read?.rows.forEach(({ channels }, i) => {
        channels.forEach(({ minute: values }, k) => {
          const sent = rows[i]?.channels[k]?.minute ?? [];
          const top = Math.max(0, ...sent.filter((one) => !Number.isNaN(one)));
          sent.forEach((one, second) => {
            const got = values[second] ?? 0;
            expect(Number.isNaN(one) ? Number.isNaN(got) : Math.abs(got - one) <= top / 250 + 1e-3).toBe(true);
          });
        });
      });
    }),
  );
});

it("a message that is cut off is none", () => {
  const message = writeRatesMessage({ atMs: 0, rows: [{ deviceId: randomUUID(), channels: [] }] });
  expect(readRatesMessage(message.subarray(0, message.length - 1))).toBeUndefined();
  expect(readRatesMessage(Uint8Array.of(1, 2, 3))).toBeUndefined();
});
