import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { at, drive, START_US, trackOf, walked } from "./test-track.ts";
import { boundsOf, eastwardDeg, partsOf } from "./track.ts";
import type { TimedPosition } from "./track-judge.ts";
import { journeyOf } from "./trips.ts";

const anyPosition = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
  hdop: fc.option(fc.double({ min: 0, max: 100, noNaN: true }), { nil: undefined }),
  stepS: fc.integer({ min: 1, max: 7200 }),
});
/** Some positions anywhere on earth, most near the one before. */
const wildTrack = fc.array(fc.tuple(anyPosition, fc.boolean()), { maxLength: 60 }).map((drawn) => {
  let timeUs = START_US;
  let [latitude, longitude] = [10, 179.99];
  return drawn.map(([{ stepS, hdop, ...place }, isNear]): TimedPosition => {
    timeUs += stepS * 1_000_000;
    latitude = isNear ? Math.max(-90, Math.min(90, latitude + place.latitude / 1e5)) : place.latitude;
    longitude = isNear ? eastwardDeg(0, longitude + place.longitude / 1e5) : place.longitude;
    return { timeUs, latitude, longitude, ...(hdop === undefined ? {} : { hdop }) };
  });
});

describe("the line of a track", () => {
  it("leaves out positions without a fix and poor ones, and counts them [GPS-01]", () => {
    const zero = { ...at(1, 0), latitude: 0, longitude: 0.0004 };
    const track = trackOf([at(0, 0), zero, at(2, 20, 0, { hdop: 11 }), at(3, 30, 0, { satellites: 2 }), at(4, 40)]);
    expect([track.count, track.setAside]).toEqual([2, { zero: 1, poor: 2, jump: 0 }]);
  });

  it("takes positions that say nothing of their accuracy, and those at the gate [GPS-01]", () => {
    expect(trackOf([at(0, 0), at(1, 10, 0, { hdop: 10, satellites: 3 })]).count).toBe(2);
  });

  it("sets a jump of 500 km aside and goes on with the next position [GPS-01]", () => {
    const track = trackOf([at(0, 0), at(1, 10), at(2, 500_000), at(3, 30), at(4, 40)]);
    expect([track.count, track.parts, track.setAside.jump]).toEqual([4, [0], 1]);
    expect(track.jumps.map(({ timeUs }) => timeUs)).toEqual([START_US + 2_000_000]);
  });

  it("starts a new part where the device stays at the far place [GPS-01]", () => {
    const track = trackOf([at(0, 0), at(1, 10), at(2, 500_000), at(3, 500_010), at(4, 500_020)]);
    expect([track.count, track.parts, track.setAside.jump]).toEqual([5, [0, 2], 0]);
    expect(journeyOf(track).distanceM).toBe(0);
  });

  it("does not trust a first position that nothing confirms [GPS-01]", () => {
    const track = trackOf([at(0, 900_000), at(1, 0), at(2, 10)]);
    expect([track.count, track.parts, track.setAside.jump]).toEqual([2, [0], 1]);
  });

  it("is open over an hour without a position, however far the device came [GPS-01]", () => {
    const track = trackOf([at(0, 0), at(3600, 10), at(7201, 600_000)]);
    expect(track.parts).toEqual([0, 2]);
  });

  it("keeps a lone position", () => {
    expect([trackOf([at(0, 5)]).count, trackOf([]).count]).toEqual([1, 0]);
  });

  it("holds or sets aside every position, once, in order [GPS-01]", () => {
    fc.assert(
      fc.property(wildTrack, (positions) => {
        const track = trackOf(positions);
        const { zero, poor, jump } = track.setAside;
        expect(track.count + zero + poor + jump).toBe(positions.length);
        expect([...track.timeUs]).toEqual([...track.timeUs].sort((a, b) => a - b));
        expect(partsOf(track).every(({ from, to }) => from < to)).toBe(true);
      }),
    );
  });
});

