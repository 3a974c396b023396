import fc from "fast-check";
import { expect, it } from "vitest";
import { countRowsWithData, rowsWithData } from "./run-filter.ts";

/** Few values, so that some match. */
const byte = fc.oneof(fc.nat(255), fc.constantFrom(0, 1, 128, 255));
const cases = fc.record({
  rows: fc.array(fc.tuple(byte, byte, byte), { minLength: 1, maxLength: 40 }),
  constant: fc.option(fc.nat(2)),
  mask: fc.array(fc.constantFrom(0, 1, 0x80, 0xff), { maxLength: 4 }),
  value: fc.array(byte, { maxLength: 4 }),
  from: fc.nat(40),
  to: fc.nat(40),
});

it("rows of long runs are counted wherever they begin and end, and wherever they lie in memory", () => {
  const bytes = fc.uint8Array({ minLength: 0, maxLength: 3000 });
  fc.assert(
    fc.property(bytes, fc.nat(3), fc.nat(3000), fc.nat(3000), (list, at, from, to) => {
      const plane = new Uint8Array(at + list.length).fill(7);
      plane.set(list, at);
      const rows = { from: Math.min(from, list.length), to: Math.min(to, list.length) };
      const data = { mask: Uint8Array.of(0x8f), value: Uint8Array.of(0x87) };
      const key = { channel: 0, id: 1, flags: 0, size: 1 };
      const expected = list.slice(rows.from, rows.to).filter((byte) => (byte & 0x8f) === 0x87).length;
      expect(countRowsWithData(key, rows, () => plane.subarray(at), data)).toBe(expected);
    }),
  );
});

it("rows whose payload has the bits that are asked for are found and counted", () => {
  fc.assert(
    fc.property(cases, ({ rows, constant, mask, value, from, to }) => {
      const payloads = rows.map((row) => row.map((one, k) => (k === constant ? (rows[0]?.[k] ?? 0) : one)));
      const planeOf = (k: number) =>
        k === constant ? (payloads[0]?.[k] ?? 0) : Uint8Array.from(payloads, (payload) => payload[k] ?? 0);
      const data = { mask: Uint8Array.from(mask), value: Uint8Array.from(value) };
      const expected = payloads.map((payload) =>
        Number(
          mask.every((bits, k) => bits === 0 || (k < 3 && ((payload[k] ?? 0) & bits) === ((value[k] ?? 0) & bits))),
        ),
      );
      const key = { channel: 0, id: 1, flags: 0, size: 3 };
      const found = rowsWithData(key, rows.length, planeOf, data) ?? new Uint8Array(rows.length);
      expect([...found]).toEqual(expected);
      const window = { from: Math.min(from, rows.length), to: Math.min(to, rows.length) };
      const sum = expected.slice(window.from, window.to).reduce((count, one) => count + one, 0);
      expect(countRowsWithData(key, window, planeOf, data)).toBe(sum);
    }),
    { numRuns: 500 },
  );
});
