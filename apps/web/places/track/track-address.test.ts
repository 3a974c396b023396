import { expect, it } from "vitest";
import { readTrackAddress, writeScale } from "./track-address.ts";

const NOTHING = {
  colour: "",
  trip: undefined,
  hasStops: true,
  hasFences: true,
  hasAlarms: false,
  isFollowing: false,
  scale: undefined,
  measure: { A: null, B: null },
};

it("reads colour, trip, switches, scale and cursors of the track from its address [GPS-01]", () => {
  const switches = { stops: "0", fences: "0", alarms: "1", follow: "1" };
  const search = { colour: "1!x!64!Soc", trip: "2", ...switches, scale: "-5..62.5", a: "1000", b: "2000" };
  expect(readTrackAddress(search)).toEqual({
    colour: "1!x!64!Soc",
    trip: 2,
    hasStops: false,
    hasFences: false,
    hasAlarms: true,
    isFollowing: true,
    scale: { from: -5, to: 62.5 },
    measure: { A: 1000, B: 2000 },
  });
  expect(writeScale({ from: -5, to: 62.5 })).toBe(search.scale);
});

it("falls back where an address was typed wrong", () => {
  expect(readTrackAddress({ trip: "-1", scale: "9..3", a: "soon", follow: "yes" })).toEqual(NOTHING);
  expect(readTrackAddress({})).toEqual(NOTHING);
});
