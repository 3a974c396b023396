import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { distanceM } from "./position.ts";
import { at, trackOf, walked } from "./test-track.ts";
import { type ThinnedTrack, thinTrack } from "./thin-track.ts";
import { partsOf, type Track } from "./track.ts";

function thinned(track: Track, maxPoints: number): ThinnedTrack & { turns: number } {
  const work = thinTrack(track, maxPoints);
  for (let turns = 1; ; turns++) {
    const step = work.next();
    if (step.done) return { ...step.value, turns };
  }
}

const place = (track: Track, i: number) => ({
  latitude: track.latitude[i] as number,
  longitude: track.longitude[i] as number,
});

/** The smallest distance to points a metre or so apart on the edge. */
function distanceToEdge(track: Track, point: number, from: number, to: number): number {
  const [start, end] = [place(track, from), place(track, to)];
  const steps = Math.max(1, Math.ceil(distanceM(start, end) / 2));
  const distances = Array.from({ length: steps + 1 }, (_, s) => {
    const mix = (a: number, b: number) => a + ((b - a) * s) / steps;
    const between = { latitude: mix(start.latitude, end.latitude), longitude: mix(start.longitude, end.longitude) };
    return distanceM(between, place(track, point));
  });
  return Math.min(...distances);
}

const walk = fc.array(fc.tuple(fc.integer({ min: -200, max: 200 }), fc.integer({ min: -200, max: 200 })), {
  minLength: 3,
  maxLength: 60,
});

describe("thinning a track", () => {
  it("keeps everything where there is little [GPS-01]", () => {
    const track = trackOf([at(0, 0), at(1, 10), at(2, 20)]);
    expect(thinned(track, 3)).toMatchObject({ kept: Uint32Array.of(0, 1, 2), toleranceM: 0 });
  });

  it("keeps every bend of a staircase and drops the positions between [GPS-01]", () => {
    const steps = Array.from({ length: 1000 }, (_, s) =>
      at(s, Math.floor(s / 20) * 10 + Math.min(10, s % 20), (s % 20 > 10 ? (s % 20) - 10 : 0) + Math.floor(s / 20) * 9),
    );
    const { kept, toleranceM } = thinned(trackOf(steps), 110);
    expect(kept).toHaveLength(110);
    expect(toleranceM).toBeLessThan(1);
  });

  it("keeps the tip of a dead end, which lies on no triangle [GPS-01]", () => {
    const out = Array.from({ length: 100 }, (_, s) => at(s, s * 10));
    const back = Array.from({ length: 99 }, (_, s) => at(100 + s, 980 - s * 10));
    expect(thinned(trackOf([...out, ...back]), 3).kept).toEqual(Uint32Array.of(0, 99, 198));
  });

  it("keeps a change of speed on a straight road [GPS-01]", () => {
    const road = Array.from({ length: 101 }, (_, s) => at(s, s * 20, 0, { speedKmh: s === 50 ? 5 : 100 }));
    expect([...thinned(trackOf(road), 5).kept]).toEqual([0, 49, 50, 51, 100]);
  });

  it("is the same on both sides of the date line [GPS-01]", () => {
    const zigzag = Array.from({ length: 200 }, (_, s) => at(s, Math.sin(s * s) * 50, s * 10));
    const moved = zigzag.map((position) => {
      const longitude = position.longitude - 121 + 179.99;
      return { ...position, longitude: longitude > 180 ? longitude - 360 : longitude };
    });
    expect(moved.some(({ longitude }) => longitude < 0)).toBe(true);
    expect(thinned(trackOf(moved), 40).kept).toEqual(thinned(trackOf(zigzag), 40).kept);
  });

  it("keeps the ends of the parts, and of too many parts an even choice [GPS-01]", () => {
    const positions = Array.from({ length: 60 }, (_, i) => at(Math.floor(i / 3) * 10_000 + (i % 3), i));
    const track = trackOf(positions);
    expect(partsOf(track)).toHaveLength(20);
    expect([...thinned(track, 40).kept]).toEqual(partsOf(track).flatMap(({ from, to }) => [from, to - 1]));
    const few = thinned(track, 10);
    expect([few.kept.length, few.toleranceM]).toEqual([10, Number.POSITIVE_INFINITY]);
  });

  it("gives way to other work while it thins a long track", () => {
    const spiral = Array.from({ length: 60_000 }, (_, s) =>
      at(s, Math.cos(s / 50) * s * 0.1, Math.sin(s / 50) * s * 0.1),
    );
    const { kept, turns } = thinned(trackOf(spiral), 5000);
    expect(kept).toHaveLength(5000);
    expect(turns).toBeGreaterThan(5);
  });

  it("leaves no position farther from the line than it says [GPS-01]", () => {
    fc.assert(
      fc.property(walk, fc.integer({ min: 2, max: 20 }), (moves, maxPoints) => {
        const track = trackOf(walked(moves.map(([north, east]) => [10, north, east])));
        const { kept, toleranceM } = thinned(track, maxPoints);
        expect(kept.length).toBe(Math.min(track.count, maxPoints));
        expect([kept[0], kept.at(-1)]).toEqual([0, track.count - 1]);
        for (let edge = 1; edge < kept.length; edge++) {
          const [from, to] = [kept[edge - 1] as number, kept[edge] as number];
          for (let i = from + 1; i < to; i++)
            expect(distanceToEdge(track, i, from, to)).toBeLessThanOrEqual(toleranceM + 1.5);
        }
      }),
      { numRuns: 50 },
    );
  });
});
