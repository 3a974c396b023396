import { FLAG_ERROR, FLAG_REMOTE, FLAG_TX, type Frame } from "@canopy/can/frame/frame";
import { expect, it } from "vitest";
import { passes } from "./frame-filter.ts";

const frame = (changes: Partial<Frame> = {}): Frame => ({
  timeUs: 0,
  channel: 1,
  id: 0x123,
  flags: 0,
  size: 8,
  data: Uint8Array.of(1, 2, 3, 4, 5, 6, 7, 8),
  ...changes,
});

it("a filter lets through what it names [DAT-02]", () => {
  expect(passes(frame(), {})).toBe(true);
  expect(passes(frame(), { channels: [] })).toBe(false);
  expect(passes(frame(), { ids: [{ from: 0x100, to: 0x1ff, isExtended: false }] })).toBe(true);
  expect(passes(frame(), { ids: [{ from: 0x100, to: 0x1ff, isExtended: true }] })).toBe(false);
  expect(passes(frame(), { places: [{ channel: 1, from: 0x123, to: 0x123 }] })).toBe(true);
  expect(passes(frame(), { places: [{ channel: 0, from: 0x123, to: 0x123 }] })).toBe(false);
  const [sent, error] = [frame({ flags: FLAG_TX }), frame({ flags: FLAG_ERROR | FLAG_REMOTE })];
  expect([frame(), sent].map((one) => passes(one, { direction: "transmitted" }))).toEqual([false, true]);
  expect([frame(), sent].map((one) => passes(one, { direction: "received" }))).toEqual([true, false]);
  expect([frame(), error].map((one) => passes(one, { types: ["error"] }))).toEqual([false, true]);
  expect(passes(error, { types: ["remote", "classic"] })).toBe(false);
  expect(passes(frame(), { data: { mask: Uint8Array.of(0, 0xf0), value: Uint8Array.of(9, 0x0f) } })).toBe(true);
  const short = frame({ data: new Uint8Array(1) });
  expect(passes(short, { data: { mask: Uint8Array.of(0, 1), value: Uint8Array.of(0, 0) } })).toBe(false);
});
