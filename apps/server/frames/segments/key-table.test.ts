import { expect, it } from "vitest";
import { KeyTable } from "./key-table.ts";

const SIZES = 65;
const CHANNELS = 256;
const FLAGS = 8;

it("hundreds of thousands of keys that were chosen to meet in one place are numbered as soon as any others", () => {
  const table = new KeyTable();
  const keys = Array.from({ length: SIZES * CHANNELS * FLAGS }, (_, i) => {
    const [size, channel, flags] = [i % SIZES, Math.floor(i / SIZES) % CHANNELS, Math.floor(i / SIZES / CHANNELS)];
    // The identifier and the rest have the same sum in all of them.
    return { channel, id: 0x1fff_ffff - ((channel << 16) | (flags << 8) | size), flags, size };
  });
  const numbers = () => keys.map(({ channel, id, flags, size }) => table.numberOf(channel, id, flags, size));
  const first = numbers();
  expect(first.every((number, i) => number === i)).toBe(true);
  expect(numbers()).toEqual(first);
  expect(table.keys).toEqual(keys);
});