describe("the bounds of a track", () => {
  it("stay narrow across the date line [GPS-01]", () => {
    const across = [179.9, 179.95, -179.99, -179.9].map((longitude, s) => ({
      ...at(s * 300, 0),
      longitude,
      latitude: -17,
    }));
    expect(boundsOf(trackOf(across))).toEqual({ south: -17, north: -17, west: 179.9, east: -179.9 });
  });

  it("hold every position, and none is there of an empty track [GPS-01]", () => {
    expect(boundsOf(trackOf([]))).toBeUndefined();
    fc.assert(
      fc.property(wildTrack, (positions) => {
        const track = trackOf(positions);
        const box = boundsOf(track);
        for (let i = 0; i < track.count && box; i++) {
          expect(track.latitude[i]).toBeGreaterThanOrEqual(box.south);
          expect(track.latitude[i]).toBeLessThanOrEqual(box.north);
          const width = (box.east - box.west + 360) % 360 || (box.east === box.west ? 0 : 360);
          const offset = ((track.longitude[i] as number) - box.west + 720) % 360;
          expect(offset < width + 1e-6 || offset > 360 - 1e-6).toBe(true);
        }
      }),
    );
  });
});

describe("stops and trips", () => {
  const journey = (...parts: Iterable<TimedPosition>[]) => journeyOf(trackOf(parts.flatMap((part) => [...part])));

  it("are told apart by three minutes within 200 m [GPS-01]", () => {
    const found = journey(drive(0, 600, 10), drive(600, 200, 0.1, 6000), drive(800, 300, 20, 6020));
    expect(found.stops).toHaveLength(1);
    expect(found.trips).toHaveLength(2);
    const [first, second] = found.trips;
    expect((first?.distanceM ?? 0) + (second?.distanceM ?? 0)).toBe(found.distanceM);
    expect(found.distanceM).toBeGreaterThan(11_500);
    expect(found.distanceM).toBeLessThan(12_021);
    expect(first?.meanSpeedKmh).toBeCloseTo(36, 0);
    expect(second?.maxSpeedKmh).toBeCloseTo(72, 0);
  });

  it("know no stop in a pause of under three minutes [GPS-01]", () => {
    const found = journey(drive(0, 300, 20), drive(300, 150, 0, 6000), drive(450, 300, 20, 6000));
    expect([found.stops.length, found.trips.length]).toEqual([0, 1]);
  });

  it("count no metre of a parked receiver's jitter [GPS-01]", () => {
    const jitter = Array.from({ length: 1000 }, (_, s) => at(s, (s * 37) % 50, (s * 53) % 50));
    const found = journeyOf(trackOf(jitter));
    expect([found.stops.length, found.trips.length, found.distanceM, found.meanSpeedKmh]).toEqual([1, 0, 0, 0]);
  });

  it("take the receiver's speed before that of its positions [GPS-01]", () => {
    const positions = [...drive(0, 100, 10)].map((position) => ({ ...position, speedKmh: 41.5 }));
    expect(journeyOf(trackOf(positions)).maxSpeedKmh).toBe(41.5);
  });

  it("never overlap, lie in order and stay within their part [GPS-01]", () => {
    const moves = fc.array(fc.tuple(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 0, max: 400 })), {
      maxLength: 80,
    });
    fc.assert(
      fc.property(moves, (steps) => {
        const track = trackOf(walked(steps.map(([seconds, metres]) => [seconds, metres, 0])));
        const { stops, trips } = journeyOf(track);
        const spans = [...stops, ...trips].sort((a, b) => a.first - b.first || a.last - b.last);
        for (const [i, span] of spans.entries()) {
          expect(span.last).toBeGreaterThan(span.first);
          const next = spans[i + 1];
          if (next) expect(next.first).toBeGreaterThanOrEqual(span.last);
          expect(partsOf(track).some(({ from, to }) => from <= span.first && span.last < to)).toBe(true);
        }
      }),
    );
  });
});
