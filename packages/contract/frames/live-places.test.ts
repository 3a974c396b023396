import { randomUUID } from "node:crypto";
import fc from "fast-check";
import { expect, it } from "vitest";
import { readPlacesMessage, writePlacesMessage } from "./live-places.ts";

const amount = (max: number) => fc.option(fc.float({ min: 0, max, noNaN: true }), { nil: null });
const row = fc.record({
  deviceId: fc.constant(null).map(() => randomUUID() as string),
  time: fc.integer({ min: 0, max: 2 ** 42 }),
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  speedKmh: amount(2000),
  course: amount(360),
});

it("positions come back within a centimetre; what was not said stays so [GPS-04]", () => {
  fc.assert(
    fc.property(fc.array(row, { maxLength: 5 }), (rows) => {
      const read = readPlacesMessage(writePlacesMessage({ atMs: 7, rows }));
      expect(read?.atMs).toBe(7);
      expect(read?.rows.map(({ latitude, longitude, ...rest }) => rest)).toEqual(
        rows.map(({ latitude, longitude, ...rest }) => rest),
      );
      read?.rows.forEach(({ latitude, longitude }, i) => {
        expect(latitude).toBeCloseTo(rows[i]?.latitude ?? 0, 6);
        expect(longitude).toBeCloseTo(rows[i]?.longitude ?? 0, 6);
      });
    }),
  );
});

it("a message that is cut off, or of another kind, is none", () => {
  const place = { time: 0, latitude: 1, longitude: 2, speedKmh: 3, course: null };
  const message = writePlacesMessage({ atMs: 0, rows: [{ deviceId: randomUUID(), ...place }] });
  expect(readPlacesMessage(message.subarray(0, message.length - 1))).toBeUndefined();
  expect(readPlacesMessage(Uint8Array.of(2, ...message.subarray(1)))).toBeUndefined();
});
