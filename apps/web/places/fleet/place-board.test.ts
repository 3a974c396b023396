import type { LivePlace } from "@canopy/contract/frames/live-places";
import { expect, it } from "vitest";
import { testRow } from "../../devices/board/test-rows.ts";
import { PlaceBoard } from "./place-board.ts";
import { headingOf, stateOf } from "./place-state.ts";

const place = (time: number, latitude = 31): LivePlace => ({
  deviceId: "car",
  time,
  latitude,
  longitude: 121,
  speedKmh: 50,
  course: 90,
});

it("the newer position counts, whichever way it came [GPS-04]", () => {
  const board = new PlaceBoard();
  let changes = 0;
  board.subscribe(() => void changes++);
  board.take({ atMs: 5000, rows: [place(4000, 32)] }, 5000);
  board.take({ atMs: 5100, rows: [place(3000, 31)] }, 5100);
  expect(board.get("car")?.latitude).toBe(32);
  expect([changes, board.version()]).toEqual([2, 2]);
});

it("ages are by the server's clock: a wrong browser clock makes nothing old [GPS-04]", () => {
  const board = new PlaceBoard();
  board.take({ atMs: 1_000_000, rows: [place(999_500)] }, 400_000);
  const device = { row: testRow({ id: "car" }), online: true, place: place(999_500), alarms: undefined };
  expect(stateOf(device, board.serverMs(400_500))).toBe("live");
  expect(stateOf(device, board.serverMs(409_600))).toBe("stale");
  expect(stateOf({ ...device, online: false }, board.serverMs(400_500))).toBe("offline");
});

it("a device that stands, or does not say its course, has no heading [GPS-04]", () => {
  expect(headingOf({ speedKmh: 50, course: 90 })).toBe(90);
  expect(headingOf({ speedKmh: null, course: 90 })).toBe(90);
  expect(headingOf({ speedKmh: 0.5, course: 90 })).toBeNull();
  expect(headingOf({ speedKmh: 50, course: null })).toBeNull();
});
