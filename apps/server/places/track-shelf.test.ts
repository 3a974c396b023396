import { drive, trackOf } from "@canopy/can/gps/test-track";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { TrackShelf } from "./track-shelf.ts";

const track = trackOf(drive(0, 10, 5));

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

it("a track is given once, to who asks for the same, and not later than five seconds after [GPS-01]", () => {
  const shelf = new TrackShelf();
  shelf.put("a", track);
  expect([shelf.take("b"), shelf.take("a"), shelf.take("a")]).toEqual([undefined, track, undefined]);
  shelf.put("a", track);
  vi.advanceTimersByTime(5000);
  expect(shelf.take("a")).toBeUndefined();
});

it("a track that is put again begins its time again [GPS-01]", () => {
  const shelf = new TrackShelf();
  shelf.put("a", track);
  vi.advanceTimersByTime(4000);
  shelf.put("a", track);
  vi.advanceTimersByTime(4000);
  expect(shelf.take("a")).toBe(track);
});

it("few are kept, and none that is very long [GPS-01]", () => {
  const shelf = new TrackShelf();
  for (const key of "abcde") shelf.put(key, track);
  shelf.put("long", { ...track, count: 400_001 });
  expect([..."abcde", "long"].map((key) => shelf.take(key) !== undefined)).toEqual([
    false,
    true,
    true,
    true,
    true,
    false,
  ]);
});
