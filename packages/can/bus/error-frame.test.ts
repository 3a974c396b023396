import fc from "fast-check";
import { expect, it } from "vitest";
import { BUS_STATES, readErrorFrame, stateOfCounters, worseState, writeErrorFrame } from "./error-frame.ts";

it.each([
  [0, 0, "active"],
  [95, 95, "active"],
  [96, 0, "warning"],
  [0, 127, "warning"],
  [128, 0, "passive"],
  [0, 255, "passive"],
  [0, 256, "bus_off"],
] as const)("counters of %i and %i mean %s", (rec, tec, state) => {
  expect(stateOfCounters(rec, tec)).toBe(state);
});

it.each([
  ["00 10 00 00 00", { state: "active", rec: 0, tec: 0 }],
  ["E1 04 00 08 00", { state: "active", rec: 8, tec: 0 }],
  ["E2 10 00 60 00", { state: "warning", rec: 96, tec: 0 }],
  ["E3 02 00 05 88 00 00 00", { state: "passive", rec: 5, tec: 136 }],
  ["E4 02 00 00 FF", { state: "bus_off", rec: 0, tec: 255 }],
  // The counters say more than the state does.
  ["E5 20 00 80 00", { state: "passive", rec: 128, tec: 0 }],
  // None, too short, and SocketCAN's eight bytes.
  ["", undefined],
  ["E3 02 00 05", undefined],
  ["00 04 00 00 00 00 60 00", undefined],
  ["07 01 00 00 00", undefined],
] as const)("the error frame %s", (hex, errors) => {
  expect(readErrorFrame(Uint8Array.from(hex.split(" ").filter(Boolean), (byte) => Number.parseInt(byte, 16)))).toEqual(
    errors,
  );
});

it("what is written is read, and the worse of two states is one of them", () => {
  const state = fc.constantFrom(...BUS_STATES);
  const counter = fc.integer({ min: 0, max: 255 });
  fc.assert(
    fc.property(state, counter, counter, fc.integer({ min: 0, max: 255 }), (said, rec, tec, kind) => {
      const read = readErrorFrame(writeErrorFrame({ state: said, rec, tec }, kind));
      expect(read).toEqual({ state: worseState(said, stateOfCounters(rec, tec)), rec, tec });
    }),
  );
});
