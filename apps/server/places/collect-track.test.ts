import { expect, it } from "vitest";
import type { StoredPosition } from "../frames/store/points/points.ts";
import { collectTrack } from "./collect-track.ts";
import type { PositionSource } from "./read-positions.ts";

const silent = { altitude_m: null, speed_kmh: null, course: null, satellites: null, hdop: null };
const MOST = 25_000;
const range = { bindingNumber: 1, fromUs: 0, toUs: 1e15 };

/** A position each millisecond, up to this time. */
function source(endMs: number): PositionSource & { asked: number } {
  return {
    asked: 0,
    async positions({ fromUs, limit }) {
      this.asked += 1;
      const length = Math.max(0, Math.min(limit, endMs - fromUs / 1000));
      return Array.from(
        { length },
        (_, i): StoredPosition => ({ time: fromUs / 1000 + i, latitude: 1, longitude: 2, ...silent }),
      );
    },
  };
}

it("reads up to its limit of positions and refuses one more [GPS-01]", async () => {
  const { signal } = new AbortController();
  expect((await collectTrack(source(MOST), range, signal, MOST)).count).toBe(MOST);
  const tooLong = collectTrack(source(MOST + 1), range, signal, MOST);
  await expect(tooLong).rejects.toMatchObject({ def: { code: "places.trackTooLong" } });
});

it("reads no further when the caller has left", async () => {
  const leaving = new AbortController();
  const points = source(MOST);
  leaving.abort();
  await expect(collectTrack(points, range, leaving.signal)).rejects.toThrow();
  expect(points.asked).toBe(0);
});
